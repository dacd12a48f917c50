// The key of an arbiter for other phones: a link to it, and a new one.

import { post, problemsOf, showProblems } from "./api.js";
import { forgetShared } from "./share.js";

const dialog = document.getElementById("invite");
const place = document.getElementById("key-link");

/** POST and return the data of a successful answer; null after a refusal, which is shown below the key. */
async function request(button, path) {
  const sayings = document.getElementById("sayings").dataset;
  const problems = button.closest("section").querySelector("[data-problems]");
  showProblems(problems, []);
  try {
    const { status, data } = await post(path, {});
    if (status === 200) return data;
    showProblems(problems, problemsOf(data, sayings.failed));
  } catch {
    showProblems(problems, [sayings.silentServer]);
  }
  return null;
}

/** Show a link that makes another phone an arbiter's, with its QR code. It is made now, because it is valid for some minutes only. */
export async function invite(button) {
  const data = await request(button, button.dataset.invite);
  if (!data || !dialog.open) return;
  forgetKey();
  const link = place.querySelector(".link a");
  place.querySelector("img").src = data.qr;
  link.href = link.textContent = data.link;
  place.querySelector("[data-share]").dataset.share = data.link;
  place.hidden = false;
}

/** Forget the link that was shown: nothing of it stays in the page. */
function forgetKey() {
  const link = place.querySelector(".link a");
  const share = place.querySelector("[data-share]");
  place.hidden = true;
  place.querySelector("img").removeAttribute("src");
  link.removeAttribute("href");
  link.textContent = "";
  forgetShared(share);
  share.dataset.share = "";
  share.textContent = share.dataset.text;
}

/** Replace the arbiter's key, whose earlier links and cookies then stop working; this device has the new one. */
export async function changeKey(button) {
  if (!await request(button, button.dataset.newKey)) return;
  forgetKey();
  button.textContent = button.dataset.done;
}

if (place) dialog.addEventListener("close", forgetKey);

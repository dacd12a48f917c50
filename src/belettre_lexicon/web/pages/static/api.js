// The JSON API: one call, and the sentences of what was refused.

/** Milliseconds after which a server that says nothing counts as one that is gone. */
const PATIENCE = 10_000;

/** POST a body: { status, data }. Rejects when the server does not answer. */
export async function post(path, body) {
  const response = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE),
  });
  const text = await response.text();
  let data = {};
  try {
    data = text ? JSON.parse(text) : {};
  } catch {
    // an answer that is no JSON has no sentences
  }
  return { status: response.status, data };
}

/** Show why something was refused, beside its form if there is one; no sentences clear the place. */
export function showProblems(place, sentences) {
  place?.replaceChildren(...sentences.map((sentence) => {
    const line = document.createElement("p");
    line.textContent = sentence;
    return line;
  }));
}

/** The sentences of an answer that refuses. */
export function problemsOf(data, otherwise) {
  const found = (data.refusals ?? []).map((refusal) => refusal.text);
  if (found.length) return found;
  return [[data.text, data.detail].filter(Boolean).join(" ") || otherwise];
}

// Requests to the server, and the sentences of its refusals.

/** Milliseconds after which a request to a silent server fails. */
const PATIENCE = 10_000;

/** POST a body and return { status, data }. Rejects if the server does not answer. */
export function post(path, body) {
  return answered(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify(body),
  });
}

/** GET a path and return { status, data }. Rejects if the server does not answer. */
export function get(path) {
  return answered(path, { headers: { Accept: "application/json" } });
}

async function answered(path, request) {
  const response = await fetch(path, { ...request, signal: AbortSignal.timeout(PATIENCE) });
  const text = await response.text();
  let data = {};
  try {
    data = text ? JSON.parse(text) : {};
  } catch {
    // an answer that is not JSON has no sentences to show
  }
  return { status: response.status, data };
}

/** Show sentences in an element, each in a paragraph. An empty list clears the element. */
export function showProblems(place, sentences) {
  place?.replaceChildren(...sentences.map((sentence) => {
    const line = document.createElement("p");
    line.textContent = sentence;
    return line;
  }));
}

/** The sentences of a refusal; *otherwise* if it has none. */
export function problemsOf(data, otherwise) {
  const found = (data.refusals ?? []).map((refusal) => refusal.text);
  if (found.length) return found;
  return [[data.text, data.detail].filter(Boolean).join(" ") || otherwise];
}

// A link that is pasted where a code is asked for leads where it says.

/** Open a pasted link to a game, and return true; false if *typed* is no such link. What stands behind « # » gives a right, and is not
 *  sent to the server. */
export function openPasted(typed) {
  const [, path, key, hash] = /\/((?:g|belote)\/[A-Za-z-]+)(\?key=[\w-]+)?[^#\s]*(#\S*)?/.exec(typed) ?? [];
  if (!path) return false;
  location.assign(`/${path}${key ?? ""}${hash ?? ""}`);
  return true;
}

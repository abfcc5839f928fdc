/** The responses to what `public/first-requests.js` has asked for while the modules of the page were still loading. */

declare global {
  /** By path; undefined on the pages that come without the script. */
  var firstRequests: Map<string, Promise<Response>> | undefined;
}

/** How long after the page's start its first responses are still new enough, in ms. */
const maxAge = 10_000;

/**
 * The response that was asked for at the page's start; undefined when there is none, when it was taken before, or when
 * the page has been open for longer than 10 s: `age` is that time in ms.
 */
export function takeFirstResponse(path: string, age = performance.now()): Promise<Response> | undefined {
  if (age > maxAge) dropFirstResponses();
  const response = globalThis.firstRequests?.get(path);
  globalThis.firstRequests?.delete(path);
  return response;
}

/** From now on every request is sent again. */
export function dropFirstResponses(): void {
  globalThis.firstRequests?.clear();
}

// Sends the API requests that the address already tells, while the modules of the page are still loading. Each response
// waits in `firstRequests` for src/app/client/first-requests.ts. The server adds this script to the pages that need it.
(() => {
  const [, sid] = /^\/flows\/(FW[0-9a-f]{32})\/?$/.exec(location.pathname) ?? [];
  const ofPage =
    sid !== undefined
      ? [`/v2/Flows/${sid}`, `/v1/Flows/${sid}/WorkingCopy`]
      : /^\/flows\/?$/.test(location.pathname)
        ? ['/v1/FlowSummaries']
        : [];

  /** Reads the whole body at once, so that a response that nobody takes occupies no connection. */
  async function load(path) {
    const response = await fetch(path, {
      credentials: 'same-origin',
      headers: { accept: 'application/json' },
    });
    const { status, statusText, headers } = response;
    const body = await response.arrayBuffer();
    return new Response(body.byteLength === 0 ? null : body, { status, statusText, headers });
  }

  window.firstRequests = new Map();
  for (const path of ['/session', ...ofPage]) {
    const response = load(path);
    // Where nobody takes it, nobody misses it.
    response.catch(() => {});
    window.firstRequests.set(path, response);
  }
})();

/** Keeps requests apart from one that gives this page another session cookie: with the old one they would be refused. */

const renewingPath = /^\/v1\/(?:Accounts|FirstOwner|Me)\b/;

const underWay = new Set<Promise<Response>>();
let renewal: Promise<Response> | null = null;

/** Sends at once, or when a renewal is over; what may renew the session, when all that was sent before has its response. */
export async function sendBesideNoRenewal(
  { method, path }: { method: string; path: string },
  send: () => Promise<Response>,
): Promise<Response> {
  while (renewal !== null) await renewal.catch(() => {});
  const renews = method !== 'GET' && renewingPath.test(path);
  const sent = renews ? Promise.allSettled(underWay).then(send) : send();
  if (renews) renewal = sent;
  underWay.add(sent);
  try {
    return await sent;
  } finally {
    underWay.delete(sent);
    if (renewal === sent) renewal = null;
  }
}

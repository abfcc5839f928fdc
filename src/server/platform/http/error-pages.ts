/** /errors/{code}: an HTML page per error code: what it means and what to do. */

import type { FastifyInstance } from 'fastify';
import { problemCodes } from '#api/problem.ts';

type Explanation = { title: string; text: string };

const explanations: Record<keyof typeof problemCodes, Explanation> = {
  badRequest: {
    title: 'The request cannot be processed',
    text: 'A required parameter is missing or the value of one cannot be used. The message names the parameter. Bodies are form-encoded or JSON objects with the same names.',
  },
  unauthenticated: {
    title: 'The request has no valid credentials',
    text: 'Send HTTP Basic authentication: the account SID as user name, the auth token as password. The token was shown when the account was made.',
  },
  forbidden: {
    title: 'The request comes from the page of another site',
    text: 'The cookie of the page is for the page itself. Other programs and pages send HTTP Basic authentication.',
  },
  wrongMethod: {
    title: 'The address does not know this method',
    text: 'The Allow header of the answer names the methods that it knows.',
  },
  notFound: {
    title: 'There is nothing at this address for your account',
    text: 'Check the SIDs in the address. What belongs to another account is answered in the same way.',
  },
  conflict: {
    title: 'The contact is active already',
    text: 'Between one contact and one address of a flow only one execution is active at a time. End the one that the details name, or wait until it ends.',
  },
  tooLarge: {
    title: 'The body of the request is too large',
    text: 'A request may have up to 2 MB, form encoding included; a post to the webhook of a flow up to 64 kB.',
  },
  tooComplex: {
    title: 'The answer would take too long',
    text: 'What was asked for is more work than the server does for one request. The message says how to ask for less.',
  },
  tooManyRequests: {
    title: 'There are too many requests',
    text: 'Send the request again a little later.',
  },
  unavailable: {
    title: 'The server cannot answer at the moment',
    text: 'Its database does not answer. Send the request again after the time that Retry-After names.',
  },
  badRevision: {
    title: 'This is no revision of a flow',
    text: 'A revision is a number, LatestPublished or LatestRevision.',
  },
  invalidDefinition: {
    title: 'The definition of the flow is not valid',
    text: 'Nothing was stored. The details list each fault with its place, a JSON pointer: #/states/3/properties/timeout is the property timeout of the fourth state.',
  },
  internal: {
    title: 'The server failed',
    text: 'This is a fault of the server, not of the request. Its log tells more at the request that the message names.',
  },
};

const explanationsByCode = new Map<string, Explanation>(
  Object.entries(problemCodes).map(([name, code]) => [
    String(code),
    explanations[name as keyof typeof problemCodes],
  ]),
);

/** Answers each code that the API knows; an unknown code is not found. */
export function errorPageRoutes(app: FastifyInstance): void {
  app.get<{ Params: { code: string } }>('/errors/:code', (request, reply) => {
    const { code } = request.params;
    const explanation = explanationsByCode.get(code);
    if (explanation === undefined) return reply.callNotFound();
    return reply.type('text/html; charset=utf-8').send(renderPage(code, explanation));
  });
}

function renderPage(code: string, { title, text }: Explanation): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Error ${code}: ${title}</title>
<h1>Error ${code}</h1>
<p><strong>${title}.</strong></p>
<p>${text}</p>
</html>
`;
}

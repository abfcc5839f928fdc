/** Content type parsers of the flow API: form-encoded bodies and JSON. */

import type { FastifyInstance } from 'fastify';
import { parseForm } from './form.ts';

export function addBodyParsers(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) => {
    try {
      done(null, parseForm(String(body)));
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  });
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Some clients name a type whether or not they send a body, as with DELETE.
    if (body.length === 0) done(null);
    else parseJson(request, String(body), done);
  });
}

/** Content type parsers of the flow API: form-encoded bodies and JSON, within the limits of their route. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';
import { eventLoopTurn } from '../event-loop-turn.ts';
import { parseForm } from './form.ts';
import { JsonLimitExceeded, parseLimitedJson } from './json-limits.ts';
import { largeBodyBytes, maxFieldsOf } from './request-limits.ts';

export function addBodyParsers(app: FastifyInstance): void {
  const parse = (type: string, parseBody: (text: string, request: FastifyRequest) => unknown) =>
    app.addContentTypeParser(type, { parseAs: 'string' }, (request, body, done) => {
      const text = String(body);
      const parseNow = () => {
        try {
          done(null, parseBody(text, request));
        } catch (error) {
          done(error instanceof Error ? error : new Error(String(error)));
        }
      };
      if (text.length < largeBodyBytes) parseNow();
      else eventLoopTurn.run(parseNow);
    });
  parse('application/x-www-form-urlencoded', (text, request) => parseForm(text, maxFieldsOf(request)));
  // Some clients name a type whether or not they send a body, as with DELETE.
  parse('application/json', (text) => (text === '' ? undefined : parseJsonBody(text)));
}

function parseJsonBody(text: string): unknown {
  try {
    return parseLimitedJson(text);
  } catch (error) {
    if (error instanceof JsonLimitExceeded)
      throw new Refusal('bad-request', `The post body ${error.message}`);
    const reason = error instanceof Error ? error.message : 'it cannot be read';
    throw new Refusal('bad-request', `The post body must be JSON: ${reason}`);
  }
}

/** Content type parsers of the flow API: form-encoded bodies and JSON, within the limits of their route. */

import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';
import { eventLoopTurn } from '../event-loop-turn.ts';
import { parseForm } from './form.ts';
import { JsonLimitExceeded } from './json-limits.ts';
import { readBody } from './read-body.ts';
import { readLimitedJson } from './read-json.ts';
import { releaseBytes } from './release-bytes.ts';
import { largeBodyBytes, maxFieldsOf } from './request-limits.ts';

export function addBodyParsers(app: FastifyInstance): void {
  const form = 'application/x-www-form-urlencoded';
  app.addContentTypeParser(form, async (request: FastifyRequest, body: IncomingMessage) =>
    parseForm(await decode(await readBody(request, body)), maxFieldsOf(request)),
  );
  app.addContentTypeParser('application/json', async (request: FastifyRequest, body: IncomingMessage) => {
    try {
      const text = await decode(await readLimitedJson(request, body));
      // Some clients name a type whether or not they send a body, as with DELETE.
      return text === '' ? undefined : parseJson(text);
    } catch (error) {
      if (!(error instanceof JsonLimitExceeded)) throw error;
      throw new Refusal('bad-request', `The post body ${error.message}`);
    }
  });
}

/** The text of a body, in a turn of the event loop in which it may be parsed. */
async function decode(bytes: Buffer): Promise<string> {
  if (bytes.length >= largeBodyBytes) await eventLoopTurn.enter();
  const text = bytes.toString('utf8');
  releaseBytes(bytes);
  return text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it cannot be read';
    throw new Refusal('bad-request', `The post body must be JSON: ${reason}`);
  }
}

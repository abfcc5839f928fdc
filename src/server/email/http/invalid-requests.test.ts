/** Fuzzing: invalid requests result in client errors, never in server errors, on each database. */

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailOperations } from '#api/email/operations.ts';
import { buildServer } from '../../platform/http/server.ts';
import { routeTable } from '../../routes.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../../testing/running-server.ts';
import { basicAuthorization } from '../../testing/server.ts';

const texts = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '%',
    "'",
    '"',
    '\u{1f98a}',
    '\ud800',
    'https://a.test/',
    'a@x.test',
    '2026-01-01',
    '__proto__',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
const values = fc.oneof(
  texts,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(texts, { maxLength: 3 }),
);

/** The field names of an operation, so that random bodies pass the first checks. */
const namesOf = (schema: object | undefined): string[] =>
  schema !== undefined && 'properties' in schema ? Object.keys(schema.properties as object) : ['x'];

describe.each(databaseKinds)('the email API, %s', (kind) => {
  let running: RunningServer;
  let app: Awaited<ReturnType<typeof buildServer>>;

  beforeAll(async () => {
    running = await openRunningServer(kind, { worker: false });
    const config = { ...running.ctx.config, emailRateLimit: 1_000_000 };
    app = await buildServer({ ...running.ctx, config }, routeTable);
  }, startTimeoutMs);
  afterAll(async () => {
    await app.close();
    await running.close();
  });

  it.each(['/v3/marketing/lists', '/v3/ips/pools/x', '/v3/whitelabel/domains/5/subuser', '/eu/v3/geo/stats'])(
    'says that %s is not built',
    async (url) => {
      const headers = { authorization: basicAuthorization(running.account) };
      const response = await app.inject({ method: 'POST', url, headers, payload: {} });
      expect(response.statusCode).toBe(404);
      expect(response.json()).toMatchObject({
        errors: [{ message: expect.stringContaining('not built'), field: null }],
      });
    },
  );

  it.each(emailOperations.map((each) => ({ id: each.id, operation: each })))(
    'stands $id',
    async ({ operation }) => {
      const body = fc.oneof(fc.dictionary(fc.constantFrom(...namesOf(operation.json)), values), values);
      const query = fc.dictionary(fc.constantFrom(...Object.keys(operation.query ?? { x: null })), texts);
      await fc.assert(
        fc.asyncProperty(texts, query, body, async (part, asked, sent) => {
          const path = operation.path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(part.toWellFormed()));
          const wellFormed = Object.entries(asked).map(([name, text]) => [name, text.toWellFormed()]);
          const response = await app.inject({
            method: operation.method,
            url: `${path}?${new URLSearchParams(wellFormed)}`,
            headers: {
              authorization: basicAuthorization(running.account),
              'content-type': 'application/json',
            },
            ...(operation.method !== 'GET' && { payload: JSON.stringify(sent) }),
          });
          expect(response.statusCode, response.body).toBeLessThan(500);
          if (response.statusCode >= 400) expect(response.json()).toHaveProperty('errors.0.message');
        }),
        { numRuns: 15 },
      );
    },
  );
});

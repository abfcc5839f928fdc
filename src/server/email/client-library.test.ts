/** The unmodified client library of the email API, over HTTP. */

import ready from '@sendgrid/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EventWebhook } from '#api/email/event-webhooks.ts';
import type { ApiKeyWithSecret } from '#api/email/keys.ts';
import { emailPaths } from '#api/email/paths.ts';
import { fullAccessScopes } from '#api/email/scopes.ts';
import { type EmailApi, openEmailApi } from './testing/email-api.ts';

/** The library exports one client and, untyped, its class. */
const Client = ready.constructor as new () => typeof ready;

type Client = typeof ready;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

let email: EmailApi;
let url: string;

beforeAll(async () => {
  email = await openEmailApi();
  url = await email.server.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => email.close());

/** A client of this server: the key first, as setting it resets the base URL. */
function clientOf(key: string, base = '/'): Client {
  const client = new Client();
  client.setApiKey(key);
  client.setDefaultRequest('baseUrl', `${url}${base}`);
  return client;
}

async function ask(client: Client, method: Method, path: string, body?: object): Promise<[number, unknown]> {
  const [response, answer] = await client.request({ method, url: path, ...(body !== undefined && { body }) });
  return [response.statusCode, answer];
}

it('creates a key, replaces its scopes, uses it and revokes it', async () => {
  const client = clientOf(email.key);
  const [status, made] = (await ask(client, 'POST', emailPaths.keys, { name: 'By the client' })) as [
    number,
    ApiKeyWithSecret,
  ];
  expect([status, made.scopes]).toEqual([201, fullAccessScopes]);
  const scopes = ['user.webhooks.parse.stats.read'];
  const { api_key, api_key_id } = made;
  expect(await ask(client, 'PUT', emailPaths.key(api_key_id), { name: 'Reader', scopes })).toEqual([
    200,
    { api_key_id, name: 'Reader', scopes },
  ]);
  const reader = clientOf(api_key);
  expect(await ask(reader, 'GET', `${emailPaths.parseStats}?start_date=2026-11-06`)).toEqual([
    200,
    [{ date: '2026-11-06', stats: [{ metrics: { received: 0 } }] }],
  ]);
  await expect(ask(reader, 'GET', emailPaths.keys)).rejects.toMatchObject({
    code: 403,
    message: 'Forbidden',
  });
  expect((await ask(client, 'DELETE', emailPaths.key(api_key_id)))[0]).toBe(204);
  await expect(ask(reader, 'GET', emailPaths.scopes)).rejects.toMatchObject({
    code: 401,
    response: { body: { errors: [{ field: null, message: 'authorization required' }] } },
  });
});

it('reads message, field and help of an error', async () => {
  const failed = await ask(clientOf(email.key), 'PUT', emailPaths.key('none'), {
    name: 'A',
    scopes: [],
  }).then(
    () => '',
    (error: unknown) => String(error),
  );
  expect(failed).toContain('Bad Request (400)');
  expect(failed).toContain('at least one scope is required');
  expect(failed).toContain('scopes');
});

it('reads its limit from the headers', async () => {
  const [response] = await clientOf(email.key).request({ method: 'GET', url: emailPaths.scopes });
  const { headers } = response as { headers: Record<string, string> };
  expect(Number(headers['x-ratelimit-limit'])).toBe(600);
  expect(Number(headers['x-ratelimit-remaining'])).toBeLessThan(600);
  expect(Number(headers['x-ratelimit-reset']) * 1000).toBeGreaterThan(email.server.ctx.clock.now());
});

it('searches the suppressions of a group, and counts why emails came back', async () => {
  const client = clientOf(email.key);
  const [, group] = await ask(client, 'POST', emailPaths.groups, {
    name: 'News',
    description: 'What is new',
  });
  const { id } = group as { id: number };
  const recipient_emails = ['left@reader.test'];
  await ask(client, 'POST', emailPaths.groupSuppressions(id), { recipient_emails });
  const search = { recipient_emails: ['left@reader.test', 'stays@reader.test'] };
  const found = await ask(client, 'POST', emailPaths.groupSuppressionSearch(id), search);
  expect(found).toEqual([200, recipient_emails]);
  await ask(client, 'POST', emailPaths.bounces, { recipient_emails });
  const date = new Date(email.server.ctx.clock.now()).toISOString().slice(0, 10);
  expect(await ask(client, 'GET', emailPaths.bounceClassifications)).toEqual([
    200,
    { result: [{ date, stats: [{ classification: 'Unclassified', count: 1 }] }] },
  ]);
});

it('acts on behalf of a subuser', async () => {
  const { ctx, account } = email.server;
  const row = {
    sid: ctx.ids.sid('AC'),
    name: 'Shop',
    user: ctx.ids.sid('US'),
    token_hash: '',
    created_at: ctx.clock.now(),
    parent: account.account_sid,
    username: 'shop',
    closed_at: null,
  };
  await ctx.database.write((tx) => tx.insertInto('accounts').values(row).execute());
  const client = clientOf(email.key);
  client.setImpersonateSubuser('shop');
  const [, made] = (await ask(client, 'POST', emailPaths.eventWebhooks, { url: 'https://shop.test/' })) as [
    number,
    EventWebhook,
  ];
  expect((await ask(client, 'GET', emailPaths.eventWebhook(made.id)))[0]).toBe(200);
  await expect(ask(clientOf(email.key), 'GET', emailPaths.eventWebhook(made.id))).rejects.toMatchObject({
    code: 404,
  });
  client.setImpersonateSubuser('nobody');
  await expect(ask(client, 'GET', emailPaths.eventWebhooks)).rejects.toMatchObject({ code: 403 });
});

it('reaches the EU region by its base URL', async () => {
  const { api_key } = await email.makeKey(undefined, '/eu');
  expect((await ask(clientOf(api_key, '/eu/'), 'GET', emailPaths.scopes))[0]).toBe(200);
  await expect(ask(clientOf(api_key), 'GET', emailPaths.scopes)).rejects.toMatchObject({ code: 401 });
  await expect(ask(clientOf(email.key, '/eu/'), 'GET', emailPaths.scopes)).rejects.toMatchObject({
    code: 401,
  });
});

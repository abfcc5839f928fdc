/** API keys over HTTP, as documented, and their authorization. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiKeyWithSecret, keyLength, maxKeys } from '#api/email/keys.ts';
import { emailPaths } from '#api/email/paths.ts';
import { fullAccessScopes, reservedScopes } from '#api/email/scopes.ts';
import { type EmailApi, openEmailApi } from '../testing/email-api.ts';
import { ensureConfiguredKey } from './service.ts';

let email: EmailApi;

beforeAll(async () => {
  email = await openEmailApi();
});
afterAll(() => email.close());

const unknown = 'AAAAAAAAAAAAAAAAAAAAAA';

describe('an API key', () => {
  it('has 69 characters, is shown once, and has Full Access by default', async () => {
    const made = await email.call('POST', emailPaths.keys, { body: { name: 'One' } });
    expect(made.status).toBe(201);
    const key = made.json as ApiKeyWithSecret;
    expect(Object.keys(key).sort()).toEqual(['api_key', 'api_key_id', 'name', 'scopes']);
    expect(key.api_key).toMatch(/^SG\.[\w-]{22}\.[\w-]{43}$/);
    expect(key.api_key).toHaveLength(keyLength);
    expect(key.scopes).toEqual(fullAccessScopes);
    const fetched = await email.call('GET', emailPaths.key(key.api_key_id));
    expect(fetched.json).toEqual({ api_key_id: key.api_key_id, name: 'One', scopes: fullAccessScopes });
    const stored = await email.server.ctx.database.read.selectFrom('email_keys').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(key.api_key.slice(30));
    expect((await email.call('GET', emailPaths.scopes, { key: key.api_key })).json).toEqual({
      scopes: fullAccessScopes,
    });
  });

  it('is replaced in name and scopes by PUT', async () => {
    const { api_key_id } = await email.makeKey(['mail.send', 'alerts.read']);
    const put = await email.call('PUT', emailPaths.key(api_key_id), {
      body: { name: 'New', scopes: ['user.webhooks.parse.stats.read', 'mail.send', 'mail.send'] },
    });
    expect(put.status).toBe(200);
    expect(put.json).toEqual({
      api_key_id,
      name: 'New',
      scopes: ['mail.send', 'user.webhooks.parse.stats.read'],
    });
    expect((await email.call('GET', emailPaths.key(api_key_id))).json).toEqual(put.json);
  });

  it.each(['two\nlines', 'two\u2028lines', 'a\u0007bell', 'half \ud83e of a pair'])(
    'has a name of one line in valid Unicode, not %j',
    async (name) => {
      const made = await email.call('POST', emailPaths.keys, { body: { name } });
      expect(made.status).toBe(400);
      expect(made.json).toMatchObject({ errors: [{ field: 'name' }] });
    },
  );

  it('keeps its scopes when renamed', async () => {
    const { api_key_id } = await email.makeKey(['mail.send']);
    const patched = await email.call('PATCH', emailPaths.key(api_key_id), { body: { name: 'Again' } });
    expect(patched).toMatchObject({ status: 200, json: { api_key_id, name: 'Again' } });
    expect((await email.call('GET', emailPaths.key(api_key_id))).json).toMatchObject({
      name: 'Again',
      scopes: ['mail.send'],
    });
  });

  it('is rejected immediately after it is revoked', async () => {
    const { api_key, api_key_id } = await email.makeKey(['api_keys.read']);
    expect((await email.call('GET', emailPaths.keys, { key: api_key })).status).toBe(200);
    expect((await email.call('DELETE', emailPaths.key(api_key_id))).status).toBe(204);
    expect(await email.call('GET', emailPaths.keys, { key: api_key })).toMatchObject({
      status: 401,
      json: { errors: [{ field: null, message: 'authorization required' }] },
    });
    expect((await email.call('DELETE', emailPaths.key(api_key_id))).status).toBe(404);
  });

  it('records its last use, at most once a minute', async () => {
    const { api_key, api_key_id } = await email.makeKey(['api_keys.read']);
    const used = async () => {
      const { json } = await email.call('GET', `${emailPaths.keys}?include=usage`);
      const { result } = json as { result: { api_key_id: string; usage: { last_used_at: string | null } }[] };
      return result.find((each) => each.api_key_id === api_key_id)?.usage.last_used_at;
    };
    expect(await used()).toBeNull();
    await email.call('GET', emailPaths.keys, { key: api_key });
    const first = await used();
    expect(first).toMatch(/^\d{4}-/);
    email.server.advanceClock(30_000);
    await email.call('GET', emailPaths.keys, { key: api_key });
    expect(await used()).toBe(first);
    email.server.advanceClock(31_000);
    await email.call('GET', emailPaths.keys, { key: api_key });
    expect(await used()).not.toBe(first);
  });

  it('is listed by name and id, oldest first', async () => {
    const { status, json } = await email.call('GET', `${emailPaths.keys}?limit=1`);
    expect(status).toBe(200);
    const { result } = json as { result: object[] };
    expect(result).toHaveLength(1);
    expect(Object.keys(result[0] ?? {}).sort()).toEqual(['api_key_id', 'name']);
    expect((await email.call('GET', `${emailPaths.keys}?limit=x`)).json).toMatchObject({
      errors: [{ field: 'limit' }],
    });
  });
});

describe('validation', () => {
  const bad: [string, unknown, string][] = [
    ['no name', { scopes: ['mail.send'] }, 'name'],
    ['a blank name', { name: '  ', scopes: ['mail.send'] }, 'name'],
    ['no scopes', { name: 'A' }, 'scopes'],
    ['empty scopes', { name: 'A', scopes: [] }, 'scopes'],
    ['scopes that are no list', { name: 'A', scopes: 'mail.send' }, 'scopes'],
    ['a scope that is no text', { name: 'A', scopes: [1] }, 'scopes.0'],
    ['a scope that there is not', { name: 'A', scopes: ['mail.sent'] }, 'scopes'],
    ['billing beside others', { name: 'A', scopes: ['billing.read', 'mail.send'] }, 'scopes'],
    ...reservedScopes.map((scope): [string, unknown, string] => [
      scope,
      { name: 'A', scopes: [scope] },
      'scopes',
    ]),
    ['a list', [], 'body'],
    ['no JSON', '{"name":', 'body'],
    ['no body', '', 'body'],
  ];
  it.each(bad)('reports %s at its field, with help', async (_, body, field) => {
    const { api_key_id } = await email.makeKey(['mail.send']);
    const { status, json } = await email.call('PUT', emailPaths.key(api_key_id), { body });
    expect({ status, json }).toEqual({
      status: 400,
      json: { errors: [{ field, message: expect.any(String), help: { text: expect.any(String) } }] },
    });
    await email.call('DELETE', emailPaths.key(api_key_id));
  });

  it('reports an unknown id as not found', async () => {
    for (const [method, body] of [
      ['GET'],
      ['DELETE'],
      ['PATCH', { name: 'A' }],
      ['PUT', { name: 'A', scopes: ['mail.send'] }],
    ] as const) {
      expect(await email.call(method, emailPaths.key(unknown), { body })).toMatchObject({
        status: 404,
        json: { errors: [{ field: null, message: 'not found' }] },
      });
    }
  });

  it('a key grants no more than it has, and billing scopes only alone', async () => {
    const { api_key } = await email.makeKey(['api_keys.create', 'api_keys.update', 'mail.send']);
    const create = (body: object) => email.call('POST', emailPaths.keys, { key: api_key, body });
    expect((await create({ name: 'Less', scopes: ['mail.send'] })).status).toBe(201);
    expect((await create({ name: 'More', scopes: ['mail.send', 'alerts.read'] })).json).toEqual({
      errors: [{ field: null, message: 'access forbidden' }],
    });
    expect((await create({ name: 'All' })).status).toBe(403);
    const billing = await email.makeKey(['billing.read', 'billing.update']);
    expect((await email.call('GET', emailPaths.keys, { key: billing.api_key })).status).toBe(403);
    const changed = { name: 'B', scopes: ['billing.read', 'api_keys.read'] };
    expect((await email.call('PUT', emailPaths.key(billing.api_key_id), { body: changed })).status).toBe(400);
  });

  it('a key changes and renames only keys whose scopes it has itself', async () => {
    const { api_key } = await email.makeKey(['api_keys.read', 'api_keys.update', 'mail.send']);
    const attempt = async (target: string) => {
      const change = (method: 'PUT' | 'PATCH', body: object) =>
        email.call(method, emailPaths.key(target), { key: api_key, body });
      return [
        (await change('PATCH', { name: 'Renamed' })).status,
        (await change('PUT', { name: 'Replaced', scopes: ['mail.send'] })).status,
      ];
    };
    const weaker = await email.makeKey(['mail.send']);
    const stronger = await email.makeKey(['mail.send', 'alerts.read']);
    const full = await email.makeKey();
    expect(await attempt(weaker.api_key_id)).toEqual([200, 200]);
    expect(await attempt(stronger.api_key_id)).toEqual([403, 403]);
    expect(await attempt(full.api_key_id)).toEqual([403, 403]);
    const { json } = await email.call('GET', emailPaths.key(stronger.api_key_id));
    expect(json).toMatchObject({ name: stronger.name, scopes: stronger.scopes });
    const billing = await email.makeKey(['billing.read']);
    const renamed = await email.call('PATCH', emailPaths.key(billing.api_key_id), { body: { name: 'B' } });
    expect(renamed).toMatchObject({
      status: 403,
      json: { errors: [{ field: null, message: 'access forbidden' }] },
    });
  });

  it.each([['billing.read'], ['validations.email.create']])(
    'no key grants %s, also none that has it with others, but the owner does',
    async (scope) => {
      const ask = (key: string) =>
        email.call('POST', emailPaths.keys, { key, body: { name: 'More', scopes: [scope] } });
      const owned = await email.makeKey([scope]);
      expect(owned.scopes).toEqual([scope]);
      expect((await ask(email.key)).status).toBe(403);
      const custom = await email.makeKey(['api_keys.create', 'validations.email.create']);
      expect((await ask(custom.api_key)).status).toBe(403);
      const change = await email.makeKey(['mail.send']);
      const put = { name: 'More', scopes: [scope] };
      expect((await email.call('PUT', emailPaths.key(change.api_key_id), { body: put })).status).toBe(403);
    },
  );

  it('rejects more than a hundred keys', async () => {
    const own = await openEmailApi();
    // The key that the tests call with is the first.
    for (let n = 1; n < maxKeys; n += 1) await own.makeKey(['mail.send']);
    const { status, json } = await own.call('POST', emailPaths.keys, { body: { name: 'One more' } });
    expect({ status, json }).toEqual({
      status: 403,
      json: { errors: [{ field: null, message: 'the maximum of 100 API keys is reached' }] },
    });
    await own.close();
  });
});

describe('the configured key', () => {
  const configured = async (apiKey: string | null) => {
    const { ctx, account } = email.server;
    await ensureConfiguredKey({ ...ctx, config: { ...ctx.config, apiKey } }, account.account_sid);
  };
  const listScopes = async (key: string) => (await email.call('GET', emailPaths.scopes, { key })).status;

  it('authenticates the account, is replaced by the next and removed with the setting', async () => {
    await configured('SG.first-of-settings.0123456789');
    expect(await listScopes('SG.first-of-settings.0123456789')).toBe(200);
    await configured('any-other-text');
    expect(await listScopes('SG.first-of-settings.0123456789')).toBe(401);
    expect(await listScopes('any-other-text')).toBe(200);
    await configured(null);
    expect(await listScopes('any-other-text')).toBe(401);
  });
});

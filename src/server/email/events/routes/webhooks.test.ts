/** Event webhook settings over HTTP, as documented. */

import { createPublicKey } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EventWebhook, eventKinds, maxEventWebhooks } from '#api/email/event-webhooks.ts';
import { emailPaths } from '#api/email/paths.ts';
import { type EmailApi, openEmailApi } from '../../testing/email-api.ts';
import { listEventWebhooks } from '../store/webhooks.ts';

let email: EmailApi;

beforeAll(async () => {
  email = await openEmailApi();
});
afterAll(() => email.close());
beforeEach(() => email.server.ctx.database.write((tx) => tx.deleteFrom('event_webhooks').execute()));

const unknown = { status: 404, json: { errors: [{ message: 'Invalid id provided.' }] } };
const oauth = {
  oauth_client_id: 'client',
  oauth_client_secret: 'a secret of the client',
  oauth_token_url: 'https://auth.test/token',
};

async function make(body: object): Promise<EventWebhook> {
  const response = await email.call('POST', emailPaths.eventWebhooks, { body });
  expect(response.status, response.body).toBe(201);
  return response.json as EventWebhook;
}

async function ask(...request: Parameters<EmailApi['call']>): Promise<{ status: number; json: unknown }> {
  const { status, json } = await email.call(...request);
  return { status, json };
}

describe('an event webhook', () => {
  it('has every kind as a boolean, without OAuth and signature fields by default', async () => {
    const made = await make({ url: 'https://a.test/', delivered: true, open: true, friendly_name: 'A' });
    const time = '2026-11-06T12:00:00Z';
    expect(made).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      enabled: true,
      url: 'https://a.test/',
      friendly_name: 'A',
      ...Object.fromEntries(eventKinds.map((kind) => [kind, ['delivered', 'open'].includes(kind)])),
      created_date: time,
      updated_date: time,
      created_at: time,
      updated_at: time,
    });
    expect(await ask('GET', emailPaths.eventWebhook(made.id))).toEqual({ status: 200, json: made });
  });

  it('shows account_status_change with the include parameter', async () => {
    const { id } = await make({ url: 'https://a.test/', account_status_change: true });
    const included = await ask('GET', `${emailPaths.eventWebhook(id)}?include=account_status_change`);
    expect(included.json).toMatchObject({ account_status_change: true });
    expect((await ask('GET', emailPaths.eventWebhook(id))).json).not.toHaveProperty('account_status_change');
    await ask('PATCH', emailPaths.eventWebhook(id), { body: { account_status_change: false } });
    expect(
      (await ask('GET', `${emailPaths.allEventWebhooks}?include=account_status_change`)).json,
    ).toMatchObject({
      max_allowed: maxEventWebhooks,
      webhooks: [{ id, account_status_change: false }],
    });
  });

  it('is the oldest where no id is given', async () => {
    expect(await ask('GET', emailPaths.eventWebhooks)).toEqual(unknown);
    const first = await make({ url: 'https://first.test/' });
    email.server.advanceClock(1000);
    await make({ url: 'https://second.test/' });
    expect((await ask('GET', emailPaths.eventWebhooks)).json).toEqual(first);
    const patched = await ask('PATCH', emailPaths.eventWebhooks, { body: { url: first.url, click: true } });
    expect(patched).toMatchObject({ status: 200, json: { id: first.id, click: true, open: false } });
    await ask('DELETE', emailPaths.eventWebhook(first.id));
    expect((await ask('GET', emailPaths.eventWebhooks)).json).toMatchObject({ url: 'https://second.test/' });
  });

  it('keeps fields that an update omits', async () => {
    const made = await make({ url: 'https://a.test/', open: true, friendly_name: 'A', ...oauth });
    email.server.advanceClock(5000);
    const { json } = await ask('PATCH', emailPaths.eventWebhook(made.id), { body: { enabled: false } });
    expect(json).toEqual({
      ...made,
      enabled: false,
      updated_at: expect.not.stringContaining(made.updated_at),
      updated_date: expect.not.stringContaining(made.updated_at),
    });
  });

  it('is not found after deletion', async () => {
    const { id } = await make({ url: 'https://a.test/' });
    expect(await ask('DELETE', emailPaths.eventWebhook(id))).toEqual({ status: 204, json: null });
    for (const method of ['GET', 'DELETE', 'PATCH'] as const) {
      expect(
        await ask(method, emailPaths.eventWebhook(id), { body: method === 'PATCH' ? {} : undefined }),
      ).toEqual(unknown);
    }
  });
});

describe('OAuth', () => {
  it('shows client and token URL, never the secret, and is removed with the client id', async () => {
    const made = await make({ url: 'https://a.test/', ...oauth });
    expect(made).toMatchObject({ oauth_client_id: 'client', oauth_token_url: 'https://auth.test/token' });
    expect(JSON.stringify(made)).not.toContain('secret');
    const { database, secrets: vault } = email.server.ctx;
    const owner = { account: email.server.account.account_sid, region: 'global' } as const;
    const [row] = await listEventWebhooks(database.read, owner);
    expect(row?.oauth_client_secret).not.toContain('secret');
    expect(vault.decrypt(row?.oauth_client_secret ?? '')).toBe(oauth.oauth_client_secret);
    const ended = await ask('PATCH', emailPaths.eventWebhook(made.id), { body: { oauth_client_id: null } });
    expect(ended.json).not.toHaveProperty('oauth_client_id');
    expect(ended.json).not.toHaveProperty('oauth_token_url');
  });

  it.each(Object.keys(oauth))('needs %s', async (field) => {
    const body = { url: 'https://a.test/', ...oauth, [field]: undefined };
    expect(await ask('POST', emailPaths.eventWebhooks, { body })).toMatchObject({
      status: 400,
      json: { errors: [{ field, message: `${field} is required` }] },
    });
  });
});

describe('the signature', () => {
  it('has a P-256 key pair while enabled', async () => {
    const { id } = await make({ url: 'https://a.test/' });
    const where = emailPaths.signedEventWebhook(id);
    expect(await ask('GET', where)).toEqual({ status: 200, json: { id, public_key: '' } });
    const on = (await ask('PATCH', where, { body: { enabled: true } })).json as { public_key: string };
    expect(on.public_key).toHaveLength(124);
    const key = createPublicKey({ key: Buffer.from(on.public_key, 'base64'), format: 'der', type: 'spki' });
    expect(key.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
    expect((await ask('GET', emailPaths.eventWebhook(id))).json).toMatchObject({ public_key: on.public_key });
    expect((await ask('PATCH', where, { body: { enabled: true } })).json).toEqual(on);
    expect((await ask('PATCH', where, { body: { enabled: false } })).json).toEqual({ id, public_key: '' });
    expect((await ask('GET', emailPaths.eventWebhooks)).json).not.toHaveProperty('public_key');
    expect(await ask('GET', emailPaths.signedEventWebhooks)).toEqual({
      status: 200,
      json: { id, public_key: '' },
    });
    expect(await ask('GET', emailPaths.signedEventWebhook('none'))).toEqual(unknown);
    expect((await ask('PATCH', where, { body: {} })).json).toMatchObject({ errors: [{ field: 'enabled' }] });
  });
});

describe('validation', () => {
  it.each(['', 'events', 'ftp://a.test/', 'https://', 7, null])('rejects %s as URL', async (url) => {
    const { status, json } = await ask('POST', emailPaths.eventWebhooks, { body: { url } });
    expect({ status, json }).toMatchObject({ status: 400, json: { errors: [{ field: 'url', help: {} }] } });
  });

  it('rejects a URL that another webhook has', async () => {
    const first = await make({ url: 'https://a.test' });
    const second = await make({ url: 'https://b.test/' });
    const used = {
      status: 400,
      json: {
        errors: [
          {
            field: 'url',
            id: first.id,
            url: first.url,
            message: expect.stringContaining('already used'),
            help: { text: expect.any(String) },
          },
        ],
      },
    };
    expect(await ask('POST', emailPaths.eventWebhooks, { body: { url: 'https://A.test/' } })).toEqual(used);
    expect(
      await ask('PATCH', emailPaths.eventWebhook(second.id), { body: { url: 'https://a.test/' } }),
    ).toEqual(used);
    expect(
      (await ask('PATCH', emailPaths.eventWebhook(first.id), { body: { url: 'https://a.test/' } })).status,
    ).toBe(200);
  });

  it('rejects more than the maximum', async () => {
    for (let n = 0; n < maxEventWebhooks; n += 1) await make({ url: `https://${n}.test/` });
    expect(
      await ask('POST', emailPaths.eventWebhooks, { body: { url: 'https://more.test/' } }),
    ).toMatchObject({
      status: 400,
      json: { errors: [{ message: expect.stringContaining('maximum') }] },
    });
  });

  it('reports every error', async () => {
    const { json } = await ask('POST', emailPaths.eventWebhooks, { body: { open: 'yes', click: 1 } });
    expect((json as { errors: { field: string }[] }).errors.map(({ field }) => field).sort()).toEqual([
      'click',
      'open',
      'url',
    ]);
  });
});

describe('the test event', () => {
  it('is enqueued as a job, secured as its webhook', async () => {
    const { id } = await make({ url: 'https://a.test/', ...oauth });
    await ask('PATCH', emailPaths.signedEventWebhook(id), { body: { enabled: true } });
    expect(await ask('POST', emailPaths.testEvent, { body: { url: 'https://try.test/', id } })).toEqual({
      status: 204,
      json: null,
    });
    const jobs = await email.server.ctx.database.read.selectFrom('jobs').selectAll().execute();
    expect(jobs).toMatchObject([{ kind: 'event-test', account: email.server.account.account_sid }]);
    expect(JSON.parse(jobs[0]?.payload ?? '')).toMatchObject({
      url: 'https://try.test/',
      webhook: id,
      region: 'global',
      oauth_client_id: 'client',
      private_key: expect.any(String),
    });
    expect(
      await ask('POST', emailPaths.testEvent, { body: { url: 'https://try.test/', id: 'none' } }),
    ).toEqual(unknown);
    expect((await ask('POST', emailPaths.testEvent, { body: {} })).status).toBe(400);
  });

  it('never sends the secret of a webhook to another token URL', async () => {
    const { id } = await make({ url: 'https://a.test/', ...oauth });
    const elsewhere = { url: 'https://a.test/', id, oauth_token_url: 'https://thief.test/token' };
    expect(await ask('POST', emailPaths.testEvent, { body: elsewhere })).toMatchObject({
      status: 400,
      json: { errors: [{ field: 'oauth_client_secret' }] },
    });
    for (const more of [{ oauth_client_secret: 'other' }, { oauth_token_url: oauth.oauth_token_url }]) {
      const body = { ...elsewhere, ...more };
      expect((await ask('POST', emailPaths.testEvent, { body })).status).toBe(204);
    }
  });
});

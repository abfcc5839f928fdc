/** What a person may see in all of their accounts, over HTTP: whose rows, masked by which role, and in which pages. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountsAtOnce } from '#api/people/all-accounts-operations.ts';
import type { Role } from '#api/people/roles.ts';
import type { Credentials } from '../accounts/service.ts';
import { createSession } from '../accounts/session-service.ts';
import { form } from '../flows/testing/flow-form.ts';
import { openTestServer, type TestServer } from '../testing/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer({ SUBACCOUNT_LIMIT: '0' });
});
beforeEach(async () => {
  await server.freshAccounts();
  // No two accounts have a webhook or a host name of the same name.
  await server.ctx.database.write(async (tx) => {
    for (const table of ['event_webhooks', 'parse_settings', 'inbound_mails'] as const)
      await tx.deleteFrom(table).execute();
  });
});
afterAll(() => server.close());

const contact = '+447700900142';
const problem = `No such user ${contact}`;

/** A person with these roles, and the cookie of their session in the first of the accounts. */
async function openPerson(roles: readonly (readonly [account: string, role: Role])[]) {
  const { ctx } = server;
  const person = ctx.ids.sid('US');
  const now = ctx.clock.now();
  const token = await ctx.database.write(async (tx) => {
    const email = `${person}@example.org`;
    const row = { sid: person, email, name: 'Ann', password_hash: '', created_at: now };
    await tx.insertInto('people').values(row).execute();
    for (const [account, role] of roles) {
      const membership = { account, person, role, created_at: now, blocked_at: null, seen_at: null };
      await tx.insertInto('members').values(membership).execute();
    }
    return createSession(ctx, tx, { account: roles[0]?.[0] ?? '', person });
  });
  return { person, cookie: `patchbay_session=${token}` };
}

const get = async (cookie: string, url: string) => {
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  const response = await server.send({ url, by: null, headers });
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
};

const addFlow = async (by: Credentials, FriendlyName: string, status: 'draft' | 'published' = 'draft') => {
  server.advanceClock(1_000);
  return (await server.send({ url: '/v2/Flows', form: form({ FriendlyName, Status: status }), by })).json();
};

const below = async (FriendlyName: string): Promise<Credentials> => {
  const { sid, auth_token } = (await server.send({ url: '/v1/Accounts', form: { FriendlyName } })).json();
  return { account_sid: sid, auth_token };
};

/** Each account has a webhook, a sink and a host name that fail; what went wrong at the host name names a contact. */
async function failEverything({ account_sid: account }: Credentials, host: string): Promise<void> {
  const { ctx } = server;
  const now = ctx.clock.now();
  const by = account === server.account.account_sid ? server.account : server.other;
  const sink = await server.send({
    ...{ url: '/v1/Sinks', by },
    form: { Destination: 'https://hooks.example.org/sink', Kinds: ['flow.execution.ended'] },
  });
  expect(sink.statusCode, sink.body).toBe(201);
  await ctx.database.write(async (tx) => {
    const failing = { problem: 'Answered 500', failing_since: now - 2_000, attempts: 2 };
    await tx.updateTable('sinks').set(failing).where('account', '=', account).execute();
    const owner = { account, region: 'global' as const };
    const dates = { created_at: now, updated_at: now };
    const id = `w-${host.replace('.', '-')}`;
    await tx
      .insertInto('event_webhooks')
      .values({
        ...{ ...owner, id, url: 'https://hooks.example.org/events', enabled: 1, friendly_name: 'Events' },
        ...{ kinds: '[]', ...dates, oauth_client_id: null, oauth_client_secret: null, oauth_token_url: null },
        ...{ public_key: null, private_key: null },
      })
      .execute();
    await tx
      .insertInto('event_lanes')
      .values({ webhook: id, shard: 0, lease_until: 0, due_at: now, failures: 3, failing_since: now - 1_000 })
      .execute();
    await tx
      .insertInto('parse_settings')
      .values({
        ...{ ...owner, hostname: host, url: 'https://hooks.example.org/mail', spam_check: 0, send_raw: 0 },
        ...{ security_policy: null, proven_at: now, ...dates },
      })
      .execute();
    for (const [mail, status, received] of [
      ['1', 'posted', now - 9_000],
      ['2', 'dead', now - 5_000],
      ['3', 'waiting', now - 1_000],
    ] as const) {
      const attempts = status === 'waiting' ? 0 : 1;
      await tx
        .insertInto('inbound_mails')
        .values({
          ...{ ...owner, id: `${mail}-${host}`, shard: 0, hostname: host, content: mail, size: 1 },
          ...{ sender: contact, recipients: '[]', client_ip: '', helo: null, spf: null, dkim: null },
          ...{ status, attempts, received_at: received, finished_at: null, subject: null, terms: '' },
        })
        .execute();
      if (attempts === 0) continue;
      const failed = status === 'dead' ? problem : null;
      await tx
        .insertInto('inbound_attempts')
        .values({
          ...{ mail: `${mail}-${host}`, shard: 0, number: 1, status: 500, latency_ms: 1, problem: failed },
          ...{ response: '', next_at: null, made_at: received },
        })
        .execute();
    }
  });
}

describe('the views over all accounts', () => {
  it('have the flows of every account, also of those below, newest first, and of no other', async () => {
    const lower = await below('Below');
    await addFlow(server.account, 'First flow');
    await addFlow(server.other, 'Second flow', 'published');
    await addFlow(lower, 'Third flow');
    const upper = await openPerson([[server.account.account_sid, 'author']]);
    const named = async (cookie: string, query = '') =>
      (await get(cookie, `/v1/Me/Flows${query}`)).flows.map(
        (row: Record<string, string>) => `${row.account_name}: ${row.friendly_name}, ${row.role}`,
      );
    expect(await named(upper.cookie)).toEqual(['Below: Third flow, author', 'First: First flow, author']);
    const both = await openPerson([
      [server.account.account_sid, 'viewer'],
      [server.other.account_sid, 'owner'],
    ]);
    expect(await named(both.cookie)).toEqual([
      'Below: Third flow, viewer',
      'Second: Second flow, owner',
      'First: First flow, viewer',
    ]);
    expect(await named(both.cookie, '?Status=published')).toEqual(['Second: Second flow, owner']);
    expect(await named(both.cookie, '?Name=FIRST')).toEqual(['First: First flow, viewer']);
    expect(await named(both.cookie, '?Name=%25')).toEqual([]);
    expect(await named(both.cookie, '?Account=belo')).toEqual(['Below: Third flow, viewer']);
    expect(await named(both.cookie, `?Account=${lower.account_sid}`)).toEqual(['Below: Third flow, viewer']);
  });

  it('are masked by the role in the account of each row, whatever the role of the session', async () => {
    await failEverything(server.account, 'one.example');
    await failEverything(server.other, 'two.example');
    const [first, second] = [server.account.account_sid, server.other.account_sid];
    const problems = async (roles: Parameters<typeof openPerson>[0]) => {
      const { cookie } = await openPerson(roles);
      const { webhooks } = await get(cookie, '/v1/Me/FailingWebhooks');
      return Object.fromEntries(
        webhooks.map((row: Record<string, string>) => [`${row.account_name} ${row.kind}`, row.problem]),
      );
    };
    const [shown, masked] = [problem, '•••••'];
    const asOwner = await problems([
      [first, 'owner'],
      [second, 'viewer'],
    ]);
    expect(asOwner['First parse_setting']).toBe(shown);
    expect(asOwner['Second parse_setting']).toBe(masked);
    const asViewer = await problems([
      [second, 'viewer'],
      [first, 'owner'],
    ]);
    expect(asViewer).toEqual(asOwner);
    const all = await problems([[first, 'viewer']]);
    expect(all).toMatchObject({ 'First parse_setting': masked });
    expect(JSON.stringify(all)).not.toContain(contact);
  });

  it('name what fails, since when, and whether it is tried again', async () => {
    await failEverything(server.account, 'one.example');
    const { cookie } = await openPerson([[server.account.account_sid, 'admin']]);
    const { webhooks } = await get(cookie, '/v1/Me/FailingWebhooks');
    expect(webhooks).toMatchObject([
      { kind: 'event_webhook', id: 'w-one-example', friendly_name: 'Events', status: 'failing' },
      { kind: 'sink', destination: 'https://hooks.example.org/sink', problem: 'Answered 500' },
      { kind: 'parse_setting', id: 'one.example', region: 'global', status: 'failed', problem },
    ]);
    const one = await get(cookie, '/v1/Me/FailingWebhooks?PageSize=2');
    const two = await get(
      cookie,
      new URL(one.meta.next_page_url).pathname + new URL(one.meta.next_page_url).search,
    );
    expect([...one.webhooks, ...two.webhooks]).toEqual(webhooks);
    expect(two.meta.next_page_url).toBeNull();
  });

  it('lose an account at once, when the membership is blocked', async () => {
    await addFlow(server.account, 'First flow');
    await addFlow(server.other, 'Second flow');
    const { person, cookie } = await openPerson([
      [server.account.account_sid, 'owner'],
      [server.other.account_sid, 'owner'],
    ]);
    const count = async () => (await get(cookie, '/v1/Me/Flows')).flows.length;
    expect(await count()).toBe(2);
    await server.ctx.database.write((tx) =>
      tx
        .updateTable('members')
        .set({ blocked_at: 1 })
        .where('person', '=', person)
        .where('account', '=', server.other.account_sid)
        .execute(),
    );
    expect(await count()).toBe(1);
  });

  it('are of the account alone for a program, with the role of its key', async () => {
    await failEverything(server.account, 'one.example');
    await failEverything(server.other, 'two.example');
    const { webhooks } = (await server.send({ url: '/v1/Me/FailingWebhooks' })).json();
    expect(new Set(webhooks.map((row: Record<string, string>) => row.account_sid))).toEqual(
      new Set([server.account.account_sid]),
    );
    const key = await server.send({ url: '/v1/ApiKeys', form: { FriendlyName: 'Reader', Role: 'viewer' } });
    const { sid: account_sid, secret: auth_token } = key.json();
    const read = await server.send({ url: '/v1/Me/FailingWebhooks', by: { account_sid, auth_token } });
    expect(read.statusCode, read.body).toBe(200);
    expect(read.json().webhooks).toHaveLength(3);
    expect(read.body).not.toContain(contact);
  });

  it('are merged by time over the accounts of a page, each once, and go on behind it', async () => {
    const made: string[] = [];
    const accounts = [server.account, server.other];
    for (let n = 0; n < 7; n += 1) {
      const own = accounts[n % 3 === 0 ? 0 : 1] ?? server.account;
      made.unshift((await addFlow(own, `Flow ${n}`)).sid);
    }
    const { cookie } = await openPerson(accounts.map(({ account_sid }) => [account_sid, 'author'] as const));
    const found: string[] = [];
    let url: string | null = '/v1/Me/Flows?PageSize=2';
    while (url !== null) {
      const page: { flows: { sid: string }[]; meta: { next_page_url: string | null } } = await get(
        cookie,
        url,
      );
      expect(page.flows.length).toBeLessThanOrEqual(2);
      found.push(...page.flows.map(({ sid }) => sid));
      url = page.meta.next_page_url?.replace('http://flows.test', '') ?? null;
    }
    expect(found).toEqual(made);
  });

  it('have the executions of every account with the names of their flows, newest first, by status', async () => {
    const started: string[] = [];
    for (const by of [server.account, server.other, server.account]) {
      const { sid } = await addFlow(by, `Flow ${started.length}`, 'published');
      const sent = { To: contact, From: '+15559999' };
      const execution = await server.send({ url: `/v2/Flows/${sid}/Executions`, form: sent, by });
      expect(execution.statusCode, execution.body).toBe(201);
      started.unshift(execution.json().sid);
    }
    const roles = [server.account, server.other].map(({ account_sid }) => [account_sid, 'viewer'] as const);
    const { cookie } = await openPerson(roles);
    const { executions } = await get(cookie, '/v1/Me/Executions');
    expect(executions.map(({ sid }: { sid: string }) => sid)).toEqual(started);
    expect(executions[0]).toMatchObject({
      ...{ account_name: 'First', flow_name: 'Flow 2', contact_masked: '+44 ••• ••42', role: 'viewer' },
    });
    const one = await get(cookie, '/v1/Me/Executions?PageSize=2');
    const two = await get(cookie, one.meta.next_page_url.replace('http://flows.test', ''));
    expect([...one.executions, ...two.executions]).toEqual(executions);
    const active = await get(cookie, '/v1/Me/Executions?Status=active');
    const ended = await get(cookie, '/v1/Me/Executions?Status=ended');
    expect(active.executions.length + ended.executions.length).toBe(3);
    const { cookie: alone } = await openPerson([[server.other.account_sid, 'owner']]);
    expect((await get(alone, '/v1/Me/Executions')).executions).toMatchObject([{ account_name: 'Second' }]);
  });

  it('read a bounded number of accounts at a time, of a thousand', async () => {
    const { ctx, account } = server;
    const count = 1_000;
    const sids = Array.from({ length: count }, () => ctx.ids.sid('AC'));
    const flow = await addFlow(account, 'Original');
    await ctx.database.write(async (tx) => {
      const row = await tx
        .selectFrom('accounts')
        .selectAll()
        .where('sid', '=', account.account_sid)
        .executeTakeFirstOrThrow();
      const original = await tx
        .selectFrom('flows')
        .selectAll()
        .where('sid', '=', flow.sid)
        .executeTakeFirstOrThrow();
      for (const [index, sid] of sids.entries()) {
        const user = ctx.ids.sid('US');
        await tx
          .insertInto('accounts')
          .values({ ...row, sid, user, name: `Account ${index}`, parent: account.account_sid })
          .execute();
        // One in ten has a flow.
        if (index % 10 > 0) continue;
        await tx
          .insertInto('flows')
          .values({ ...original, sid: ctx.ids.sid('FW'), account: sid })
          .execute();
      }
    });
    const { cookie } = await openPerson([[account.account_sid, 'viewer']]);
    const names = new Set<string>();
    let requests = 0;
    let url: string | null = '/v1/Me/Flows?PageSize=1000';
    while (url !== null) {
      const page: { flows: { account_sid: string }[]; meta: { next_page_url: string | null } } = await get(
        cookie,
        url,
      );
      requests += 1;
      expect(page.flows.length).toBeLessThanOrEqual(accountsAtOnce);
      for (const { account_sid } of page.flows) names.add(account_sid);
      url = page.meta.next_page_url?.replace('http://flows.test', '') ?? null;
    }
    expect(names.size).toBe(count / 10 + 1);
    expect(requests).toBe(Math.ceil((count + 1) / accountsAtOnce));
  });

  it('refuse a page token that is none of theirs', async () => {
    const { cookie } = await openPerson([[server.account.account_sid, 'viewer']]);
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    for (const view of ['Flows', 'Executions', 'FailingWebhooks']) {
      const url = `/v1/Me/${view}?PageToken=PA12345678${Buffer.from('AC1~x').toString('base64url')}`;
      expect((await server.send({ url, by: null, headers })).statusCode).toBe(400);
    }
  });
});

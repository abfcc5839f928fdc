/** Parse settings and statistics over HTTP, as documented. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ParseStatsEntry } from '#api/email/parse-stats.ts';
import { emailPaths } from '#api/email/paths.ts';
import { openUrl } from '../../platform/outbound/url-credentials.ts';
import { incrementReceived } from '../statistics/store.ts';
import { type EmailApi, openEmailApi } from '../testing/email-api.ts';

let email: EmailApi;

beforeAll(async () => {
  email = await openEmailApi();
  const owner = { account: email.server.account.account_sid, region: 'global' } as const;
  const mails: [string, number][] = [
    ['2026-01-31', 2],
    ['2026-02-01', 3],
    ['2026-02-01', 4],
    ['2026-02-02', 5],
    ['2026-11-06', 7],
  ];
  await email.server.ctx.database.write(async (tx) => {
    for (const [day, received] of mails) await incrementReceived(tx, { ...owner, day, shard: 0, received });
    await incrementReceived(tx, { ...owner, day: '2026-11-06', shard: 1, received: 1 });
    await incrementReceived(tx, { ...owner, region: 'eu', day: '2026-11-06', shard: 1, received: 100 });
    const other = { account: email.server.other.account_sid, region: 'global' } as const;
    await incrementReceived(tx, { ...other, day: '2026-11-06', shard: 1, received: 1000 });
  });
});
afterAll(() => email.close());

async function ask(...request: Parameters<EmailApi['call']>): Promise<{ status: number; json: unknown }> {
  const { status, json } = await email.call(...request);
  return { status, json };
}

describe('a parse setting', () => {
  const body = { hostname: 'Parse.Example.com', url: 'https://in.test/mail' };
  const made = {
    ...{ hostname: 'parse.example.com', url: body.url, spam_check: false, send_raw: false },
    ...{ checked_at: null, lost_at: null },
  };
  const where = emailPaths.parseSetting('parse.example.com');

  it('is created, updated, listed and deleted by host name', async () => {
    expect(await ask('POST', emailPaths.parseSettings, { body })).toEqual({ status: 201, json: made });
    expect(await ask('GET', where)).toEqual({ status: 200, json: made });
    const changed = { ...made, send_raw: true };
    expect(await ask('PATCH', where, { body: { send_raw: true } })).toEqual({ status: 200, json: changed });
    expect(await ask('GET', emailPaths.parseSettings)).toEqual({ status: 200, json: { result: [changed] } });
    expect(await ask('DELETE', where)).toEqual({ status: 204, json: null });
    const gone = { status: 404, json: { errors: [{ field: null, message: 'not found' }] } };
    expect(await ask('GET', where)).toEqual(gone);
    expect(await ask('DELETE', where)).toEqual(gone);
    expect(await ask('PATCH', where, { body: {} })).toEqual(gone);
  });

  it('shows no user or password of its URL, in the audit log neither, and keeps them with the same URL', async () => {
    const url = 'https://hook:s3cret@in.test/mail';
    const stored = async () => {
      const rows = await email.server.ctx.database.read.selectFrom('parse_settings').select('url').execute();
      return rows.map((row) => openUrl(email.server.ctx.secrets, row.url));
    };
    expect(await ask('POST', emailPaths.parseSettings, { body: { ...body, url } })).toEqual({
      ...{ status: 201, json: made },
    });
    expect(await ask('PATCH', where, { body: { url: made.url, send_raw: true } })).toMatchObject({
      json: { url: made.url },
    });
    expect(await stored()).toEqual([url]);
    const rows = await email.server.ctx.database.read.selectFrom('parse_settings').selectAll().execute();
    const events = await email.server.send({ url: '/v1/AuditEvents' });
    expect(events.json().events.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows) + events.body).not.toMatch(/s3cret/);
    expect(events.body).not.toMatch(/patchbay-sealed/);
    await ask('PATCH', where, { body: { url: 'https://in.test/other' } });
    expect(await stored()).toEqual(['https://in.test/other']);
    await ask('DELETE', where);
  });

  it('has an internationalized host name as A-labels, and is found by either form', async () => {
    const international = { ...made, hostname: 'xn--bcher-kva.example' };
    const given = { hostname: 'B\u00fccher.example', url: made.url };
    expect(await ask('POST', emailPaths.parseSettings, { body: given })).toEqual({
      ...{ status: 201, json: international },
    });
    for (const name of ['b\u00fccher.example', 'xn--bcher-kva.example']) {
      const url = emailPaths.parseSetting(encodeURIComponent(name));
      expect(await ask('GET', url)).toEqual({ status: 200, json: international });
    }
    expect((await ask('DELETE', emailPaths.parseSetting('xn--bcher-kva.example'))).status).toBe(204);
  });

  it('is unique for a host name across accounts', async () => {
    expect((await ask('POST', emailPaths.parseSettings, { body })).status).toBe(201);
    const eu = await email.makeKey(undefined, '/eu');
    for (const more of [{}, { prefix: '/eu', key: eu.api_key }]) {
      expect(await ask('POST', emailPaths.parseSettings, { body, ...more })).toMatchObject({
        status: 400,
        json: { errors: [{ field: 'hostname', help: {} }] },
      });
    }
  });

  it.each([
    ['hostname', { url: 'https://in.test/' }],
    ['hostname', { hostname: 'https://x.test/', url: 'https://in.test/' }],
    ['hostname', { hostname: 'a b', url: 'https://in.test/' }],
    ['url', { hostname: 'x.test' }],
    ['url', { hostname: 'x.test', url: 'in.test' }],
    ['spam_check', { hostname: 'x.test', url: 'https://in.test/', spam_check: 'no' }],
    ['security_policy', { hostname: 'x.test', url: 'https://in.test/', security_policy: 'none' }],
  ])('is refused for its %s', async (field, wrong) => {
    expect(await ask('POST', emailPaths.parseSettings, { body: wrong })).toMatchObject({
      status: 400,
      json: { errors: [{ field, message: expect.any(String), help: { text: expect.any(String) } }] },
    });
  });

  it('uses a security policy', async () => {
    const policy = { name: 'P', signature: { enabled: true } };
    const response = await ask('POST', emailPaths.policies, { body: policy });
    expect(response).toMatchObject({
      status: 201,
      json: { policy: { name: 'P', signature: { public_key: expect.any(String) } } },
    });
    const { id } = (response.json as { policy: { id: string } }).policy;
    await ask('POST', emailPaths.parseSettings, {
      body: { hostname: 'safe.test', url: 'https://in.test/', security_policy: id },
    });
    expect((await ask('GET', emailPaths.parseSetting('safe.test'))).json).toMatchObject({
      security_policy: id,
    });
    expect((await ask('DELETE', emailPaths.policy(id))).status).toBe(400);
    await ask('PATCH', emailPaths.parseSetting('safe.test'), { body: { security_policy: null } });
    const oauth = { client_id: 'c', client_secret: 's', token_url: 'https://t.test/', scopes: ['x'] };
    expect(await ask('PATCH', emailPaths.policy(id), { body: { oauth, signature: null } })).toEqual({
      status: 200,
      json: {
        policy: { id, name: 'P', oauth: { client_id: 'c', token_url: 'https://t.test/', scopes: ['x'] } },
      },
    });
    expect((await ask('DELETE', emailPaths.policy(id))).status).toBe(204);
    expect((await ask('GET', emailPaths.policies)).json).toEqual({ policies: [] });
  });
});

describe('parse statistics', () => {
  const stats = async (query: string) => {
    const response = await email.call('GET', `${emailPaths.parseStats}?${query}`);
    expect(response.status, response.body).toBe(200);
    return (response.json as ParseStatsEntry[]).map(
      ({ date, stats }) => `${date} ${stats[0]?.metrics.received}`,
    );
  };

  it('has the documented form', async () => {
    const query = 'start_date=2026-02-01&end_date=2026-02-01';
    expect(await ask('GET', `${emailPaths.parseStats}?${query}`)).toEqual({
      status: 200,
      json: [{ date: '2026-02-01', stats: [{ metrics: { received: 7 } }] }],
    });
  });

  it('has one entry for each day, also without messages', async () => {
    expect(await stats('start_date=2026-01-30&end_date=2026-02-03')).toEqual([
      '2026-01-30 0',
      '2026-01-31 2',
      '2026-02-01 7',
      '2026-02-02 5',
      '2026-02-03 0',
    ]);
  });

  it('ends today by default, and has this account and region only', async () => {
    expect(await stats('start_date=2026-11-05')).toEqual(['2026-11-05 0', '2026-11-06 8']);
  });

  it('aggregates weeks from Monday and months, without days outside the range', async () => {
    expect(await stats('start_date=2026-01-28&end_date=2026-02-03&aggregated_by=week')).toEqual([
      '2026-01-26 9',
      '2026-02-02 5',
    ]);
    expect(await stats('start_date=2026-01-28&end_date=2026-03-01&aggregated_by=month')).toEqual([
      '2026-01-01 2',
      '2026-02-01 12',
      '2026-03-01 0',
    ]);
    expect(await stats('start_date=2026-02-02&end_date=2026-02-20&aggregated_by=month')).toEqual([
      '2026-02-01 5',
    ]);
  });

  it('is paginated', async () => {
    const range = 'start_date=2026-01-30&end_date=2026-02-03';
    expect(await stats(`${range}&limit=2&offset=1`)).toEqual(['2026-01-31 2', '2026-02-01 7']);
    expect(await stats(`${range}&limit=2&offset=4`)).toEqual(['2026-02-03 0']);
    expect(await stats(`${range}&offset=9`)).toEqual([]);
    expect(await stats('start_date=2024-02-28&end_date=2024-03-01')).toHaveLength(3);
    expect(await stats('start_date=2025-11-06')).toHaveLength(366);
  });

  it.each([
    ['start_date', ''],
    ['start_date', 'start_date='],
    ['start_date', 'start_date=yesterday'],
    ['start_date', 'start_date=2026-02-30'],
    ['start_date', 'start_date=2026-2-3'],
    ['start_date', 'start_date=0001-01-01'],
    ['start_date', 'start_date=2026-11-07'],
    ['end_date', 'start_date=2026-02-01&end_date=2026-13-01'],
    ['end_date', 'start_date=2026-02-02&end_date=2026-02-01'],
    ['aggregated_by', 'start_date=2026-02-01&aggregated_by=year'],
    ['limit', 'start_date=2026-02-01&limit=0'],
    ['limit', 'start_date=2026-02-01&limit=1.5'],
    ['offset', 'start_date=2026-02-01&offset=-1'],
  ])('tells what is wrong with %s in "%s"', async (field, query) => {
    expect(await ask('GET', `${emailPaths.parseStats}?${query}`)).toEqual({
      status: 400,
      json: { errors: [{ field, message: expect.any(String), help: { text: expect.any(String) } }] },
    });
  });
});

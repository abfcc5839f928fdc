/** Wrong credentials at every way in, over HTTP. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSignInLink } from '../../accounts/service.ts';
import { openTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let lines: string[];

const open = (environment: Record<string, string> = {}) =>
  openTestServer({ WRONG_CREDENTIALS_LIMIT: '3', LOG_LEVEL: 'warn', ...environment }, undefined, (line) => {
    lines.push(line);
  });

// Each test has a server: wrong credentials are counted by address, for all accounts together.
beforeEach(async () => {
  lines = [];
  server = await open();
});
afterEach(() => server.close());

let guesses = 0;
/** Another wrong token each time. */
const guess = () => {
  guesses += 1;
  return `guess-${guesses}`;
};
const asAccount = (from = '198.51.100.7') => server.send({ url: '/v2/Flows', from });
const wrongly = (from = '198.51.100.7') =>
  server.send({ url: '/v2/Flows', from, by: { ...server.account, auth_token: guess() } });
const statusesOf = async (count: number, send: () => Promise<{ statusCode: number }>) => {
  const statuses: number[] = [];
  for (let i = 0; i < count; i += 1) statuses.push((await send()).statusCode);
  return statuses;
};

const ways: Record<string, () => Promise<{ statusCode: number }>> = {
  'an auth token': () => wrongly(),
  'an API key of the email service': () =>
    server.send({
      url: '/v3/scopes',
      by: null,
      from: '198.51.100.7',
      headers: { authorization: `Bearer SG.${guess()}` },
    }),
  'a token of the sign-in form': () =>
    server.send({
      url: '/session',
      by: null,
      from: '198.51.100.7',
      form: { AccountSid: server.account.account_sid, AuthToken: guess() },
    }),
  'a sign-in link': async () => {
    const answer = await server.send({ url: `/sign-in?token=${guess()}`, by: null, from: '198.51.100.7' });
    const pages: Record<string, number> = { '/sign-in?link=used': 401, '/sign-in?link=limited': 429 };
    return { statusCode: pages[String(answer.headers.location)] ?? answer.statusCode };
  },
  'a session': () =>
    server.send({
      url: '/v2/Flows',
      by: null,
      from: '198.51.100.7',
      headers: { cookie: `patchbay_session=${guess()}` },
    }),
};

describe('wrong credentials', () => {
  it.each(Object.entries(ways))(
    'as %s are too many after the limit, until the minute is over',
    async (_, send) => {
      expect(await statusesOf(5, send)).toEqual([401, 401, 401, 429, 429]);
      server.advanceClock(59_999);
      expect((await send()).statusCode).toBe(429);
      server.advanceClock(1);
      expect((await send()).statusCode).toBe(401);
    },
  );

  it('are counted by what they claim to be', async () => {
    await statusesOf(4, () => wrongly());
    const statuses: number[] = [];
    for (const send of Object.values(ways)) statuses.push((await send()).statusCode);
    expect(statuses).toEqual([429, 401, 429, 401, 401]);
  });

  it('under names that a client invents are counted as one after the first twenty', async () => {
    const from = '198.51.100.9';
    const invented = () =>
      server.send({
        url: '/v2/Flows',
        from,
        by: { account_sid: `${guess()}${'x'.repeat(200)}`, auth_token: 'x' },
      });
    const statuses = await statusesOf(26, invented);
    expect(statuses.slice(0, 23)).toEqual(Array(23).fill(401));
    expect(statuses.slice(23)).toEqual([429, 429, 429]);
  });

  it('sent all at once are counted as well', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => wrongly()));
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(3);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(27);
  });

  it('are answered in the error form of each API, with the seconds to wait', async () => {
    await statusesOf(3, () => wrongly());
    server.advanceClock(20_000);
    const flow = await wrongly();
    expect(flow.json()).toMatchObject({
      status: 429,
      code: 20429,
      message: expect.stringContaining('40 seconds'),
    });
    expect(flow.headers['retry-after']).toBe('40');
    const byKey = () =>
      server.send({
        url: '/v3/scopes',
        by: null,
        from: '198.51.100.7',
        headers: { authorization: 'Bearer wrong' },
      });
    await statusesOf(3, byKey);
    const email = await byKey();
    expect([email.statusCode, email.json()]).toEqual([
      429,
      { errors: [{ message: 'too many requests', field: null }] },
    ]);
    expect(email.headers['retry-after']).toBe('40');
  });

  it('of one address do not count for another, but for the whole network of an IPv6 client', async () => {
    await statusesOf(4, () => wrongly());
    expect((await wrongly('198.51.100.8')).statusCode).toBe(401);
    await statusesOf(3, () => wrongly(`2001:db8:1:2::${guesses}`));
    expect((await wrongly('2001:db8:1:2:ffff::1')).statusCode).toBe(429);
    expect((await wrongly('2001:db8:1:3::1')).statusCode).toBe(401);
  });

  it('are logged once for an address and minute, without what was guessed', async () => {
    await statusesOf(6, () => wrongly());
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('198.51.100.7');
    expect(lines[0]).not.toContain('guess-');
    server.advanceClock(60_000);
    await wrongly();
    expect(lines).toHaveLength(2);
  });

  it('are not limited where the setting is 0', async () => {
    await server.close();
    server = await open({ WRONG_CREDENTIALS_LIMIT: '0' });
    expect(new Set(await statusesOf(30, () => wrongly()))).toEqual(new Set([401]));
  });
});

describe('right credentials', () => {
  it('are never refused because of others: neither those used before nor new ones, after guesses at the same account', async () => {
    await statusesOf(4, () => wrongly());
    expect(await statusesOf(70, () => asAccount())).toEqual(Array(70).fill(200));
    const other = { url: '/v2/Flows', from: '198.51.100.7', by: server.other };
    expect((await server.send(other)).statusCode).toBe(200);
    const signedIn = await server.send({
      url: '/session',
      by: null,
      from: '198.51.100.7',
      form: { AccountSid: server.account.account_sid, AuthToken: server.account.auth_token },
    });
    expect(signedIn.statusCode).toBe(200);
  });

  it('that were replaced count as wrong ones', async () => {
    await asAccount();
    const rotated = await server.send({
      method: 'POST',
      url: `/v1/Accounts/${server.account.account_sid}/AuthToken`,
      from: '198.51.100.7',
    });
    expect(rotated.statusCode).toBe(200);
    expect(await statusesOf(4, () => asAccount())).toEqual([401, 401, 401, 429]);
  });

  it('never sent use up nothing: a request without credentials is 401 at any time', async () => {
    const bare = () => server.send({ url: '/v2/Flows', by: null, from: '198.51.100.7' });
    expect(await statusesOf(5, bare)).toEqual([401, 401, 401, 401, 401]);
    expect((await asAccount()).statusCode).toBe(200);
  });

  it('work after the browser has sent the cookie of a session that is over again and again', async () => {
    const headers = { cookie: 'patchbay_session=over' };
    const stale = () => server.send({ url: '/session', by: null, from: '198.51.100.7', headers });
    expect(await statusesOf(6, stale)).toEqual([204, 204, 204, 204, 204, 204]);
    const link = await createSignInLink(server.ctx, server.account.account_sid, 60_000);
    const signedIn = await server.send({ url: `/sign-in?token=${link}`, by: null, from: '198.51.100.7' });
    expect(signedIn.headers.location).toBe('/');
  });
});

describe('behind a reverse proxy', () => {
  const through = (forwarded: string, from = '10.0.0.2') =>
    server.send({
      url: '/v2/Flows',
      from,
      by: { ...server.account, auth_token: guess() },
      headers: { 'x-forwarded-for': forwarded },
    });

  it('that the settings name, each client is counted for itself', async () => {
    await server.close();
    server = await open({ TRUSTED_PROXIES: '10.0.0.0/8' });
    expect(await statusesOf(4, () => through('203.0.113.1'))).toEqual([401, 401, 401, 429]);
    expect((await through('203.0.113.2')).statusCode).toBe(401);
  });

  it('that they do not name, the header does not help one who guesses', async () => {
    const statuses = await statusesOf(4, () => through(`203.0.113.${guesses % 250}`));
    expect(statuses).toEqual([401, 401, 401, 429]);
    expect(lines.filter((line) => line.includes('TRUSTED_PROXIES is not set'))).toHaveLength(1);
  });
});

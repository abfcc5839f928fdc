/** The rate limit of starts, and that concurrent starts for one address pair lead to one execution. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExecutionResource } from '#api/executions/schemas.ts';
import { paths } from '#api/paths.ts';
import { survey } from '../flows/testing/flows.ts';
import { openRunningServer, type RunningServer, startTimeoutMs } from '../testing/running-server.ts';
import { openTestServer, type TestServer } from '../testing/server.ts';

const from = '+15559999';

describe('starts in one second', () => {
  let server: TestServer;
  let flow: { sid: string; webhook_url: string };

  beforeAll(async () => {
    server = await openTestServer({ START_LIMIT_REST: '3', START_LIMIT_INBOUND: '2' });
    const form = { FriendlyName: 'F', Status: 'published', Definition: JSON.stringify(survey) };
    flow = (await server.send({ url: '/v2/Flows', form })).json();
  });
  afterAll(() => server.close());

  const start = (To: string, version = 'v2') =>
    server.send({ url: `/${version}/Flows/${flow.sid}/Executions`, form: { To, From: from } });
  const write = (From: string) =>
    server.send({
      url: new URL(flow.webhook_url).pathname,
      form: { From, To: from, Body: 'hello', MessageSid: `SM${From.slice(1)}${server.ctx.ids.token()}` },
      by: null,
    });

  it('by REST are limited by the settings, then rejected until the next second', async () => {
    for (const to of ['+15005550001', '+15005550002', '+15005550003'])
      expect((await start(to)).statusCode).toBe(201);
    const refused = await start('+15005550004');
    expect(refused.json()).toMatchObject({ status: 429, code: 20429, message: 'Too Many Requests' });
    expect(refused.headers['retry-after']).toBe('1');
    expect((await start('+15005550004', 'v1')).statusCode).toBe(429);
    // A conflict is reported as such, even beyond the limit.
    expect((await start('+15005550001')).json()).toMatchObject({ code: 20409 });
    expect((await start('+15005550001', 'v1')).statusCode).toBe(200);
    server.advanceClock(1000);
    expect((await start('+15005550004')).statusCode).toBe(201);
  });

  it('by inbound messages are counted separately, and rejected ones store nothing', async () => {
    server.advanceClock(1000);
    for (const contact of ['+15005550011', '+15005550012'])
      expect((await write(contact)).statusCode).toBe(200);
    expect((await write('+15005550013')).json()).toMatchObject({ status: 429, code: 20429 });
    const messages = await server.send({ url: `${paths.messages}?From=%2B13` });
    expect(messages.json().messages).toEqual([]);
    // Who is in a conversation goes on.
    expect((await write('+15005550011')).statusCode).toBe(200);
    expect((await start('+15005550014')).statusCode).toBe(201);
    server.advanceClock(1000);
    expect((await write('+15005550013')).statusCode).toBe(200);
  });

  it('are counted per account', async () => {
    server.advanceClock(1000);
    for (const to of ['+15005550021', '+15005550022', '+15005550023']) await start(to);
    const form = { FriendlyName: 'F', Status: 'published', Definition: JSON.stringify(survey) };
    const other = (await server.send({ url: '/v2/Flows', form, by: server.other })).json();
    const response = await server.send({
      url: `/v2/Flows/${other.sid}/Executions`,
      form: { To: '+15005550021', From: from },
      by: server.other,
    });
    expect(response.statusCode).toBe(201);
  });

  it('of subaccounts are counted at their parent, too, which starts no more with them than alone', async () => {
    server.advanceClock(1000);
    const startOf = async (name: string) => {
      const made = (await server.send({ url: paths.accounts, form: { FriendlyName: name } })).json();
      const by = { account_sid: made.sid, auth_token: made.auth_token };
      const form = { FriendlyName: 'F', Status: 'published', Definition: JSON.stringify(survey) };
      const own = (await server.send({ url: '/v2/Flows', form, by })).json();
      const send = (To: string) =>
        server.send({ url: paths.executions(own.sid), form: { To, From: from }, by });
      return [(await send('+15005550031')).statusCode, (await send('+15005550032')).statusCode];
    };
    expect(await startOf('One')).toEqual([201, 201]);
    expect(await startOf('Two')).toEqual([201, 429]);
    expect((await start('+15005550033')).statusCode).toBe(429);
    server.advanceClock(1000);
    expect((await start('+15005550033')).statusCode).toBe(201);
  });
});

const databases = ['embedded', 'PostgreSQL'] as const;

describe.each(databases)('fifty concurrent creates for one address pair, %s', (kind) => {
  let server: RunningServer;

  beforeAll(async () => {
    server = await openRunningServer(kind);
  }, startTimeoutMs);
  afterAll(() => server.close());

  it('start one execution, and the others get its SID, a hundred times over', {
    timeout: 120_000,
  }, async () => {
    const flow = await server.addFlow(survey);
    for (let round = 0; round < 100; round += 1) {
      const form = { To: server.contact(), From: from };
      const responses = await Promise.all(
        Array.from({ length: 50 }, () => server.send(paths.executions(flow), { form })),
      );
      const created = responses.filter(({ statusCode }) => statusCode === 201);
      const sids = created.map((response) => response.json<ExecutionResource>().sid);
      const named = responses
        .filter(({ statusCode }) => statusCode === 409)
        .map((response) => response.json().details.conflicting_execution_sid);
      expect([sids.length, named.length, ...new Set(named)]).toEqual([1, 49, sids[0]]);
    }
  });
});

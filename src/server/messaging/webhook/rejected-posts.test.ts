/** Webhook posts that are rejected or ignored: a response, one log line without personal data, no change. */

import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#api/paths.ts';
import { flowOf, survey, widget } from '../../flows/testing/flows.ts';
import { buildServer } from '../../platform/http/server.ts';
import { routeTable } from '../../routes.ts';
import { readMarkup } from '../../testing/read-markup.ts';
import { openRunningServer, type RunningServer, startTimeoutMs } from '../../testing/running-server.ts';

const channel = '+15559999';
const secret = 'a word that only the contact knows';
const doctype = `<!DOCTYPE r [<!ENTITY a "${secret}">]><Response><Say>&a;</Say></Response>`;

describe('a rejected or ignored webhook post', () => {
  const lines: string[] = [];
  let server: RunningServer;
  let app: FastifyInstance;
  let flow: string;
  let from: string;

  beforeAll(async () => {
    server = await openRunningServer('embedded', {
      log: { level: 'info', to: (line) => void lines.push(line) },
    });
    app = await buildServer(server.ctx, routeTable);
  }, startTimeoutMs);
  afterAll(async () => {
    await app.close();
    await server.close();
  });
  beforeEach(async () => {
    from = server.contact();
    flow = await server.addFlow(survey);
  });

  const stepsOf = async (of = flow) => {
    const executions = await server.executionsOf(of);
    const views = await Promise.all(executions.map(({ sid }) => server.view(of, sid)));
    return views.map(({ steps, at }) => [at, steps.length]);
  };

  /** Posts, and returns the response: exactly one line is logged, without personal data, and no execution changes. */
  async function quietly<T>(post: () => Promise<T>): Promise<T> {
    const before = await stepsOf();
    lines.length = 0;
    const response = await post();
    expect(lines).toHaveLength(1);
    for (const word of [from, from.slice(1), channel, secret]) expect(lines[0]).not.toContain(word);
    expect(await stepsOf()).toEqual(before);
    return response;
  }

  const raw = (type: string, payload: string) =>
    app.inject({
      method: 'POST',
      url: paths.webhook(server.account.account_sid, flow),
      headers: { host: 'flows.test', 'content-type': type },
      payload,
    });
  const message = (sid: string) => ({ MessageSid: sid, From: from, To: channel, Body: secret });

  it.each([
    ['text/xml', doctype, 415],
    ['application/xml', doctype, 415],
    ['application/x-www-form-urlencoded', doctype, 400],
    ['application/json', '{"Body": ', 400],
    ['application/x-www-form-urlencoded', `From=%2B1555&To=%2B1556&CallSid=a%20b&Body=${secret}`, 400],
  ])('as %s: %s', async (type, payload, status) => {
    const response = await quietly(() => raw(type, payload));
    expect([response.statusCode, response.json()]).toMatchObject([status, { status }]);
  });

  it('is larger than 64 kB', async () => {
    const body = new URLSearchParams({ ...message('SMlarge'), Extra: 'x'.repeat(64 * 1024) });
    const response = await quietly(() => raw('application/x-www-form-urlencoded', body.toString()));
    const problem = { code: 20413, message: 'The post body is larger than 64 kB' };
    expect([response.statusCode, response.json()]).toMatchObject([413, problem]);
  });

  it('has more than 200 fields', async () => {
    const extra = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`Extra${at}`, '1']));
    const fields = { ...message('SMmany'), ...extra };
    for (const [type, body] of [
      ['application/x-www-form-urlencoded', new URLSearchParams(fields).toString()],
      ['application/json', JSON.stringify(fields)],
    ] as const) {
      const response = await quietly(() => raw(type, body));
      const problem = { message: 'The post body has more than 200 fields' };
      expect([response.statusCode, response.json()]).toMatchObject([400, problem]);
    }
  });

  it('has a duplicate message', async () => {
    const first = await server.postWebhook(flow, message(`SM${from.slice(1)}`));
    const again = await quietly(() => server.postWebhook(flow, message(`SM${from.slice(1)}`)));
    expect([again.statusCode, again.body]).toEqual([200, first.body]);
  });

  it('has a call whose execution has ended', async () => {
    flow = await server.addFlow(
      flowOf(widget('gather-input-on-call', 'ask', { say: 'Well?' }, { keypress: null })),
    );
    const call = { CallSid: `CA${from.slice(1)}`, From: from, To: channel, CallStatus: 'in-progress' };
    const [gather] = readMarkup((await server.postWebhook(flow, call)).body).children;
    const report = new URL(gather?.attributes.action ?? '').search;
    await server.postWebhook(flow, { ...call, Digits: '1' }, report);
    const late = await quietly(() => server.postWebhook(flow, { ...call, Digits: '2' }, report));
    expect([late.statusCode, readMarkup(late.body).children]).toMatchObject([200, [{ name: 'Hangup' }]]);
  });
});

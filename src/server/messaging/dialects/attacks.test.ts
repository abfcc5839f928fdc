/** What bad posts and bad answers get, the same in each dialect. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { carrierDialects } from '#api/messaging/dialects.ts';
import { paths } from '#api/paths.ts';
import { flowOf, send, survey, widget } from '../../flows/testing/flows.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../../testing/running-server.ts';
import { host, type Line, post, webhookOf } from './testing/call-through.ts';
import { standIns } from './testing/carriers.ts';
import { type Event, type Failure, StandIn } from './testing/stand-in.ts';

describe.each(carrierDialects)('bad input of %s', (dialect) => {
  let server: RunningServer;
  let carrier: StandIn;
  const { sign, write } = standIns[dialect];
  const address = '+15559100';

  beforeAll(async () => {
    server = await openRunningServer(databaseKinds[0] ?? 'embedded');
    carrier = await StandIn.start(standIns[dialect]);
    const form = {
      ...{ FriendlyName: 'Phones', Dialect: dialect, BaseUrl: carrier.baseUrl },
      ...carrier.specification.settings,
    };
    expect((await server.send(paths.carriers, { form })).statusCode).toBe(201);
  }, startTimeoutMs);
  afterAll(async () => {
    await server.close();
    carrier.stop();
  });

  const lineTo = async (definition = survey): Promise<Line> => ({
    ...{ server, carrier, address },
    flow: await server.addFlow(definition),
  });
  const message = (more: Event = {}): Event => ({
    ...{ MessageSid: 'one', From: server.contact(), To: address, Body: 'Hi' },
    ...more,
  });
  const stepsOf = async ({ flow }: Line, execution: string) =>
    (await server.view(flow, execution)).steps.map(({ name }) => name);

  it.each<[string, (url: string, event: Event) => Event]>([
    ['no signature', () => ({})],
    [
      'the signature with another key',
      (url, event) =>
        sign({ url, event, body: write(event, 'message').body, now: server.ctx.clock.now() }, 'wrong'),
    ],
    [
      'the signature of another post',
      (url, event) => {
        const other = { ...event, Body: 'Another' };
        return sign({ url, event: other, body: write(other, 'message').body, now: server.ctx.clock.now() });
      },
    ],
    [
      'a signature that is none',
      (url, event) => {
        const right = sign({ url, event, body: write(event, 'message').body, now: server.ctx.clock.now() });
        return Object.fromEntries(Object.keys(right).map((name) => [name, 'forged']));
      },
    ],
  ])('%s is refused, and changes nothing', async (_, headersOf) => {
    const line = await lineTo();
    const event = message();
    const headers = headersOf(webhookOf(line), event);
    const response = await post(line, webhookOf(line), event, { about: 'message', headers });
    expect(response.statusCode).toBe(403);
    const status = `${host}${paths.carrierStatus(server.account.account_sid)}`;
    const report = { CallSid: 'one', From: server.contact(), To: address, CallStatus: 'completed' };
    const reported = await post(line, status, report, { headers: headersOf(status, report) });
    expect(reported.statusCode).toBe(403);
    expect(await server.executionsOf(line.flow)).toEqual([]);
  });

  it('a signature that names its time is refused ten minutes later', async () => {
    const line = await lineTo(greeting);
    const event = message({ MessageSid: 'late' });
    const { body } = write(event, 'message');
    const now = server.ctx.clock.now();
    const [old, present] = [now - 600_000, now].map((time) =>
      sign({ url: webhookOf(line), event, body, now: time }),
    );
    const hasTime = JSON.stringify(old) !== JSON.stringify(present);
    expect(hasTime).toBe(['jambonz', 'telnyx'].includes(dialect));
    const response = await post(line, webhookOf(line), event, { about: 'message', headers: old ?? {} });
    expect(response.statusCode).toBe(hasTime ? 403 : 200);
    // What it sends must not come in between the requests of other tests.
    for (const { sid } of await server.executionsOf(line.flow))
      await server.eventually(line.flow, sid, { execution: { status: 'ended' } });
  });

  it('a body of 100 kB is refused', async () => {
    const line = await lineTo();
    const response = await post(line, webhookOf(line), message({ Body: 'x'.repeat(100_000) }), {
      about: 'message',
    });
    expect(response.statusCode).toBe(413);
  });

  it.each([
    '{"call_sid":{}}',
    '{"data":{"event_type":"message.received"}}',
    '[]',
    '{"message_sid":"a"}',
    '{',
  ])('the body %s is refused', async (body) => {
    const line = await lineTo();
    const headers = sign({ url: webhookOf(line), event: {}, body, now: server.ctx.clock.now() });
    const response = await server.send(webhookOf(line).slice(host.length), {
      ...{ by: null, body },
      headers: { 'content-type': 'application/json', ...headers },
    });
    expect(response.statusCode).toBe(400);
  });

  const greeting = flowOf(send('greet', 'Hello', null));
  const calling = flowOf(
    widget(
      'make-outgoing-call-v2',
      'call',
      { from: '{{flow.channel.address}}', to: '{{contact.channel.address}}', timeout: 30 },
      { answered: null, busy: null, noAnswer: null, failed: null },
    ),
  );
  const start = async ({ flow }: Line, contact = server.contact()) => {
    const form = { To: contact, From: address };
    return (await server.send(paths.executions(flow), { form })).json<{ sid: string }>().sid;
  };
  const lastStep = async ({ flow }: Line, execution: string) => {
    const { steps } = await server.view(flow, execution);
    return JSON.stringify(steps.at(-1));
  };

  describe.each([
    ['message', greeting],
    ['call', calling],
  ] as const)('what is answered to the request of a %s', (kind, definition) => {
    it.each<[string, Failure, RegExp]>([
      ['a page that says it failed', { status: 502, body: '<html>Bad gateway</html>' }, /status 502/],
      [
        'a page that says it is fine',
        { status: 200, body: '<html>Sign in</html>' },
        /a page and not with JSON/,
      ],
      ['a list', { status: 500, body: [] }, /status 500/],
      ['nothing, as the connection is cut', 'cut', /broke the connection off/],
    ])('%s: it may have been done, and is not asked again', async (_, failure, reason) => {
      const line = await lineTo(definition);
      carrier.failures.push(failure);
      const before = carrier.taken.length;
      const execution = await start(line);
      await server.eventually(line.flow, execution, { execution: { status: 'ended' } });
      expect(await stepsOf(line, execution)).toEqual(['incomingRequest', 'failed']);
      expect(await lastStep(line, execution)).toMatch(reason);
      expect([carrier.taken.length, carrier.failures]).toEqual([before, []]);
    });

    const jobsOf = (execution: string) =>
      server.ctx.database.read
        .selectFrom('jobs')
        .select('lease_until')
        .where('execution', '=', execution)
        .execute();
    const becomesDue = async (execution: string) => {
      await expect.poll(() => jobsOf(execution)).toEqual([{ lease_until: 0 }]);
      server.advanceClock(9_000);
    };

    it.each<[string, Failure]>([
      ['“too many requests” as a page', { status: 429, body: '<html>Slow down</html>' }],
      ['“too many requests”', { status: 429, body: {} }],
      ['“unavailable”', { status: 503, body: {} }],
    ])('%s: it is asked again later, and done once', async (_, failure) => {
      const line = await lineTo(definition);
      carrier.failures.push(failure);
      const before = carrier.taken.length;
      const execution = await start(line);
      await expect.poll(() => carrier.failures.length).toBe(0);
      await becomesDue(execution);
      await expect.poll(() => carrier.taken.length).toBe(before + 1);
      expect(carrier.taken.at(-1)?.what).toBe(kind);
    });

    it('“too many requests” five times: it fails with that reason', async () => {
      const line = await lineTo(definition);
      carrier.failures.push(...Array.from({ length: 5 }, () => ({ status: 429, body: {} })));
      const execution = await start(line);
      for (let left = 4; left > 0; left -= 1) {
        await expect.poll(() => carrier.failures.length).toBe(left);
        await becomesDue(execution);
      }
      await server.eventually(line.flow, execution, { execution: { status: 'ended' } });
      expect(await lastStep(line, execution)).toContain('status 429');
    });

    it.each<[string, Failure[]]>([
      ['an answer that comes twice is not that of the next request', ['twice']],
      ['the SID of an earlier one leaves both as they are', ['twice', 'the SID of before']],
    ])('%s', async (_, failures) => {
      const line = await lineTo(definition);
      carrier.failures.push(...failures);
      const contacts = [server.contact(), server.contact()];
      const given: string[] = [];
      for (const contact of contacts) {
        const before = carrier.taken.length;
        const execution = await start(line, contact);
        await expect.poll(() => carrier.taken.length).toBe(before + 1);
        given.push(carrier.sids.at(-1) ?? '');
        if (kind === 'message')
          await server.eventually(line.flow, execution, { execution: { status: 'ended' } });
        // A call has its SID once the answer was dealt with.
        else await expect.poll(() => jobsOf(execution)).toEqual([]);
      }
      const resources = kind === 'message' ? paths.messages : paths.calls;
      const listed = (await server.send(resources)).json<Record<string, { sid: string; to: string }[]>>();
      const [first, second] = contacts.map(
        (contact) => listed[`${kind}s`]?.find(({ to }) => to === contact)?.sid,
      );
      // One dialect says the SID of a call only when it asks what to do.
      const isNamed = kind === 'message' || dialect !== 'telnyx';
      if (isNamed) expect(first).toBe(given[0]);
      expect(second === given[1]).toBe(isNamed && failures.length === 1);
      expect(second).not.toBe(first);
    });
  });

  it('a slow answer is waited for', async () => {
    const line = await lineTo(greeting);
    const answering = Promise.withResolvers<void>();
    carrier.held = answering.promise;
    const before = carrier.taken.length;
    const execution = await start(line);
    await expect.poll(() => carrier.taken.length).toBe(before + 1);
    expect(await stepsOf(line, execution)).toEqual(['incomingRequest']);
    carrier.held = null;
    answering.resolve();
    await server.eventually(line.flow, execution, { execution: { status: 'ended' } });
    expect(await stepsOf(line, execution)).toEqual(['incomingRequest', 'sent']);
  });

  const newCall = (CallSid: string): Event => ({ CallSid, From: server.contact(), To: address });
  const menuFlow = flowOf(
    widget(
      'gather-input-on-call',
      'menu',
      {
        ...{ say: 'Press', timeout: 5, finish_on_key: '#', stop_gather: true, number_of_digits: 1, loop: 1 },
      },
      { keypress: 'again', speech: null, timeout: null },
    ),
    widget('say-play', 'again', { say: 'Thanks', loop: 1 }, { audioComplete: null }),
  );
  const menuOf = (body: string) => {
    const gather = carrier.specification.read(body).find((item) => item.kind === 'gather');
    return gather?.kind === 'gather' ? gather.action : '';
  };

  it('a callback that comes twice, and one of before, change nothing and get what is to be done now', async () => {
    const line = await lineTo(menuFlow);
    const call = { ...newCall(`twice-${dialect}`), CallStatus: 'in-progress' };
    const asked = await post(line, webhookOf(line), call);
    const pressed = { ...call, Digits: '7' };
    const first = await post(line, menuOf(asked.body), pressed);
    const [execution] = await server.executionsOf(line.flow);
    const steps = await stepsOf(line, execution?.sid ?? '');
    for (const [url, event] of [
      [menuOf(asked.body), pressed],
      [webhookOf(line), call],
    ] as const) {
      const again = await post(line, url, event);
      expect([again.statusCode, again.body]).toEqual([200, first.body]);
    }
    expect(await stepsOf(line, execution?.sid ?? '')).toEqual(steps);
    expect(steps).toEqual(['incomingCall', 'keypress']);
  });

  it('a call that ends while its document is made is over, and what comes after changes nothing', async () => {
    const line = await lineTo(menuFlow);
    const about = newCall(`ended-${dialect}`);
    const call = { ...about, CallStatus: 'in-progress' };
    const asked = await post(line, webhookOf(line), call);
    const status = `${host}${paths.carrierStatus(server.account.account_sid)}`;
    const [document, ended] = await Promise.all([
      post(line, menuOf(asked.body), { ...call, Digits: '7' }),
      post(line, status, { ...about, CallStatus: 'completed' }),
    ]);
    expect([document.statusCode, ended.statusCode]).toEqual([200, 204]);
    const [execution] = await server.executionsOf(line.flow);
    expect(execution?.status).toBe('ended');
    const steps = await stepsOf(line, execution?.sid ?? '');
    const late = await post(line, menuOf(asked.body), { ...call, Digits: '7' });
    expect(carrier.specification.read(late.body)).toEqual([{ kind: 'hangup' }]);
    expect(await stepsOf(line, execution?.sid ?? '')).toEqual(steps);
  });
});

/** Where alerts go: by email through a real relay, to a real webhook, and as a start of a flow; told once, again, and at the end. */

import { Agent } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AlertResource, AlertRuleResource } from '#api/alerts/schemas.ts';
import { paths } from '#api/paths.ts';
import { openSmtpRelay, type SmtpRelay } from '../email/testing/smtp-relay.ts';
import { flowOf, send } from '../flows/testing/flows.ts';
import { shardOfAccount } from '../platform/database/shard.ts';
import { claimJobs, deadLetterJob, enqueueJob } from '../platform/jobs/queue.ts';
import { signatureOf } from '../platform/outbound/signature.ts';
import { EventReceiver } from '../testing/event-receiver.ts';
import { openTestServer, type TestServer } from '../testing/server.ts';
import { evaluateAlerts } from './evaluation-service.ts';
import { handleAlertJob } from './notification-service.ts';

const minuteMs = 60_000;
const secret = 'a secret of sixteen';

let relay: SmtpRelay;
let server: TestServer;
let receiver: EventReceiver<Record<string, string>>;

// Each test has a server: it runs all jobs that are due, of all accounts.
beforeEach(async () => {
  relay = await openSmtpRelay();
  receiver = await new EventReceiver<Record<string, string>>().start();
  server = await openTestServer({
    SMTP_RELAY_URL: `smtp://127.0.0.1:${relay.port}`,
    MAIL_FROM: 'patchbay@example.org',
    PUBLIC_URL: 'https://flows.example.org',
  });
});
afterEach(async () => {
  await server.close();
  await relay.close();
  await receiver.stop();
});

const setRule = (key: string, form: Record<string, string>) =>
  server.send({ url: paths.alertRule(key), form });
const setTargets = (targets: unknown, key = 'every') => setRule(key, { Targets: JSON.stringify(targets) });

const evaluate = async (times = 1, ms = minuteMs) => {
  for (let count = 0; count < times; count += 1) {
    server.advanceClock(ms);
    await evaluateAlerts(server.ctx);
  }
};

/** Runs the jobs that are due once, and gives what became of each. */
async function runJobs() {
  const now = server.ctx.clock.now();
  const jobs = await claimJobs(server.ctx.database, {
    ...{ now, leaseUntil: now + 1_000 * minuteMs, limit: 50 },
    share: { perAccount: 50, busy: new Map() },
  });
  const results = await Promise.all(
    jobs.map((job) => handleAlertJob(server.ctx, { agent: new Agent() }, job)),
  );
  return results.map(({ outcome }) => outcome);
}

/** As if the next attempt were due. */
const makeDue = () =>
  server.ctx.database.write((tx) =>
    tx.updateTable('jobs').set({ run_at: 0, lease_until: 0 }).where('kind', '=', 'alert').execute(),
  );

const account = () => server.account.account_sid;

async function failJob() {
  const { ctx } = server;
  const now = ctx.clock.now();
  await ctx.database.write(async (tx) => {
    await enqueueJob(tx, {
      ...{ key: 'broken', kind: 'service', account: account(), execution: null, payload: '{}' },
      ...{ run_at: now + 1e12, created_at: now },
    });
    await deadLetterJob(tx, {
      key: 'broken',
      shard: shardOfAccount(account()),
      attempts: 0,
      problem: 'No',
      now,
    });
  });
}

const mend = () => server.send({ url: paths.job('broken'), form: { Action: 'discard' } });
const posts = () => receiver.posts.map(({ body }) => JSON.parse(body));
const onlyAlert = async (): Promise<AlertResource> => {
  const { alerts } = (await server.send({ url: paths.alerts })).json();
  return alerts.find(({ kind }: AlertResource) => kind === 'dead-jobs');
};

describe('the targets of an alert', () => {
  it('are told once by email, in the language of the target', async () => {
    await setTargets([{ kind: 'email', to: 'oncall@example.org', language: 'de' }]);
    await failJob();
    await evaluate(3);
    expect(await runJobs()).toEqual(['done']);
    expect(relay.messages).toHaveLength(1);
    expect(relay.messages[0]).toMatchObject({
      sender: 'patchbay@example.org',
      recipient: 'oncall@example.org',
    });
    expect(relay.messages[0]?.text).toContain('https://flows.example.org/alerts');
    expect(relay.messages[0]?.text).toMatch(/Auftr=C3=A4ge|Aufträge|=\?UTF-8/i);
  });

  it('are a webhook that gets a text for people and fields for programs, signed', async () => {
    await setTargets([{ kind: 'webhook', to: receiver.url, secret }]);
    await failJob();
    await evaluate(2);
    receiver.respond = () => 503;
    expect(await runJobs()).toEqual(['retry']);
    receiver.respond = () => 200;
    await makeDue();
    expect(await runJobs()).toEqual(['done']);
    expect(posts()).toMatchObject([
      { kind: 'dead-jobs', event: 'opened', account_sid: account(), facts: { count: 1 } },
    ]);
    expect(posts()[0].text).toMatch(/^Failed jobs\nJobs .*: 1\./);
    const [{ headers, body }] = receiver.posts as [(typeof receiver.posts)[number]];
    const timestamp = String(headers['patchbay-timestamp']);
    expect(headers['patchbay-signature']).toBe(`v1=${signatureOf(secret, timestamp, body)}`);
  });

  it('are told again until it is acknowledged, and once when it is well again', async () => {
    await setRule('every', {
      Targets: JSON.stringify([{ kind: 'webhook', to: receiver.url }]),
      RepeatMinutes: '10',
    });
    await failJob();
    await evaluate(2);
    await evaluate(9);
    await runJobs();
    expect(posts().map(({ event }) => event)).toEqual(['opened']);
    await evaluate(2);
    await runJobs();
    expect(posts().map(({ event }) => event)).toEqual(['opened', 'again']);
    const { sid } = await onlyAlert();
    await server.send({ url: paths.alert(sid), form: { Action: 'acknowledge' } });
    await evaluate(30);
    await mend();
    await evaluate(2);
    await runJobs();
    expect(posts().map(({ event }) => event)).toEqual(['opened', 'again', 'ended']);
  });

  it('are not told while it is silenced, but when that is over', async () => {
    await setTargets([{ kind: 'webhook', to: receiver.url }]);
    await failJob();
    await evaluate();
    // Before it opens there is nothing to silence: the alert before it was.
    await evaluate();
    const { sid } = await onlyAlert();
    await server.send({ url: paths.alert(sid), form: { Action: 'silence', Minutes: '120' } });
    await evaluate(60);
    await runJobs();
    expect(posts().map(({ event }) => event)).toEqual(['opened']);
    await evaluate(62);
    await runJobs();
    expect(posts().map(({ event }) => event)).toEqual(['opened', 'again']);
  });

  it('start a flow for a number, with what the alert says', async () => {
    const form = {
      FriendlyName: 'Text the phone on call',
      Status: 'published',
      Definition: JSON.stringify(flowOf(send('tell', '{{flow.data.title}}', null))),
    };
    const { sid: flow_sid } = (await server.send({ url: paths.flows, form })).json();
    const target = { kind: 'flow', flow_sid, to: '+15005550001', from: '+15005550006' };
    expect((await setTargets([target])).statusCode).toBe(200);
    await failJob();
    await evaluate(2);
    expect(await runJobs()).toEqual(['done']);
    const messages = await server.ctx.database.read
      .selectFrom('messages')
      .select(['recipient', 'body'])
      .execute();
    expect(messages).toEqual([{ recipient: '+15005550001', body: 'Failed jobs' }]);
  });

  it('fail without an alert about their own failing', async () => {
    await setTargets([{ kind: 'webhook', to: receiver.url }]);
    receiver.respond = () => 503;
    await failJob();
    await evaluate(2);
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      server.advanceClock(11 * minuteMs);
      expect(await runJobs()).toEqual([attempt < 10 ? 'retry' : 'dead']);
      await makeDue();
    }
    expect((await onlyAlert()).facts.count).toBe(1);
  });
});

describe('a rule', () => {
  const rule = async (key: string, by = server.account): Promise<AlertRuleResource> =>
    (await server.send({ url: paths.alertRule(key), by })).json();

  it('applies to an account without anything set, with no disk in other accounts', async () => {
    const list = async (by = server.account) =>
      (await server.send({ url: paths.alertRules, by }))
        .json()
        .rules.map(({ key }: AlertRuleResource) => key);
    const kinds = [
      'every',
      'no-starts',
      'failures',
      'overdue',
      'webhook-failing',
      'domain-records',
      'dead-jobs',
    ];
    expect(await list()).toEqual([...kinds, 'disk']);
    expect(await list(server.other)).toEqual(kinds);
    expect(await rule('failures')).toMatchObject({ is_default: true, threshold: 3, targets: [] });
  });

  it('keeps targets encrypted, and the secret of a webhook that is sent back without', async () => {
    await setTargets([{ kind: 'webhook', to: 'https://chat.example/T0/secret', secret }]);
    await setTargets([{ kind: 'webhook', to: 'https://chat.example/T0/secret' }]);
    expect((await rule('every')).targets).toMatchObject([{ kind: 'webhook', is_signed: true }]);
    const stored = JSON.stringify(
      await server.ctx.database.read.selectFrom('alert_rules').selectAll().execute(),
    );
    expect(stored).not.toContain('chat.example');
    expect((await rule('failures')).targets).toHaveLength(1);
  });

  it('refuses what cannot be, by its name', async () => {
    const wrong: [string, string, Record<string, string>, number][] = [
      ['a threshold below its least', 'failures', { Threshold: '1' }, 400],
      ['a threshold above its most', 'disk', { Threshold: '100' }, 400],
      ['a threshold of none', 'every', { Threshold: '5' }, 400],
      ['no list', 'every', { Targets: '{"kind":"email"}' }, 400],
      ['null in the list', 'every', { Targets: '[null]' }, 400],
      ['an unknown kind', 'every', { Targets: '[{"kind":"pager","to":"1"}]' }, 400],
      ['a name of the prototype as kind', 'every', { Targets: '[{"kind":"__proto__","to":"1"}]' }, 400],
      ['no address', 'every', { Targets: '[{"kind":"email","to":"nobody"}]' }, 400],
      [
        'a header in the address',
        'every',
        { Targets: '[{"kind":"email","to":"a@b.c\\r\\nBcc: d@e.f"}]' },
        400,
      ],
      ['another scheme', 'every', { Targets: '[{"kind":"webhook","to":"file:///etc/passwd"}]' }, 400],
      ['a password in the URL', 'every', { Targets: '[{"kind":"webhook","to":"https://a:b@c.d/"}]' }, 400],
      [
        'a short secret',
        'every',
        { Targets: '[{"kind":"webhook","to":"https://c.d/","secret":"short"}]' },
        400,
      ],
      [
        'a flow of nobody',
        'every',
        { Targets: `[{"kind":"flow","flow_sid":"FW${'0'.repeat(32)}","to":"+1","from":"+2"}]` },
        400,
      ],
      [
        'a target twice',
        'every',
        { Targets: '[{"kind":"email","to":"a@b.c"},{"kind":"email","to":"a@b.c"}]' },
        400,
      ],
      [
        'too many',
        'every',
        {
          Targets: JSON.stringify(Array.from({ length: 11 }, (_, n) => ({ kind: 'email', to: `a${n}@b.c` }))),
        },
        400,
      ],
      ['an unknown rule', 'constructor', { Enabled: 'false' }, 404],
      ['a flow that is not there', `failures.FW${'0'.repeat(32)}`, { Enabled: 'false' }, 404],
      ['a kind that no flow has', `disk.FW${'0'.repeat(32)}`, { Enabled: 'false' }, 404],
    ];
    for (const [what, key, form, status] of wrong) {
      const response = await setRule(key, form);
      expect(response.statusCode, `${what}: ${response.body}`).toBe(status);
    }
    expect(await server.ctx.database.read.selectFrom('alert_rules').selectAll().execute()).toEqual([]);
  });

  it('belongs to its account, as alerts do', async () => {
    await setTargets([{ kind: 'email', to: 'oncall@example.org' }]);
    expect((await rule('every', server.other)).targets).toEqual([]);
    await failJob();
    await evaluate(2);
    const { sid } = await onlyAlert();
    const request = { url: paths.alert(sid), by: server.other };
    expect((await server.send(request)).statusCode).toBe(404);
    expect((await server.send({ ...request, form: { Action: 'acknowledge' } })).statusCode).toBe(404);
  });
});

it('a test of a rule tells each of its targets, once a minute, and is tried once', async () => {
  const test = () => server.send({ url: `${paths.alertRule('every')}/Test`, method: 'POST' });
  expect((await test()).statusCode).toBe(409);
  const form = {
    FriendlyName: 'On call',
    Status: 'published',
    Definition: JSON.stringify(flowOf(send('say', '{{flow.data.text}}', null))),
  };
  const { sid: flow } = (await server.send({ url: paths.flows, form })).json<{ sid: string }>();
  await setTargets([
    { kind: 'email', to: 'desk@example.org', language: 'de' },
    { kind: 'webhook', to: receiver.url, secret },
    { kind: 'flow', flow_sid: flow, to: '+15005550001', from: '+15005550002' },
  ]);
  const sent = await test();
  expect([sent.statusCode, sent.json()]).toEqual([202, { key: 'every', targets: 3 }]);
  expect((await test()).statusCode).toBe(409);
  expect(await runJobs()).toEqual(['done', 'done', 'done']);
  expect(relay.messages[0]?.text).toContain('Test: Meldungen kommen hier an');
  expect(receiver.posts[0]?.events).toMatchObject({ event: 'test', alert_sid: null, kind: null });
  const executions = (await server.send({ url: paths.executions(flow) })).json<{ executions: object[] }>();
  expect(executions.executions).toHaveLength(1);

  server.advanceClock(minuteMs);
  receiver.respond = () => 500;
  await setTargets([{ kind: 'webhook', to: receiver.url }]);
  expect((await test()).statusCode).toBe(202);
  expect(await runJobs()).toEqual(['dead']);
});

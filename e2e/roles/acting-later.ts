/**
 * What acts later asks again whether its maker may: everything that posts, starts or publishes later is made by a session, a key and a
 * token, and triggered after its maker has lost the permission in each way there is: then nothing is sent, and a sentence says why. In
 * one account nothing is lost, so that it is known what would have come. And a token that lacks a permission makes none of them.
 */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { emailPaths } from '#api/email/paths.ts';
import { paths } from '#api/paths.ts';
import { isAllowed, type Permission, permissionNames, type Role } from '#api/people/roles.ts';
import { addAccount, type Credentials } from '#server/accounts/service.ts';
import { createSession } from '#server/accounts/session-service.ts';
import { sealEvents } from '#server/audit/chain-service.ts';
import { startEventDelivery } from '#server/email/events/delivery/deliver.ts';
import { startSmtpListener } from '#server/email/inbound/smtp-listener.ts';
import { workerTasks } from '#server/job-handlers.ts';
import { startSinkWorker } from '#server/live/sink-worker.ts';
import { startWorker } from '#server/platform/jobs/worker.ts';
import { createAddressGuard, createOutboundAgent } from '#server/platform/outbound/address-guard.ts';
import { hashToken } from '#server/platform/token-hash.ts';
import { basicAuthorization, openTestServer, type TestRequest } from '#server/testing/server.ts';
import { smallFlow } from '../small-flow.ts';

type Headers = Record<string, string>;
type Maker = 'session' | 'key' | 'token';
const makers: readonly Maker[] = ['session', 'key', 'token'];
const losses = ['nothing', 'role', 'membership', 'block', 'credential'] as const;
type Loss = (typeof losses)[number];

/** What each of them needs, beside the permission of the operation that makes it. */
const needs: Readonly<Record<string, readonly Permission[]>> = {
  sink: ['executions.read', 'contacts.unmasked'],
  'sink of the audit log': ['audit.read', 'contacts.unmasked'],
  'event webhook': ['email.read', 'contacts.unmasked'],
  'parse setting': ['email.read', 'contacts.unmasked'],
  'alert to a URL': ['alerts.read'],
  'alert to a flow': ['alerts.read', 'executions.create'],
  publishing: ['flows.publish'],
};

const reason = /Who set this up/;
const minuteMs = 60_000;
const maxWaitMs = 30_000;

export async function probeActingLater(): Promise<{ passed: number; failures: string[] }> {
  const server = await openTestServer({ OUTBOUND_ALLOW: '127.0.0.1', EMAIL_RATE_LIMIT: '1000000' });
  const { ctx } = server;
  const { read } = ctx.database;
  const agent = createOutboundAgent(createAddressGuard(['127.0.0.1']));
  const worker = startWorker(ctx, { agent }, workerTasks);
  const pollers = [startSinkWorker(ctx, { agent }), startEventDelivery(ctx, { agent })];
  const smtp = { host: '127.0.0.1', port: 0, isExplicit: true, tls: null };
  const listener = await startSmtpListener({ ...ctx, config: { ...ctx.config, smtp } }, worker);
  const posted = new Set<string>();
  const receiver = createServer(async (request, response) => {
    for await (const _ of request);
    posted.add(request.url ?? '');
    response.end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const at = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const failures: string[] = [];
  let passed = 0;
  const check = (isRight: boolean, what: string) => {
    if (isRight) passed += 1;
    else failures.push(what);
  };
  try {
    for (const maker of makers)
      for (const loss of losses)
        if (loss !== 'credential' || maker !== 'session') await probeLoss(maker, loss);
    for (const lacking of new Set(Object.values(needs).flat())) await probeMaking(lacking);
  } finally {
    await listener?.close();
    await Promise.all([worker, ...pollers].map((each) => each.stop()));
    await agent.destroy();
    receiver.closeAllConnections();
    receiver.close();
    await server.close();
  }
  return { passed, failures };

  async function probeLoss(maker: Maker, loss: Loss): Promise<void> {
    const account = await addAccount(ctx, `${maker} ${loss}`);
    const person = await addPerson(account, 'admin');
    const { headers, key } = await signIn(account, person, maker, permissionNames);
    const place = `${maker}-${loss}`;
    const things = await makeAll(account, headers, place);
    for (const { what, status } of things) check(status < 300, `${what} by ${place}: made with ${status}`);
    await lose(account, person, key, loss);
    await triggerAll(account, things, place);
    for (const { what, sid } of things) {
      const found = await outcome(account, what, sid, place);
      // A viewer still sees alerts.
      const isKept = loss === 'role' && needs[what]?.every((each) => isAllowed('viewer', each)) === true;
      const expected = loss === 'nothing' || isKept ? 'acted' : 'refused';
      check(found === expected, `${what} by ${place}: ${found}, not ${expected}`);
    }
  }

  /** A token with everything but one permission. */
  async function probeMaking(lacking: Permission): Promise<void> {
    const account = await addAccount(ctx, lacking);
    const person = await addPerson(account, 'admin');
    const scopes = permissionNames.filter((each) => each !== lacking);
    const { headers } = await signIn(account, person, 'token', scopes);
    for (const { what, status, body } of await makeAll(account, headers, lacking)) {
      const isNeeded = needs[what]?.includes(lacking) === true;
      const isRefused = status === 403 && body.includes(lacking);
      check(
        isNeeded ? isRefused : status < 300,
        `${what} without ${lacking}: ${status} ${body.slice(0, 200)}`,
      );
    }
  }

  type Thing = { what: string; status: number; body: string; sid: string };

  async function makeAll(account: Credentials, headers: Headers, place: string): Promise<Thing[]> {
    const own = { by: account };
    const Definition = JSON.stringify(smallFlow());
    const saved = { FriendlyName: 'Small', Status: 'published', Definition };
    const flow = (await server.send({ ...own, url: paths.flows, form: saved })).json().sid as string;
    await server.send({ ...own, url: paths.flow(flow), form: { Status: 'draft', Definition } });
    const byMaker = (request: TestRequest) => server.send({ ...request, by: null, headers });
    const to = (what: string) => `${at}/${place}/${what.replaceAll(' ', '-')}`;
    const targets = (target: object) => ({ Targets: JSON.stringify([target]) });
    const requests: Readonly<Record<keyof typeof needs, TestRequest>> = {
      sink: { url: paths.sinks, form: { Destination: to('sink'), Kinds: ['flow.execution.started'] } },
      'sink of the audit log': {
        url: paths.sinks,
        form: { Destination: to('sink of the audit log'), Kinds: ['audit.event'] },
      },
      'event webhook': {
        ...{ method: 'POST', url: emailPaths.eventWebhooks },
        payload: { url: to('event webhook'), enabled: true, processed: true },
      },
      'parse setting': {
        ...{ method: 'POST', url: emailPaths.parseSettings },
        payload: { hostname: hostname(place), url: to('parse setting') },
      },
      'alert to a URL': {
        url: paths.alertRule('dead-jobs'),
        form: targets({ kind: 'webhook', to: to('alert to a URL') }),
      },
      'alert to a flow': {
        url: paths.alertRule('every'),
        form: targets({ kind: 'flow', flow_sid: flow, to: '+15005550006', from: '+15005550001' }),
      },
      publishing: {
        url: paths.publishRequests(flow),
        form: { Revision: 'LatestRevision', PublishAt: new Date(ctx.clock.now() + minuteMs).toISOString() },
      },
    };
    const things: Thing[] = [];
    for (const [what, request] of Object.entries(requests)) {
      const { statusCode: status, body } = await byMaker(request);
      const sid = status < 300 ? (what === 'alert to a flow' ? flow : JSON.parse(body).sid) : '';
      things.push({ what, status, body, sid });
    }
    return things;
  }

  async function lose(account: Credentials, person: string, key: string | null, loss: Loss): Promise<void> {
    const url = paths.member(person);
    if (loss === 'role') await server.send({ by: account, url, form: { Role: 'viewer' } });
    if (loss === 'block') await server.send({ by: account, url, form: { Status: 'blocked' } });
    if (loss === 'membership') await server.send({ by: account, method: 'DELETE', url });
    if (loss === 'credential')
      await ctx.database.write((tx) =>
        tx
          .deleteFrom('account_keys')
          .where('sid', '=', key ?? '')
          .execute(),
      );
  }

  async function triggerAll(account: Credentials, things: readonly Thing[], place: string): Promise<void> {
    const own = { by: account };
    const flow = things.find(({ what }) => what === 'alert to a flow')?.sid ?? '';
    await server.send({
      ...own,
      url: paths.executions(flow),
      form: { To: '+15005550007', From: '+15005550001' },
    });
    const personalizations = [{ to: [{ email: 'kim@reader.example' }] }];
    const content = [{ type: 'text/plain', value: 'Hello' }];
    const email = { personalizations, from: { email: 'shop@sender.example' }, subject: 'Hello', content };
    await server.send({ ...own, method: 'POST', url: emailPaths.sendEmail, payload: email });
    if (listener === null) throw new Error('There is no SMTP listener');
    const mail = {
      from: 'kim@reader.example',
      to: `desk@${hostname(place)}`,
      subject: 'Hello',
      text: 'Hello',
    };
    await createTransport({ host: '127.0.0.1', port: listener.port }).sendMail(mail);
    for (const kind of ['dead-jobs', 'every']) {
      await server.send({ ...own, method: 'POST', url: paths.alertRuleTest(kind) });
      // One test in a minute; by then the publishing is due.
      server.advanceClock(minuteMs);
    }
    await sealEvents(ctx, account.account_sid);
    ctx.wake();
  }

  /** `acted`, or `refused` with the reason where its maker's successor looks; `nothing` where there is neither in time. */
  async function outcome(account: Credentials, what: string, sid: string, place: string): Promise<string> {
    const said = async (): Promise<string | undefined> => {
      if (what.startsWith('sink'))
        return (await server.send({ by: account, url: paths.sink(sid) })).json().problem;
      if (what === 'event webhook') return (await problems('event_attempts', account))[0];
      if (what === 'parse setting') return (await problems('inbound_attempts', account))[0];
      if (what === 'publishing') return (await published(account))?.note ?? undefined;
      // Only the one to a flow is refused where one is.
      return (await problems('jobs', account))[what === 'alert to a URL' ? 1 : 0];
    };
    const acted = async (): Promise<boolean> => {
      if (what === 'publishing') return (await published(account))?.status === 'published';
      if (what !== 'alert to a flow') return posted.has(`/${place}/${what.replaceAll(' ', '-')}`);
      const to = read.selectFrom('executions').select('sid').where('account', '=', account.account_sid);
      return (await to.where('contact', '=', '+15005550006').executeTakeFirst()) !== undefined;
    };
    const deadline = Date.now() + maxWaitMs;
    for (;;) {
      const isRefused = reason.test((await said()) ?? '');
      if (await acted()) return isRefused ? 'both' : 'acted';
      if (isRefused) return 'refused';
      if (Date.now() > deadline) return 'nothing';
      await wait(20);
    }
  }

  async function published({ account_sid }: Credentials) {
    const rows = read.selectFrom('publish_requests').select(['status', 'note']);
    return await rows.where('account', '=', account_sid).executeTakeFirst();
  }

  async function problems(
    table: 'event_attempts' | 'inbound_attempts' | 'jobs',
    { account_sid }: Credentials,
  ): Promise<string[]> {
    if (table === 'inbound_attempts') {
      const rows = read
        .selectFrom(table)
        .innerJoin('inbound_mails', 'inbound_mails.id', 'inbound_attempts.mail');
      const own = await rows.select('problem').where('inbound_mails.account', '=', account_sid).execute();
      return own.flatMap(({ problem }) => problem ?? []);
    }
    const rows = read.selectFrom(table).select('problem').where('account', '=', account_sid);
    const found = table === 'jobs' ? rows.where('dead_at' as 'problem', 'is not', null) : rows;
    return (await found.execute()).flatMap(({ problem }) => problem ?? []);
  }

  async function addPerson({ account_sid: account }: Credentials, role: Role): Promise<string> {
    const [person, owner] = [ctx.ids.sid('US'), ctx.ids.sid('US')];
    const created_at = ctx.clock.now();
    await ctx.database.write(async (tx) => {
      // Nobody is the last owner.
      for (const [sid, own] of [
        [person, role],
        [owner, 'owner'],
      ] as const) {
        const row = { sid, email: `${sid}@example.org`, name: sid, password_hash: '', created_at };
        await tx.insertInto('people').values(row).execute();
        const member = { account, person: sid, role: own, created_at, blocked_at: null, seen_at: null };
        await tx.insertInto('members').values(member).execute();
        const grant = { account, person: sid, role: own, source: 'direct' };
        await tx.insertInto('member_grants').values(grant).execute();
      }
    });
    return person;
  }

  async function signIn(
    { account_sid: account }: Credentials,
    person: string,
    maker: Maker,
    scopes: readonly Permission[],
  ): Promise<{ headers: Headers; key: string | null }> {
    if (maker === 'session') {
      const token = await ctx.database.write((tx) => createSession(ctx, tx, { account, person }));
      return { headers: { cookie: `patchbay_session=${token}`, 'sec-fetch-site': 'same-origin' }, key: null };
    }
    const [sid, secret] = [ctx.ids.sid('SK'), ctx.ids.token()];
    const given = { personal: maker === 'token' ? 1 : 0, scopes: JSON.stringify(scopes) };
    const row = { sid, account, name: maker, secret_hash: hashToken(secret), created_at: ctx.clock.now() };
    await ctx.database.write((tx) =>
      tx
        .insertInto('account_keys')
        .values({ ...row, ...given, approves_publishing: 0, role: 'admin', made_by: person })
        .execute(),
    );
    return {
      headers: { authorization: basicAuthorization({ account_sid: sid, auth_token: secret }) },
      key: sid,
    };
  }
}

const hostname = (place: string) => `${place.replaceAll(/[^a-z]/g, '-')}.parse.example.com`;

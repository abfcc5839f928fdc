/** Every kind of job whose handler always throws: its tries, what its subject says then, and that another of the kind runs. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliveryPaths } from '#api/email/delivery-paths.ts';
import { postTestEmail } from '#api/email/operations/inbound.ts';
import { emailPaths } from '#api/email/paths.ts';
import { erasurePaths } from '#api/erasures/paths.ts';
import { paths } from '#api/paths.ts';
import { type JobKind, jobKinds } from '#api/system/job-kinds.ts';
import type { JobPage } from '#api/system/operations.ts';
import { ask, flowOf, widget } from './flows/testing/flows.ts';
import { workerTasks } from './job-handlers.ts';
import type { JobHandler, JobHandlers } from './platform/jobs/job-handler.ts';
import { done } from './platform/jobs/job-handler.ts';
import { startKeyedPoller } from './platform/jobs/keyed-poller.ts';
import { claimJobs, completeJob, enqueueJob } from './platform/jobs/queue.ts';
import { runJob } from './platform/jobs/run-job.ts';
import { startWorker } from './platform/jobs/worker.ts';
import { createAddressGuard, createOutboundAgent } from './platform/outbound/address-guard.ts';
import { removeExpiredData } from './retention/service.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from './testing/running-server.ts';

const bug = 'It met a bug';
const jobHandlers = workerTasks.jobHandlers;

/** Every kind with this handler, and its own subject. */
const handledBy = (handle: JobHandler) =>
  Object.fromEntries(
    jobKinds.map((kind) => [kind, { handle, subject: jobHandlers[kind].subject }]),
  ) as unknown as JobHandlers;

const throwing = handledBy(() => Promise.reject(new Error(bug)));
const working = handledBy(async (ctx, _tools, job) => {
  await ctx.database.write((tx) => completeJob(tx, job));
  return done;
});

/** What the API says of the subject of a job: `reason` is null until the job has failed. */
type Subject = () => Promise<{ state: unknown; reason: unknown }>;
/** Makes a subject with a job of the kind. */
type Make = () => Promise<Subject>;

describe.each(databaseKinds)('a job whose handler always throws, %s', (database) => {
  const agent = createOutboundAgent(createAddressGuard(['127.0.0.1']));
  let server: RunningServer;
  let flow: string;
  let key: string;
  let count = 0;

  beforeAll(async () => {
    server = await openRunningServer(database, { worker: false });
    key = (await json<{ api_key: string }>('POST', emailPaths.keys, { name: 'Mail' })).api_key;
    const settings = { hostname: 'in.shop.test', url: 'http://127.0.0.1:9/' };
    await json('POST', emailPaths.parseSettings, settings, key);
  }, startTimeoutMs);
  afterAll(async () => {
    await agent.destroy();
    await server.close();
  });
  beforeEach(async () => {
    await server.ctx.database.write(async (tx) => {
      await tx.deleteFrom('jobs').execute();
      // Otherwise the messages of an execution are jobs, too.
      await tx.deleteFrom('carriers').execute();
    });
    flow = await server.addFlow(flowOf(ask('ask', 'Yes?', 3600, null, null)));
  });

  async function json<T = { sid: string }>(
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    body?: object,
    bearer?: string,
  ): Promise<T> {
    const response = await server.send(url, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect(response.statusCode, `${url} ${response.body}`).toBeLessThan(300);
    return response.body === '' ? ({} as T) : response.json<T>();
  }
  const form = async <T = { sid: string }>(url: string, fields: Record<string, string>): Promise<T> => {
    const response = await server.send(url, { form: fields });
    expect(response.statusCode, `${url} ${response.body}`).toBeLessThan(300);
    return response.json<T>();
  };
  const get = async <T>(url: string): Promise<T> => (await server.send(url)).json<T>();
  const find = async <T extends object>(url: string, list: string, sid: string) =>
    (await get<Record<string, T[]>>(url))[list]?.find((each) => Object.values(each).includes(sid));

  /** A job that waits for an execution: of each kind as of an HTTP request. */
  const ofExecution =
    (kind: JobKind): Make =>
    async () => {
      const request = {
        method: 'GET',
        url: 'http://127.0.0.1:9/',
        content_type: 'application/json;charset=utf-8',
      };
      const own = await server.addFlow(
        flowOf(widget('make-http-request', 'get', request, { success: null, failed: null })),
      );
      const sid = await server.startExecution(own, server.contact());
      await server.ctx.database.write((tx) =>
        tx.updateTable('jobs').set({ kind }).where('execution', '=', sid).execute(),
      );
      return async () => {
        const { execution, notes } = await server.view(own, sid);
        const [note] = notes;
        return { state: execution.status, reason: note?.message ?? null };
      };
    };
  /** One that stands in the list of failed jobs alone. */
  const alone =
    (kind: JobKind): Make =>
    async () => {
      const now = server.ctx.clock.now();
      count += 1;
      const job = { key: `${kind}:${count}`, kind, account: server.account.account_sid, execution: null };
      await server.ctx.database.write((tx) =>
        enqueueJob(tx, { ...job, payload: '{}', run_at: now, created_at: now }),
      );
      return async () => {
        const { jobs } = await get<JobPage>(`${paths.jobs}?Status=dead`);
        const found = jobs.find((each) => each.key === job.key);
        return { state: found?.status ?? 'waiting', reason: found?.problem ?? null };
      };
    };

  const makers: Readonly<Record<JobKind, Make>> = {
    http: ofExecution('http'),
    service: ofExecution('service'),
    'carrier-message': ofExecution('carrier-message'),
    'carrier-call': ofExecution('carrier-call'),
    'carrier-update': ofExecution('carrier-update'),
    'link-mail': alone('link-mail'),
    grants: alone('grants'),
    alert: alone('alert'),
    'mail-accept': alone('mail-accept'),
    'flow-deletion': alone('flow-deletion'),
    'template-deletion': alone('template-deletion'),
    'webhook-deletion': alone('webhook-deletion'),
    'group-deletion': alone('group-deletion'),
    'suppression-deletion': alone('suppression-deletion'),
    async 'execution-batch'() {
      await server.startExecution(flow, server.contact());
      const { sid } = await form(paths.executionBatches, { Action: 'end', FlowSid: flow });
      return async () => {
        const batch = await find<{ status: string; problem: string }>(
          paths.executionBatches,
          'execution_batches',
          sid,
        );
        return { state: batch?.status, reason: batch?.problem };
      };
    },
    async 'end-executions'() {
      const { sid } = await form(paths.executionEndings(flow), { Executions: 'all' });
      return async () => {
        const url = paths.executionEndings(flow);
        const ending = await find<{ status: string; problem: string }>(url, 'execution_endings', sid);
        return { state: ending?.status, reason: ending?.problem };
      };
    },
    async publish() {
      const PublishAt = new Date(server.ctx.clock.now() + 60_000).toISOString();
      const { sid } = await form(paths.publishRequests(flow), { Revision: 'LatestRevision', PublishAt });
      server.advanceClock(60_000);
      return async () => {
        const url = paths.publishRequests(flow);
        const request = await find<{ status: string; note: string }>(url, 'publish_requests', sid);
        return { state: request?.status, reason: request?.note };
      };
    },
    async erasure() {
      count += 1;
      const { sid } = await form(erasurePaths.erasures, {
        Values: JSON.stringify([`guest${count}@home.test`]),
      });
      return async () => {
        const { status, problem } = await get<{ status: string; problem: string }>(erasurePaths.erasure(sid));
        return { state: status, reason: problem };
      };
    },
    async 'carrier-check'() {
      const fields = {
        FriendlyName: 'C',
        BaseUrl: 'http://127.0.0.1:9',
        CarrierAccountSid: 'AC',
        AuthToken: 'x',
      };
      const { sid } = await form(paths.carriers, fields);
      return async () => {
        const { connection } = await get<{ connection: { status: string; problem: string } }>(
          paths.carrier(sid),
        );
        return { state: connection.status, reason: connection.problem };
      };
    },
    async 'service-trial'() {
      await form(paths.serviceEndpoint('tasks'), { Endpoint: 'http://127.0.0.1:9/' });
      await form(paths.serviceTrials('tasks'), {});
      return async () => {
        const { last_trial: trial } = await get<{ last_trial: { state: string; problem: string } }>(
          paths.serviceEndpoint('tasks'),
        );
        return { state: trial.state, reason: trial.problem };
      };
    },
    async 'event-test'() {
      count += 1;
      const url = `http://127.0.0.1:9/${count}`;
      const { id } = await json<{ id: string }>('POST', emailPaths.eventWebhooks, { url, click: true }, key);
      await json('POST', emailPaths.testEvent, { id, url }, key);
      return async () => {
        const page = await get<{ deliveries: { problem: string }[] }>(
          `${deliveryPaths.eventDeliveries}?WebhookId=${id}`,
        );
        const [attempt] = page.deliveries;
        return { state: attempt === undefined ? 'waiting' : 'failed', reason: attempt?.problem ?? null };
      };
    },
    async 'parse-post'() {
      const { id } = await form<{ id: string }>(String(postTestEmail.path), { hostname: 'in.shop.test' });
      return async () => {
        const mail = await get<{ status: string; last_attempt: { problem: string } | null }>(
          paths.inboundEmail(id),
        );
        return { state: mail.status, reason: mail.last_attempt?.problem ?? null };
      };
    },
    async 'mail-send'() {
      const subject = `Hello ${++count}`;
      const message = {
        ...{
          from: { email: 'shop@sender.test' },
          subject,
          content: [{ type: 'text/plain', value: 'Hello' }],
        },
        personalizations: [{ to: [{ email: 'guest@home.test' }] }],
      };
      await json('POST', emailPaths.sendEmail, message, key);
      return async () => {
        const page = await get<{ mails: { subject: string; status: string; response: string }[] }>(
          paths.outboundEmails,
        );
        const mail = page.mails.find((each) => each.subject === subject);
        return { state: mail?.status, reason: mail?.response || null };
      };
    },
    async 'email-alert'() {
      const alert = { type: 'stats_notification', email_to: 'desk@shop.test', frequency: 'daily' };
      await json('POST', emailPaths.emailAlerts, alert, key);
      const jobs = () =>
        server.ctx.database.read.selectFrom('jobs').select(['key', 'run_at', 'dead_at']).execute();
      const due = (await jobs()).find(
        ({ dead_at, run_at }) => dead_at === null && run_at > server.ctx.clock.now(),
      );
      server.advanceClock(Number(due?.run_at) - server.ctx.clock.now());
      return async () => {
        const { jobs } = await get<JobPage>(`${paths.jobs}?Status=dead`);
        const found = jobs.find((each) => each.key === due?.key);
        return { state: found?.status ?? 'waiting', reason: found?.problem ?? null };
      };
    },
  };

  /** Claims and runs what is due until nothing is, as often as it is tried. */
  async function work(handlers: JobHandlers): Promise<number> {
    for (let tries = 0; ; ) {
      const { ctx } = server;
      const now = ctx.clock.now();
      const share = { perAccount: 10, busy: new Map() };
      const jobs = await claimJobs(ctx.database, { now, leaseUntil: now + 15_000, limit: 10, share });
      for (const job of jobs) await runJob(ctx, { agent }, handlers, job);
      tries += jobs.length;
      const { due } = await ctx.database.read
        .selectFrom('jobs')
        .select((eb) => eb.fn.min('run_at').as('due'))
        .where('dead_at', 'is', null)
        .executeTakeFirstOrThrow();
      // Statistics are scheduled for the next day.
      if (due === null || Number(due) > now + 3_600_000 || tries > 50) return tries;
      server.advanceClock(Math.max(0, Number(due) - now));
    }
  }

  it.each(jobKinds)('%s is tried five times, says why it failed, and holds up no other', async (kind) => {
    const subject = await makers[kind]();
    expect((await subject()).reason ?? null).toBeNull();
    expect(await work(throwing)).toBe(5);
    const { state, reason } = await subject();
    expect(reason).toContain(bug);
    if (!['http', 'service'].includes(kind) && !kind.startsWith('carrier-'))
      expect(state).toMatch(/^(failed|dead|refused|dropped)$/);
    await makers[kind]();
    // The next statistics of the first alert are sent as well.
    expect(await work(working)).toBe(kind === 'email-alert' ? 2 : 1);
  });

  const act = (job: string, Action: 'retry' | 'discard') =>
    form(paths.job(encodeURIComponent(job)), { Action });
  const failedJob = async () => {
    const [job] = (await get<JobPage>(`${paths.jobs}?Status=dead`)).jobs;
    return job?.key ?? '';
  };

  it('goes on when it is retried: a batch, an ending, an erasure and an email', async () => {
    for (const kind of ['execution-batch', 'end-executions', 'erasure', 'mail-send'] as const) {
      const subject = await makers[kind]();
      await work(throwing);
      await act(await failedJob(), 'retry');
      const { state, reason } = await subject();
      expect([kind, state, reason ?? null]).toEqual([
        kind,
        kind === 'mail-send' ? 'deferred' : 'running',
        null,
      ]);
      await work(jobHandlers);
      expect([kind, (await subject()).state]).toEqual([
        kind,
        kind === 'mail-send' ? 'delivered' : 'completed',
      ]);
    }
  });

  it('is waited for by nothing when it is discarded', async () => {
    const ended = {
      'execution-batch': 'canceled',
      'end-executions': 'completed',
      erasure: 'failed',
      'mail-send': 'dropped',
    };
    for (const [kind, state] of Object.entries(ended)) {
      const subject = await makers[kind as keyof typeof ended]();
      await work(throwing);
      await act(await failedJob(), 'discard');
      expect([kind, (await subject()).state]).toEqual([kind, state]);
    }
    const { read } = server.ctx.database;
    const events = await read
      .selectFrom('mail_events')
      .select('payload')
      .where('kind', '=', 'dropped')
      .execute();
    expect(events.map(({ payload }) => JSON.parse(payload).reason)).toEqual([`It could not be sent: ${bug}`]);
    const batches = await read
      .selectFrom('execution_batches')
      .select('filter')
      .where('status', '=', 'canceled')
      .execute();
    expect(new Set(batches.map(({ filter }) => filter))).toEqual(new Set(['{}']));
  });

  it('is discarded after the retention period', async () => {
    const subject = await makers['execution-batch']();
    await work(throwing);
    server.advanceClock(400 * 86_400_000);
    await removeExpiredData(
      server.ctx,
      async () => {},
      () => false,
      jobHandlers,
    );
    expect(await subject()).toMatchObject({ state: 'canceled' });
  });

  it('fails although its payload, its row or the text of its error is damaged', async () => {
    const { database } = server.ctx;
    const damaged: JobHandler = () => Promise.reject(new Error(`${bug}\0 \ud800 ${'x'.repeat(5_000)}`));
    for (const kind of ['publish', 'service-trial', 'parse-post', 'execution-batch', 'mail-send'] as const) {
      const subject = await makers[kind]();
      await database.write((tx) => tx.updateTable('jobs').set({ payload: '{' }).execute());
      expect(await work(handledBy(damaged))).toBe(5);
      const { reason } = await subject();
      expect(String(reason)).toContain(bug);
      expect(String(reason).length).toBeLessThan(2_100);
      await database.write((tx) => tx.deleteFrom('jobs').execute());
    }
    const batch = await makers['execution-batch']();
    await database.write((tx) =>
      tx.updateTable('execution_batches').set({ filter: '[', position: 'x' }).execute(),
    );
    await work(jobHandlers);
    expect(await batch()).toMatchObject({ state: 'failed', reason: expect.stringContaining('JSON') });
    const next = await makers['execution-batch']();
    await work(jobHandlers);
    expect(await next()).toMatchObject({ state: 'completed' });
  });

  it('is not begun again for ever where each attempt takes its process down', async () => {
    const { ctx } = server;
    const subject = await makers.publish();
    const kill: JobHandler = async () => expect.unreachable();
    const at = (attempts: number) =>
      ctx.database.write((tx) => tx.updateTable('jobs').set({ attempts, problem: null }).execute());
    await at(100);
    expect(await work(handledBy(kill))).toBe(1);
    expect(await subject()).toMatchObject({
      state: 'refused',
      reason: expect.stringContaining('100 attempts'),
    });
  });
});

describe('what else is done again and again', () => {
  it('fires the timers behind those that fail', async () => {
    const server = await openRunningServer('embedded', { worker: false });
    const tools = { agent: createOutboundAgent(createAddressGuard([])) };
    const due = Array.from({ length: 300 }, (_, index) => index);
    const fired: number[] = [];
    const worker = startWorker(server.ctx, tools, {
      jobHandlers,
      timers: {
        nextDueAt: async () => (due.length > 0 ? 0 : null),
        countDue: async () => Math.min(due.length, 200),
        async fireNext() {
          const next = due.shift();
          if (next === undefined) return false;
          if (next < 290) throw new Error(bug);
          fired.push(next);
          return true;
        },
      },
    });
    await expect.poll(() => fired.length).toBe(10);
    await worker.stop();
    await tools.agent.destroy();
    await server.close();
  });

  it('processes the keys behind those that fail', async () => {
    const server = await openRunningServer('embedded', { worker: false });
    const keys = new Set(Array.from({ length: 80 }, (_, index) => index));
    const failing = (key: number) => key < 70;
    const poller = startKeyedPoller(server.ctx, {
      name: 'keys',
      work: 'turns',
      dueKeys: async (limit) => ({ keys: [...keys].slice(0, limit).map(String), delayMs: 5 }),
      async process(key) {
        if (failing(Number(key))) throw new Error(bug);
        keys.delete(Number(key));
        return null;
      },
    });
    await expect.poll(() => keys.size).toBe(70);
    await poller.stop();
    await server.close();
  });
});

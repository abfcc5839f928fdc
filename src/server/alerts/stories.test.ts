/**
 * The situations of the stories for Prometheus (deploy/prometheus), played against the alerts of the product: each opens when it
 * should and not before, and ends by itself. The clock is moved, and the rules are evaluated as the maintenance does it.
 */

import { writeFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AlertKind, AlertState } from '#api/alerts/kinds.ts';
import type { AlertResource, AlertRuleGaps } from '#api/alerts/schemas.ts';
import { paths } from '#api/paths.ts';
import { hasUncountedTurns } from '../executions/store/transition-counts.ts';
import { countNewTurns } from '../executions/traffic/service.ts';
import { ask, flowOf, send, widget } from '../flows/testing/flows.ts';
import { deadLetterJob, enqueueJob } from '../platform/jobs/queue.ts';
import { makeCertificate } from '../testing/certificate.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../testing/running-server.ts';
import { evaluateAlerts, maxActive } from './evaluation-service.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const greeting = flowOf(send('greet', 'Hello', null));
const waiting = flowOf(ask('ask', 'Yes?', 600, null, null));
/** Fails by the address guard. */
const lookup = flowOf(
  widget(
    'make-http-request',
    'find',
    { method: 'GET', url: 'http://10.0.0.1/', content_type: 'application/json' },
    { success: null, failed: null },
  ),
);

describe.each(databaseKinds)('an alert, %s', (kind) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await openRunningServer(kind, { worker: false });
  }, startTimeoutMs);
  afterAll(() => server.close());
  afterEach(() => {
    vi.restoreAllMocks();
  });

  /** A turn is counted once no older transaction of the whole server goes on, and other tests have some. */
  const countAllTurns = () =>
    vi.waitFor(
      async () => {
        await countNewTurns(server.ctx);
        expect(await hasUncountedTurns(server.ctx.database.read)).toBe(false);
      },
      { timeout: 15_000, interval: 50 },
    );
  const evaluate = async (times = 1) => {
    for (let count = 0; count < times; count += 1) {
      server.advanceClock(minuteMs);
      await countAllTurns();
      await evaluateAlerts(server.ctx);
    }
  };
  const listed = async (state: AlertState): Promise<AlertResource[]> =>
    (await server.send(`${paths.alerts}?State=${state}&PageSize=100`)).json().alerts;
  const about = async (subject: string | null, state: AlertState = 'open') =>
    (await listed(state)).filter(({ flow_sid, webhook }) => (flow_sid ?? webhook) === subject);
  const act = (sid: string, form: Record<string, string>) => server.send(paths.alert(sid), { form });
  const setRule = (key: string, form: Record<string, string>) => server.send(paths.alertRule(key), { form });
  const now = () => server.ctx.clock.now();

  /** As if the flow had been started `perHour` times from 8 to 20 h on each of the last 28 days. */
  const addHistory = async (flow: string, perHour: number, failed = 0) => {
    const current = Math.floor(now() / hourMs);
    const hours = Array.from({ length: 28 * 24 }, (_, index) => current - 1 - index).filter(
      (hour) => hour % 24 >= 8 && hour % 24 < 20,
    );
    const { account_sid: account } = server.account;
    const rows = hours.map((hour) => ({ flow, hour, account, started: perHour, ended: perHour, failed }));
    await server.ctx.database.write(async (tx) => {
      for (let first = 0; first < rows.length; first += 100)
        await tx
          .insertInto('flow_hours')
          .values(rows.slice(first, first + 100))
          .execute();
    });
  };

  it('says that executions are past their wait, and ends when they go on', async () => {
    const flow = await server.addFlow(waiting);
    await server.startExecution(flow, server.contact());
    server.advanceClock(600_000 + 8 * minuteMs);
    await evaluate(2);
    expect(await about(flow)).toEqual([]);
    // The second evaluation after ten minutes.
    await evaluate();
    expect(await about(flow)).toMatchObject([{ kind: 'overdue', facts: { count: 1 }, state: 'open' }]);
    const worker = server.addWorker();
    await expect.poll(async () => (await server.executionsOf(flow))[0]?.status).toBe('ended');
    await evaluate();
    expect(await about(flow)).toHaveLength(1);
    await evaluate();
    expect(await about(flow)).toEqual([]);
    expect(await about(flow, 'history')).toMatchObject([{ kind: 'overdue', state: 'history' }]);
    expect(worker).toBeDefined();
  });

  it('says that nothing starts a flow, by its usual gap, and ends with the next start', async () => {
    const flow = await server.addFlow(greeting);
    // Ten times ten minutes.
    await addHistory(flow, 6);
    await server.startExecution(flow, server.contact());
    await evaluate();
    server.advanceClock(98 * minuteMs);
    await evaluate();
    expect(await about(flow)).toEqual([]);
    await evaluate(2);
    expect(await about(flow)).toMatchObject([{ kind: 'no-starts', facts: { usual: 10 } }]);
    await server.startExecution(flow, server.contact());
    await evaluate(2);
    expect(await about(flow)).toEqual([]);
    expect(await about(flow, 'history')).toMatchObject([{ kind: 'no-starts' }]);
  });

  it('says so at the next look when its limit is changed to less', async () => {
    const flow = await server.addFlow(greeting);
    await addHistory(flow, 6);
    await server.startExecution(flow, server.contact());
    await evaluate();
    server.advanceClock(60 * minuteMs);
    await evaluate();
    expect(await about(flow)).toEqual([]);
    expect((await setRule('no-starts', { Threshold: '5' })).json()).toMatchObject({ threshold: 5 });
    await evaluate(2);
    expect(await about(flow)).toMatchObject([{ kind: 'no-starts', facts: { usual: 10 } }]);
    await setRule('no-starts', { Threshold: '10' });
  });

  it('shows the gaps by which it would have opened, without test runs', async () => {
    const flow = await server.addFlow(greeting);
    await addHistory(flow, 6);
    const gaps = async (key: string, by = server.account) =>
      server.send(`${paths.alertRule(key)}/Gaps`, { by });
    // 9:00, an hour after the rest.
    server.advanceClock(
      hourMs - (now() % hourMs) + ((9 + 24 - 1 - new Date(now()).getUTCHours()) % 24) * hourMs,
    );
    await server.startExecution(flow, server.contact());
    const began = now();
    server.advanceClock(100 * minuteMs);
    const body = (await gaps(`no-starts.${flow}`)).json<AlertRuleGaps>();
    expect(body).toMatchObject({ usual_minutes: 10, open: { minutes: 100, is_least: false } });
    expect(body.half_days).toHaveLength(28);
    expect(body.multiples).toContain(body.open?.multiple);
    await server.ctx.database.write((tx) =>
      tx.updateTable('executions').set({ initiated_by: 'TR1' }).where('flow', '=', flow).execute(),
    );
    const without = (await gaps(`no-starts.${flow}`)).json<AlertRuleGaps>();
    expect(Date.parse(without.open?.date_began ?? '')).toBeLessThan(began);
    for (const key of ['no-starts', 'failures', `failures.${flow}`])
      expect((await gaps(key)).statusCode).toBe(404);
    expect((await gaps(`no-starts.${flow}`, server.other)).statusCode).toBe(404);
  });

  it('does not count hours in which a flow rests', async () => {
    const flow = await server.addFlow(greeting);
    await addHistory(flow, 6);
    // 19:00, an hour before it rests.
    server.advanceClock(
      hourMs - (now() % hourMs) + ((19 + 24 - 1 - new Date(now()).getUTCHours()) % 24) * hourMs,
    );
    await server.startExecution(flow, server.contact());
    await evaluate();
    // The next morning: seventy minutes of hours in which it is used.
    server.advanceClock(13 * hourMs + 8 * minuteMs);
    await evaluate(2);
    expect(await about(flow)).toEqual([]);
    // And more than a hundred: with a day that has no starts the usual gap is a little longer.
    server.advanceClock(36 * minuteMs);
    await evaluate(2);
    expect(await about(flow)).toHaveLength(1);
    await server.startExecution(flow, server.contact());
    await evaluate(2);
    expect(await about(flow)).toEqual([]);
  });

  it('says that more fails than usual, and ends when it does no more', async () => {
    const [flow, usual] = [await server.addFlow(lookup), await server.addFlow(lookup)];
    // The other one always fails as often.
    await addHistory(usual, 6, 6);
    const failFive = async () => {
      for (const each of [flow, usual]) {
        for (let count = 0; count < 5; count += 1) await server.startExecution(each, server.contact());
        await expect
          .poll(async () => (await server.executionsOf(each)).filter(({ status }) => status === 'active'))
          .toEqual([]);
      }
    };
    await evaluate(2);
    expect(await about(flow)).toEqual([]);
    await failFive();
    await evaluate();
    expect(await about(flow)).toEqual([]);
    await evaluate();
    expect(await about(flow)).toMatchObject([{ kind: 'failures', facts: { count: 5, of: 5, usual: 0 } }]);
    expect(await about(usual)).toEqual([]);
    // They are no longer of the last hour.
    server.advanceClock(2 * hourMs);
    await evaluate(2);
    expect(await about(flow)).toEqual([]);
    expect(await about(flow, 'history')).toMatchObject([{ kind: 'failures' }]);
  });

  it('says that an event sink has had no success for a quarter of an hour', async () => {
    const form = { Destination: 'https://hooks.example/secret/path', Kinds: 'flow.execution.ended' };
    const { sid } = (await server.send(paths.sinks, { form })).json();
    const failSince = (since: number | null) =>
      server.ctx.database.write((tx) =>
        tx.updateTable('sinks').set({ failing_since: since }).where('sid', '=', sid).execute(),
      );
    await failSince(now());
    server.advanceClock(13 * minuteMs);
    await evaluate(2);
    expect(await about(sid)).toEqual([]);
    await evaluate();
    // Its path may be a secret.
    expect(await about(sid)).toMatchObject([{ kind: 'webhook-failing', facts: { name: 'hooks.example' } }]);
    await failSince(null);
    await evaluate(2);
    expect(await about(sid)).toEqual([]);
  });

  it('says that jobs have failed, but for those of alerts, until they are retried or discarded', async () => {
    const { account_sid: account } = server.account;
    const die = (key: string, kind: 'service' | 'alert') =>
      server.ctx.database.write(async (tx) => {
        const at = { run_at: now() + hourMs, created_at: now() };
        await enqueueJob(tx, { key, kind, account, execution: null, payload: '{}', ...at });
        const { shard } = await tx
          .selectFrom('jobs')
          .select('shard')
          .where('key', '=', key)
          .executeTakeFirstOrThrow();
        await deadLetterJob(tx, { key, shard, attempts: 0, problem: 'No', now: now() });
      });
    const failed = async (state: AlertState) =>
      (await listed(state)).filter((each) => each.kind === 'dead-jobs').map(({ facts }) => facts.count);
    await die('of an alert', 'alert');
    await evaluate(2);
    expect(await failed('open')).toEqual([]);
    await die('of a service', 'service');
    await evaluate();
    expect(await failed('open')).toEqual([]);
    await evaluate();
    expect(await failed('open')).toEqual([1]);
    await server.send(paths.job(encodeURIComponent('of a service')), { form: { Action: 'discard' } });
    await evaluate(2);
    expect(await failed('open')).toEqual([]);
    expect(await failed('history')).toEqual([1]);
  });

  it('says to the account of the installation alone that the disk of the embedded file is full', async () => {
    const full = async (by = server.account) =>
      (await server.send(paths.alerts, { by }))
        .json()
        .alerts.filter((each: AlertResource) => each.kind === 'disk')
        .map(({ facts }: AlertResource) => facts.percent);
    const use = (percent: number) => {
      const left = 100 - percent;
      const space = {
        type: 0,
        bsize: 2 ** 30,
        frsize: 2 ** 30,
        blocks: 100,
        bfree: left,
        bavail: left,
        files: 0,
        ffree: 0,
      };
      vi.spyOn(fs, 'statfs').mockResolvedValue(space);
    };
    use(89);
    await evaluate(2);
    expect(await full()).toEqual([]);
    use(93);
    await evaluate(2);
    const isEmbedded = kind === 'embedded';
    expect(await full()).toEqual(isEmbedded ? [93] : []);
    expect(await full(server.other)).toEqual([]);
    use(80);
    await evaluate(2);
    expect(await full()).toEqual([]);
  });

  describe('about the server, in the account of the installation alone', () => {
    const counts = async (about: AlertKind, by = server.account) =>
      (await server.send(paths.alerts, { by }))
        .json()
        .alerts.filter((each: AlertResource) => each.kind === about)
        .map(({ facts }: AlertResource) => facts.count);

    it('says that the certificate of inbound email ends soon, until its file has another', async () => {
      const { smtp, dataDir } = server.ctx.config;
      const file = join(dataDir, 'certificate.pem');
      const endIn = (days: number) =>
        writeFileSync(file, makeCertificate('localhost', now() + days * 24 * hourMs + hourMs).cert);
      smtp.tls = { cert: file, key: file };
      try {
        endIn(14);
        await evaluate(2);
        expect(await counts('certificate')).toEqual([]);
        endIn(13);
        await evaluate(2);
        expect(await counts('certificate')).toEqual([13]);
        expect(await counts('certificate', server.other)).toEqual([]);
        await setRule('certificate', { Threshold: '10' });
        await evaluate(2);
        expect(await counts('certificate')).toEqual([]);
        endIn(-3);
        await evaluate(2);
        expect(await counts('certificate')).toEqual([0]);
        endIn(90);
        await evaluate(2);
        expect(await counts('certificate')).toEqual([]);
      } finally {
        smtp.tls = null;
      }
    });

    it('says that the clock differs from that of the database server', async () => {
      const differ = (seconds: number) => {
        const real = Date.now.bind(Date);
        vi.spyOn(Date, 'now').mockImplementation(() => real() + seconds * 1_000);
      };
      const hasClock = kind === 'PostgreSQL';
      differ(20);
      await evaluate(2);
      expect(await counts('clock')).toEqual([]);
      vi.restoreAllMocks();
      differ(-90);
      await evaluate(2);
      const [found, ...more] = await counts('clock');
      expect(more).toEqual([]);
      if (hasClock) expect(found).toBeGreaterThanOrEqual(88);
      else expect(found).toBeUndefined();
      vi.restoreAllMocks();
      await evaluate(2);
      expect(await counts('clock')).toEqual([]);
    });
  });

  describe('of jobs that have failed', () => {
    let alert: AlertResource;
    const failing = async (state: AlertState) =>
      (await listed(state)).filter(({ kind: each }) => each === 'dead-jobs');
    const kill = async (isDead: boolean) => {
      await server.ctx.database.write((tx) =>
        tx
          .updateTable('jobs')
          .set({ dead_at: isDead ? now() : null, run_at: now() + 9_000 * hourMs })
          .where('key', '=', 'watched')
          .execute(),
      );
    };
    beforeAll(async () => {
      const { account_sid: account } = server.account;
      const at = { run_at: now() + 9_000 * hourMs, created_at: now() };
      await server.ctx.database.write((tx) =>
        enqueueJob(tx, { key: 'watched', kind: 'service', account, execution: null, payload: '{}', ...at }),
      );
      await kill(true);
      await evaluate(2);
      [alert] = (await failing('open')) as [AlertResource];
    });
    afterAll(() => kill(false));

    it('does not flap: one evaluation that finds it well does not end it', async () => {
      await kill(false);
      await evaluate();
      await kill(true);
      await evaluate();
      expect(await failing('open')).toMatchObject([{ sid: alert.sid }]);
    });

    it('is acknowledged by name, and silenced for a time that outlives it', async () => {
      const acknowledged = await act(alert.sid, { Action: 'acknowledge' });
      expect(acknowledged.json()).toMatchObject({ state: 'open', date_acknowledged: expect.any(String) });
      expect((await act(alert.sid, { Action: 'silence', Minutes: '60' })).json()).toMatchObject({
        state: 'silenced',
      });
      expect(await failing('open')).toEqual([]);
      await kill(false);
      await evaluate(2);
      await kill(true);
      await evaluate(2);
      const [again] = await failing('silenced');
      expect(again?.sid).not.toBe(alert.sid);
      server.advanceClock(hourMs);
      expect(await failing('open')).toMatchObject([{ sid: again?.sid }]);
      expect((await act(alert.sid, { Action: 'acknowledge' })).statusCode).toBe(409);
    });

    it('is silenced until it has been well once', async () => {
      const [open] = await failing('open');
      const silenced = await act(open?.sid ?? '', { Action: 'silence' });
      expect(silenced.json()).toMatchObject({ is_silenced: true, date_silenced_until: null });
      await evaluate(3);
      expect(await failing('silenced')).toHaveLength(1);
      await kill(false);
      await evaluate(2);
      await kill(true);
      await evaluate(2);
      expect(await failing('open')).toHaveLength(1);
    });

    it('ends when its rule is switched off, and opens at another threshold only', async () => {
      await setRule('dead-jobs', { Enabled: 'false' });
      await evaluate(2);
      expect(await failing('open')).toEqual([]);
      await setRule('dead-jobs', { Enabled: 'true', Threshold: '2' });
      await evaluate(2);
      expect(await failing('open')).toEqual([]);
      expect((await server.send(paths.alertRule('dead-jobs'), { method: 'DELETE' })).statusCode).toBe(204);
      await evaluate(2);
      expect(await failing('open')).toHaveLength(1);
    });
  });

  it('is one of at most so many that an account can have', async () => {
    const { account_sid: account } = server.other;
    const rows = Array.from({ length: maxActive + 5 }, (_, index) => index);
    await server.ctx.database.write(async (tx) => {
      for (const index of rows)
        await sql`insert into sinks (sid, account, shard, destination, kinds, status, xid, serial, sent, audit_sequence,
            due_at, lease_until, attempts, failing_since, test_wanted, created_at)
          select ${`DG${String(index).padStart(32, '0')}`}, ${account}, shard, 'https://a.example/', '[]', 'failed', 0, 0, 0, 0,
            0, 0, 1, ${now() - hourMs}, 0, 0 from sinks limit 1`.execute(tx);
    });
    await evaluate(2);
    const summary = (await server.send(paths.alertSummary, { by: server.other })).json();
    expect(summary.open).toBe(maxActive);
  });
});

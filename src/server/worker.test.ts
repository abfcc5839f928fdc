/** Jobs and timers after the process that ran them has died: leases, idempotency keys, several workers. */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask, flowOf, send, widget } from './flows/testing/flows.ts';
import { leaseMs } from './platform/jobs/leases.ts';
import { claimJobs, nextDueAt } from './platform/jobs/queue.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from './testing/running-server.ts';

describe.each(databaseKinds)('after a crash, %s', (kind) => {
  let server: RunningServer;
  let peer: Server;
  let keys: unknown[] = [];
  let url = '';

  beforeAll(async () => {
    peer = createServer((request, answer) => {
      keys.push(request.headers['idempotency-key']);
      answer.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":"yes"}');
    });
    await new Promise<void>((done) => peer.listen(0, '127.0.0.1', done));
    url = `http://127.0.0.1:${(peer.address() as AddressInfo).port}/`;
  });
  afterAll(() => {
    peer.closeAllConnections();
    peer.close();
  });
  // Each test has a server: its worker crashes, and its clock moves past the leases of all jobs.
  beforeEach(async () => {
    keys = [];
    server = await openRunningServer(kind, { worker: false });
  }, startTimeoutMs);
  afterEach(() => server.close());

  const fetching = () =>
    flowOf(
      widget('make-http-request', 'fetch', { method: 'GET', url }, { success: 'say', failed: null }),
      send('say', 'Got {{widgets.fetch.parsed.ok}}', null),
    );
  const claim = (leaseUntil: number) => {
    const now = server.ctx.clock.now();
    return claimJobs(server.ctx.database, {
      ...{ now, leaseUntil, limit: 10 },
      share: { perAccount: 10, busy: new Map() },
    });
  };

  it('between commit and effect, the next process runs the job', async () => {
    const flow = await server.addFlow(fetching());
    const sid = await server.startExecution(flow, server.contact());
    await server.eventually(flow, sid, { at: 'fetch', waiting_for: 'effect' });
    expect(keys).toEqual([]);
    server.addWorker();
    await server.eventually(flow, sid, { execution: { status: 'ended' } });
    expect(keys).toEqual([`${sid}:2.http`]);
    expect(await nextDueAt(server.ctx.database)).toBeNull();
  });

  it('in the middle of a job, it runs again with the same idempotency key once its lease has expired', async () => {
    const flow = await server.addFlow(fetching());
    const sid = await server.startExecution(flow, server.contact());
    const [job] = await claim(server.ctx.clock.now() + leaseMs);
    expect(job).toMatchObject({ key: `${sid}:2.http`, attempts: 1 });
    expect(await claim(server.ctx.clock.now() + leaseMs)).toEqual([]);
    server.advanceClock(leaseMs - 1);
    expect(await claim(server.ctx.clock.now() + leaseMs)).toEqual([]);
    server.advanceClock(1);
    server.addWorker();
    await server.eventually(flow, sid, { execution: { status: 'ended' } });
    expect(keys).toEqual([job?.key]);
    const { steps } = await server.view(flow, sid);
    expect(steps.map((step) => step.name)).toEqual(['incomingRequest', 'success', 'sent']);
  });

  it('two workers share the jobs, and each execution continues once', async () => {
    const flow = await server.addFlow(fetching());
    const sids: string[] = [];
    for (let index = 0; index < 12; index += 1)
      sids.push(await server.startExecution(flow, server.contact()));
    server.addWorker();
    server.addWorker();
    for (const sid of sids) await server.eventually(flow, sid, { execution: { status: 'ended' } });
    for (const sid of sids) expect((await server.view(flow, sid)).steps).toHaveLength(3);
  });

  it('timers that came due meanwhile fire once', async () => {
    const flow = await server.addFlow(
      flowOf(ask('ask', 'Well?', 60, null, 'late'), send('late', 'Late', null)),
    );
    const sid = await server.startExecution(flow, server.contact());
    server.advanceClock(3_600_000);
    server.addWorker();
    server.addWorker();
    await server.eventually(flow, sid, { execution: { status: 'ended' } });
    expect((await server.view(flow, sid)).steps.map((step) => step.name)).toEqual([
      'incomingRequest',
      'timeout',
      'sent',
    ]);
  });
});

/**
 * On PostgreSQL, with its tables in partitions by shard, each statement of turns, starts, messages, calls, timers and jobs
 * looks into one partition: it could as well be sent to the one database that has the shard (docs/decisions/047). And however
 * many rows there are, it reads few pages.
 */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, flowOf, send, widget } from './flows/testing/flows.ts';
import { maintenanceTasks } from './job-handlers.ts';
import { shardOfAccount, shardOfExecution } from './platform/database/shard.ts';
import { dayMs } from './retention/service.ts';
import { createPartitions, findUnpruned } from './testing/partitioned-schema.ts';
import { recordPostgres } from './testing/postgres-exchanges.ts';
import { findExpensive, multiplyRows } from './testing/rows-at-volume.ts';
import { openRunningServer, type RunningServer, startTimeoutMs } from './testing/running-server.ts';

/** What looks into all shards, by the table and a part of the text, and why. */
const acrossShards = [
  ['jobs', 'from "jobs" where "dead_at" is null', 'jobs that are due'],
  ['executions', `"status" = 'active' and "due_at"`, 'timers that are due'],
  ['executions', 'where "flow" = $1', 'the list of a flow'],
  ['calls', 'from "calls" where "account" = $1 and "sid" = $2', 'a carrier names a call by its SID alone'],
] as const;

/** Names the shards of what it claims, which are several where several jobs are due at once. */
const claims = [['jobs', 'update "jobs" set "lease_until"', 'the claim of several of them']] as const;

/** The rows of the other hot tables belong to an account alone. */
const tablesOfExecutions = 'executions steps live_turns messages calls tasks short_links jobs'.split(' ');

describe('with partitions by shard, on PostgreSQL', () => {
  let server: RunningServer;
  let peer: Server;

  beforeAll(async () => {
    peer = createServer((_, answer) => {
      answer.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":"yes"}');
    });
    await new Promise<void>((done) => peer.listen(0, '127.0.0.1', done));
    server = await openRunningServer('PostgreSQL', { ownPostgres: true });
    await createPartitions(server.ctx.database);
  }, startTimeoutMs);
  afterAll(async () => {
    await server.close();
    peer.close();
  });

  /** Messages that begin an execution and go on with it, a job, timers, a subflow, a start by REST, a task, a call. */
  async function act(): Promise<void> {
    const url = `http://127.0.0.1:${(peer.address() as AddressInfo).port}/`;
    const child = await server.addFlow(flowOf(send('child', 'In the subflow', null)));
    const flow = await server.addFlow(
      flowOf(
        ask('ask', 'Well?', 60, 'fetch', 'late'),
        widget('make-http-request', 'fetch', { method: 'GET', url }, { success: 'sub', failed: null }),
        widget(
          'run-subflow',
          'sub',
          { flow_sid: child, flow_revision: 'LatestPublished' },
          {
            completed: 'say',
            failed: null,
          },
        ),
        send('say', 'Got {{widgets.fetch.parsed.ok}}', null),
        send('late', 'Late', null),
      ),
    );
    const write = async (contact: string, nth: number) => {
      const fields = {
        From: contact,
        To: '+15559999',
        Body: 'Hi',
        MessageSid: `SM${contact.slice(1)}${nth}`,
      };
      expect(
        (await server.postWebhook(flow, { ...fields, AccountSid: server.account.account_sid })).statusCode,
      ).toBe(200);
    };
    const contact = server.contact();
    await write(contact, 1);
    await write(contact, 2);
    const [begun] = await server.executionsOf(flow);
    await server.eventually(flow, begun?.sid ?? '', { execution: { status: 'ended' } });
    const started = await server.startExecution(flow, server.contact());
    server.advanceClock(3_600_000);
    await server.eventually(flow, started, { execution: { status: 'ended' } });
    const fields = {
      From: server.contact(),
      To: '+15559999',
      CallSid: `CA${contact.slice(1)}`,
      CallStatus: 'ringing',
    };
    await server.postWebhook(flow, { ...fields, AccountSid: server.account.account_sid });
  }

  it('each statement reads one partition, but for those that are named', async () => {
    const sent = await recordPostgres(act);
    const { statements, wrong, unused } = await findUnpruned(server.ctx.database, sent, acrossShards, claims);
    expect(statements).toBeGreaterThan(20);
    expect(wrong).toEqual([]);
    expect(unused).toEqual([]);
  });

  it('each row that they write is in the shard of its execution, or else of its account', async () => {
    await act();
    for (const table of tablesOfExecutions) {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(
        server.ctx.database.read,
      );
      for (const { sid, account, execution, shard } of rows) {
        const of = table === 'executions' ? sid : execution;
        expect([table, shard]).toEqual([
          table,
          of === null || of === '' ? shardOfAccount(String(account)) : shardOfExecution(String(of)),
        ]);
      }
    }
  });

  it(
    'each statement reads few pages of tables with many rows',
    async () => {
      const { database } = server.ctx;
      const sent = await recordPostgres(async () => {
        await act();
        server.advanceClock(400 * dayMs);
        for (const { run } of maintenanceTasks) {
          await run(
            server.ctx,
            async () => {},
            () => false,
            AbortSignal.abort(),
          );
        }
        await act();
      });
      const grown = await multiplyRows(database, 30_000);
      expect(grown).toEqual(expect.arrayContaining(['executions', 'steps', 'live_turns', 'messages']));
      const { run, expensive } = await findExpensive(database, sent);
      expect(run).toBeGreaterThan(60);
      expect(expensive).toEqual([]);
    },
    startTimeoutMs,
  );
});

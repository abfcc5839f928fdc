/**
 * Idle scenario: processes that have nothing to do, over a database with many accounts that each have a sink and an event
 * webhook. Counts the statements that reach PostgreSQL.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ServerProcess } from '../kill/server-process.ts';
import type { Counts } from './kill-scenario.ts';
import type { PostgresServer } from './postgres-server.ts';
import { environmentOf } from './test-environment.ts';

const accounts = 10_000;
/** Until the first looks of the processes are over. */
const settleMs = 8_000;
const measureMs = 15_000;
/** Statements of a process in a second. */
const bound = 20;

/** Returns the statements per process and second in tenths, and whether they are below the bound. */
export async function runIdle(
  postgres: PostgresServer,
  ports: readonly number[],
  environment: Record<string, string>,
): Promise<{ counts: Counts; expected: Counts }> {
  // Every statement is a line of the log, from any connection.
  postgres.stop('fast');
  postgres.start('-c log_statement=all -c log_min_duration_statement=-1');
  const processes = ports.map((port) => new ServerProcess(environmentOf(port, environment)));
  try {
    // The first one creates the tables; turns that are added while it runs would be news to its sinks.
    await processes[0]?.start();
    await processes[0]?.stop();
    await addAccounts(postgres.url);
    await Promise.all(processes.map((each) => each.start()));
    await sleep(settleMs);
    const before = postgres.countLogLines(isStatement);
    await sleep(measureMs);
    const statements = postgres.countLogLines(isStatement) - before;
    const perSecond = (statements * 1_000) / measureMs / processes.length;
    return {
      counts: {
        accounts,
        processes: processes.length,
        'statements in all': statements,
        'statements per process and second': Number(perSecond.toFixed(1)),
        'below the bound': Number(statements > 0 && perSecond < bound),
      },
      expected: { 'below the bound': 1 },
    };
  } finally {
    await Promise.all(processes.map((each) => each.kill()));
  }
}

/** The log has `statement:` for a simple query and `execute NAME:` for a prepared one. */
function isStatement(line: string): boolean {
  return /LOG: {2}(statement|execute [^:]*):/.test(line);
}

async function addAccounts(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const numbers = `generate_series(1, ${accounts}) as n`;
  try {
    await client.query(`
      insert into accounts (sid, name, "user", token_hash, created_at)
        select 'AC' || n, 'Shop ' || n, 'US' || n, 'hash' || n, 0 from ${numbers};
      insert into sinks (sid, account, shard, destination, kinds, status, xid, serial, sent, due_at, lease_until, attempts,
          test_wanted, created_at)
        select 'DG' || n, 'AC' || n, get_byte(decode(md5('AC' || n), 'hex'), 0), 'https://sink.example/', '["flow.step.ended"]', 'active',
          pg_current_xact_id()::text::bigint + 1, 0, 0, 0, 0, 0, 0, 0 from ${numbers};
      insert into event_webhooks (account, region, id, url, enabled, kinds, created_at, updated_at)
        select 'AC' || n, 'global', 'webhook' || n, 'https://hook.example/', 1, '["delivered"]', 0, 0 from ${numbers};
      insert into live_turns (xid, account, flow, execution, shard, first_step, last_step, began, ended, at)
        select pg_current_xact_id()::text::bigint, 'AC' || n, 'FW1', 'FN' || n, 0, 1, 0, 1, 1,
          (extract(epoch from now()) * 1000)::bigint from ${numbers};`);
  } finally {
    await client.end();
  }
}

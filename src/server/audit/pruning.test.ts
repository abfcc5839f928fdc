/**
 * As `../pruning.test.ts` for the audit log: on PostgreSQL, with its tables in partitions by shard, the statements of an audited
 * change, of its place in the chain, of lists and of the verification look into one partition (docs/decisions/047).
 */

import { expect, it } from 'vitest';
import { paths } from '#api/paths.ts';
import { survey } from '../flows/testing/flows.ts';
import { shardOfAccount } from '../platform/database/shard.ts';
import { type AcrossShards, createPartitions, findUnpruned } from '../testing/partitioned-schema.ts';
import { recordPostgres } from '../testing/postgres-exchanges.ts';
import { openRunningServer, startTimeoutMs } from '../testing/running-server.ts';
import { verifyWholeChain } from './chain-service.ts';

/** What workers do all the time, and what names no account. */
const background: readonly AcrossShards[] = [
  ['jobs', 'from "jobs" where "dead_at" is null', 'jobs that are due'],
  ['executions', `"status" = 'active' and "due_at"`, 'timers that are due'],
  ['audit_events', 'select distinct "account"', 'accounts with events that are in no chain'],
  ['sinks', 'from "sinks"', 'sinks that are due'],
];

it('events and chains are found in one partition', { timeout: startTimeoutMs }, async () => {
  const server = await openRunningServer('PostgreSQL', { worker: false });
  try {
    const { ctx, account } = server;
    await createPartitions(ctx.database);
    const sent = await recordPostgres(async () => {
      const form = { FriendlyName: 'Survey', Status: 'draft', Definition: JSON.stringify(survey) };
      await server.send(paths.flows, { form });
      await server.send(paths.retention, { form: { AuditDays: '30' } });
      expect(await verifyWholeChain(ctx, account.account_sid)).toMatchObject({ events: 2, broken: null });
      const listed = await server.send(`${paths.auditEvents}?Operation=CreateFlow`);
      expect(listed.json().events).toHaveLength(1);
    });
    const { statements, wrong } = await findUnpruned(ctx.database, sent, [], background);
    expect(statements).toBeGreaterThan(5);
    expect(wrong).toEqual([]);
    const rows = await ctx.database.read.selectFrom('audit_events').select(['account', 'shard']).execute();
    expect(rows.map(({ shard }) => shard)).toEqual(rows.map(({ account: of }) => shardOfAccount(of)));
  } finally {
    await server.close();
  }
});

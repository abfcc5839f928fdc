/**
 * Benchmark of the service: message turns and starts by the REST API per second, on SQLite, on PostgreSQL with one
 * process and with three; and the cost of a turn as the database grows. The baseline replays the same SQL with the same
 * durability in the same run, interleaved, so that other load on the machine affects both; each row is the median of
 * its rounds. `node bench/service/main.ts`; `--quick` is a small run,
 * `--only conversations,turns,starts,emails,growth` and `--on embedded,postgres` select parts of it, `--rounds N`, `--seconds N` (of each
 * round), `--connections 1,10` and `--processes 1,3` change the plan, `--share 20` holds each server of turns and starts to
 * that percentage of a core, as if there were more cores than are used; `--profile FOLDER` writes CPU profiles of the servers there.
 * `--on citus` starts a cluster: `--workers 1,2,4` one for each of these numbers, `--connect coordinator,workers` to which nodes
 * the bare statements go (`--workers 0`: the coordinator has all shards), `--nodes 20` holds each worker to that percentage of a core,
 * `--direct` has the servers write at the nodes that have the shards.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { BenchDatabase } from './bench-database.ts';
import { startCitus } from './citus-database.ts';
import { stepsPerTurn } from './conversation.ts';
import { type ConversationRow, measureConversations } from './conversations.ts';
import { openPostReceiver } from './emails.ts';
import { type GrowthRow, growthConnections, measureGrowth } from './growth.ts';
import { type DatabaseServer, prepareOn, startPostgres } from './postgres-database.ts';
import type { RecordedCounts, RecordedSql } from './sql-recording.ts';
import { prepareSqlite } from './sqlite-database.ts';
import { type Kind, measureThroughput, type Plan, type Round } from './throughput.ts';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    connections: { type: 'string' },
    processes: { type: 'string' },
    share: { type: 'string' },
    workers: { type: 'string', default: '2' },
    connect: { type: 'string', default: 'coordinator,workers' },
    nodes: { type: 'string' },
    direct: { type: 'boolean', default: false },
    only: { type: 'string', default: 'conversations,turns,starts,growth' },
    on: { type: 'string', default: 'embedded,postgres' },
    profile: { type: 'string' },
  },
});
const rounds = Number(values.rounds ?? (values.quick ? 1 : 3));
const seconds = Number(values.seconds ?? (values.quick ? 1 : 3));
const connections = values.connections?.split(',').map(Number);
const share = values.share === undefined ? undefined : Number(values.share);
const only = values.only.split(',');
// A held node takes some tens a second.
const recorded = values.quick ? (values.on === 'citus' ? 300 : 1_000) : 5_000;
const counts: RecordedCounts = {
  turns: only.includes('turns') || only.includes('growth') ? recorded : 0,
  starts: only.includes('starts') ? recorded : 0,
  conversations: only.includes('conversations') ? recordedConversations() : 0,
  emails: only.includes('emails') ? recorded : 0,
};
const titles = {
  turns: 'Message turns',
  starts: 'Starts by REST',
  conversations: 'Conversations',
  emails: 'Received emails',
};
const sizes = values.quick ? [1_000, 10_000] : [1_000, 100_000, 1_000_000];

const receiver = await openPostReceiver();
if (values.on.includes('embedded')) {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-bench-'));
  try {
    await measure(await prepareSqlite(folder, counts, receiver.url));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
if (values.on.includes('postgres')) await measureOn(await startPostgres());
if (values.on.includes('citus')) {
  const nodes = values.nodes === undefined ? undefined : Number(values.nodes);
  for (const workers of values.workers.split(',').map(Number))
    for (const connect of ['coordinator', 'workers'] as const)
      if (values.connect.includes(connect) && (workers > 0 || connect === 'coordinator'))
        await measureOn(await startCitus({ workers, connect, share: nodes, direct: values.direct }));
}
receiver.close();

async function measureOn(server: DatabaseServer): Promise<void> {
  const database = await prepareOn(server, counts, receiver.url);
  try {
    await measure(database);
  } finally {
    await database.stop();
  }
}

async function measure(database: BenchDatabase): Promise<void> {
  const { turns, starts, conversations, emails } = database.recording;
  console.log(`\n### ${database.name}\n`);
  console.log(
    `A conversation: 4 steps, ${statementsEach(conversations)} statements. ` +
      `A turn: ${stepsPerTurn} steps, ${statementsEach(turns)}. A start: 1 step, ${statementsEach(starts)}. An email: ${statementsEach(emails)}.`,
  );
  const kinds: Kind[] = [
    'turns',
    'starts',
    ...(database.isDistributed ? ['conversations' as const] : []),
    'emails',
  ];
  if (only.includes('conversations') && !database.isDistributed) {
    console.log('\nConversations of one message, each from a new contact, 1 process\n');
    const plan = { connections: connections ?? [10, 50], rounds, seconds, profiles: values.profile };
    printConversations(await measureConversations(database, plan));
  }
  for (const kind of kinds) {
    for (const processes of values.processes?.split(',').map(Number) ?? new Set([1, database.maxProcesses])) {
      if (!only.includes(kind)) continue;
      console.log(`\n${titles[kind]}, ${processes} process(es)\n`);
      const plan: Plan = {
        kind,
        processes,
        connections: connections ?? (kind === 'turns' ? [1, 10, 50, 200] : [10, 50]),
        rounds,
        seconds,
        profiles: values.profile,
        untilQuiet: kind === 'emails' ? receiver.untilQuiet : async () => {},
        share,
      };
      printThroughput(database, await measureThroughput(database, plan));
    }
  }
  if (!only.includes('growth')) return;
  console.log(`\nEnded executions in the database, 1 process, ${growthConnections} connections\n`);
  printGrowth(await measureGrowth(database, { sizes, rounds, seconds }));
}

/** The floor uses each once, and takes some 5,000 a second on a fast machine; a cluster is measured by replayed statements. */
function recordedConversations(): number {
  return values.on === 'citus' ? recorded : Math.round(8_000 * (seconds + 1));
}

function statementsEach(list: RecordedSql): string {
  const statements = list.reduce((sum, each) => sum + each.statements.length, 0);
  return list.length === 0 ? '–' : (statements / list.length).toFixed(1);
}

function printThroughput(database: BenchDatabase, rows: readonly Round[]): void {
  const groupedHeader = database.maxProcesses === 1 ? 'bare, grouped so' : 'bare, sent at once';
  const head = ['connections', 'a second', 'p50 / p99 ms', 'bare, a commit each', 'ratio'];
  const groupColumn = database.maxProcesses === 1 ? ['in a commit'] : ['database: processor ms'];
  printTable(
    [...head, ...groupColumn, groupedHeader, 'ratio'],
    rows.map(({ connections, result, group, databaseMs, single, grouped }) => [
      connections,
      formatInteger(result.perSecond),
      `${result.p50.toFixed(1)} / ${result.p99.toFixed(1)}`,
      formatInteger(single),
      (result.perSecond / single).toFixed(2),
      group === null ? databaseMs.toFixed(2) : group.toFixed(1),
      formatInteger(grouped),
      (result.perSecond / grouped).toFixed(2),
    ]),
  );
}

function printConversations(rows: readonly ConversationRow[]): void {
  const figures = ({ perSecond, p50, p99, cpuMs }: ConversationRow['service']) => [
    formatInteger(perSecond),
    `${p50.toFixed(1)} / ${p99.toFixed(1)}`,
    cpuMs.toFixed(2),
  ];
  const head = ['a second', 'p50 / p99 ms', 'processor ms'];
  printTable(
    ['connections', ...head, ...head.map((title) => `floor: ${title}`), 'ratio'],
    rows.map(({ connections, service, floor }) => [
      connections,
      ...figures(service),
      ...figures(floor),
      (service.perSecond / floor.perSecond).toFixed(2),
    ]),
  );
}

function printGrowth(rows: readonly GrowthRow[]): void {
  const [first] = rows;
  const against = (part: (row: GrowthRow) => number, row: GrowthRow) =>
    first === undefined ? '' : (part(row) / part(first)).toFixed(2);
  const cost = ({ result }: GrowthRow) => 1_000 / result.perSecond;
  const bare = ({ baseline }: GrowthRow) => 1_000 / baseline;
  printTable(
    [
      ...['ended', 'turns/s', 'ms a turn', `to ${formatInteger(first?.ended ?? 0)}`, 'p50 / p99 ms'],
      ...['bare ms a turn', `to ${formatInteger(first?.ended ?? 0)}`, 'filled in s'],
    ],
    rows.map((row) => [
      formatInteger(row.ended),
      formatInteger(row.result.perSecond),
      cost(row).toFixed(2),
      against(cost, row),
      `${row.result.p50.toFixed(1)} / ${row.result.p99.toFixed(1)}`,
      bare(row).toFixed(2),
      against(bare, row),
      formatInteger(row.filling),
    ]),
  );
}

function formatInteger(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** Prints a Markdown table for docs/performance.md. */
function printTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  for (const cells of [head, head.map(() => '---'), ...rows]) console.log(`| ${cells.join(' | ')} |`);
}

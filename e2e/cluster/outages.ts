/**
 * One tour: PostgreSQL is gone for `goneMs` and later falls silent, while clients go on asking three servers that
 * nobody touches. Whoever asks hears 2xx, or 503 with Retry-After; what was acknowledged is there and goes on.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ServerProcess } from '../kill/server-process.ts';
import { Askers } from './askers.ts';
import { Client } from './client.ts';
import { countSteps, type Entry, listAll, until, untilOver } from './counting.ts';
import type { ClusterPostgres } from './postgres.ts';
import { addFlow, environmentOf, Receiver } from './setting.ts';
import type { Counts } from './tour.ts';

const silentMs = 10_000;
const quietMs = 3_000;
/** PostgreSQL ends a transaction that nobody goes on with after 15 s. */
const forgottenMs = 20_000;

/** Gives what was counted, and what some of that must be. */
export async function runOutages(
  postgres: ClusterPostgres,
  ports: readonly number[],
  environment: Record<string, string>,
  goneMs: number,
): Promise<{ counts: Counts; wanted: Counts }> {
  const receiver = await Receiver.start();
  const servers = ports.map((port) => new ServerProcess(environmentOf(port, environment)));
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  const client = new Client(urls);
  const startedAt = performance.now();
  try {
    await Promise.all(servers.map((server) => server.start()));
    const flow = await addFlow(client, receiver.url);
    const askers = new Askers(urls, flow);
    askers.start();
    const felt = await takeAway(postgres, askers, goneMs);
    await askers.stop();
    const stuck = await untilOver(client, flow);
    const halfFinished = await countHalfFinished(postgres.url);
    const steps = await countSteps(client, flow);
    const contacts = (await listAll(client, `/v2/Flows/${flow}/Executions?PageSize=1000`, 'executions')).map(
      (each: Entry) => String(each.contact_channel_address),
    );
    for (const each of new Set(askers.others)) console.log(`  ${each}`);
    const { counts } = askers;
    return {
      counts: {
        'answers 2xx': counts['2xx'],
        '503 with Retry-After while gone': felt.gone,
        '503 with Retry-After while silent': felt.silent,
        'other answers': counts.other,
        'no answer': counts.none,
        'seconds, the longest answer': Math.round(askers.longestMs / 1_000),
        'starts acknowledged': askers.acknowledged.length,
        'acknowledged and not there': askers.acknowledged.filter((each) => !contacts.includes(each)).length,
        'there and not acknowledged': contacts.filter((each) => !askers.acknowledged.includes(each)).length,
        'contacts with two executions': contacts.length - new Set(contacts).size,
        ...{ doubled: steps.doubled, 'on another path': steps.strayed, stuck },
        'HTTP effects': receiver.asked,
        'HTTP effects repeated': receiver.repeated,
        'transactions left half finished': halfFinished,
        'outages that nobody felt': [felt.gone, felt.silent].filter((count) => count === 0).length,
        seconds: Math.round((performance.now() - startedAt) / 1_000),
      },
      wanted: {
        ...{ 'other answers': 0, 'no answer': 0, 'acknowledged and not there': 0 },
        ...{ 'contacts with two executions': 0, doubled: 0, 'on another path': 0, stuck: 0 },
        'HTTP effects': contacts.length * 3,
        ...{ 'transactions left half finished': 0, 'outages that nobody felt': 0 },
      },
    };
  } finally {
    await Promise.all(servers.map((server) => server.kill()));
    receiver.stop();
  }
}

/** Takes it away twice, and gives how many heard of it each time. */
async function takeAway(postgres: ClusterPostgres, { counts }: Askers, goneMs: number) {
  const refused = () => counts['503 with Retry-After'];
  await sleep(quietMs);
  postgres.stop('fast');
  await sleep(goneMs);
  postgres.start();
  await sleep(quietMs);
  const gone = refused();
  postgres.freeze();
  try {
    await sleep(silentMs);
  } finally {
    postgres.thaw();
  }
  await sleep(quietMs);
  return { gone, silent: refused() - gone };
}

/** Sessions that still hold a transaction open when it has had time to end. */
async function countHalfFinished(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let count = 0;
    await until(async () => {
      const { rows } = await client.query<{ count: string }>(
        "select count(*) as count from pg_stat_activity where xact_start < now() - interval '1 second'",
      );
      count = Number(rows[0]?.count);
      return count === 0;
    }, forgottenMs);
    return count;
  } finally {
    await client.end();
  }
}

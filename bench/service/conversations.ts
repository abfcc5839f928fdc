/**
 * Measures messages of new contacts, each of which begins an execution that replies and ends, beside a web server that
 * only keeps the same rows: the same load, one after the other in each round.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import type { BenchDatabase } from './bench-database.ts';
import { freePort } from './free-port.ts';
import type { LoadResult } from './load.ts';
import { fileOf, load, startProcess, startServers, stopAll, type Usage, usageOf } from './servers.ts';
import { freshContacts } from './sql-recording.ts';
import { medianRound } from './throughput.ts';

export type ConversationPlan = {
  connections: readonly number[];
  rounds: number;
  seconds: number;
  profiles?: string | undefined;
};

/** `cpuMs` is the processor time of one conversation in the server's process. */
export type Measured = LoadResult & { cpuMs: number };

export type ConversationRow = { connections: number; service: Measured; floor: Measured };

/** Returns the median round for each number of connections. */
export async function measureConversations(
  database: BenchDatabase,
  plan: ConversationPlan,
): Promise<ConversationRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-floor-'));
  const file = join(folder, 'recording');
  writeFileSync(file, serialize(database.recording.conversations));
  try {
    const rows: ConversationRow[] = [];
    for (const connections of plan.connections) {
      const rounds: ConversationRow[] = [];
      while (rounds.length < plan.rounds) {
        const service = await measureService(database, plan, connections);
        const floor = await measureFloor(database, file, plan, connections);
        rounds.push({ connections, service, floor });
      }
      rows.push(medianRound(rounds, (round) => round.service.perSecond / round.floor.perSecond));
    }
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureService(
  database: BenchDatabase,
  { seconds, profiles }: ConversationPlan,
  connections: number,
): Promise<Measured> {
  const copy = await database.copy();
  const servers = await startServers(copy, database.recording.flows, 1, profiles);
  try {
    return await measure(servers.webhooks.greeting, servers.usage, connections, seconds);
  } finally {
    await servers.stop();
    await copy.remove();
  }
}

async function measureFloor(
  database: BenchDatabase,
  recording: string,
  { seconds }: ConversationPlan,
  connections: number,
): Promise<Measured> {
  const copy = await database.copy();
  const port = await freePort();
  const environment = { PORT: String(port), RECORDING: recording, ...copy.environment };
  const child = await startProcess([], fileOf('floor-server.ts'), environment);
  try {
    return await measure([`http://127.0.0.1:${port}/`], () => usageOf(child), connections, seconds);
  } finally {
    await stopAll([child]);
    await copy.remove();
  }
}

/** A second at most of the same load goes before, so that the code is compiled. */
async function measure(
  urls: string[],
  usage: () => Promise<Usage>,
  connections: number,
  seconds: number,
): Promise<Measured> {
  const post = (firstContact: number, during: number) =>
    load({
      ...{ kind: 'conversations', urls, connections, seconds: during },
      ...{ firstContact, contacts: 0, firstTurn: 0 },
    });
  const { next } = await post(freshContacts, Math.min(1, seconds));
  await usage();
  const result = await post(next, seconds);
  const { cpuMs } = await usage();
  return { ...result, cpuMs: cpuMs / result.done };
}

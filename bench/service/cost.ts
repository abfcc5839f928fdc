/**
 * Processor time of message turns and of starts by the REST API, in a server with something and in one without, one after the
 * other in each round: what a second has of them varies with the disk by much more than most things cost.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchDatabase } from './bench-database.ts';
import { type Servers, startServers } from './servers.ts';
import { loadContacts } from './sql-recording.ts';
import { prepareSqlite } from './sqlite-database.ts';
import { createLoad } from './throughput.ts';

export type CostPlan = { rounds: number; seconds: number; connections: number };

/** What is compared: the environments of both servers, and what each is from, the built server without it. */
export type Compared = {
  /** What the one has, in words behind "with". */
  title: string;
  with: Readonly<Record<string, string>>;
  without: Readonly<Record<string, string>>;
  program?: string;
  kinds: readonly ('turns' | 'starts')[];
};

/** What it leaves of the work that a processor does, and of those in a second, 1 where it costs nothing: medians of the rounds. */
export type Cost = { kind: 'turns' | 'starts'; ratio: number; perSecondRatio: number };

/** On an embedded database of its own. */
export async function measureEmbeddedCost(compared: Compared, plan: CostPlan): Promise<Cost[]> {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-bench-cost-'));
  try {
    const counts = { turns: 1_000, starts: 1_000, conversations: 0 };
    return await measureCost(await prepareSqlite(folder, counts), compared, plan);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function measureCost(
  database: BenchDatabase,
  { title, program, kinds, ...environments }: Compared,
  plan: CostPlan,
): Promise<Cost[]> {
  const start = async (environment: Readonly<Record<string, string>>) => {
    const copy = await database.copy();
    const served = { ...copy, environment: { ...copy.environment, ...environment } };
    return { copy, servers: await startServers(served, database.recording.flows, 1, undefined, program) };
  };
  const both = { with: await start(environments.with), without: await start(environments.without) };
  const costs: Cost[] = [];
  try {
    for (const kind of kinds) {
      const loads = [loadOf(both.with.servers, kind), loadOf(both.without.servers, kind)] as const;
      costs.push(await measureKind(kind, title, plan, loads));
    }
  } finally {
    for (const { copy, servers } of Object.values(both)) {
      await servers.stop();
      await copy.remove();
    }
  }
  return costs;
}

type Load = ReturnType<typeof loadOf>;

async function measureKind(
  kind: Cost['kind'],
  title: string,
  { rounds, seconds, connections }: CostPlan,
  [loadWith, loadWithout]: readonly [Load, Load],
): Promise<Cost> {
  // Warm-up: the servers compile their code, and every contact has written in the way of its server.
  for (const load of [loadWith, loadWithout])
    for (let done = 0; done < 2 * loadContacts; ) done += (await load(connections, 2)).done;
  const ratios: Pick<Cost, 'ratio' | 'perSecondRatio'>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [own, other] =
      round % 2 === 0
        ? [await loadWith(connections, seconds), await loadWithout(connections, seconds)]
        : [await loadWithout(connections, seconds), await loadWith(connections, seconds)].toReversed();
    if (own === undefined || other === undefined) continue;
    ratios.push({ ratio: other.cpuMs / own.cpuMs, perSecondRatio: own.perSecond / other.perSecond });
    const [text, otherText] = [own, other].map(
      ({ cpuMs, perSecond }) => `${cpuMs.toFixed(3)} ms (${perSecond.toFixed(0)} a second)`,
    );
    console.log(`${kind}: ${text} with ${title}, ${otherText} without`);
  }
  return {
    kind,
    ratio: median(ratios.map(({ ratio }) => ratio)),
    perSecondRatio: median(ratios.map(({ perSecondRatio }) => perSecondRatio)),
  };
}

export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;

/** Applies load and returns what the server did of it in a second, and its processor time for one, in ms. */
function loadOf(servers: Servers, kind: 'turns' | 'starts') {
  const load = createLoad(servers, kind);
  return async (connections: number, seconds: number) => {
    await servers.usage();
    const { done, perSecond } = await load(connections, seconds);
    const { cpuMs } = await servers.usage();
    return { done, perSecond, cpuMs: cpuMs / done };
  };
}

/**
 * Processor time of message turns and of starts by the REST API, in a server with something and in one without, one after the
 * other in each round: what a second has of them varies with the disk by much more than most things cost.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Servers, startServers } from './servers.ts';
import { prepareSqlite } from './sqlite-database.ts';
import { createLoad } from './throughput.ts';

export type CostPlan = { rounds: number; seconds: number; connections: number };

type Compared = {
  /** What the one has. */
  title: string;
  /** The environment of the one and of the other. */
  with: Record<string, string>;
  without: Record<string, string>;
  program?: string;
  kinds: readonly ('turns' | 'starts')[];
};

/** What is left of the work that a processor does, 1 where it costs nothing: the median of the rounds. */
export type Cost = { kind: 'turns' | 'starts'; ratio: number; perSecondRatio: number };

export async function measureCost(compared: Compared, plan: CostPlan): Promise<Cost[]> {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-bench-cost-'));
  try {
    const database = await prepareSqlite(folder, { turns: 1_000, starts: 1_000, conversations: 0 });
    const start = async (environment: Record<string, string>) => {
      const copy = await database.copy();
      const servers = await startServers(
        { ...copy, environment: { ...copy.environment, ...environment } },
        database.recording.flows,
        1,
        undefined,
        compared.program,
      );
      return { copy, servers };
    };
    const both = { with: await start(compared.with), without: await start(compared.without) };
    try {
      const costs: Cost[] = [];
      for (const kind of compared.kinds)
        costs.push(
          await measureKind(kind, compared.title, plan, [
            loadOf(both.with.servers, kind),
            loadOf(both.without.servers, kind),
          ]),
        );
      return costs;
    } finally {
      for (const { copy, servers } of Object.values(both)) {
        await servers.stop();
        await copy.remove();
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Load = ReturnType<typeof loadOf>;

async function measureKind(
  kind: Cost['kind'],
  title: string,
  { rounds, seconds, connections }: CostPlan,
  [loadWith, loadWithout]: readonly [Load, Load],
): Promise<Cost> {
  // Warm-up: the servers compile their code.
  for (const load of [loadWith, loadWithout]) await load(connections, 2);
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
    return { perSecond, cpuMs: cpuMs / done };
  };
}

/**
 * Processor time of message turns and of starts by the REST API, in a server with something and in one without, one after the
 * other in each round: what a second has of them varies with the disk by much more than most things cost.
 */

import type { BenchDatabase } from './bench-database.ts';
import { type Servers, startServers } from './servers.ts';
import { loadContacts } from './sql-recording.ts';
import { createLoad } from './throughput.ts';

export type CostPlan = { rounds: number; seconds: number; connections: number };

/** What is compared: the environments of both servers, and what each is from, the built server without it. */
export type Compared = {
  /** In words, behind "with" and "without". */
  name: string;
  with: Readonly<Record<string, string>>;
  without: Readonly<Record<string, string>>;
  program?: string;
};

/** What it leaves of the work that a processor does, and of those in a second, 1 where it costs nothing: medians of the rounds. */
export type Cost = { kind: 'turns' | 'starts'; ratio: number; perSecondRatio: number };

export async function measureCost(
  database: BenchDatabase,
  { name, program, ...environments }: Compared,
  { rounds, seconds, connections }: CostPlan,
): Promise<Cost[]> {
  const start = async (environment: Readonly<Record<string, string>>) => {
    const copy = await database.copy();
    const served = { ...copy, environment: { ...copy.environment, ...environment } };
    return { copy, servers: await startServers(served, database.recording.flows, 1, undefined, program) };
  };
  const both = { with: await start(environments.with), without: await start(environments.without) };
  const costs: Cost[] = [];
  try {
    for (const kind of ['turns', 'starts'] as const) {
      const loadWith = loadOf(both.with.servers, kind);
      const loadWithout = loadOf(both.without.servers, kind);
      // Warm-up: the servers compile their code, and every contact has written in the way of its server.
      for (const load of [loadWith, loadWithout])
        for (let done = 0; done < 2 * loadContacts; ) done += (await load(connections, 2)).done;
      const ratios: { ratio: number; perSecondRatio: number }[] = [];
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
        console.log(`${kind}: ${text} with ${name}, ${otherText} without`);
      }
      costs.push({
        kind,
        ratio: median(ratios.map(({ ratio }) => ratio)),
        perSecondRatio: median(ratios.map(({ perSecondRatio }) => perSecondRatio)),
      });
    }
  } finally {
    for (const { copy, servers } of Object.values(both)) {
      await servers.stop();
      await copy.remove();
    }
  }
  return costs;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

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

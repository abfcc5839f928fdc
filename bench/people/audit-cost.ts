/**
 * Processor time of message turns and of starts by the REST API, in a server with the audit log and in one without, one after the
 * other in each round: what a second has of them varies with the disk by much more than the log could cost. Both run from their
 * sources, as the log is left out of a module of them.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Servers, startServers } from '../service/servers.ts';
import { prepareSqlite } from '../service/sqlite-database.ts';
import { createLoad } from '../service/throughput.ts';

const sources = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url));
const without = `--import ${new URL('./without-audit.ts', import.meta.url)}`;

export type AuditPlan = { rounds: number; seconds: number; connections: number };

/** What the audit log leaves of the work that a processor does, 1 where it costs nothing: the median of the rounds. */
export type AuditCost = { kind: 'turns' | 'starts'; ratio: number };

export async function measureAuditCost({ rounds, seconds, connections }: AuditPlan): Promise<AuditCost[]> {
  const costs: AuditCost[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-bench-audit-'));
  try {
    const database = await prepareSqlite(folder, { turns: 1_000, starts: 1_000, conversations: 0 });
    const start = async (environment: Record<string, string>) => {
      const copy = await database.copy();
      const servers = await startServers(
        { ...copy, environment: { ...copy.environment, ...environment } },
        database.recording.flows,
        1,
        undefined,
        sources,
      );
      return { copy, servers };
    };
    const both = { with: await start({}), without: await start({ NODE_OPTIONS: without }) };
    try {
      for (const kind of ['turns', 'starts'] as const) {
        const loadWith = loadOf(both.with.servers, kind);
        const loadWithout = loadOf(both.without.servers, kind);
        // Warm-up: the servers compile their code.
        for (const load of [loadWith, loadWithout]) await load(connections, 2);
        const ratios: number[] = [];
        for (let round = 0; round < rounds; round += 1) {
          const [own, other] =
            round % 2 === 0
              ? [await loadWith(connections, seconds), await loadWithout(connections, seconds)]
              : [await loadWithout(connections, seconds), await loadWith(connections, seconds)].toReversed();
          if (own === undefined || other === undefined) continue;
          ratios.push(other.cpuMs / own.cpuMs);
          const [text, otherText] = [own, other].map(
            ({ cpuMs, perSecond }) => `${cpuMs.toFixed(3)} ms (${perSecond.toFixed(0)} a second)`,
          );
          console.log(`${kind}: ${text} with the audit log, ${otherText} without`);
        }
        const median = ratios.toSorted((one, other) => one - other)[ratios.length >> 1] ?? Number.NaN;
        costs.push({ kind, ratio: median });
      }
    } finally {
      for (const { copy, servers } of Object.values(both)) {
        await servers.stop();
        await copy.remove();
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return costs;
}

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

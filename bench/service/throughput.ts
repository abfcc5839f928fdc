/** Message turns and starts a second at several numbers of connections, each beside its bare SQL in the same round. */

import type { BenchDatabase, SqlBaseline } from './bench-database.ts';
import type { LoadResult } from './load.ts';
import { load, type Servers, startServers } from './servers.ts';
import { freshContacts, loadContacts, recordedContacts } from './sql-recording.ts';

export type Plan = {
  kind: 'turns' | 'starts';
  processes: number;
  connections: readonly number[];
  rounds: number;
  seconds: number;
  profiles?: string | undefined;
};

/** What was measured at one time: the service, and both kinds of bare SQL right after it. */
export type Round = {
  connections: number;
  result: LoadResult;
  /** Writes in one commit of the service, null on PostgreSQL, which does not tell. */
  group: number | null;
  /** One statement after the other and a commit each. */
  single: number;
  /** As many in a commit as the service had; on PostgreSQL, all statements of a turn sent at once. */
  grouped: number;
};

/** Connections that a process opens to PostgreSQL unless it is told otherwise: as many callers has its bare SQL. */
const poolSize = 10;

/** The middle round for each number of connections. */
export async function measureThroughput(database: BenchDatabase, plan: Plan): Promise<Round[]> {
  const copy = await database.copy();
  const servers = await startServers(copy, database.recording.flow, plan.processes, plan.profiles);
  try {
    const applyLoad = createLoad(servers, plan.kind);
    // Not measured: by then the servers have compiled their code.
    await applyLoad(10, Math.min(2, plan.seconds));
    const rows: Round[] = [];
    for (const connections of plan.connections) {
      const rounds: Round[] = [];
      while (rounds.length < plan.rounds) {
        await servers.commits();
        const result = await applyLoad(connections, plan.seconds);
        const commits = await servers.commits();
        const group = database.maxProcesses === 1 ? result.done / commits : null;
        rounds.push({
          connections,
          result,
          group,
          ...(await measureBaseline(database, plan, connections, group)),
        });
      }
      rows.push(medianRound(rounds, (round) => round.result.perSecond / round.grouped));
    }
    return rows;
  } finally {
    await servers.stop();
    await copy.remove();
  }
}

/** Puts load on, each time with messages or contacts that were not there before. */
export function createLoad(servers: Servers, kind: Plan['kind'], firstTurn = 1) {
  let next = kind === 'turns' ? firstTurn : freshContacts;
  return async (connections: number, seconds: number): Promise<LoadResult> => {
    const result = await load({
      kind,
      urls: kind === 'turns' ? servers.webhooks : servers.starts,
      connections,
      seconds,
      firstContact: kind === 'turns' ? recordedContacts : next,
      contacts: loadContacts,
      firstTurn: next,
    });
    next = result.next;
    return result;
  };
}

async function measureBaseline(
  database: BenchDatabase,
  { kind, processes }: Plan,
  connections: number,
  group: number | null,
): Promise<Pick<Round, 'single' | 'grouped'>> {
  const callers = Math.min(connections, processes * poolSize);
  const run = async (baseline: SqlBaseline) => {
    const copy = await database.copy();
    const perSecond = await copy.replay(database.recording[kind], baseline);
    await copy.remove();
    return perSecond;
  };
  const single = await run({ callers, group: 1, pipelined: false });
  if (group !== null && group < 1.1) return { single, grouped: single };
  return { single, grouped: await run({ callers, group: group ?? 1, pipelined: true }) };
}

export function medianRound<T>(rounds: T[], shareOf: (round: T) => number): T {
  const sorted = rounds.toSorted((one, other) => shareOf(one) - shareOf(other));
  const middle = sorted[sorted.length >> 1];
  if (middle === undefined) throw new Error('Nothing was measured.');
  return middle;
}

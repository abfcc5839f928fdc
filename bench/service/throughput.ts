/** Measures message turns, starts, conversations and received emails per second at several numbers of connections, each against bare SQL in the same round. */

import type { BenchDatabase, SqlBaseline } from './bench-database.ts';
import type { LoadResult } from './load.ts';
import { load, type Servers, startServers } from './servers.ts';
import { freshContacts, loadContacts, recordedContacts } from './sql-recording.ts';

export type Kind = 'turns' | 'starts' | 'conversations' | 'emails';

export type Plan = {
  kind: Kind;
  processes: number;
  connections: readonly number[];
  rounds: number;
  seconds: number;
  profiles?: string | undefined;
  /** Resolves once what the load before has caused is over. */
  untilQuiet(): Promise<void>;
  /** Percentage of a core that each server process may use; all of it where undefined. */
  share?: number | undefined;
};

/** One round: the service, and both baselines right after it. */
export type Round = {
  connections: number;
  result: LoadResult;
  /** Writes in one commit of the service; unknown (null) on PostgreSQL. */
  group: number | null;
  /** Processor time of the database's own processes for one turn or start, in ms; 0 where it has none. */
  databaseMs: number;
  /** Baseline with sequential statements and one commit per turn. */
  single: number;
  /** Baseline with the service's commit group size; on PostgreSQL, with pipelined statements. */
  grouped: number;
};

/** The default pool size of a process on PostgreSQL, and the number of callers of the baseline. */
const poolSize = 10;

/** Returns the median round for each number of connections. */
export async function measureThroughput(database: BenchDatabase, plan: Plan): Promise<Round[]> {
  const copy = await database.copy();
  const servers = await startServers(copy, database.recording.flows, plan.processes, plan.profiles);
  try {
    const applyLoad = createLoad(servers, plan.kind);
    const warmUpSeconds = database.warmUpSeconds * plan.processes;
    await applyLoad(10, warmUpSeconds * (plan.share === undefined ? 1 : 3));
    // Not before: at a share of a core the code would be compiled for many times as long.
    if (plan.share !== undefined) servers.holdToShare(plan.share);
    const rows: Round[] = [];
    for (const connections of plan.connections) {
      const rounds: Round[] = [];
      while (rounds.length < plan.rounds) {
        await plan.untilQuiet();
        await servers.usage();
        const databaseBefore = database.processorMs();
        const result = await database.atShare(() => applyLoad(connections, plan.seconds));
        const { commits } = await servers.usage();
        const databaseMs = (database.processorMs() - databaseBefore) / result.done;
        const group = database.maxProcesses === 1 ? result.done / commits : null;
        rounds.push({
          connections,
          result,
          group,
          databaseMs,
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

/** Returns a load function that uses new messages or contacts at each call. */
export function createLoad(servers: Servers, kind: Plan['kind'], firstTurn = 1) {
  let next = kind === 'turns' ? firstTurn : freshContacts;
  return async (connections: number, seconds: number): Promise<LoadResult> => {
    const result = await load({
      kind,
      urls: urlsOf(servers, kind),
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

function urlsOf({ webhooks, starts, smtp }: Servers, kind: Kind): string[] {
  return { turns: webhooks.loop, starts, conversations: webhooks.greeting, emails: smtp }[kind];
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
    const perSecond = await database.atShare(() => copy.replay(database.recording[kind], baseline));
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

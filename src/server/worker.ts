/** Looks for what is due, jobs and timers, and has it done. Every process runs one. */

import { performJob } from './performers.ts';
import { leaseMs } from './runner/effects.ts';
import type { Tools } from './runner/performer.ts';
import { fireTimer } from './runner/timers.ts';
import type { Host } from './service/host.ts';
import { dueExecutions } from './store/executions.ts';
import { claimJobs, nextClaim, releaseLeases } from './store/jobs.ts';

/** How late a timer or a job of another process may be taken up. */
const lookEveryMs = 250;
const maxJobsAtOnce = 64;

export type Worker = {
  /** Looks now instead of at the next round. */
  wake(): void;
  /** Begins nothing more, and resolves when what was begun is done. */
  stop(): Promise<void>;
};

/**
 * Starts the rounds. `tools` are what jobs are carried out with. On the embedded database, which this process
 * has for itself, the leases of the one before are void.
 */
export function startWorker(host: Host, tools: Tools): Worker {
  const running = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | null = null;
  let again = false;
  let stopped = false;

  const track = (job: Promise<void>, about: object) => {
    const done = job
      .catch((error: unknown) => host.log.error({ err: error, ...about }, 'What was due could not be done'))
      .finally(() => running.delete(done));
    running.add(done);
    return done;
  };

  const look = async () => {
    await startJobs(host, tools, maxJobsAtOnce - running.size, track);
    const due = await dueExecutions(host.database.read, host.clock.now());
    await Promise.all(due.map((sid) => track(fireTimer(host, sid), { execution: sid })));
  };

  const run = async () => {
    do {
      again = false;
      await look().catch((error: unknown) => host.log.error({ err: error }, 'The worker could not look'));
    } while (again && !stopped);
    round = null;
    if (!stopped) timer = setTimeout(begin, lookEveryMs);
  };

  const begin = () => {
    if (stopped) return;
    again = true;
    if (round !== null) return;
    clearTimeout(timer);
    round = run();
  };

  round = recover(host)
    .catch((error: unknown) => host.log.error({ err: error }, 'Leases could not be released'))
    .then(run);
  return {
    wake: begin,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await round;
      await Promise.all(running);
    },
  };
}

async function recover(host: Host): Promise<void> {
  if (host.database.dialect === 'sqlite') await host.database.write(releaseLeases);
}

async function startJobs(
  host: Host,
  tools: Tools,
  limit: number,
  track: (job: Promise<void>, about: object) => unknown,
): Promise<void> {
  const now = host.clock.now();
  const next = await nextClaim(host.database.read);
  if (limit <= 0 || next === null || next > now) return;
  const jobs = await host.database.write((tx) => claimJobs(tx, { now, leaseUntil: now + leaseMs, limit }));
  for (const job of jobs) track(performJob(host, tools, job), { job: job.key });
}

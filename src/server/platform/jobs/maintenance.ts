/** Maintenance tasks: periodic cleanup. Every process tries; a lease in the database lets one at a time run a task. */

import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from '../errors.ts';
import type { ServiceContext } from '../service-context.ts';
import { claimMaintenanceTask, completeMaintenanceTask, findMaintenanceTask } from './maintenance-store.ts';

/** Between two batches, so that those who wait for the database come first. */
const pauseMs = 25;

export type MaintenanceTask = {
  /** For the log. */
  name: string;
  intervalMs(ctx: ServiceContext): number;
  /**
   * Runs what is due, if it is time and no other process is at it. Waits for `pause` between batches and ends early,
   * after a batch, once `isStopping`; `signal` says the same to work that is no batch.
   */
  run(
    ctx: ServiceContext,
    pause: () => Promise<void>,
    isStopping: () => boolean,
    signal: AbortSignal,
  ): Promise<unknown>;
};

/**
 * Runs `work` if the task is due and no other process is at it; it is due again after `intervalMs`. A process that dies
 * leaves it to another one after that time.
 */
export async function runWhenDue(
  ctx: ServiceContext,
  { name, intervalMs }: { name: string; intervalMs: number },
  work: () => Promise<unknown>,
): Promise<void> {
  const now = ctx.clock.now();
  const held = now + intervalMs;
  if (!(await ctx.database.write((tx) => claimMaintenanceTask(tx, { name, now, leaseUntil: held })))) return;
  await work();
  await ctx.database.write((tx) =>
    completeMaintenanceTask(tx, { name, held, dueAt: held, now, outcome: '' }),
  );
}

/**
 * For one account, domain or the like that a task could not deal with: it is logged, and the others come next.
 * @throws the error where the database is unavailable, as it would be for all
 */
export function passOver(ctx: ServiceContext, task: string, error: unknown): void {
  if (error instanceof Refusal && error.kind === 'unavailable') throw error;
  ctx.log.error(
    { err: error, task },
    'A part of a maintenance task failed; the task goes on with the others',
  );
}

/** When the last run of a task that is run when it is due began; null before the first. */
export async function evaluatedAt({ database }: ServiceContext, name: string): Promise<number | null> {
  return (await findMaintenanceTask(database.read, name))?.ended_at ?? null;
}

export type Maintenance = {
  /** Begins nothing more, and resolves when what was begun is done. */
  stop(): Promise<void>;
};

/** Runs each task at its interval until `stop`. A task that throws is logged and runs again at its next interval. */
export function startMaintenance(ctx: ServiceContext, tasks: readonly MaintenanceTask[]): Maintenance {
  const stopping = new AbortController();
  const { signal } = stopping;
  // Aborted by `stop`, which the loop checks by itself.
  const sleep = (ms: number) => wait(ms, undefined, { signal }).catch(() => {});
  const repeat = async ({ name, intervalMs, run }: MaintenanceTask) => {
    while (!signal.aborted) {
      try {
        await run(
          ctx,
          () => sleep(pauseMs),
          () => signal.aborted,
          signal,
        );
      } catch (error) {
        ctx.log.error({ err: error, task: name }, 'Maintenance task failed; it runs again at its interval');
      }
      await sleep(intervalMs(ctx));
    }
  };
  const running = tasks.map(repeat);
  return {
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

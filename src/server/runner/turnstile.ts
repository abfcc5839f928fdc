/** Lets a request wait until an execution has moved on in this process. Rows stay the truth. */

const waiting = new Map<string, Set<() => void>>();

/** Says that these executions have moved; call it after the commit. */
export function announce(executions: Iterable<string>): void {
  for (const sid of executions) for (const resolve of waiting.get(sid) ?? []) resolve();
}

export type Gate = {
  /** Resolves once the execution has moved since `watch`, or after `ms` milliseconds. */
  opened(ms: number): Promise<void>;
  close(): void;
};

/** Begins to listen for an execution. Begin before looking at its row, so that nothing is missed in between. */
export function watch(execution: string): Gate {
  const { promise, resolve } = Promise.withResolvers<void>();
  const group = waiting.get(execution) ?? new Set();
  waiting.set(execution, group.add(resolve));
  return {
    async opened(ms) {
      const timer = setTimeout(resolve, ms);
      await promise;
      clearTimeout(timer);
    },
    close() {
      group.delete(resolve);
      if (group.size === 0 && waiting.get(execution) === group) waiting.delete(execution);
    },
  };
}

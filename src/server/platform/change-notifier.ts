/** Lets somebody wait until an execution, or any of an account, has moved on in this process. Rows stay the truth. */

const waiting = new Map<string, Set<() => void>>();

/** Says that these have moved, by their SIDs; call it after the commit. */
export function announce(moved: Iterable<string>): void {
  for (const sid of moved) for (const resolve of waiting.get(sid) ?? []) resolve();
}

/** Says that anything may have moved. */
export function announceAll(): void {
  announce([...waiting.keys()]);
}

/** The channel on which processes tell each other the SIDs of what has moved. */
export const movedHint = 'moved';

export type Gate = {
  /** Resolves once it has moved since `watch`, or after `ms` milliseconds. */
  opened(ms: number): Promise<void>;
  close(): void;
};

/** Begins to listen for a SID. Begin before looking at rows, so that nothing is missed in between. */
export function watch(sid: string): Gate {
  const { promise, resolve } = Promise.withResolvers<void>();
  const group = waiting.get(sid) ?? new Set();
  waiting.set(sid, group.add(resolve));
  return {
    async opened(ms) {
      const timer = setTimeout(resolve, ms);
      await promise;
      clearTimeout(timer);
    },
    close() {
      group.delete(resolve);
      if (group.size === 0 && waiting.get(sid) === group) waiting.delete(sid);
    },
  };
}

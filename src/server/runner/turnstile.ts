/** Lets a request wait until an execution has moved on in this process. Rows stay the truth. */

const waiting = new Map<string, Set<() => void>>();

/** Says that these executions have moved; call it after the commit. */
export function announce(executions: Iterable<string>): void {
  for (const sid of executions) for (const resolve of waiting.get(sid) ?? []) resolve();
}

/**
 * Resolves when one of the executions has been announced, or after `ms` milliseconds: another process may
 * have moved it, so look at the row again then.
 */
export async function movement(executions: readonly string[], ms: number): Promise<void> {
  let wake: () => void = () => {};
  const moved = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const timer = setTimeout(wake, ms);
  for (const sid of executions) {
    const group = waiting.get(sid) ?? new Set();
    waiting.set(sid, group.add(wake));
  }
  await moved;
  clearTimeout(timer);
  for (const sid of executions) {
    const group = waiting.get(sid);
    group?.delete(wake);
    if (group?.size === 0) waiting.delete(sid);
  }
}

/** Reads the executions of a flow and their steps through the API, and counts them. */

import { setTimeout as sleep } from 'node:timers/promises';
import { expectedPath } from './flow.ts';
import type { RetryingClient } from './retrying-client.ts';

/** An execution must end within this time after the last start, or after another one has ended: busy machines have a backlog. */
const endTimeoutMs = 60_000;
/** Of all of them. */
const endAllTimeoutMs = 600_000;

/** Waits until no execution of the flow is active; returns how many still are when none ends any more. */
export async function waitUntilEnded(client: RetryingClient, flow: string): Promise<number> {
  let active = Number.POSITIVE_INFINITY;
  let endedAt = performance.now();
  await waitUntil(async () => {
    const page = `/v2/Flows/${flow}/Executions?Status=active&PageSize=1000`;
    const listed = await listAll(client, page, 'executions');
    const left = listed.filter((each) => each.status === 'active').length;
    if (left < active) endedAt = performance.now();
    active = left;
    return active === 0 || performance.now() - endedAt > endTimeoutMs;
  }, endAllTimeoutMs);
  return active;
}

/** Resolves when the condition holds, or after `ms`. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  ms: number,
  everyMs = 500,
): Promise<void> {
  const timeout = AbortSignal.timeout(ms);
  while (!timeout.aborted && !(await condition())) await sleep(everyMs);
}

export type ListEntry = Record<string, unknown>;

/** All entries of a list, page by page. */
export async function listAll(client: RetryingClient, path: string, key: string): Promise<ListEntry[]> {
  const all: ListEntry[] = [];
  for (let next: string | null = path; next !== null; ) {
    const { json } = await client.requestWithRetry(next);
    all.push(...((json[key] as ListEntry[] | undefined) ?? []));
    const url = (json.meta as { next_page_url: string | null } | undefined)?.next_page_url ?? null;
    next = url === null ? null : new URL(url).pathname + new URL(url).search;
  }
  return all;
}

/** Reads every step of every execution; counts duplicated steps, executions on another path, and each transition. */
export async function countSteps(client: RetryingClient, flow: string) {
  const executions = await listAll(client, `/v2/Flows/${flow}/Executions?PageSize=1000`, 'executions');
  const transitions = new Map<string, number>();
  const counts = { executions: executions.length, total: 0, duplicated: 0, otherPath: 0, transitions };
  const pending = executions.map(({ sid }) => String(sid));
  const read = async () => {
    for (let sid = pending.pop(); sid !== undefined; sid = pending.pop()) {
      const steps = await listAll(client, `/v2/Flows/${flow}/Executions/${sid}/Steps?PageSize=100`, 'steps');
      const path = steps.map((step) => `${step.transitioned_from} ${step.name}`);
      for (const step of steps) {
        const key = transitionKey(step.transitioned_from, step.name, step.transitioned_to);
        transitions.set(key, (transitions.get(key) ?? 0) + 1);
      }
      counts.total += path.length;
      counts.duplicated += path.length - new Set(path).size;
      if (path.toSorted().join() !== expectedPath.toSorted().join()) counts.otherPath += 1;
    }
  };
  await Promise.all(Array.from({ length: 8 }, read));
  return counts;
}

const transitionKey = (...parts: unknown[]) => parts.join(' ');

/**
 * How many counters of the flow, all of whose executions have ended, differ from the steps: those of transitions, of which
 * each is counted under the revision that the flow has, and those of widgets at which an execution is said to wait.
 */
export async function countWrongCounters(
  client: RetryingClient,
  flow: string,
  transitions: ReadonlyMap<string, number>,
): Promise<number> {
  const [traffic, resource] = await Promise.all([
    client.requestWithRetry(`/v1/Flows/${flow}/Traffic?Hours=168`),
    client.requestWithRetry(`/v2/Flows/${flow}`),
  ]);
  const waiting = traffic.json.waiting as ListEntry[];
  const counted = new Map(
    (traffic.json.passed as ListEntry[]).map(({ widget, event, target, revision, passed }) => [
      transitionKey(widget, event, target, ...(revision === resource.json.revision ? [] : [revision])),
      passed,
    ]),
  );
  const all = new Set([...counted.keys(), ...transitions.keys()]);
  return waiting.length + [...all].filter((key) => counted.get(key) !== transitions.get(key)).length;
}

/** Reads back what became of the executions of a flow, and counts. */

import { setTimeout as sleep } from 'node:timers/promises';
import { expectedPath } from './flow.ts';
import type { RetryingClient } from './retrying-client.ts';

/** How long after the last start everything must be over. */
const endTimeoutMs = 60_000;

/** How many executions of a flow have not ended in time. */
export async function waitUntilEnded(client: RetryingClient, flow: string): Promise<number> {
  let active = 0;
  await waitUntil(async () => {
    const page = `/v2/Flows/${flow}/Executions?Status=active&PageSize=1000`;
    active = (await listAll(client, page, 'executions')).filter((each) => each.status === 'active').length;
    return active === 0;
  }, endTimeoutMs);
  return active;
}

/** Resolves when it is so, or when the time is over. */
export async function waitUntil(isSo: () => boolean | Promise<boolean>, ms: number): Promise<void> {
  const late = AbortSignal.timeout(ms);
  while (!late.aborted && !(await isSo())) await sleep(500);
}

export type ListEntry = Record<string, unknown>;

/** Every entry of a list, page by page. */
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

/** Reads every step of every execution back. */
export async function countSteps(client: RetryingClient, flow: string) {
  const executions = await listAll(client, `/v2/Flows/${flow}/Executions?PageSize=1000`, 'executions');
  const counts = { executions: executions.length, total: 0, doubled: 0, strayed: 0 };
  const rest = executions.map(({ sid }) => String(sid));
  const read = async () => {
    for (let sid = rest.pop(); sid !== undefined; sid = rest.pop()) {
      const steps = await listAll(client, `/v2/Flows/${flow}/Executions/${sid}/Steps?PageSize=100`, 'steps');
      const path = steps.map((step) => `${step.transitioned_from} ${step.name}`);
      counts.total += path.length;
      counts.doubled += path.length - new Set(path).size;
      if (path.toSorted().join() !== expectedPath.toSorted().join()) counts.strayed += 1;
    }
  };
  await Promise.all(Array.from({ length: 8 }, read));
  return counts;
}

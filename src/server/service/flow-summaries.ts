/** The verb behind the page's list of flows. */

import { countActiveExecutions, listFlowsByChange } from '../store/flows.ts';
import type { FlowRow } from '../store/tables.ts';
import type { FlowDigest } from './flow-digest.ts';
import type { Caller, Host } from './host.ts';

export type FlowOverview = { flow: FlowRow; digest: FlowDigest; activeExecutions: number };

/** All flows of the account, what changed last first. */
export async function listFlowOverviews(host: Host, caller: Caller): Promise<FlowOverview[]> {
  const [flows, active] = await Promise.all([
    listFlowsByChange(host.database.read, caller.account),
    countActiveExecutions(host.database.read, caller.account),
  ]);
  return flows.map((flow) => ({
    flow,
    digest: JSON.parse(flow.digest) as FlowDigest,
    activeExecutions: active.get(flow.sid) ?? 0,
  }));
}

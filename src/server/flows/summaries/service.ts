/** Service function of the page's list of flows. */

import type { FlowRow } from '../../platform/database/schema/tables.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import type { FlowDigest } from '../digest.ts';
import { countActiveExecutions, listFlowsByChange } from '../store.ts';

export type FlowOverview = { flow: FlowRow; digest: FlowDigest; activeExecutions: number };

/** All flows of the account, what changed last first. */
export async function listFlowOverviews(ctx: ServiceContext, caller: Caller): Promise<FlowOverview[]> {
  const [flows, active] = await Promise.all([
    listFlowsByChange(ctx.database.replica, caller.account),
    countActiveExecutions(ctx.database.replica, caller.account),
  ]);
  return flows.map((flow) => ({
    flow,
    digest: JSON.parse(flow.digest) as FlowDigest,
    activeExecutions: active.get(flow.sid) ?? 0,
  }));
}

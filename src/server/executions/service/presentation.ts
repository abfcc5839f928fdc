/** Presents executions as the resources of the REST API. */

import type { ExecutionResource, ExecutionView } from '#api/executions/schemas.ts';
import { paths } from '#api/paths.ts';
import { readActingPerson } from '../../platform/acting-person.ts';
import type { ExecutionRow } from '../../platform/database/schema/tables.ts';
import { dateTime, dateTimeOrNull } from '../../platform/http/date-time.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { ExecutionDetails } from '../views/service.ts';
import { contactSid, contextOf, type ExecutionListRow } from './executions.ts';

/** The resource with its context. `base` is the URL at which this server was reached. */
export function presentExecution(
  ctx: ServiceContext,
  base: string,
  execution: ExecutionRow,
): ExecutionResource {
  return { ...presentExecutionSummary(base, execution), context: contextOf(ctx, execution) };
}

/** The resource as lists have it, without its context. */
export function presentExecutionSummary(base: string, row: ExecutionListRow): ExecutionResource {
  return {
    sid: row.sid,
    account_sid: row.account,
    flow_sid: row.flow,
    contact_channel_address: row.purged_at === null ? row.contact : null,
    contact_sid: contactSid(row),
    flow_version: row.revision,
    context: null,
    status: row.status,
    initiated_by: row.initiated_by,
    date_created: dateTime(row.created_at),
    date_updated: dateTimeOrNull(row.updated_at),
    url: base + paths.execution(row.flow, row.sid),
    links: {
      steps: base + paths.steps(row.flow, row.sid),
      execution_context: base + paths.executionContext(row.flow, row.sid),
    },
  };
}

/** The resource of the execution page: the execution, where it waits, and its steps. */
export function presentExecutionView(
  ctx: ServiceContext,
  base: string,
  { row, widget, notes, steps, after, next }: ExecutionDetails,
): ExecutionView {
  return {
    execution: after === 0 ? presentExecution(ctx, base, row) : presentExecutionSummary(base, row),
    next,
    at: widget,
    waiting_for: row.waiting,
    ended_by: row.ended_by === null ? null : readActingPerson(row.ended_by),
    notes,
    steps: steps.map(({ created_at, execution: _, shard: _shard, ...step }) => ({
      ...step,
      date_created: dateTime(created_at),
    })),
  };
}

/** Reads the filters of the account's list from a request. */

import type { accountExecutionFilters } from '#api/executions/account-list.ts';
import type { FieldValues } from '#api/operation/operation.ts';
import { namesOfWidget } from '../../flows/revisions/service.ts';
import { readDateTime } from '../../platform/http/date-time.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import type { AccountExecutionFilter } from './service.ts';

/** The widget of a flow is found by all of its names. @throws Refusal naming the parameter that is no date */
export async function readAccountFilter(
  ctx: ServiceContext,
  caller: Caller,
  fields: FieldValues<typeof accountExecutionFilters>,
): Promise<AccountExecutionFilter> {
  const { Error: error, FlowSid, Widget } = fields;
  const names =
    FlowSid === undefined || Widget === undefined
      ? undefined
      : await namesOfWidget(ctx, caller, FlowSid, Widget);
  return {
    status: fields.Status,
    flow: fields.FlowSid,
    revision: fields.Revision,
    widget: Widget,
    widgetNames: names,
    contact: fields.Contact,
    channel: fields.Channel,
    event: fields.Event,
    parent: fields.ParentSid,
    error: error === undefined || error === 'any' ? error : Number(error),
    from: readDateTime('DateCreatedFrom', fields.DateCreatedFrom),
    to: readDateTime('DateCreatedTo', fields.DateCreatedTo),
  };
}

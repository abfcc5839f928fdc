/** Reads the filters of the account's list from a request. */

import type { accountExecutionFilters } from '#api/executions/account-list.ts';
import type { FieldValues } from '#api/operation/operation.ts';
import { readDateTime } from '../../platform/http/date-time.ts';
import type { AccountExecutionFilter } from './service.ts';

/** @throws Refusal naming the parameter that is no date */
export function readAccountFilter(
  fields: FieldValues<typeof accountExecutionFilters>,
): AccountExecutionFilter {
  const { Error: error } = fields;
  return {
    status: fields.Status,
    flow: fields.FlowSid,
    revision: fields.Revision,
    widget: fields.Widget,
    contact: fields.Contact,
    channel: fields.Channel,
    event: fields.Event,
    parent: fields.ParentSid,
    error: error === undefined || error === 'any' ? error : Number(error),
    from: readDateTime('DateCreatedFrom', fields.DateCreatedFrom),
    to: readDateTime('DateCreatedTo', fields.DateCreatedTo),
  };
}

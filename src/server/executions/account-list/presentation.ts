/** Presents executions as the list of the account has them. */

import type { AccountExecution } from '#api/executions/account-execution.ts';
import { maskAddress } from '#api/executions/mask-address.ts';
import { dateTime, dateTimeOrNull } from '../../platform/http/date-time.ts';
import type { AccountExecutionRow } from './service.ts';

export function presentAccountExecution(row: AccountExecutionRow): AccountExecution {
  const isPurged = row.purged_at !== null;
  return {
    sid: row.sid,
    flow_sid: row.flow,
    flow_version: row.revision,
    status: row.status,
    contact_masked: isPurged ? null : maskAddress(row.contact),
    channel: isPurged ? null : row.channel,
    widget: row.widget,
    waiting_for: row.waiting,
    event: row.event,
    error_code: row.error,
    parent_sid: row.parent,
    parent_step_sid: row.parent_step,
    date_created: dateTime(row.created_at),
    date_updated: dateTimeOrNull(row.updated_at),
  };
}

/** /v1/Retention: for how long an account keeps personal data, and what the last removal removed. */

import type { FastifyInstance } from 'fastify';
import { paths } from '#api/paths.ts';
import type { RetentionResource } from '#api/system/operations.ts';
import * as operations from '#api/system/operations.ts';
import { dateTime } from '../platform/http/date-time.ts';
import { serveOperation } from '../platform/http/operation-route.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { dayMs, fetchRetention, type RetentionStatus, setRetention } from './service.ts';

export function retentionRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.fetchRetention, async ({ base, caller }) =>
    presentRetention(base, caller.account, await fetchRetention(ctx, caller)),
  );

  serveOperation(app, operations.updateRetention, async ({ base, caller, form: { Days, AuditDays } }) => {
    const period = Days === undefined || Days === '' ? null : Math.ceil(Number(Days) * dayMs);
    const change = { ...(Days !== undefined && { period }), auditDays: AuditDays };
    return presentRetention(base, caller.account, await setRetention(ctx, caller, change));
  });
}

function presentRetention(base: string, account: string, record: RetentionStatus): RetentionResource {
  return {
    account_sid: account,
    days: record.period_ms / dayMs,
    longest_days: record.longest_ms / dayMs,
    audit_days: record.audit_days,
    last_removal: record.last === null ? null : dateTime(record.last.at),
    last_counts: record.last?.counts ?? null,
    url: base + paths.retention,
  };
}

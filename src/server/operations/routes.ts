/** /v1/Operations: how the service is. /v1/Retention: how long personal data is kept. /v1/TestRuns: runs of drafts. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as operations from '#api/operations/upkeep.ts';
import type { RetentionResource } from '#api/operations-page.ts';
import { paths } from '#api/paths.ts';
import { callerOf } from '../accounts/authentication.ts';
import { baseUrl } from '../platform/http/base-url.ts';
import { dateTime } from '../platform/http/date-time.ts';
import { formOf, unfit } from '../platform/http/form.ts';
import { serve } from '../platform/http/operation-route.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { version } from '../platform/version.ts';
import { dayMs, fetchRetention, type RetentionRecord, setRetention } from '../retention/service.ts';
import { listTestRuns } from '../service/test-users.ts';
import { fetchJobCounts } from './service.ts';

export function operationRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serve(app, operations.fetchOperations, async ({ request, caller }) => {
    const asked = ctx.clock.now();
    const { due, late, dead, oldest } = await fetchJobCounts(ctx, caller);
    const now = ctx.clock.now();
    return {
      account_sid: caller.account,
      version,
      database: {
        kind: ctx.database.dialect === 'sqlite' ? ('embedded' as const) : ('postgres' as const),
        ms: now - asked,
      },
      jobs: {
        due,
        late,
        dead,
        oldest_s: oldest === null ? 0 : Math.max(0, Math.floor((now - oldest) / 1000)),
      },
      url: baseUrl(ctx, request) + paths.operations,
    };
  });

  serve(app, operations.fetchRetention, async ({ request, caller }) =>
    presentRetention(ctx, request, await fetchRetention(ctx, caller)),
  );

  serve(app, operations.updateRetention, async ({ request, caller, form: { Days } }) => {
    if (!formOf(request.body).has('Days'))
      throw unfit('Days', 'is missing; empty, it is what the installation allows');
    const period = Days === undefined ? null : Math.ceil(Number(Days) * dayMs);
    if (period === 0) throw unfit('Days', 'must be a number above 0');
    return presentRetention(ctx, request, await setRetention(ctx, caller, period));
  });

  serve(app, operations.listTestRuns, async ({ caller, params: { FlowSid } }) => {
    const runs = await listTestRuns(ctx, caller, FlowSid);
    const present = ({ created_at, ...run }: (typeof runs)[number]) => ({
      ...run,
      date_created: dateTime(created_at),
    });
    return { flow_sid: FlowSid, test_runs: runs.map(present) };
  });
}

function presentRetention(
  ctx: ServiceContext,
  request: FastifyRequest,
  record: RetentionRecord,
): RetentionResource {
  return {
    account_sid: callerOf(request).account,
    days: record.period_ms / dayMs,
    longest_days: record.longest_ms / dayMs,
    last_removal: record.last === null ? null : dateTime(record.last.at),
    last_counts: record.last?.counts ?? null,
    url: baseUrl(ctx, request) + paths.retention,
  };
}

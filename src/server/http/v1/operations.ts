/** /v1/Operations: how the service is. /v1/Retention: how long personal data is kept. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OperationsResource, RetentionResource } from '#api/operations-page.ts';
import { paths } from '#api/paths.ts';
import type { Host } from '../../service/host.ts';
import { fetchJobCounts } from '../../service/operations.ts';
import { dayMs, fetchRetention, type RetentionRecord, setRetention } from '../../service/retention.ts';
import { version } from '../../version.ts';
import { callerOf } from '../auth.ts';
import { baseUrl } from '../base-url.ts';
import { dateTime } from '../date-time.ts';
import { formOf, unfit } from '../form.ts';

export function operationRoutes(app: FastifyInstance, host: Host): void {
  app.get(paths.operations, async (request): Promise<OperationsResource> => {
    const caller = callerOf(request);
    const asked = host.clock.now();
    const { due, late, dead, oldest } = await fetchJobCounts(host, caller);
    const now = host.clock.now();
    return {
      account_sid: caller.account,
      version,
      database: { kind: host.database.dialect === 'sqlite' ? 'embedded' : 'postgres', ms: now - asked },
      jobs: {
        due,
        late,
        dead,
        oldest_s: oldest === null ? 0 : Math.max(0, Math.floor((now - oldest) / 1000)),
      },
      url: baseUrl(host, request) + paths.operations,
    };
  });

  app.get(paths.retention, async (request) =>
    presentRetention(host, request, await fetchRetention(host, callerOf(request))),
  );

  app.post(paths.retention, async (request) => {
    const period = readDays(formOf(request.body).text('Days'));
    return presentRetention(host, request, await setRetention(host, callerOf(request), period));
  });
}

/** Milliseconds; null for an empty field. */
function readDays(text: string | undefined): number | null {
  if (text === undefined) throw unfit('Days', 'is missing; leave it empty for what the installation allows');
  if (text.trim() === '') return null;
  const days = Number(text);
  if (!/^\d{0,6}\.?\d{1,9}$/.test(text.trim()) || days <= 0) throw unfit('Days', 'must be a number above 0');
  return Math.ceil(days * dayMs);
}

function presentRetention(host: Host, request: FastifyRequest, record: RetentionRecord): RetentionResource {
  return {
    account_sid: callerOf(request).account,
    days: record.period_ms / dayMs,
    longest_days: record.longest_ms / dayMs,
    last_removal: record.last === null ? null : dateTime(record.last.at),
    last_counts: record.last?.counts ?? null,
    url: baseUrl(host, request) + paths.retention,
  };
}

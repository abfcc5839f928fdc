/** /v1/Operations: how the service is: version, database latency, counts of jobs. */

import type { FastifyInstance } from 'fastify';
import { paths } from '#api/paths.ts';
import * as operations from '#api/system/operations.ts';
import { baseUrl } from '../platform/http/base-url.ts';
import { serveOperation } from '../platform/http/operation-route.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { version } from '../platform/version.ts';
import { usedShareOfDisk } from './health-service.ts';
import { fetchJobCounts } from './service.ts';

export function operationsRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.fetchOperations, async ({ request, caller }) => {
    const asked = ctx.clock.now();
    const { due, late, dead, oldest } = await fetchJobCounts(ctx, caller);
    const now = ctx.clock.now();
    return {
      account_sid: caller.account,
      version,
      database: {
        kind: ctx.database.dialect === 'sqlite' ? ('embedded' as const) : ('postgres' as const),
        ms: now - asked,
        disk_used: await usedShareOfDisk(ctx),
        fault: ctx.database.storageFault(),
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
}

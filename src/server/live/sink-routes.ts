/** /v1/Sinks: where the events of the account are posted to. */

import type { FastifyInstance } from 'fastify';
import { type SinkEventType, sinkEventTypes } from '#api/live/events.ts';
import { paths } from '#api/paths.ts';
import * as operations from '#api/sinks/operations.ts';
import { dateTime, dateTimeOrNull } from '../platform/http/date-time.ts';
import { serveOperation } from '../platform/http/operation-route.ts';
import { bySid } from '../platform/http/paging.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import {
  createSink,
  fetchSink,
  listSinks,
  removeSink,
  type SinkRow,
  sinkState,
  testSink,
  updateSink,
} from './sink-service.ts';

export function sinkRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.createSink, async ({ base, caller, form }) => {
    const sink = await createSink(ctx, caller, {
      destination: new URL(form.Destination).href,
      kinds: inOrder(form.Kinds),
      secret: form.Secret || null,
    });
    return presentSink(base, sink);
  });

  serveOperation(app, operations.listSinks, ({ page, base, caller }) =>
    page('sinks', bySid('DG'), {
      list: (wanted) => listSinks(ctx, caller, wanted),
      present: (sink) => presentSink(base, sink),
    }),
  );

  serveOperation(app, operations.fetchSink, async ({ base, caller, params: { Sid } }) =>
    presentSink(base, await fetchSink(ctx, caller, Sid)),
  );

  serveOperation(app, operations.updateSink, async ({ base, caller, params: { Sid }, form }) => {
    const { Destination, Kinds, Secret } = form;
    const sink = await updateSink(ctx, caller, Sid, {
      ...(Destination !== undefined && { destination: new URL(Destination).href }),
      ...(Kinds !== undefined && { kinds: inOrder(Kinds) }),
      ...(Secret !== undefined && { secret: Secret || null }),
    });
    return presentSink(base, sink);
  });

  serveOperation(app, operations.deleteSink, ({ caller, params: { Sid } }) => removeSink(ctx, caller, Sid));

  serveOperation(app, operations.testSink, async ({ base, caller, params: { Sid } }) =>
    presentSink(base, await testSink(ctx, caller, Sid)),
  );
}

/** Each kind once, in the order of the reference. */
function inOrder(kinds: readonly SinkEventType[]): SinkEventType[] {
  return sinkEventTypes.filter((kind) => kinds.includes(kind));
}

function presentSink(base: string, row: SinkRow): operations.SinkResource {
  return {
    sid: row.sid,
    account_sid: row.account,
    destination: row.destination,
    kinds: JSON.parse(row.kinds) as SinkEventType[],
    is_signed: row.secret !== null,
    status: sinkState(row),
    problem: row.problem,
    attempts: row.attempts,
    failing_since: dateTimeOrNull(row.failing_since),
    date_delivered: dateTimeOrNull(row.delivered_at),
    is_testing: row.test_wanted === 1,
    date_tested: dateTimeOrNull(row.tested_at),
    test_problem: row.test_problem,
    date_created: dateTime(row.created_at),
    date_updated: dateTimeOrNull(row.updated_at),
    url: base + paths.sink(row.sid),
    links: { test: base + paths.sinkTest(row.sid) },
  };
}

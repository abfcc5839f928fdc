/** Routes: /v1/Mail/Deliveries, with delivery attempts of event webhooks, their queues, replay and recovery. */

import type { FastifyInstance } from 'fastify';
import type { EventDelivery, EventQueue } from '#api/email/deliveries.ts';
import { deliveryPaths } from '#api/email/delivery-paths.ts';
import type { EmailEvent } from '#api/email/events.ts';
import * as operations from '#api/email/operations/deliveries.ts';
import { dateTime, dateTimeOrNull, readDateTime } from '../../../platform/http/date-time.ts';
import { invalidParameter } from '../../../platform/http/form.ts';
import { serveOperation } from '../../../platform/http/operation-route.ts';
import { bySidOf } from '../../../platform/http/paging.ts';
import { shownUrl } from '../../../platform/outbound/url-credentials.ts';
import type { ServiceContext } from '../../../platform/service-context.ts';
import { actingCaller } from '../../http/acting-caller.ts';
import {
  type DeliveryQueueStatus,
  type EventAttemptRow,
  fetchDelivery,
  fetchDeliveryEvents,
  fetchDeliveryQueue,
  listDeliveries,
  listDeliveryQueues,
  recoverEvents,
  replayDelivery,
  resumeDelivery,
  sendTestEvent,
} from '../service/deliveries.ts';

export function deliveryRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.listEventDeliveries, async ({ page, base, request, caller, query }) => {
    const actor = await actingCaller(ctx, { request, caller });
    const { WebhookId: webhook, Recipient: recipient } = query;
    const filter = { webhook, recipient, failed: query.Failed === true };
    return page(
      'deliveries',
      bySidOf('ED', ({ id }: EventAttemptRow) => id),
      {
        list: (wanted) => listDeliveries(ctx, actor, filter, wanted),
        present: (row) => presentDelivery(base, row),
      },
    );
  });

  serveOperation(app, operations.fetchEventDelivery, async ({ base, request, caller, params: { Id } }) => {
    const actor = await actingCaller(ctx, { request, caller });
    return presentDelivery(base, await fetchDelivery(ctx, actor, Id));
  });

  serveOperation(app, operations.fetchDeliveryEvents, async ({ request, caller, params: { Id } }) => {
    const actor = await actingCaller(ctx, { request, caller });
    const { events, isComplete } = await fetchDeliveryEvents(ctx, actor, Id);
    const parsed = events.map((each) => JSON.parse(each) as EmailEvent);
    return { delivery_id: Id, events: parsed, is_complete: isComplete };
  });

  serveOperation(app, operations.replayEventDelivery, async ({ request, caller, params: { Id } }) => {
    const actor = await actingCaller(ctx, { request, caller });
    const { webhook, events } = await replayDelivery(ctx, actor, Id);
    return { webhook_id: webhook, events };
  });

  webhookRoutes(app, ctx);
}

function webhookRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.listEventQueues, async ({ base, request, caller, query }) => {
    const actor = await actingCaller(ctx, { request, caller, region: query.Region });
    return { queues: (await listDeliveryQueues(ctx, actor)).map((queue) => presentQueue(base, queue)) };
  });

  serveOperation(app, operations.resumeEvents, async ({ base, request, caller, params: { WebhookId } }) => {
    const actor = await actingCaller(ctx, { request, caller });
    return presentQueue(base, await resumeDelivery(ctx, actor, WebhookId));
  });

  serveOperation(
    app,
    operations.fetchEventQueue,
    async ({ base, request, caller, params: { WebhookId } }) => {
      const actor = await actingCaller(ctx, { request, caller });
      return presentQueue(base, await fetchDeliveryQueue(ctx, actor, WebhookId));
    },
  );

  serveOperation(app, operations.requeueEvents, async ({ request, caller, params: { WebhookId }, form }) => {
    const since = readDateTime('Since', form.Since);
    if (since === undefined) throw invalidParameter('Since', 'must be an ISO 8601 date or date-time');
    const actor = await actingCaller(ctx, { request, caller });
    return { webhook_id: WebhookId, events: await recoverEvents(ctx, actor, WebhookId, since) };
  });

  serveOperation(app, operations.postTestEvent, async ({ base, request, caller, params: { WebhookId } }) => {
    const actor = await actingCaller(ctx, { request, caller });
    await sendTestEvent(ctx, actor, WebhookId);
    return presentQueue(base, await fetchDeliveryQueue(ctx, actor, WebhookId));
  });
}

function presentDelivery(base: string, row: EventAttemptRow): EventDelivery {
  return {
    id: row.id,
    account_sid: row.account,
    webhook_id: row.webhook,
    region: row.region,
    status: statusOf(row),
    is_test: row.is_test === 1,
    events: row.events,
    kinds: JSON.parse(row.kinds) as EventDelivery['kinds'],
    response_status: row.status,
    response_start: row.response,
    latency_ms: row.latency_ms,
    problem: row.problem,
    request_headers: headersOf(row.headers),
    response_headers: headersOf(row.response_headers),
    given_up: row.given_up,
    date_made: dateTime(row.made_at),
    date_next: dateTimeOrNull(row.next_at),
    url: base + deliveryPaths.eventDelivery(row.id),
    links: {
      events: base + deliveryPaths.eventDeliveryEvents(row.id),
      replay: base + deliveryPaths.eventDeliveryReplay(row.id),
      webhook: base + deliveryPaths.eventQueue(row.webhook),
    },
  };
}

function headersOf(json: string | null): EventDelivery['request_headers'] {
  if (json === null) return null;
  return Object.entries(JSON.parse(json) as Record<string, string>).map(([name, value]) => ({ name, value }));
}

function statusOf({ problem, is_test, next_at }: EventAttemptRow): EventDelivery['status'] {
  if (problem === null) return 'delivered';
  if (is_test === 1) return 'failed';
  return next_at === null ? 'given_up' : 'retrying';
}

function stateOf({ webhook, failing_since, paused_at }: DeliveryQueueStatus): EventQueue['state'] {
  if (webhook.enabled === 0) return 'disabled';
  if (paused_at !== null) return 'paused';
  return failing_since === null ? 'healthy' : 'failing';
}

function presentQueue(base: string, queue: DeliveryQueueStatus): EventQueue {
  const { webhook, waiting, failures, failing_since, paused_at, due_at } = queue;
  return {
    webhook_id: webhook.id,
    account_sid: webhook.account,
    region: webhook.region,
    friendly_name: webhook.friendly_name,
    destination: shownUrl(webhook.url),
    is_enabled: webhook.enabled === 1,
    state: stateOf(queue),
    waiting,
    failures,
    failures_of_day: queue.failedOfDay,
    failing_since: dateTimeOrNull(failing_since),
    paused_since: dateTimeOrNull(paused_at),
    date_next: waiting > 0 && failures > 0 && paused_at === null ? dateTime(due_at) : null,
    url: base + deliveryPaths.eventQueue(webhook.id),
    links: {
      deliveries: `${base}${deliveryPaths.eventDeliveries}?WebhookId=${webhook.id}`,
      recover: base + deliveryPaths.eventRecovery(webhook.id),
      resume: base + deliveryPaths.eventResumption(webhook.id),
      test: base + deliveryPaths.eventTest(webhook.id),
    },
  };
}

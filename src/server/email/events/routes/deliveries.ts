/** /v1/Mail/Deliveries: what became of posts to event webhooks, and having events posted again. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { MailDelivery, MailEventLane } from '#api/email/deliveries.ts';
import * as operations from '#api/email/operations/deliveries.ts';
import { paths } from '#api/paths.ts';
import { isSid } from '#api/sid.ts';
import { baseUrl } from '../../../platform/http/base-url.ts';
import { dateTime, dateTimeOrNull, readDateTime } from '../../../platform/http/date-time.ts';
import { unfit } from '../../../platform/http/form.ts';
import { serve } from '../../../platform/http/operation-route.ts';
import { presentPage, readPage } from '../../../platform/http/paging.ts';
import type { Caller, ServiceContext } from '../../../platform/service-context.ts';
import { actFor, ownerIn } from '../../access/service.ts';
import {
  type EventAttemptRow,
  fetchDelivery,
  fetchLane,
  type LaneRecord,
  listDeliveries,
  recoverEvents,
  replayDelivery,
  testWebhook,
} from '../service/deliveries.ts';

type From = { request: FastifyRequest; caller: Caller };

export function mailDeliveryRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serve(app, operations.listMailDeliveries, async ({ request, caller, query }) => {
    const webhook = requiredWebhook(query.WebhookId);
    const want = readPage(request, (position) => isSid('ED', position));
    const by = await whoActs(ctx, { request, caller });
    return presentPage(ctx, request, {
      key: 'deliveries',
      want,
      slice: await listDeliveries(ctx, by, { webhook, failed: query.Failed === true }, want),
      positionOf: (row) => row.id,
      present: (row) => presentDelivery(ctx, request, row),
    });
  });

  serve(app, operations.fetchMailDelivery, async ({ request, caller, params: { Id } }) => {
    const by = await whoActs(ctx, { request, caller });
    return presentDelivery(ctx, request, await fetchDelivery(ctx, by, Id));
  });

  serve(app, operations.replayMailDelivery, async ({ request, caller, params: { Id } }) => {
    const by = await whoActs(ctx, { request, caller });
    const { webhook, events } = await replayDelivery(ctx, by, Id);
    return { webhook_id: webhook, events };
  });

  webhookRoutes(app, ctx);
}

function webhookRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serve(app, operations.fetchMailEventLane, async ({ request, caller, params: { WebhookId } }) => {
    const by = await whoActs(ctx, { request, caller });
    return presentLane(ctx, request, await fetchLane(ctx, by, WebhookId));
  });

  serve(app, operations.recoverMailEvents, async ({ request, caller, params: { WebhookId }, form }) => {
    const since = readDateTime('Since', form.Since);
    if (since === undefined) throw unfit('Since', 'must be an ISO 8601 date or date-time');
    const by = await whoActs(ctx, { request, caller });
    return { webhook_id: WebhookId, events: await recoverEvents(ctx, by, WebhookId, since) };
  });

  serve(app, operations.testMailEvents, async ({ request, caller, params: { WebhookId } }) => {
    const by = await whoActs(ctx, { request, caller });
    await testWebhook(ctx, by, WebhookId);
    return presentLane(ctx, request, await fetchLane(ctx, by, WebhookId));
  });
}

function requiredWebhook(id: string | undefined): string {
  if (id === undefined) throw unfit('WebhookId', 'is missing');
  return id;
}

/** The caller, or the account below it that the header names. */
async function whoActs(ctx: ServiceContext, { request, caller }: From): Promise<Caller> {
  const named = request.headers['on-behalf-of'];
  if (typeof named !== 'string' || named.trim() === '') return caller;
  return actFor(ctx, ownerIn('global', caller), named);
}

function presentDelivery(ctx: ServiceContext, request: FastifyRequest, row: EventAttemptRow): MailDelivery {
  const base = baseUrl(ctx, request);
  return {
    id: row.id,
    account_sid: row.account,
    webhook_id: row.webhook,
    region: row.region,
    status: statusOf(row),
    is_test: row.is_test === 1,
    events: row.events,
    kinds: JSON.parse(row.kinds) as MailDelivery['kinds'],
    response_status: row.status,
    response_start: row.response,
    latency_ms: row.latency_ms,
    problem: row.problem,
    given_up: row.given_up,
    date_made: dateTime(row.made_at),
    date_next: dateTimeOrNull(row.next_at),
    url: base + paths.mailDelivery(row.id),
    links: {
      replay: base + paths.mailDeliveryReplay(row.id),
      webhook: base + paths.mailEventLane(row.webhook),
    },
  };
}

function statusOf({ problem, is_test, next_at }: EventAttemptRow): MailDelivery['status'] {
  if (problem === null) return 'delivered';
  if (is_test === 1) return 'failed';
  return next_at === null ? 'given_up' : 'retrying';
}

function presentLane(ctx: ServiceContext, request: FastifyRequest, lane: LaneRecord): MailEventLane {
  const { webhook, waiting, failures, failing_since, due_at } = lane;
  const base = baseUrl(ctx, request);
  return {
    webhook_id: webhook.id,
    account_sid: webhook.account,
    region: webhook.region,
    is_enabled: webhook.enabled === 1,
    waiting,
    failures,
    failing_since: dateTimeOrNull(failing_since),
    date_next: waiting > 0 && failures > 0 ? dateTime(due_at) : null,
    url: base + paths.mailEventLane(webhook.id),
    links: {
      deliveries: `${base}${paths.mailDeliveries}?WebhookId=${webhook.id}`,
      recover: base + paths.mailEventRecovery(webhook.id),
      test: base + paths.mailEventTest(webhook.id),
    },
  };
}

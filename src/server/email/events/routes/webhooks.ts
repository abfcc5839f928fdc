/** Routes: /v3/user/webhooks/event, with settings, signature verification and the test event. */

import type { FastifyInstance } from 'fastify';
import {
  accountStatusKind,
  type EventWebhook,
  type EventWebhookChange,
  eventKinds,
  maxEventWebhooks,
  type Signature,
} from '#api/email/event-webhooks.ts';
import * as operations from '#api/email/operations/event-webhooks.ts';
import { dateTime } from '../../../platform/http/date-time.ts';
import { shownUrl } from '../../../platform/outbound/url-credentials.ts';
import type { ServiceContext } from '../../../platform/service-context.ts';
import type { EmailCaller } from '../../access/caller.ts';
import { emailRoute } from '../../http/operation-route.ts';
import { enqueueTestEvent } from '../service/test-event.ts';
import {
  createEventWebhook,
  deleteEventWebhook,
  type EventWebhookRow,
  fetchEventWebhook,
  kindsOf,
  listEventWebhooks,
  setSignatureEnabled,
  updateEventWebhook,
} from '../service/webhooks.ts';

export function eventWebhookRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  emailRoute(app, operations.createEventWebhook, async ({ caller, query, body }) =>
    presentWebhook(await createEventWebhook(ctx, caller, body), query),
  );

  emailRoute(app, operations.listEventWebhooks, async ({ caller, query }) => {
    const rows = await listEventWebhooks(ctx, caller);
    return { max_allowed: maxEventWebhooks, webhooks: rows.map((row) => presentWebhook(row, query)) };
  });

  const fetchOne = async (caller: EmailCaller, id: string | null, query: Include) =>
    presentWebhook(await fetchEventWebhook(ctx, caller, id), query);

  emailRoute(app, operations.fetchOldestEventWebhook, ({ caller, query }) => fetchOne(caller, null, query));
  emailRoute(app, operations.fetchEventWebhook, ({ caller, params, query }) =>
    fetchOne(caller, params.id, query),
  );

  const update = async (caller: EmailCaller, id: string | null, body: EventWebhookChange, query: Include) =>
    presentWebhook(await updateEventWebhook(ctx, caller, id, body), query);

  emailRoute(app, operations.updateOldestEventWebhook, ({ caller, body, query }) =>
    update(caller, null, body, query),
  );
  emailRoute(app, operations.updateEventWebhook, ({ caller, params, body, query }) =>
    update(caller, params.id, body, query),
  );

  emailRoute(app, operations.deleteEventWebhook, async ({ caller, params }) => {
    await deleteEventWebhook(ctx, caller, params.id);
  });

  signatureRoutes(app, ctx);

  emailRoute(app, operations.sendTestEvent, async ({ caller, body }) => {
    await enqueueTestEvent(ctx, caller, body);
  });
}

function signatureRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  emailRoute(app, operations.fetchOldestSignature, async ({ caller }) =>
    presentSignature(await fetchEventWebhook(ctx, caller, null)),
  );
  emailRoute(app, operations.fetchSignature, async ({ caller, params }) =>
    presentSignature(await fetchEventWebhook(ctx, caller, params.id)),
  );
  emailRoute(app, operations.switchOldestSignature, async ({ caller, body }) =>
    presentSignature(await setSignatureEnabled(ctx, caller, null, body.enabled)),
  );
  emailRoute(app, operations.switchSignature, async ({ caller, params, body }) =>
    presentSignature(await setSignatureEnabled(ctx, caller, params.id, body.enabled)),
  );
}

type Include = { include?: string };

function presentWebhook(row: EventWebhookRow, { include }: Include): EventWebhook {
  const kinds = kindsOf(row);
  const flags = Object.fromEntries(eventKinds.map((kind) => [kind, kinds.includes(kind)]));
  const { oauth_client_id, public_key } = row;
  const oauth_token_url = row.oauth_token_url && shownUrl(row.oauth_token_url);
  const [created, updated] = [dateTime(row.created_at), dateTime(row.updated_at)];
  return {
    id: row.id,
    enabled: row.enabled === 1,
    url: shownUrl(row.url),
    friendly_name: row.friendly_name,
    ...(flags as Record<(typeof eventKinds)[number], boolean>),
    ...(includesStatusKind(include) && { account_status_change: kinds.includes(accountStatusKind) }),
    ...(oauth_client_id !== null && oauth_token_url !== null && { oauth_client_id, oauth_token_url }),
    ...(public_key !== null && { public_key }),
    created_date: created,
    updated_date: updated,
    created_at: created,
    updated_at: updated,
  };
}

function includesStatusKind(include = ''): boolean {
  return include.split(',').some((each) => each.trim() === accountStatusKind);
}

function presentSignature({ id, public_key }: EventWebhookRow): Signature {
  return { id, public_key: public_key ?? '' };
}

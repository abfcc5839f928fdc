/** /v3/user/webhooks/event: settings, signatures and the test event. */

import type { FastifyInstance } from 'fastify';
import {
  type EventWebhook,
  type EventWebhookChange,
  eventKinds,
  mostEventWebhooks,
  type Signature,
  statusKind,
} from '#api/email/event-webhooks.ts';
import * as operations from '#api/email/operations/event-webhooks.ts';
import { dateTime } from '../../../platform/http/date-time.ts';
import type { ServiceContext } from '../../../platform/service-context.ts';
import type { EmailCaller } from '../../access/caller.ts';
import { serveEmail } from '../../http/operation-route.ts';
import { orderTestEvent } from '../service/test-event.ts';
import {
  createEventWebhook,
  deleteEventWebhook,
  type EventWebhookRow,
  fetchEventWebhook,
  kindsOf,
  listEventWebhooks,
  switchSignature,
  updateEventWebhook,
} from '../service/webhooks.ts';

export function eventWebhookRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveEmail(app, operations.createEventWebhook, async ({ caller, query, body }) =>
    present(await createEventWebhook(ctx, caller, body), query),
  );

  serveEmail(app, operations.listEventWebhooks, async ({ caller, query }) => {
    const rows = await listEventWebhooks(ctx, caller);
    return { max_allowed: mostEventWebhooks, webhooks: rows.map((row) => present(row, query)) };
  });

  const fetch = async (caller: EmailCaller, id: string | null, query: Include) =>
    present(await fetchEventWebhook(ctx, caller, id), query);

  serveEmail(app, operations.fetchOldestEventWebhook, ({ caller, query }) => fetch(caller, null, query));
  serveEmail(app, operations.fetchEventWebhook, ({ caller, params, query }) =>
    fetch(caller, params.id, query),
  );

  const update = async (caller: EmailCaller, id: string | null, body: EventWebhookChange, query: Include) =>
    present(await updateEventWebhook(ctx, caller, id, body), query);

  serveEmail(app, operations.updateOldestEventWebhook, ({ caller, body, query }) =>
    update(caller, null, body, query),
  );
  serveEmail(app, operations.updateEventWebhook, ({ caller, params, body, query }) =>
    update(caller, params.id, body, query),
  );

  serveEmail(app, operations.deleteEventWebhook, async ({ caller, params }) => {
    await deleteEventWebhook(ctx, caller, params.id);
  });

  signatureRoutes(app, ctx);

  serveEmail(app, operations.sendTestEvent, async ({ caller, body }) => {
    await orderTestEvent(ctx, caller, body);
  });
}

function signatureRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveEmail(app, operations.fetchOldestSignature, async ({ caller }) =>
    signatureOf(await fetchEventWebhook(ctx, caller, null)),
  );
  serveEmail(app, operations.fetchSignature, async ({ caller, params }) =>
    signatureOf(await fetchEventWebhook(ctx, caller, params.id)),
  );
  serveEmail(app, operations.switchOldestSignature, async ({ caller, body }) =>
    signatureOf(await switchSignature(ctx, caller, null, body.enabled)),
  );
  serveEmail(app, operations.switchSignature, async ({ caller, params, body }) =>
    signatureOf(await switchSignature(ctx, caller, params.id, body.enabled)),
  );
}

type Include = { include?: string };

function present(row: EventWebhookRow, { include }: Include): EventWebhook {
  const kinds = kindsOf(row);
  const flags = Object.fromEntries(eventKinds.map((kind) => [kind, kinds.includes(kind)]));
  const { oauth_client_id, oauth_token_url, public_key } = row;
  const [created, updated] = [dateTime(row.created_at), dateTime(row.updated_at)];
  return {
    id: row.id,
    enabled: row.enabled === 1,
    url: row.url,
    friendly_name: row.friendly_name,
    ...(flags as Record<(typeof eventKinds)[number], boolean>),
    ...(asksForStatus(include) && { account_status_change: kinds.includes(statusKind) }),
    ...(oauth_client_id !== null && oauth_token_url !== null && { oauth_client_id, oauth_token_url }),
    ...(public_key !== null && { public_key }),
    created_date: created,
    updated_date: updated,
    created_at: created,
    updated_at: updated,
  };
}

function asksForStatus(include = ''): boolean {
  return include.split(',').some((each) => each.trim() === statusKind);
}

function signatureOf({ id, public_key }: EventWebhookRow): Signature {
  return { id, public_key: public_key ?? '' };
}

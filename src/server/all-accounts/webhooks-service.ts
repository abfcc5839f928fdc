/** Which webhooks of an account fail: event sinks, webhooks of email events, and where received emails are posted to. */

import type { MyFailingWebhook } from '#api/people/all-accounts-operations.ts';
import { isAllowed } from '#api/people/roles.ts';
import { listFailingWebhooks as listFailingEventWebhooks } from '../email/events/service/deliveries.ts';
import { listFailingParseSettings } from '../email/inbound/service/emails.ts';
import { listSinks, maxSinks, sinkState } from '../live/sink-service.ts';
import type { KeysetPageRequest } from '../platform/database/keyset-pagination.ts';
import { shownUrl } from '../platform/outbound/url-credentials.ts';
import type { Caller, ServiceContext } from '../platform/service-context.ts';
import { isNewer } from './service.ts';

/** `failingSince` is epoch milliseconds. */
export type FailingWebhook = Pick<
  MyFailingWebhook,
  'kind' | 'id' | 'region' | 'friendly_name' | 'destination' | 'status' | 'problem'
> & { failingSince: number };

/** Where it stands in the list: those that began to fail last first. */
export const positionOfWebhook = ({ failingSince, id }: FailingWebhook) => `${failingSince}.${id}`;

export const isPositionOfWebhook = (text: string) => /^\d{1,15}\.[\w.-]{1,300}$/.test(text);

/** An account has so few that all are found each time. */
export async function listFailingWebhooks(
  ctx: ServiceContext,
  caller: Caller,
  { size, from }: KeysetPageRequest,
): Promise<{ rows: FailingWebhook[]; older: boolean }> {
  const all = [
    ...(await failingSinks(ctx, caller)),
    ...(isAllowed(caller.role, 'email.read') ? await failingOfEmail(ctx, caller) : []),
  ];
  const rows = all
    .filter((webhook) => from === null || isNewer(from.position, positionOfWebhook(webhook)))
    .sort((one, other) => (isNewer(positionOfWebhook(one), positionOfWebhook(other)) ? -1 : 1));
  return { rows: rows.slice(0, size), older: rows.length > size };
}

async function failingSinks(ctx: ServiceContext, caller: Caller): Promise<FailingWebhook[]> {
  const { rows } = await listSinks(ctx, caller, { size: maxSinks, from: null });
  return rows.flatMap((sink) => {
    const status = sinkState(sink);
    if (status === 'active') return [];
    const { sid: id, destination, problem, failing_since, created_at } = sink;
    return [
      {
        ...({ kind: 'sink', id, region: null, friendly_name: null, destination, status, problem } as const),
        failingSince: failing_since ?? created_at,
      },
    ];
  });
}

async function failingOfEmail(ctx: ServiceContext, caller: Caller): Promise<FailingWebhook[]> {
  const webhooks = await listFailingEventWebhooks(ctx, caller);
  const settings = await listFailingParseSettings(ctx, caller);
  return [
    ...webhooks.map(({ id, region, friendly_name, url, problem, failing_since, paused_at }) => ({
      ...({ kind: 'event_webhook', status: paused_at === null ? 'failing' : 'failed' } as const),
      ...{ id, region, friendly_name, destination: shownUrl(url), problem, failingSince: failing_since },
    })),
    ...settings.map(({ setting: { hostname: id, region, url }, last, isOver }) => ({
      ...({ kind: 'parse_setting', status: isOver ? 'failed' : 'failing' } as const),
      ...{ id, region, friendly_name: null, destination: shownUrl(url) },
      ...{ problem: last.problem, failingSince: last.made_at },
    })),
  ];
}

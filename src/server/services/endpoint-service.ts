/** Service functions of service endpoints: the URLs to which an account's own services are requested. */

import { type ServiceKind, serviceKinds } from '#api/services/resources.ts';
import type { JsonObject } from '#flow/json/json.ts';
import { inTurnTransaction } from '../executions/service/turn-transaction.ts';
import type { ServiceEndpointRow } from '../platform/database/schema/services.ts';
import { Refusal } from '../platform/errors.ts';
import { enqueueJob } from '../platform/jobs/queue.ts';
import { requirePermission } from '../platform/permission.ts';
import type { Caller, ServiceContext } from '../platform/service-context.ts';
import type { TrialPayload } from './endpoint-request.ts';
import { beginTrial, findEndpoint, listEndpoints, removeEndpoint, upsertEndpoint } from './endpoint-store.ts';

export type { ServiceEndpointRow };

/** One entry for each kind; `row` is null where the embedded service answers. */
export type ServiceEndpoint = { kind: ServiceKind; row: ServiceEndpointRow | null };

export async function listServiceEndpoints(
  ctx: ServiceContext,
  { account }: Caller,
): Promise<ServiceEndpoint[]> {
  const rows = await listEndpoints(ctx.database.read, account);
  return serviceKinds.map((kind) => ({ kind, row: rows.find((row) => row.kind === kind) ?? null }));
}

export async function fetchServiceEndpoint(
  ctx: ServiceContext,
  { account }: Caller,
  kind: ServiceKind,
): Promise<ServiceEndpoint> {
  return { kind, row: (await findEndpoint(ctx.database.read, { account, kind })) ?? null };
}

/**
 * Says where requests of that kind go. A `secret` left out stays as it was; '' takes it away.
 *
 * @throws Refusal forbidden for who may not see contacts: requests are about them, in clear
 */
export async function configureEndpoint(
  ctx: ServiceContext,
  caller: Caller,
  { kind, url, secret }: { kind: ServiceKind; url: string; secret?: string | undefined },
): Promise<ServiceEndpoint> {
  requirePermission(caller, 'contacts.unmasked');
  const { account } = caller;
  const sealed = secret === undefined ? undefined : secret === '' ? null : ctx.secrets.encrypt(secret);
  const now = ctx.clock.now();
  await ctx.database.write((tx) =>
    upsertEndpoint(tx, { account, kind, url, now, ...(sealed !== undefined && { secret: sealed }) }),
  );
  return fetchServiceEndpoint(ctx, caller, kind);
}

/** Gives the kind back to the embedded service; says nothing when it was there already. */
export async function removeServiceEndpoint(
  ctx: ServiceContext,
  caller: Caller,
  kind: ServiceKind,
): Promise<void> {
  await ctx.database.write((tx) => removeEndpoint(tx, { account: caller.account, kind }));
}

/** What a test request says; it means nothing and asks for nothing. */
const trialBodies: { readonly [K in ServiceKind]: JsonObject } = {
  tasks: {
    action: 'create-task',
    workflow: '',
    channel: '',
    attributes: {},
    priority: '0',
    timeout: 3600,
    hands_over: false,
  },
  chat: {
    action: 'create-channel',
    friendly_name: 'Trial',
    unique_name: '',
    type: 'private',
    attributes: {},
  },
  sync: { action: 'update-object', name: 'trial', mode: 'merge', data: {} },
  understand: { action: 'read', text: 'Hello', language: '', intents: [] },
};

/**
 * Has a test request sent; what it led to is with the endpoint soon after. Its body says `trial: true`.
 * @throws Refusal when no endpoint is configured
 */
export async function startTrial(
  ctx: ServiceContext,
  caller: Caller,
  kind: ServiceKind,
): Promise<ServiceEndpoint> {
  const { account } = caller;
  await inTurnTransaction(ctx, async (turn) => {
    if ((await findEndpoint(turn.tx, { account, kind })) === undefined) {
      throw new Refusal('bad-request', `No endpoint is configured for ${kind}`);
    }
    await beginTrial(turn.tx, { account, kind }, turn.now);
    const who = {
      account_sid: account,
      flow_sid: null,
      execution_sid: null,
      widget: null,
      contact: null,
      trial: true,
    };
    const payload: TrialPayload = { kind, asked: turn.now, body: { ...trialBodies[kind], ...who } };
    await enqueueJob(turn.tx, {
      key: `trial:${kind}:${turn.now}:${ctx.ids.token()}`,
      kind: 'service-trial',
      account,
      execution: null,
      payload: JSON.stringify(payload),
      run_at: turn.now,
      created_at: turn.now,
    });
    turn.wakesWorker = true;
  });
  return fetchServiceEndpoint(ctx, caller, kind);
}

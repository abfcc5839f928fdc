/** Service functions of carriers. */

import type { CarrierDialect } from '#api/messaging/dialects.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { KeysetPage, KeysetPageRequest } from '../../platform/database/keyset-pagination.ts';
import type { CarrierRow } from '../../platform/database/schema/carriers.ts';
import { notFound, Refusal } from '../../platform/errors.ts';
import { enqueueJob } from '../../platform/jobs/queue.ts';
import { requirePermission } from '../../platform/permission.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import type { CheckJob } from './jobs.ts';
import {
  type CarrierChange,
  clearDefault,
  countAddressesOf,
  deleteCarrier as deleteRow,
  findCarrier,
  insertCarrier,
  listCarriers as listRows,
  updateCarrier as updateRow,
} from './store.ts';

export type { CarrierRow };

/** The settings of a carrier; the token in clear. */
export type CarrierInput = {
  name: string;
  dialect: CarrierDialect;
  baseUrl: string;
  /** '' where it follows from the base URL. */
  conversationsUrl: string;
  carrierAccount: string;
  token: string;
  /** In clear; '' where the token verifies posts. */
  signingKey: string;
  /** '' for none. */
  application: string;
  checksSignatures: boolean;
  isDefault: boolean;
};

/**
 * The first carrier of an account becomes its default. A job checks the connection.
 *
 * @throws Refusal forbidden for who may not see contacts: messages to them go there, in clear
 */
export async function createCarrier(
  ctx: ServiceContext,
  caller: Caller,
  input: CarrierInput,
): Promise<CarrierRow> {
  requirePermission(caller, 'contacts.unmasked');
  const { account } = caller;
  const row = await ctx.database.write(async (tx) => {
    const { rows } = await listRows(tx, account, { size: 1, from: null });
    const isDefault = input.isDefault || rows.length === 0;
    if (isDefault) await clearDefault(tx, account);
    const carrier: CarrierRow = {
      sid: ctx.ids.sid('CR'),
      account,
      name: input.name,
      dialect: input.dialect,
      base_url: readUrl('BaseUrl', input.baseUrl),
      conversations_url: readConversationsUrl(input.conversationsUrl),
      carrier_account: input.carrierAccount,
      token: ctx.secrets.encrypt(input.token),
      signing_key: encryptedKey(ctx, input.signingKey),
      application: input.application || null,
      checks_signatures: input.checksSignatures ? 1 : 0,
      is_default: isDefault ? 1 : 0,
      checked_at: null,
      failure: null,
      problem: null,
      created_at: ctx.clock.now(),
      updated_at: null,
    };
    await insertCarrier(tx, carrier);
    await addCheckJob(ctx, tx, carrier);
    return carrier;
  });
  ctx.wake();
  return row;
}

/** Changes what is given. @throws Refusal when the caller has no such carrier; forbidden as `createCarrier` where its URLs change */
export async function updateCarrier(
  ctx: ServiceContext,
  caller: Caller,
  sid: string,
  input: { [K in keyof CarrierInput]?: CarrierInput[K] | undefined },
): Promise<CarrierRow> {
  const { baseUrl, conversationsUrl } = input;
  if (baseUrl !== undefined || conversationsUrl !== undefined) requirePermission(caller, 'contacts.unmasked');
  const { account } = caller;
  const row = await ctx.database.write(async (tx) => {
    if (input.isDefault === true) await clearDefault(tx, account);
    const change: CarrierChange = {
      ...(input.name !== undefined && { name: input.name }),
      ...(input.dialect !== undefined && { dialect: input.dialect }),
      ...(input.baseUrl !== undefined && { base_url: readUrl('BaseUrl', input.baseUrl) }),
      ...(input.conversationsUrl !== undefined && {
        conversations_url: readConversationsUrl(input.conversationsUrl),
      }),
      ...(input.carrierAccount !== undefined && { carrier_account: input.carrierAccount }),
      ...(input.token !== undefined && { token: ctx.secrets.encrypt(input.token) }),
      ...(input.signingKey !== undefined && { signing_key: encryptedKey(ctx, input.signingKey) }),
      ...(input.application !== undefined && { application: input.application || null }),
      ...(input.checksSignatures !== undefined && { checks_signatures: input.checksSignatures ? 1 : 0 }),
      ...(input.isDefault !== undefined && { is_default: input.isDefault ? 1 : 0 }),
      checked_at: null,
      failure: null,
      problem: null,
      updated_at: ctx.clock.now(),
    };
    const changed = await updateRow(tx, { account, sid }, change);
    if (changed === undefined) throw notFound();
    await addCheckJob(ctx, tx, changed);
    return changed;
  });
  ctx.wake();
  return row;
}

/** Checks the connection again. @throws Refusal when the caller has no such carrier */
export async function checkCarrier(ctx: ServiceContext, caller: Caller, sid: string): Promise<CarrierRow> {
  const { account } = caller;
  const row = await ctx.database.write(async (tx) => {
    const found = await updateRow(tx, { account, sid }, { checked_at: null, failure: null, problem: null });
    if (found === undefined) throw notFound();
    await addCheckJob(ctx, tx, found);
    return found;
  });
  ctx.wake();
  return row;
}

async function addCheckJob(ctx: ServiceContext, tx: Queries, { account, sid }: CarrierRow): Promise<void> {
  const payload: CheckJob = { carrier: sid };
  const now = ctx.clock.now();
  await enqueueJob(tx, {
    key: `check:${sid}:${ctx.ids.token()}`,
    kind: 'carrier-check',
    account,
    execution: null,
    payload: JSON.stringify(payload),
    run_at: now,
    created_at: now,
  });
}

/** Newest first; positions are SIDs. */
export function listCarriers(
  ctx: ServiceContext,
  caller: Caller,
  request: KeysetPageRequest,
): Promise<KeysetPage<CarrierRow>> {
  return listRows(ctx.database.read, caller.account, request);
}

/** @throws Refusal when the caller has no such carrier */
export async function fetchCarrier(ctx: ServiceContext, caller: Caller, sid: string): Promise<CarrierRow> {
  const row = await findCarrier(ctx.database.read, caller.account, sid);
  if (row === undefined) throw notFound();
  return row;
}

/** @throws Refusal when the caller has no such carrier, or (conflict) addresses still belong to it */
export async function removeCarrier(ctx: ServiceContext, caller: Caller, sid: string): Promise<void> {
  await ctx.database.write(async (tx) => {
    const addresses = await countAddressesOf(tx, caller.account, sid);
    if (addresses > 0) {
      throw new Refusal(
        'conflict',
        `${addresses} of the addresses belong to this carrier; give them to another one`,
      );
    }
    if (!(await deleteRow(tx, caller.account, sid))) throw notFound();
  });
}

function encryptedKey(ctx: ServiceContext, key: string): string | null {
  return key === '' ? null : ctx.secrets.encrypt(key);
}

function readConversationsUrl(text: string): string | null {
  return text.trim() === '' ? null : readUrl('ConversationsUrl', text);
}

function readUrl(field: 'BaseUrl' | 'ConversationsUrl', text: string): string {
  const url = URL.parse(text.trim());
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw invalidUrl(field, 'must be an http or https URL, such as https://api.carrier.example/2010-04-01');
  }
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') {
    throw invalidUrl(field, 'must have no query and no credentials');
  }
  return url.href.replace(/\/+$/, '');
}

function invalidUrl(field: string, what: string): Refusal {
  return new Refusal('bad-request', `Parameter ${field} ${what}`, { field });
}

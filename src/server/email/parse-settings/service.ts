/** Parse settings: which URL messages to a host name are posted to. */

import type { NewParseSetting, ParseSettingChange } from '#api/email/parse-settings.ts';
import { actsFor } from '../../accounts/acting-later-service.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { ParseSettingRow } from '../../platform/database/schema/email.ts';
import { notFound, type Refusal } from '../../platform/errors.ts';
import { sealUrl } from '../../platform/outbound/url-credentials.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { EmailCaller } from '../access/caller.ts';
import { permissionsToPost } from '../access/service.ts';
import { type DnsOptions, systemDns } from '../smtp/probe.ts';
import { invalidField } from '../validation/field-error.ts';
import { parseHostname, toAsciiHostname } from '../validation/host-name.ts';
import { parseWebUrl } from '../validation/web-url.ts';
import { findPolicy } from '../webhook-security/store.ts';
import { exemptionOf, lookupProofs, type ProofRecord, proofRecordOf } from './proof-service.ts';
import * as rows from './store.ts';

export type { ParseSettingRow };

/**
 * Creates a setting. A host name that another account has is taken over by who proves it, unless that account can, too.
 *
 * @throws Refusal when the host name is invalid or in use, the URL is invalid, or there is no such policy; forbidden for who may not
 *   see what is posted
 */
export async function createParseSetting(
  ctx: ServiceContext,
  caller: EmailCaller,
  input: NewParseSetting,
  dns: DnsOptions = systemDns,
): Promise<ParseSettingRow> {
  const now = ctx.clock.now();
  const hostname = parseHostname('hostname', input.hostname, 'parse.example.com');
  const proofs = await publishedProofs(ctx, caller, hostname, dns);
  const isProven = proofs.includes(proofRecordOf(caller.account, hostname).value);
  const row: ParseSettingRow = {
    account: caller.account,
    region: caller.region,
    hostname,
    url: sealUrl(ctx.secrets, parseWebUrl('url', input.url)),
    spam_check: Number(input.spam_check ?? false),
    send_raw: Number(input.send_raw ?? false),
    security_policy: input.security_policy || null,
    acts_for: actsFor(caller, permissionsToPost),
    proven_at: isProven ? now : null,
    ...{ check_at: now, checked_at: null, mx_found_at: null, failing_since: null },
    created_at: now,
    updated_at: now,
  };
  await ctx.database.write(async (tx) => {
    await requirePolicy(tx, caller, row.security_policy);
    if (await rows.insertParseSetting(tx, row)) return;
    const holder = await rows.findHostname(tx, hostname);
    const isOthers = holder !== undefined && holder.account !== caller.account;
    if (!isOthers || !isProven || proofs.includes(proofRecordOf(holder.account, hostname).value)) {
      throw inUse(isOthers ? proofRecordOf(caller.account, hostname) : null);
    }
    await rows.deleteParseSetting(tx, holder, hostname);
    if (!(await rows.insertParseSetting(tx, row))) throw inUse(proofRecordOf(caller.account, hostname));
    ctx.log.warn(
      { hostname, from: holder.account, to: caller.account },
      'A proven host name changed its account',
    );
  });
  return row;
}

/** DNS is asked only where its response decides something. */
async function publishedProofs(
  ctx: ServiceContext,
  { account }: EmailCaller,
  hostname: string,
  dns: DnsOptions,
): Promise<string[]> {
  const holder = await rows.findHostname(ctx.database.read, hostname);
  const isOthers = holder !== undefined && holder.account !== account;
  const isWanted = isOthers || (holder === undefined && exemptionOf(ctx, hostname) === null);
  return isWanted ? ((await lookupProofs(hostname, dns)) ?? []) : [];
}

function inUse(record: ProofRecord | null): Refusal {
  return invalidField(
    'hostname',
    'there is a parse setting for this hostname already',
    record === null
      ? 'Change that setting, or use another host name, such as a subdomain.'
      : `If the host name is yours, publish the TXT record ${record.name} with the value ${record.value}, and try again.`,
  );
}

/** By host name. */
export function listParseSettings(ctx: ServiceContext, caller: EmailCaller): Promise<ParseSettingRow[]> {
  return rows.listParseSettings(ctx.database.read, caller);
}

/** Those of an account in both regions, `limit` at most, by host name. */
export function listParseSettingsOf(
  ctx: ServiceContext,
  account: string,
  limit: number,
): Promise<ParseSettingRow[]> {
  return rows.listParseSettingsOf(ctx.database.read, account, limit);
}

/** Fetches a setting. @throws Refusal when there is none */
export async function fetchParseSetting(
  ctx: ServiceContext,
  caller: EmailCaller,
  hostname: string,
): Promise<ParseSettingRow> {
  return requireFound(await rows.findParseSetting(ctx.database.read, caller, toAsciiHostname(hostname)));
}

/** Changes the given fields. @throws Refusal as `createParseSetting`, or when there is no such setting */
export async function updateParseSetting(
  ctx: ServiceContext,
  caller: EmailCaller,
  hostname: string,
  input: ParseSettingChange,
): Promise<ParseSettingRow> {
  const { url, spam_check, send_raw, security_policy } = input;
  const wanted = url === undefined ? undefined : parseWebUrl('url', url);
  const change: Partial<ParseSettingRow> = {
    ...(spam_check !== undefined && { spam_check: Number(spam_check) }),
    ...(send_raw !== undefined && { send_raw: Number(send_raw) }),
    ...(security_policy !== undefined && { security_policy: security_policy || null }),
    acts_for: actsFor(caller, permissionsToPost),
    updated_at: ctx.clock.now(),
  };
  return ctx.database.write(async (tx) => {
    await requirePolicy(tx, caller, change.security_policy ?? null);
    const name = toAsciiHostname(hostname);
    const before = wanted === undefined ? undefined : await rows.findParseSetting(tx, caller, name);
    const target = wanted !== undefined && { url: sealUrl(ctx.secrets, wanted, before?.url) };
    return requireFound(await rows.changeParseSetting(tx, caller, name, { ...change, ...target }));
  });
}

/** Deletes a setting. @throws Refusal when there is none */
export async function deleteParseSetting(
  ctx: ServiceContext,
  caller: EmailCaller,
  hostname: string,
): Promise<void> {
  const gone = await ctx.database.write((tx) =>
    rows.deleteParseSetting(tx, caller, toAsciiHostname(hostname)),
  );
  if (!gone) throw notFound();
}

async function requirePolicy(tx: Queries, caller: EmailCaller, policy: string | null): Promise<void> {
  if (policy === null || (await findPolicy(tx, caller, policy)) !== undefined) return;
  throw invalidField(
    'security_policy',
    'there is no such security policy',
    'GET /v3/user/webhooks/security/policies lists the existing ones.',
  );
}

function requireFound(row: ParseSettingRow | undefined): ParseSettingRow {
  if (row === undefined) throw notFound();
  return row;
}

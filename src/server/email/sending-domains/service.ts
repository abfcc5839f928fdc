/** Sending domains: create, check, rotate their keys. A domain signs once the record of its key was found in DNS. */

import {
  type DomainRecordName,
  maxSendingDomains,
  type NewSendingDomain,
  type SendingDomainChange,
} from '#api/email/sending-domains.ts';
import { retiredKeyDays } from '#api/email/statuses.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { Owner } from '../../platform/database/schema/email.ts';
import { notFound } from '../../platform/errors.ts';
import { perServer } from '../../platform/per-server.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { EmailCaller } from '../access/caller.ts';
import { lockAccount } from '../access/store.ts';
import { type DnsOptions, systemDns } from '../smtp/probe.ts';
import { invalidField } from '../validation/field-error.ts';
import { parseHostname } from '../validation/host-name.ts';
import { checkKey, checkRecords, dkimName, selectorOf } from './check.ts';
import { generateDkimKey } from './dkim-keys.ts';
import { nextCheck, type RecordChecks, withLosses } from './dns-records.ts';
import { newNumber, parseNumber } from './numbers.ts';
import * as rows from './store.ts';
import { warmUpBegin } from './warm-up-service.ts';
import { deleteWarmUpCount } from './warm-up-store.ts';

export type DomainWithKeys = { row: rows.SendingDomainRow; keys: rows.DkimKeyRow[] };

/** Whom this server asks about the records. */
export const domainDns = perServer((): { options: DnsOptions } => ({ options: systemDns }));

/** @throws Refusal for a name that is no domain or in use, another account, and beyond the most domains */
export async function createDomain(
  ctx: ServiceContext,
  caller: EmailCaller,
  input: NewSendingDomain,
): Promise<DomainWithKeys> {
  const { account, region } = caller;
  const domain = parseDomain(input.domain);
  const { username = account } = input;
  if (username !== account) {
    const message = 'username names another account than the one that asks';
    throw invalidField('username', message, 'Leave it out, and act for the account by on-behalf-of.');
  }
  await requireFree(ctx.database.read, caller, domain);
  const [first, second] = [await generateDkimKey(ctx), await generateDkimKey(ctx)];
  return ctx.database.write(async (tx) => {
    await lockAccount(tx, account);
    const others = await requireFree(tx, caller, domain);
    if (input.default === true) await rows.clearDefaultDomain(tx, caller);
    const row: rows.SendingDomainRow = {
      ...{ account, region, id: newNumber(ctx, others), domain },
      subdomain: (input.subdomain ?? 'bounce').toLowerCase(),
      selector: (input.custom_dkim_selector ?? 'pb').toLowerCase(),
      custom_spf: Number(input.custom_spf ?? false),
      is_default: Number(input.default ?? false),
      ...{ signing: 1, signs: 0, returns: 0, checks: '{}', created_at: first.created_at },
      ...{ checked_at: null, check_at: null, failing_since: null, warm_up_since: null },
    };
    const key = { account, region, domain: row.id, signing_since: null, retired_at: null };
    const keys = [
      { ...key, ...first, number: 1 },
      { ...key, ...second, number: 2 },
    ];
    await rows.insertDomain(tx, row, keys);
    return { row, keys };
  });
}

/** @throws Refusal for what is no name of a domain */
export function parseDomain(text: string): string {
  const name = parseHostname('domain', text, 'example.com');
  if (/\.(?!\d+$)[^.]+$/.test(name)) return name;
  throw invalidField('domain', 'domain is not the name of a domain', 'Give a name such as example.com.');
}

/** The other domains. @throws Refusal where one has the name, or there are too many */
async function requireFree(
  db: Queries,
  caller: EmailCaller,
  domain: string,
): Promise<rows.SendingDomainRow[]> {
  const others = await rows.listDomains(db, caller);
  if (others.some((each) => each.domain === domain)) {
    throw invalidField('domain', `there is a sending domain ${domain} already`, 'Use that one.');
  }
  if (others.length < maxSendingDomains) return others;
  const message = `the maximum of ${maxSendingDomains} sending domains is reached`;
  throw invalidField('domain', message, 'Delete one first.');
}

/** By name; `domain` is a part of it. */
export async function listDomains(
  ctx: ServiceContext,
  caller: EmailCaller,
  { limit, offset = 0, domain = '' }: { limit?: number; offset?: number; domain?: string },
): Promise<DomainWithKeys[]> {
  const db = ctx.database.read;
  const all = await rows.listDomains(db, caller);
  const found = all.filter((row) => row.domain.includes(domain.toLowerCase()));
  const page = found.slice(offset, limit === undefined ? undefined : offset + limit);
  const keys = Map.groupBy(
    await rows.listKeys(
      db,
      caller,
      page.map(({ id }) => id),
    ),
    (key) => key.domain,
  );
  return page.map((row) => ({ row, keys: keys.get(row.id) ?? [] }));
}

/** @throws Refusal when there is none */
export async function fetchDomain(ctx: ServiceContext, caller: EmailCaller, id: string) {
  return requireDomain(ctx.database.read, caller, id);
}

/** @throws Refusal when there is none, or it has another name */
export async function fetchDefaultDomain(
  ctx: ServiceContext,
  caller: EmailCaller,
  name: string | undefined,
): Promise<DomainWithKeys> {
  const row = await rows.findDefaultDomain(ctx.database.read, caller);
  if (row === undefined || (name !== undefined && name.toLowerCase() !== row.domain)) throw notFound();
  return withKeys(ctx.database.read, row);
}

/** Changes the given fields. @throws Refusal when there is none */
export function updateDomain(
  ctx: ServiceContext,
  caller: EmailCaller,
  id: string,
  { default: isDefault, custom_spf, warm_up }: SendingDomainChange,
): Promise<DomainWithKeys> {
  return ctx.database.write(async (tx) => {
    await lockAccount(tx, caller.account);
    const { row, keys } = await requireDomain(tx, caller, id);
    if (isDefault === true) await rows.clearDefaultDomain(tx, caller);
    const change = {
      is_default: Number(isDefault ?? row.is_default === 1),
      custom_spf: Number(custom_spf ?? row.custom_spf === 1),
      warm_up_since: warm_up === undefined ? row.warm_up_since : warm_up ? warmUpBegin(ctx, row) : null,
    };
    await rows.changeDomain(tx, caller, row.id, change);
    return { row: { ...row, ...change }, keys };
  });
}

/** @throws Refusal when there is none */
export async function deleteDomain(ctx: ServiceContext, caller: EmailCaller, id: string): Promise<void> {
  const number = parseNumber(id);
  await ctx.database.write(async (tx) => {
    if (!(await rows.deleteDomain(tx, caller, number))) throw notFound();
    await deleteWarmUpCount(tx, caller, number);
  });
}

/** Looks for all records, and remembers what was found. @throws Refusal when there is no such domain */
export async function validateDomain(
  ctx: ServiceContext,
  caller: EmailCaller,
  id: string,
): Promise<DomainWithKeys> {
  return lookAgain(ctx, await requireDomain(ctx.database.read, caller, id), false);
}

/** Those of which the records are to be looked for now. */
export const listDomainsToCheck = (ctx: ServiceContext, limit: number): Promise<rows.SendingDomainRow[]> =>
  rows.listDueDomains(ctx.database.read, { now: ctx.clock.now(), limit });

/** One record that is not found for once changes nothing yet: a wrong response of DNS must not stop signing. */
export async function checkDomainAgain(ctx: ServiceContext, row: rows.SendingDomainRow): Promise<void> {
  await lookAgain(ctx, await withKeys(ctx.database.read, row), true);
}

/** Those without a record that was there, before that time. */
export const listFailingDomains = (ctx: ServiceContext, before: number, limit: number) =>
  rows.listFailingDomains(ctx.database.read, { before, limit });

async function lookAgain(
  ctx: ServiceContext,
  looked: DomainWithKeys,
  isPeriodic: boolean,
): Promise<DomainWithKeys> {
  const checks = await checkRecords(ctx, looked, domainDns(ctx).options);
  return ctx.database.write(async (tx) => {
    await lockAccount(tx, looked.row.account);
    const { row, keys } = await requireDomain(tx, looked.row, String(looked.row.id));
    // A key that was made meanwhile has not been looked for.
    const isSame = keys.every((key, at) => key.public_key === looked.keys[at]?.public_key);
    return isSame ? rememberChecks(ctx, tx, { row, keys }, { found: checks, isPeriodic }) : { row, keys };
  });
}

/**
 * Lets the next key sign, whose record is looked for now. Where the key before may be replaced, makes the next key instead.
 *
 * @throws Refusal when there is no such domain, the record is not there, or that of the key before is still needed
 */
export async function rotateKey(
  ctx: ServiceContext,
  caller: EmailCaller,
  id: string,
): Promise<DomainWithKeys> {
  const looked = await requireDomain(ctx.database.read, caller, id);
  const next = otherKey(looked);
  const isReplaced = next.retired_at !== null;
  if (isReplaced) requireExpired(ctx, looked.row, next);
  const made = isReplaced ? await generateDkimKey(ctx) : null;
  const check = made === null ? await checkKey(looked.row, next, domainDns(ctx).options) : null;
  if (check?.valid === false) {
    throw invalidField('domain_id', check.reason ?? '', 'Publish the record of the next key first.');
  }
  return ctx.database.write(async (tx) => {
    await lockAccount(tx, caller.account);
    const { row, keys } = await requireDomain(tx, caller, id);
    const now = ctx.clock.now();
    const other = otherKey({ row, keys });
    // Another request has rotated it meanwhile.
    if (other.public_key !== next.public_key) return { row, keys };
    const checks = JSON.parse(row.checks) as RecordChecks;
    const name = dkimName(other.number);
    if (made !== null) {
      await rows.changeKey(tx, other, { ...made, signing_since: null, retired_at: null });
      delete checks[name];
      await rows.changeDomain(tx, caller, row.id, { checks: JSON.stringify(checks) });
    } else if (check !== null) {
      await rows.changeKey(tx, { ...other, number: row.signing }, { retired_at: now });
      await rows.changeKey(tx, other, { signing_since: now });
      const change = {
        signing: other.number,
        signs: 1,
        check_at: nextCheck(now, { isProven: true, failing_since: row.failing_since }),
        checks: JSON.stringify({ ...checks, [name]: check }),
      };
      await rows.changeDomain(tx, caller, row.id, change);
    }
    return requireDomain(tx, caller, id);
  });
}

const dayMs = 86_400_000;

function requireExpired(ctx: ServiceContext, row: rows.SendingDomainRow, key: rows.DkimKeyRow): void {
  const until = Number(key.retired_at) + retiredKeyDays * dayMs;
  if (ctx.clock.now() >= until) return;
  const day = new Date(until).toISOString().slice(0, 'YYYY-MM-DD'.length);
  const message = `email on its way is verified with the key ${selectorOf(row, key.number)} until ${day}`;
  throw invalidField('domain_id', message, 'Rotate again after that day.');
}

function otherKey({ row, keys }: DomainWithKeys): rows.DkimKeyRow {
  const key = keys.find(({ number }) => number !== row.signing);
  if (key === undefined) throw new Error(`The domain ${row.id} has no other key`);
  return key;
}

async function rememberChecks(
  ctx: ServiceContext,
  tx: Queries,
  { row, keys }: DomainWithKeys,
  { found, isPeriodic }: { found: RecordChecks; isPeriodic: boolean },
): Promise<DomainWithKeys> {
  const now = ctx.clock.now();
  const signing = dkimName(row.signing);
  // The record of the other key may come and go.
  const names = [signing, 'mail_server', 'subdomain_spf', 'domain_spf', 'dmarc'] as const;
  const before = JSON.parse(row.checks) as RecordChecks;
  const { checks, failing_since } = withLosses<DomainRecordName>(before, found, { names, now });
  const holds = (name: DomainRecordName) =>
    checks[name]?.valid === true || (isPeriodic && checks[name]?.lost_at === now);
  const signs = Number(holds(signing));
  const change = {
    ...{ signs, returns: Number(holds('mail_server')) },
    ...{ checks: JSON.stringify(checks), checked_at: now, failing_since },
    check_at: nextCheck(now, { isProven: signs === 1, failing_since }),
  };
  await rows.changeDomain(tx, row, row.id, change);
  const changed = keys.map((key): rows.DkimKeyRow => {
    const begins = signs === 1 && key.number === row.signing && key.signing_since === null;
    return begins ? { ...key, signing_since: now } : key;
  });
  for (const key of changed) {
    if (!keys.includes(key)) await rows.changeKey(tx, key, { signing_since: now });
  }
  return { row: { ...row, ...change }, keys: changed };
}

async function requireDomain(db: Queries, caller: Owner, id: string): Promise<DomainWithKeys> {
  const row = await rows.findDomain(db, caller, parseNumber(id));
  if (row === undefined) throw notFound();
  return withKeys(db, row);
}

async function withKeys(db: Queries, row: rows.SendingDomainRow): Promise<DomainWithKeys> {
  return { row, keys: await rows.listKeys(db, row, [row.id]) };
}

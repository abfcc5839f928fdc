/** Link domains: create, check, and which one the links of an email have. */

import {
  type LinkDomainChange,
  type LinkRecordName,
  maxLinkDomains,
  type NewLinkDomain,
} from '#api/email/link-domains.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { Owner } from '../../platform/database/schema/email.ts';
import { notFound } from '../../platform/errors.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { EmailCaller } from '../access/caller.ts';
import { lockAccount } from '../access/store.ts';
import { domainsAbove, nextCheck, withLosses } from '../sending-domains/dns-records.ts';
import { newNumber, parseNumber } from '../sending-domains/numbers.ts';
import { domainsOfSender } from '../sending-domains/sender-check.ts';
import { domainDns, parseDomain } from '../sending-domains/service.ts';
import { invalidField } from '../validation/field-error.ts';
import { checkLink, type LinkChecks, linkHost } from './check.ts';
import * as rows from './store.ts';

export { linkHost };

/** @throws Refusal for a name that is no domain or in use, and beyond the most link domains */
export function createLink(
  ctx: ServiceContext,
  caller: EmailCaller,
  input: NewLinkDomain,
): Promise<rows.LinkDomainRow> {
  const { account, region } = caller;
  const domain = parseDomain(input.domain);
  const subdomain = (input.subdomain ?? 'links').toLowerCase();
  return ctx.database.write(async (tx) => {
    await lockAccount(tx, account);
    const others = await rows.listLinks(tx, caller);
    const host = linkHost({ account, domain, subdomain });
    if (others.some((each) => linkHost(each) === host)) {
      throw invalidField('domain', `there is a link domain ${host} already`, 'Use that one.');
    }
    if (others.length >= maxLinkDomains) {
      const message = `the maximum of ${maxLinkDomains} link domains is reached`;
      throw invalidField('domain', message, 'Delete one first.');
    }
    if (input.default === true) await rows.clearDefaultLink(tx, caller);
    const row: rows.LinkDomainRow = {
      ...{ account, region, id: newNumber(ctx, others), domain, subdomain },
      is_default: Number(input.default ?? false),
      ...{ valid: 0, checks: '{}', created_at: ctx.clock.now() },
      ...{ checked_at: null, check_at: null, failing_since: null },
    };
    await rows.insertLink(tx, row);
    return row;
  });
}

/** By name. */
export async function listLinks(
  ctx: ServiceContext,
  caller: EmailCaller,
  { limit }: { limit?: number },
): Promise<rows.LinkDomainRow[]> {
  return (await rows.listLinks(ctx.database.read, caller)).slice(0, limit);
}

/** @throws Refusal when there is none */
export function fetchLink(ctx: ServiceContext, caller: EmailCaller, id: string): Promise<rows.LinkDomainRow> {
  return requireLink(ctx.database.read, caller, id);
}

/** The valid one of the domain, where one is named; else the default one. @throws Refusal when there is none */
export async function fetchDefaultLink(
  ctx: ServiceContext,
  caller: EmailCaller,
  domain: string | undefined,
): Promise<rows.LinkDomainRow> {
  const names = domain === undefined ? [] : [domain.toLowerCase()];
  const found = await rows.findLinksFor(ctx.database.read, caller, names);
  const row =
    found.find((each) => each.valid === 1 && names.includes(each.domain)) ??
    found.find(({ is_default }) => is_default === 1);
  if (row === undefined) throw notFound();
  return row;
}

/** Changes the given fields. @throws Refusal when there is none */
export function updateLink(
  ctx: ServiceContext,
  caller: EmailCaller,
  id: string,
  { default: isDefault }: LinkDomainChange,
): Promise<rows.LinkDomainRow> {
  return ctx.database.write(async (tx) => {
    await lockAccount(tx, caller.account);
    const row = await requireLink(tx, caller, id);
    if (isDefault === undefined) return row;
    if (isDefault) await rows.clearDefaultLink(tx, caller);
    const change = { is_default: Number(isDefault) };
    await rows.changeLink(tx, row, row.id, change);
    return { ...row, ...change };
  });
}

/** @throws Refusal when there is none */
export async function deleteLink(ctx: ServiceContext, caller: EmailCaller, id: string): Promise<void> {
  if (!(await ctx.database.write((tx) => rows.deleteLink(tx, caller, parseNumber(id))))) throw notFound();
}

/** Looks for both records, and remembers what was found. @throws Refusal when there is no such link domain */
export async function validateLink(
  ctx: ServiceContext,
  caller: EmailCaller,
  id: string,
): Promise<rows.LinkDomainRow> {
  const row = await requireLink(ctx.database.read, caller, id);
  return lookAgain(ctx, row, false);
}

/** Those of which the records are to be looked for now. */
export const listLinksToCheck = (ctx: ServiceContext, limit: number): Promise<rows.LinkDomainRow[]> =>
  rows.listDueLinks(ctx.database.read, { now: ctx.clock.now(), limit });

/** As of a sending domain, one record that is not found for once changes nothing yet. */
export async function checkLinkAgain(ctx: ServiceContext, row: rows.LinkDomainRow): Promise<void> {
  await lookAgain(ctx, row, true);
}

/** Those without a record that was there, before that time. */
export const listFailingLinks = (ctx: ServiceContext, before: number, limit: number) =>
  rows.listFailingLinks(ctx.database.read, { before, limit });

async function lookAgain(
  ctx: ServiceContext,
  row: rows.LinkDomainRow,
  isPeriodic: boolean,
): Promise<rows.LinkDomainRow> {
  const found = await checkLink(ctx, row, domainDns(ctx).options);
  const now = ctx.clock.now();
  const names = ['domain_cname', 'owner_cname'] as const;
  const before = JSON.parse(row.checks) as LinkChecks;
  const { checks, failing_since } = withLosses<LinkRecordName>(before, found, { names, now });
  const holds = (name: LinkRecordName) =>
    checks[name]?.valid === true || (isPeriodic && checks[name]?.lost_at === now);
  const isValid = names.every(holds);
  const change = {
    ...{ valid: Number(isValid), checks: JSON.stringify(checks), checked_at: now, failing_since },
    check_at: nextCheck(now, { isProven: isValid, failing_since }),
  };
  await ctx.database.write((tx) => rows.changeLink(tx, row, row.id, change));
  return { ...row, ...change };
}

/** Where the links of an email from this sender lead: the valid host name of its domain, else the default one, else PUBLIC_URL. */
export async function findLinkBase(
  ctx: ServiceContext,
  { account, region, sender }: Owner & { sender: string },
): Promise<string> {
  const names = domainsOfSender(sender);
  const found = await rows.findLinksFor(ctx.database.read, { account, region }, names);
  const close = ({ domain }: rows.LinkDomainRow) =>
    names.includes(domain) ? domainsAbove(domain).length : 0;
  const [row] = found.filter(({ valid }) => valid === 1).sort((a, b) => close(b) - close(a));
  const base = ctx.publicUrl();
  if (row === undefined) return base;
  const url = new URL(base);
  url.hostname = linkHost(row);
  return url.href.replace(/\/$/, '');
}

async function requireLink(db: Queries, caller: EmailCaller, id: string): Promise<rows.LinkDomainRow> {
  const row = await rows.findLink(db, caller, parseNumber(id));
  if (row === undefined) throw notFound();
  return row;
}

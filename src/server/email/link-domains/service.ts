/** Link domains: create, check, and which one the links of an email have. */

import { type LinkDomainChange, maxLinkDomains, type NewLinkDomain } from '#api/email/link-domains.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { Owner } from '../../platform/database/schema/email.ts';
import { notFound } from '../../platform/errors.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { EmailCaller } from '../access/caller.ts';
import { lockAccount } from '../access/store.ts';
import { domainsAbove } from '../sending-domains/dns-records.ts';
import { newNumber, parseNumber } from '../sending-domains/numbers.ts';
import { domainsOfSender } from '../sending-domains/sender-check.ts';
import { domainDns, parseDomain } from '../sending-domains/service.ts';
import { invalidField } from '../validation/field-error.ts';
import { checkLink, linkHost } from './check.ts';
import * as rows from './store.ts';

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
      ...{ valid: 0, checks: '{}', checked_at: null, created_at: ctx.clock.now() },
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
    await rows.changeLink(tx, row, change);
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
  return rememberCheck(ctx, row, await checkLink(ctx, row, domainDns(ctx).options));
}

async function rememberCheck(
  ctx: ServiceContext,
  row: rows.LinkDomainRow,
  checks: Awaited<ReturnType<typeof checkLink>>,
): Promise<rows.LinkDomainRow> {
  const change = {
    valid: Number(checks.domain_cname.valid && checks.owner_cname.valid),
    ...{ checks: JSON.stringify(checks), checked_at: ctx.clock.now() },
  };
  await ctx.database.write((tx) => rows.changeLink(tx, row, change));
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

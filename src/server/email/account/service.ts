/** Service functions of the account of a key, its members and subaccounts, as the email API shows them. */

import { hash } from 'node:crypto';
import { fullAccessScopes, type Scope } from '#api/email/scopes.ts';
import { isAllowed, type Role } from '#api/people/roles.ts';
import { listInvitations } from '../../accounts/people/invitations-service.ts';
import { listMembers, type Member } from '../../accounts/people/members-service.ts';
import { type AccountRow, fetchAccount, listAccounts } from '../../accounts/service.ts';
import { notFound } from '../../platform/errors.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { EmailCaller } from '../access/caller.ts';
import { fetchEmailStats } from '../statistics/sent-service.ts';

const dayMs = 86_400_000;
const reputationDays = 30;

/** In percent; 100 where nothing was sent. */
export async function fetchReputation(ctx: ServiceContext, caller: EmailCaller): Promise<number> {
  const now = ctx.clock.now();
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 'YYYY-MM-DD'.length);
  const days = { start_date: dayOf(now - reputationDays * dayMs), end_date: dayOf(now) };
  const entries = await fetchEmailStats(ctx, caller, days);
  const all = entries.flatMap(({ stats }) => stats.map(({ metrics }) => metrics));
  const sum = (name: 'processed' | 'bounces' | 'spam_reports') =>
    all.reduce((total, metrics) => total + metrics[name], 0);
  const processed = sum('processed');
  if (processed === 0) return 100;
  const bad = Math.min(processed, sum('bounces') + sum('spam_reports'));
  return Math.round((1 - bad / processed) * 1_000) / 10;
}

/** The account that the caller acts for. */
export function fetchOwnAccount(ctx: ServiceContext, caller: EmailCaller): Promise<AccountRow> {
  return fetchAccount(ctx, caller, caller.account);
}

/** A number as client libraries have it: the same for the same SID. */
export const numberOf = (sid: string): number => Number.parseInt(hash('sha256', sid).slice(0, 12), 16);

/** More members than this are not looked through. */
const maxMembers = 10_500;

/** Who joined last first, and blocked ones too. */
async function allMembers(ctx: ServiceContext, caller: EmailCaller): Promise<Member[]> {
  return (await listMembers(ctx, caller, { size: maxMembers, from: null })).rows;
}

/** The owner who joined first. */
export async function findOwner(ctx: ServiceContext, caller: EmailCaller): Promise<Member | undefined> {
  const members = await allMembers(ctx, caller);
  const owners = members.filter(({ role, blocked_at }) => role === 'owner' && blocked_at === null);
  return owners.toSorted((a, b) => a.created_at - b.created_at)[0];
}

type Page = { limit: number; offset: number };

export async function listTeammates(
  ctx: ServiceContext,
  caller: EmailCaller,
  { limit, offset }: Page,
): Promise<Member[]> {
  const { rows } = await listMembers(ctx, caller, { size: offset + limit, from: null });
  return rows.slice(offset);
}

/** @throws Refusal not found */
export async function fetchTeammate(
  ctx: ServiceContext,
  caller: EmailCaller,
  email: string,
): Promise<Member> {
  const members = await allMembers(ctx, caller);
  const found = members.find((each) => each.email === email.trim().toLowerCase());
  if (found === undefined) throw notFound();
  return found;
}

export const listPending = async (ctx: ServiceContext, caller: EmailCaller) =>
  (await listInvitations(ctx, caller, { size: 500, from: null })).rows;

/** What a role comes to in this API. */
export function scopesOfRole(role: Role): readonly Scope[] {
  if (isAllowed(role, 'email.write')) return fullAccessScopes;
  return fullAccessScopes.filter((each) => each.endsWith('.read'));
}

/** The subaccounts, newest first. */
export async function listSubusers(
  ctx: ServiceContext,
  caller: EmailCaller,
  { limit, offset, username }: Page & { username?: string | undefined },
): Promise<AccountRow[]> {
  // The account itself is one of them.
  const size = username === undefined ? offset + limit + 1 : maxMembers;
  const { rows } = await listAccounts(ctx, caller, undefined, { size, from: null });
  const below = rows.filter(({ parent }) => parent === caller.account);
  const named = username === undefined ? below : below.filter((row) => nameOf(row) === username);
  return named.slice(offset, offset + limit);
}

export const nameOf = (row: AccountRow): string => row.username ?? (row.parent === null ? row.name : row.sid);

/** What an operator does with members on the command line, for the day when no one can sign in. */

import type { Operation } from '#api/operation/operation.ts';
import * as operations from '#api/people/operations.ts';
import { personEmail } from '#api/people/schemas.ts';
import * as signIn from '#api/people/second-factor-operations.ts';
import { operatorActor } from '../../platform/audit/event.ts';
import { recordOperation } from '../../platform/audit/recording.ts';
import { Refusal } from '../../platform/errors.ts';
import { matchesPattern } from '../../platform/http/operation-fields.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { ensureAccount } from '../service.ts';
import { normalizeEmail } from './email-address.ts';
import { createInvitation } from './invitations-service.ts';
import { listMembers, updateMember } from './members-service.ts';
import { createPasswordLink } from './password-reset-service.ts';
import { resetSecondFactor } from './second-factor-service.ts';
import { findMember, findPersonByEmail, type MemberWithPerson } from './store.ts';

const linkDays = 1;
const maxListed = 1_000;

/**
 * A link by which the person of the address becomes an owner of the account of the settings, else of the first one; to a new
 * password for who is a member already. It is valid for a day.
 *
 * @throws Refusal bad-request
 */
export async function inviteOwner(ctx: ServiceContext, email: string): Promise<string> {
  if (!matchesPattern(personEmail, email)) throw new Refusal('bad-request', `${email} is no email address`);
  const operator = await callerOf(ctx);
  const member = await findByEmail(ctx, operator, email);
  if (member === undefined) {
    const invitation = { email, role: 'owner', days: linkDays } as const;
    const { token } = await asOperator(ctx, operations.createInvitation, operator, {}, () =>
      createInvitation(ctx, operator, invitation),
    );
    return linkTo(ctx, token);
  }
  const { token } = await asOperator(ctx, operations.createPasswordLink, operator, { Sid: member.sid }, () =>
    createPasswordLink(ctx, operator, member.sid, { byOperator: true }),
  );
  return linkTo(ctx, token);
}

/** @throws Refusal not-found for who is no member; conflict for the only owner */
export async function blockMember(ctx: ServiceContext, email: string): Promise<string> {
  const operator = await callerOf(ctx);
  const member = await findByEmail(ctx, operator, email);
  if (member === undefined) throw new Refusal('not-found', `${email} is no member`);
  await asOperator(ctx, operations.updateMember, operator, { Sid: member.sid }, () =>
    updateMember(ctx, operator, member.sid, { blocked: true }),
  );
  return `${member.name} <${member.email}> is blocked.`;
}

/** Removes the second factor and the passkeys. @throws Refusal not-found for who is no member */
export async function resetMember(ctx: ServiceContext, email: string): Promise<string> {
  const operator = await callerOf(ctx);
  const member = await findByEmail(ctx, operator, email);
  if (member === undefined) throw new Refusal('not-found', `${email} is no member`);
  await asOperator(ctx, signIn.resetSecondFactor, operator, { Sid: member.sid }, () =>
    resetSecondFactor(ctx, operator, member.sid, { byOperator: true }),
  );
  return `${member.name} <${member.email}> signs in by password alone.`;
}

/** One line for each of the newest 1,000 members. */
export async function listMemberLines(ctx: ServiceContext): Promise<string> {
  const { rows } = await listMembers(ctx, await callerOf(ctx), { size: maxListed, from: null });
  const lines = rows.map(({ email, role, blocked_at, name }) =>
    [email, blocked_at === null ? role : `${role} (blocked)`, name].join('\t'),
  );
  return lines.length === 0 ? 'The account has no members.' : lines.join('\n');
}

/** The audit log says that it was done on the command line: who sat there is not known. */
function asOperator<T>(
  ctx: ServiceContext,
  operation: Pick<Operation, 'id' | 'audit'>,
  { account }: Caller,
  params: Record<string, string>,
  work: () => Promise<T>,
): Promise<T> {
  const from = { actor: operatorActor, address: null, request: null };
  return recordOperation(ctx, { operation, account, params, sent: {}, ...from }, work);
}

async function callerOf(ctx: ServiceContext): Promise<Caller> {
  return { account: (await ensureAccount(ctx)).account, user: null, role: 'owner' };
}

async function findByEmail(
  ctx: ServiceContext,
  { account }: Caller,
  email: string,
): Promise<MemberWithPerson | undefined> {
  const person = await findPersonByEmail(ctx.database.read, normalizeEmail(email));
  return person && findMember(ctx.database.read, account, person.sid);
}

const linkTo = (ctx: ServiceContext, token: string) => `${ctx.publicUrl()}/join#${token}`;

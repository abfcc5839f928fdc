/** What the link of an invitation or of a password reset is for. */

import type { Role } from '#api/people/roles.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { hashToken } from '../../platform/token-hash.ts';
import { findInvitationByToken, findPasswordLink, findPersonByEmail } from './store.ts';

/** What a link is for. `person` has a password already, and joins with it. */
export type LinkPurpose = {
  purpose: 'invitation' | 'password';
  email: string;
  account: { sid: string; name: string; role: Role } | null;
  person: { sid: string; name: string } | null;
  expiresAt: number;
};

/** Null for a link that is unknown, used, taken back or too old. */
export async function findLink(ctx: ServiceContext, token: string): Promise<LinkPurpose | null> {
  const { read } = ctx.database;
  const [hash, now] = [hashToken(token), ctx.clock.now()];
  const invitation = await findInvitationByToken(read, hash, now);
  if (invitation !== undefined) {
    const { email, account, account_name, role, expires_at } = invitation;
    const person = await findPersonByEmail(read, email);
    return {
      purpose: 'invitation',
      email,
      account: { sid: account, name: account_name, role },
      person: person === undefined ? null : { sid: person.sid, name: person.name },
      expiresAt: expires_at,
    };
  }
  const link = await findPasswordLink(read, hash, now);
  if (link === undefined) return null;
  const { person, name, email, expires_at } = link;
  return { purpose: 'password', email, account: null, person: { sid: person, name }, expiresAt: expires_at };
}

export type LinkUse = {
  token: string;
  name?: string | undefined;
  password: string;
  device?: string | undefined;
};

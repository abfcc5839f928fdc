/** Rows of people, and of what joins them to accounts. */

import type { Role } from '#api/people/roles.ts';

/** A person of the installation. `email` is in lower case; `password_hash` as `accounts/people/passwords.ts` writes it. */
export type PersonRow = {
  sid: string;
  email: string;
  name: string;
  password_hash: string;
  created_at: number;
};

/** A membership. `seen_at` is when the member last used the account, to the hour. */
export type MemberRow = {
  account: string;
  person: string;
  role: Role;
  created_at: number;
  blocked_at: number | null;
  seen_at: number | null;
};

/** `invited_by` is the name of the member; null for a program. */
export type InvitationRow = {
  sid: string;
  account: string;
  email: string;
  role: Role;
  invited_by: string | null;
  token_hash: string;
  created_at: number;
  expires_at: number;
};

export type PasswordLinkRow = { person: string; token_hash: string; expires_at: number };

export type PeopleTables = {
  people: PersonRow;
  members: MemberRow;
  invitations: InvitationRow;
  password_links: PasswordLinkRow;
};

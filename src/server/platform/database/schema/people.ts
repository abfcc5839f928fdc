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

/** `secret` is encrypted; `enabled_at` is null until a first code was right. `last_step` is the time step of the last code. */
export type SecondFactorRow = {
  person: string;
  secret: string;
  created_at: number;
  enabled_at: number | null;
  last_step: number;
  /** Wrong codes since `wrong_since`. */
  wrong: number;
  wrong_since: number;
};

export type RecoveryCodeRow = { person: string; code_hash: string };

/** `credential` and `public_key` in base64url; `counter` is the authenticator's, 0 where it has none. */
export type PasskeyRow = {
  sid: string;
  person: string;
  credential: string;
  public_key: string;
  counter: number;
  /** JSON list, as the browser gave it. */
  transports: string;
  is_synced: number;
  name: string;
  created_at: number;
  used_at: number | null;
};

/** A challenge that was answered, kept until it ends by itself: it works once. */
export type UsedChallengeRow = { challenge_hash: string; expires_at: number };

export type PeopleTables = {
  people: PersonRow;
  members: MemberRow;
  invitations: InvitationRow;
  password_links: PasswordLinkRow;
  second_factors: SecondFactorRow;
  recovery_codes: RecoveryCodeRow;
  passkeys: PasskeyRow;
  used_challenges: UsedChallengeRow;
};

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

/** The picture of a person; `version` is a hash of it. */
export type PersonPictureRow = { person: string; version: string; png: Uint8Array };

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
/**
 * Why a person is a member, and as what: `source` is `direct`, or the SID of a group or a rule. The role of the member is the most
 * powerful of these.
 */
export type MemberGrantRow = { account: string; person: string; source: string; role: Role };

/** A group of people of the account; `provider` pushes it, and calls it `external_id`. */
export type PeopleGroupRow = {
  sid: string;
  account: string;
  name: string;
  created_at: number;
  provider: string | null;
  external_id: string | null;
};

export type GroupPersonRow = { group_sid: string; person: string };

/** What everybody in the group is, in that account. */
export type GroupMembershipRow = { group_sid: string; account: string; role: Role };

/** An OpenID Connect provider. `client_secret` is encrypted; null for a public client. */
export type IdentityProviderRow = {
  sid: string;
  account: string;
  name: string;
  issuer: string;
  client_id: string;
  client_secret: string | null;
  scopes: string;
  enabled: number;
  created_at: number;
  /** Of the token by which it pushes users and groups; null without one. */
  scim_token_hash: string | null;
  scim_created_at: number | null;
  scim_used_at: number | null;
};

/**
 * A person whom a provider has pushed. `names` is the JSON of their names as it sent them, `email` an address that it wants to read
 * again. `blocked_at` is when it blocked them: memberships that are blocked since then are by it.
 */
export type DirectoryUserRow = {
  provider: string;
  person: string;
  external_id: string | null;
  user_name: string;
  email: string | null;
  names: string;
  blocked_at: number | null;
  created_at: number;
  changed_at: number;
};

/** Which person a subject of a provider is. */
export type IdentityRow = { provider: string; subject: string; person: string; created_at: number };

/** Who has that claim at that provider is a member of the account. */
export type SignInRuleRow = {
  sid: string;
  provider: string;
  name: string;
  claim: string;
  operator: 'is' | 'contains';
  value: string;
  account: string;
  role: Role;
  created_at: number;
};

/** A browser that is on its way to a provider. `code_verifier` is encrypted. */
export type SignInAttemptRow = {
  state_hash: string;
  browser_hash: string;
  provider: string;
  nonce: string;
  code_verifier: string;
  redirect_uri: string;
  return_path: string;
  expires_at: number;
};

/**
 * By which provider a session began. `id_token` is encrypted, for signing out there; `provider_session` is what the provider calls
 * it (`sid`), null where it gives it no name.
 */
export type ProviderSessionRow = {
  token_hash: string;
  provider: string;
  id_token: string | null;
  provider_session: string | null;
};

export type SignInSettingRow = { account: string; token_sign_in: number; second_factor: number };

export type PeopleTables = {
  member_grants: MemberGrantRow;
  people_groups: PeopleGroupRow;
  group_people: GroupPersonRow;
  group_memberships: GroupMembershipRow;
  identity_providers: IdentityProviderRow;
  identities: IdentityRow;
  directory_users: DirectoryUserRow;
  sign_in_rules: SignInRuleRow;
  sign_in_attempts: SignInAttemptRow;
  provider_sessions: ProviderSessionRow;
  sign_in_settings: SignInSettingRow;
  people: PersonRow;
  person_pictures: PersonPictureRow;
  members: MemberRow;
  invitations: InvitationRow;
  password_links: PasswordLinkRow;
  second_factors: SecondFactorRow;
  recovery_codes: RecoveryCodeRow;
  passkeys: PasskeyRow;
  used_challenges: UsedChallengeRow;
};

/** The service context, passed to every service function: database, settings, clock, ids, log. And the caller. */

import type { Logger } from 'pino';
import type { Permission, Role } from '#api/people/roles.ts';
import type { SidPrefix } from '#api/sid.ts';
import type { ChangeNotifier } from './change-notifier.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import type { SecretCipher } from './secrets.ts';
import type { WorkKind, WorkSignals } from './work-signals.ts';

export type ServiceContext = {
  database: Database;
  config: Config;
  /** Epoch milliseconds. */
  clock: { now(): number };
  ids: {
    /** A SID greater than all that this process generated before with that prefix. */
    sid(prefix: SidPrefix): string;
    /** 32 random hexadecimal digits. */
    token(): string;
    /** 32 hexadecimal digits, greater than all that this process generated before, the last 16 random: the key of a row. */
    orderedToken(): string;
  };
  log: Logger;
  /** Wakes the waiters of this process for changed rows. */
  changes: ChangeNotifier;
  /** Encrypts secrets that must be read again. */
  secrets: SecretCipher;
  /** A random number from 0 to 1, less than 1. */
  random(): number;
  /** Signals for the pollers of this process. */
  work: WorkSignals;
  /**
   * Wakes the pollers of these kinds of work, of all where none is named: those of this process, or of one other where
   * it has none. Call it after the write that left something to do.
   */
  wake(...kinds: WorkKind[]): void;
  /** The base URL of this server for others, without a slash at the end: PUBLIC_URL, or where it listens. */
  publicUrl(): string;
};

/** On whose behalf a service function runs. It sees the rows of `account` and no others. */
export type Caller = {
  account: string;
  /** SID of the user who is recorded as author, or null. */
  user: string | null;
  /** What the caller may do. The account's own credentials may do all. */
  role: Role;
  /** What of the role's permissions the caller has; absent for all. */
  permissions?: ReadonlySet<Permission>;
  /** The API key of the account that signed in, which may change no credentials. */
  key?: CallerKey;
  /** Signed in by the session cookie: a person on the page. */
  isSession?: true;
  /** The person on the page has not proven for a while who they are. */
  isUnconfirmed?: true;
  /** The session was begun by a password alone. */
  isByPassword?: true;
  /** The account requires a second factor, and the session was begun without: until it is set up nothing else may be done. */
  lacksSecondFactor?: true;
  /** The key of the email API. */
  emailKey?: { id: string; name: string };
  /** The identity provider that pushes by SCIM. */
  provider?: { sid: string; name: string };
  /** Who is signed in on the page, or whose personal token it is; absent for the account itself and its keys. */
  person?: CallerPerson;
};

export type CallerPerson = { sid: string; name: string; email: string };

/** An API key (SK…) with the name that its owner gave it; whether it may approve publish requests. */
export type CallerKey = {
  sid: string;
  name: string;
  approvesPublishing: boolean;
  /** A personal token: what it does, its person has done. */
  isPersonal?: true;
};

/** What every verb stands on: the database, the settings, time, fresh ids, the log. And who asks. */

import type { Logger } from 'pino';
import type { SidPrefix } from '#api/sid.ts';
import type { ChangeNotifier } from './change-notifier.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import type { SecretCipher } from './secrets.ts';

export type ServiceContext = {
  database: Database;
  config: Config;
  /** Epoch milliseconds. */
  clock: { now(): number };
  ids: {
    /** A SID greater than all that this process made before with that prefix. */
    sid(prefix: SidPrefix): string;
    /** 32 hexadecimal digits that nobody can guess. */
    token(): string;
  };
  log: Logger;
  /** Wakes whoever waits in this process for rows to change. */
  changes: ChangeNotifier;
  /** Seals secrets that must be read again. */
  secrets: SecretCipher;
  /** Tells the worker that a job may be due. Call it after the write that added the job. */
  wake(): void;
  /** Where others reach this server, without a slash at the end: PUBLIC_URL, or where it listens. */
  publicUrl(): string;
};

/** On whose behalf a verb runs. Verbs see the rows of `account` and no others. */
export type Caller = {
  account: string;
  /** SID of the user who stands as author, or null. */
  user: string | null;
};

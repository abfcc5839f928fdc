/** Who calls the email service: for which account, in which region, with which scopes. */

import type { Region } from '#api/email/regions.ts';
import type { Scope } from '#api/email/scopes.ts';
import type { Caller } from '../../platform/service-context.ts';

export type EmailCaller = Caller & {
  region: Region;
  /** What it may do: `owner` is the account's own token or a session of the page, `full` a Full Access key. */
  access: 'owner' | 'full' | ReadonlySet<Scope>;
};

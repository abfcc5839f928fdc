/** The authenticated caller of the email API: account, region and scopes. */

import type { Region } from '#api/email/regions.ts';
import type { Scope } from '#api/email/scopes.ts';
import type { Caller } from '../../platform/service-context.ts';

export type EmailCaller = Caller & {
  region: Region;
  /** `owner`: the auth token of the account or a session of the page; `full`: a Full Access key; otherwise the scopes of a key. */
  access: 'owner' | 'full' | ReadonlySet<Scope>;
};

/** An operation of the email API: its scope and limits. */

import type { Operation } from '../operation/operation.ts';
import type { Scope } from './scopes.ts';

export type EmailOperation = Operation & {
  access: 'key';
  /** The scope that a key needs; null where any key is accepted. */
  scope: Scope | null;
  /** Rate limit; the configured one by default. */
  requestsPerMinute?: number;
  /** Maximum body size in bytes; that of the server by default. */
  maxBodyBytes?: number;
};

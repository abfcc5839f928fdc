/** What an operation of the email service is beside an address: the scope that it needs, and its limits. */

import type { Operation } from '../operation/operation.ts';
import type { Scope } from './scopes.ts';

export type EmailOperation = Operation & {
  access: 'key';
  /** What a key must have for it; null where any key will do. */
  scope: Scope | null;
  /** Requests in one minute; where it is not said, the number that the server is set to. */
  requestsPerMinute?: number;
  /** The largest body in bytes, where it is not that of the server. */
  maxBodyBytes?: number;
};

/** An operation of the email API: its scope and limits. */

import type { NoOthers, Operation } from '../operation/operation.ts';
import type { Scope } from './scopes.ts';

export type EmailOperation = Extract<Operation, { access: 'account' | 'key' }> & {
  access: 'key';
  /** The scope that a key needs; null where any key is accepted. */
  scope: Scope | null;
  /** Rate limit; the configured one by default. */
  requestsPerMinute?: number;
  /** Maximum body size in bytes; that of the server by default. */
  maxBodyBytes?: number;
};

type Undeclared<O> = O extends unknown ? Omit<O, 'group' | 'access'> : never;

/** `operationsIn`, for operations of the email API. */
export const emailOperationsIn =
  (group: string) =>
  <const O extends Undeclared<EmailOperation>>(operation: O & NoOthers<O, EmailOperation>) => ({
    ...{ group, access: 'key' as const },
    ...(operation as O),
  });

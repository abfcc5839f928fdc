/**
 * Errors of service functions: why one cannot do its work. Each API translates them once: `http/problems.ts`, and
 * `email/http/errors.ts` for the email API.
 */

import type { Json } from '#flow/json/json.ts';

export type RefusalKind =
  | 'bad-request'
  | 'bad-revision'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'invalid-definition'
  | 'too-large'
  | 'too-complex'
  | 'too-many'
  /** The database is unavailable or too slow. */
  | 'unavailable';

export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly kind: RefusalKind;
  readonly details: Json | undefined;
  /** The form field or parameter that is at fault. */
  readonly field: string | undefined;
  /** For `too-many`: when to try again, where that is known. */
  readonly retryAfterSeconds: number | undefined;

  /** `message` is a sentence for the person who sent the request; for `not-found` each API has its own. */
  constructor(
    kind: RefusalKind,
    message: string,
    more: { details?: Json; field?: string; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.kind = kind;
    this.details = more.details;
    this.field = more.field;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

/** What was named in the address does not exist for this caller. */
export function notFound(): Refusal {
  return new Refusal('not-found', 'Not found');
}

/** The request has no valid credentials. */
export function unauthenticated(message = 'Authenticate'): Refusal {
  return new Refusal('unauthenticated', message);
}

/** Validation errors of email API requests, each with its field and a help text. */

import type { EmailErrorItem } from '#api/email/error.ts';
import { Refusal } from '../../platform/errors.ts';

/** `message` says what is wrong, `help` what to do about it. */
export type FieldError = { field: string; message: string; help: string; id?: string; url?: string };

/** A refusal with every error. */
export function invalidFields(errors: readonly [FieldError, ...FieldError[]]): Refusal {
  const items = errors.map(({ help, ...rest }): EmailErrorItem => ({ ...rest, help: { text: help } }));
  const [first] = errors;
  return new Refusal('bad-request', first.message, { field: first.field, details: { errors: items } });
}

export function invalidField(field: string, message: string, help: string): Refusal {
  return invalidFields([{ field, message, help }]);
}

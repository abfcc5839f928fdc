/** Errors of the email API at the fields of a form. */

import { RequestError } from '../../client/request.ts';

/** The error of the field of that name, with its help. Undefined when the field has none. */
export function fieldError(error: Error | null, field: string): string | undefined {
  if (!(error instanceof RequestError)) return undefined;
  const fault = error.items.find((each) => each.field === field);
  return fault && sentence(fault.message, fault.help);
}

/** The error that belongs to none of those fields. */
export function generalError(error: Error | null, fields: readonly string[]): string | undefined {
  if (error === null || fields.some((field) => fieldError(error, field) !== undefined)) return undefined;
  return error.message;
}

function sentence(message: string, help: string | null): string {
  const text = `${message.charAt(0).toLocaleUpperCase()}${message.slice(1)}`;
  return help === null ? text : `${text}. ${help}`;
}

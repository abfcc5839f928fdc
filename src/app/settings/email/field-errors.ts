/** What the email service found wrong, said where it belongs. */

import { RequestError } from '../../client/request.ts';

/** What stands at the field of that name: the message and what to do. Undefined when the field is not to blame. */
export function fieldError(error: Error | null, field: string): string | undefined {
  if (!(error instanceof RequestError)) return undefined;
  const fault = error.items.find((each) => each.field === field);
  return fault && sentence(fault.message, fault.help);
}

/** What stands at none of those fields and has to be said beside them. */
export function generalError(error: Error | null, fields: readonly string[]): string | undefined {
  if (error === null || fields.some((field) => fieldError(error, field) !== undefined)) return undefined;
  return error.message;
}

function sentence(message: string, help: string | null): string {
  const text = `${message.charAt(0).toLocaleUpperCase()}${message.slice(1)}`;
  return help === null ? text : `${text}. ${help}`;
}

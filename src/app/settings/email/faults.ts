/** What the email service found wrong, said where it belongs. */

import { RequestError } from '../../client/request.ts';

/** What stands at the field of that name: the message and what to do. Undefined when the field is not to blame. */
export function faultAt(failure: Error | null, field: string): string | undefined {
  if (!(failure instanceof RequestError)) return undefined;
  const fault = failure.faults.find((each) => each.field === field);
  return fault && sentence(fault.message, fault.help);
}

/** What stands at none of those fields and has to be said beside them. */
export function faultElsewhere(failure: Error | null, fields: readonly string[]): string | undefined {
  if (failure === null || fields.some((field) => faultAt(failure, field) !== undefined)) return undefined;
  return failure.message;
}

function sentence(message: string, help: string | null): string {
  const text = `${message.charAt(0).toLocaleUpperCase()}${message.slice(1)}`;
  return help === null ? text : `${text}. ${help}`;
}

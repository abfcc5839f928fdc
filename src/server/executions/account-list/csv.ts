/** Executions as lines of a CSV file (RFC 4180). Pure. */

import type { AccountExecution } from '#api/executions/account-execution.ts';

const columns = [
  'sid',
  'status',
  'contact_masked',
  'flow_sid',
  'flow_version',
  'widget',
  'event',
  'error_code',
  'channel',
  'date_created',
  'date_updated',
] as const satisfies (keyof AccountExecution)[];

/** The line of the names of the columns. */
export const csvHead = `${columns.join(',')}\r\n`;

export function csvLine(execution: AccountExecution): string {
  return `${columns.map((column) => cell(execution[column])).join(',')}\r\n`;
}

/** A text that a spreadsheet would take for a formula begins with an apostrophe; a phone number is none. */
function cell(value: string | number | null): string {
  const text = String(value ?? '');
  const safe = /^[=\-@\t\r]|^\+(?![\d•])/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** When the number of executions has to be typed before they are ended or deleted. Pure. */

import type { AccountExecutionFilter } from '../../client/executions/account-executions.ts';

/** More than these are typed also where a filter chose them: that is more than anybody has looked at. */
const mostUntyped = 100;

/** Whether it is about all executions of the account (a status alone chooses none of them), or about many. */
export function needsTyping({ Status: _, ...filter }: AccountExecutionFilter, count: number): boolean {
  const isWhole = Object.values(filter).every((value) => value === undefined);
  return count > 0 && (isWhole || count > mostUntyped);
}

/** Whether the text is the number, however its digits are grouped ("12 000", "12,000"). */
export function isTyped(text: string, count: number): boolean {
  return text.replace(/[\s.,'’]/g, '') === String(count);
}

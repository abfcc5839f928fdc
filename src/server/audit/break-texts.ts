/** What is not whole in an audit log, in one sentence each, for the command line. */

import { chainProblems } from '#api/audit/breaks.ts';
import type { ChainBreak } from '../platform/audit/chain.ts';
import type { HeadDifference } from './heads-service.ts';

/** For a terminal: it may be of somebody who has written to the database, or to a file of heads. */
export const plainText = (text: unknown) => `${text}`.slice(0, 100).replaceAll(/[^ -~]/g, '?');

export function describeBreak({ sequence, events, date, problem, ...rest }: ChainBreak): string {
  const { differs, hash, computed_hash } = rest;
  const which = events === 1 ? `event ${sequence}` : `events ${sequence} to ${sequence + events - 1}`;
  const facts = [
    date && `of ${plainText(date)}`,
    differs && `its ${differs.replace('_', ' ')} differs`,
    hash && `written ${plainText(hash)}`,
    computed_hash && `expected ${plainText(computed_hash)}`,
  ].filter(Boolean);
  return `${which}: ${chainProblems[problem]}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`;
}

export function describeDifference({ head, found }: HeadDifference): string {
  const account = plainText(head.account_sid ?? 'the installation');
  const which = `${account}, head of event ${plainText(head.sequence)} of ${plainText(head.date)}`;
  if (typeof found === 'string') return `${which}: ${found} (${plainText(head.public_key)})`;
  return `${which}: ${describeBreak(found)}`;
}

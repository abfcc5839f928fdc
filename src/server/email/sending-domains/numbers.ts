/** Ids that clients of the email API expect to be numbers. */

import { hash } from 'node:crypto';
import { notFound } from '../../platform/errors.ts';
import type { ServiceContext } from '../../platform/service-context.ts';

/** Of the SID of an account. */
export function numberOfAccount(account: string): number {
  return Number.parseInt(hash('sha256', account).slice(0, 7), 16);
}

/** Random, so that the id of a deleted row is not used again. */
export function newNumber(ctx: ServiceContext, others: readonly { id: number }[]): number {
  for (;;) {
    const id = Number.parseInt(ctx.ids.token().slice(0, 7), 16) + 1;
    if (others.every((each) => each.id !== id)) return id;
  }
}

/** @throws Refusal for what is no id */
export function parseNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw notFound();
  return Number(text);
}

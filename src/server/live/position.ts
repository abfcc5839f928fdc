/** A cursor in the events of an account: a position in its log of turns, and within a turn. */

import type { LogPosition } from './store.ts';

/** `sent` of the events of the turn at the place are behind it. */
export type Position = LogPosition & { sent: number };

export function isAfter(one: Position, other: Position): boolean {
  if (one.xid !== other.xid) return one.xid > other.xid;
  if (one.serial !== other.serial) return one.serial > other.serial;
  return one.sent > other.sent;
}

/** As it stands in the id of an event. */
export function formatPosition({ xid, serial, sent }: Position): string {
  return `${xid}.${serial}.${sent}`;
}

/** Null when the text is no position. */
export function parsePosition(text: string): Position | null {
  const [, xid, serial, sent] = /^(\d{1,15}|[1-8]\d{15})\.(\d{1,15})\.(\d{1,6})$/.exec(text) ?? [];
  if (xid === undefined || serial === undefined || sent === undefined) return null;
  return { xid: Number(xid), serial: Number(serial), sent: Number(sent) };
}

import { expect, it } from 'vitest';
import { hasEmailBeingPosted } from './inbound-emails.ts';

const date_received = '2026-11-06T12:00:00Z';
const then = Date.parse(date_received);

it('polling is fast while an email that was just received is waiting', () => {
  const waiting = { status: 'waiting', date_received } as const;
  expect(hasEmailBeingPosted([{ status: 'posted', date_received }, waiting], then + 1_000)).toBe(true);
  expect(hasEmailBeingPosted([waiting], then + 60_000)).toBe(false);
  expect(hasEmailBeingPosted([{ status: 'posted', date_received }], then)).toBe(false);
  expect(hasEmailBeingPosted([{ status: 'dead', date_received }], then)).toBe(false);
  expect(hasEmailBeingPosted(undefined, then)).toBe(false);
});

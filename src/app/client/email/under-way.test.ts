import { expect, it } from 'vitest';
import { anyUnderWay } from './under-way.ts';

const date_received = '2026-11-06T12:00:00Z';
const then = Date.parse(date_received);

it('a mail is under way while it waits and has just come', () => {
  const waiting = { status: 'waiting', date_received } as const;
  expect(anyUnderWay([{ status: 'posted', date_received }, waiting], then + 1_000)).toBe(true);
  expect(anyUnderWay([waiting], then + 60_000)).toBe(false);
  expect(anyUnderWay([{ status: 'posted', date_received }], then)).toBe(false);
  expect(anyUnderWay([{ status: 'dead', date_received }], then)).toBe(false);
  expect(anyUnderWay(undefined, then)).toBe(false);
});

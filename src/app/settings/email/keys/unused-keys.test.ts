/** Which keys count as unused. */

import { expect, it } from 'vitest';
import { isUnused } from './unused-keys.ts';

const now = Date.parse('2026-11-27T10:00:00Z');
const key = (created_at: string, last_used_at: string | null) => ({
  usage: { access: 'full' as const, created_at, last_used_at },
});

it('is a key that was not used for 90 days, or never in that time', () => {
  const long = '2025-01-01T00:00:00Z';
  expect(isUnused(key(long, null), now)).toBe(true);
  expect(isUnused(key(long, '2026-08-29T10:00:00Z'), now)).toBe(true);
  expect(isUnused(key(long, '2026-08-29T10:01:00Z'), now)).toBe(false);
  expect(isUnused(key('2026-11-01T00:00:00Z', null), now)).toBe(false);
  expect(isUnused({}, now)).toBe(false);
});

import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRenewals } from './renewals.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('loads a key at once, and after its pause once for all that came meanwhile, whatever happens to others', async () => {
  const cache = new QueryClient();
  const loaded: string[] = [];
  const noted: QueryClient['invalidateQueries'] = async (filters) => {
    loaded.push(String(filters?.queryKey));
  };
  cache.invalidateQueries = noted;
  const renewals = createRenewals(cache);
  for (let nth = 0; nth < 5; nth += 1) renewals.want(['one'], 50);
  renewals.want(['lists'], 500);
  expect(loaded).toEqual(['one', 'lists']);
  await vi.advanceTimersByTimeAsync(60);
  expect(loaded).toEqual(['one', 'lists', 'one']);
  await vi.advanceTimersByTimeAsync(100);
  renewals.want(['one'], 50);
  renewals.want(['lists'], 500);
  expect(loaded).toEqual(['one', 'lists', 'one', 'one']);
  renewals.stop();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(loaded).toHaveLength(4);
});

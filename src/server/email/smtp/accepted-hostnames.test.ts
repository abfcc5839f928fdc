/** Host names that were accepted are known by any address, and only for a second. */

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AcceptedHostnames } from './accepted-hostnames.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('accepts every address at a host name for a second', () => {
  const hostnames = new AcceptedHostnames();
  hostnames.add('a@mail.test');
  vi.advanceTimersByTime(999);
  expect(hostnames.has('b@MAIL.test')).toBe(true);
  expect(hostnames.has('a@other.test')).toBe(false);
  vi.advanceTimersByTime(1);
  expect(hostnames.has('b@mail.test')).toBe(false);
});

it('remembers a thousand host names at most', () => {
  const hostnames = new AcceptedHostnames();
  for (let count = 0; count <= 1_000; count += 1) hostnames.add(`a@${count}.test`);
  expect(hostnames.has('a@0.test')).toBe(false);
  expect(hostnames.has('a@1000.test')).toBe(true);
});

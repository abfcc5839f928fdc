import { expect, it } from 'vitest';
import { shouldRetry } from './query-client.ts';
import { RequestError } from './request.ts';

it('retries 5xx and missing responses at most twice, never 4xx', () => {
  expect(shouldRetry(0, new RequestError('', 0))).toBe(true);
  expect(shouldRetry(1, new RequestError('', 503))).toBe(true);
  expect(shouldRetry(2, new RequestError('', 503))).toBe(false);
  expect(shouldRetry(0, new RequestError('', 404))).toBe(false);
  expect(shouldRetry(0, new Error('a bug'))).toBe(false);
});

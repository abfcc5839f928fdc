/** The cache of what the server knows, and when it asks again. */

import { QueryClient } from '@tanstack/react-query';
import { RequestError } from './request.ts';

/** A refusal stays one; only silence and faults of the server are worth a second and third try. */
export function shouldRetry(attempts: number, failure: Error): boolean {
  if (attempts >= 2 || !(failure instanceof RequestError)) return false;
  return failure.status === 0 || failure.status >= 500 || failure.status === 429;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { staleTime: 5_000, retry: shouldRetry }, mutations: { retry: false } },
  });
}

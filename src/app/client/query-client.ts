/** The query cache, and which failed requests are retried. */

import { QueryClient } from '@tanstack/react-query';
import { RequestError } from './request.ts';

/** Retries twice when there was no response, and for 429 and 5xx; other 4xx responses are final. */
export function shouldRetry(attempts: number, failure: Error): boolean {
  if (attempts >= 2 || !(failure instanceof RequestError)) return false;
  return failure.status === 0 || failure.status >= 500 || failure.status === 429;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { staleTime: 5_000, retry: shouldRetry }, mutations: { retry: false } },
  });
}

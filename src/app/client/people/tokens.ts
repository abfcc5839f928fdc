/** Personal tokens: one's own, and for who may change members those of all. */

import { useQuery } from '@tanstack/react-query';
import { callApi, callPage, type FormAt } from '../api.ts';
import { everyPage } from '../paging.ts';
import { useChange } from '../use-change.ts';

const tokensKey = ['tokens'] as const;

/** The newest first. */
export function useTokens(isAll: boolean) {
  return useQuery({
    queryKey: [...tokensKey, isAll],
    queryFn: async ({ signal }) => {
      const query = { PageSize: 1000, ...(isAll && { All: true }) };
      const pages = await everyPage((path) => callPage('GET /v1/Tokens', path, { query, signal }));
      return pages.flatMap(({ tokens }) => tokens);
    },
  });
}

/** Creates a token; its secret is in the response and nowhere else. */
export function useCreateToken() {
  return useChange([tokensKey], (form: FormAt<'POST /v1/Tokens'>) => callApi('POST /v1/Tokens', { form }));
}

export function useDeleteToken(Sid: string) {
  return useChange([tokensKey], () => callApi('DELETE /v1/Tokens/{Sid}', { params: { Sid } }));
}

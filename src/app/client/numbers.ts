/** Carriers of the account, and its addresses: which flow answers there. */

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi, callPage, type FormAt } from './api.ts';
import { nextPagePath } from './paging.ts';

const carriersKey = ['carriers'] as const;
const addressesKey = ['addresses'] as const;
const pollMs = 1_000;

/** A new carrier needs its token; of one that is there it stays as it is where it is left out. */
export type CarrierForm = Omit<FormAt<'POST /v1/Carriers'>, 'AuthToken'> & { AuthToken: string | undefined };

/** All carriers, newest first. Polled every second while a connection is tested. */
export function useCarriers() {
  return useQuery({
    queryKey: carriersKey,
    queryFn: async ({ signal }) => {
      const page = await callApi('GET /v1/Carriers', { query: { PageSize: 1000 }, signal });
      return page.carriers;
    },
    refetchInterval: ({ state }) =>
      state.data?.some(({ connection }) => connection.status === 'unknown') ? pollMs : false,
  });
}

/** Adds a carrier; with a SID it changes that one. */
export function useSaveCarrier(sid: string | null) {
  return useInvalidatingMutation(carriersKey, (form: CarrierForm) =>
    sid === null
      ? callApi('POST /v1/Carriers', { form: { ...form, AuthToken: form.AuthToken ?? '' } })
      : callApi('POST /v1/Carriers/{Sid}', { params: { Sid: sid }, form }),
  );
}

export function useSetDefaultCarrier() {
  return useInvalidatingMutation(carriersKey, (Sid: string) =>
    callApi('POST /v1/Carriers/{Sid}', { params: { Sid }, form: { Default: true } }),
  );
}

export function useDeleteCarrier() {
  return useInvalidatingMutation(carriersKey, (Sid: string) =>
    callApi('DELETE /v1/Carriers/{Sid}', { params: { Sid } }),
  );
}

/** Has the connection tried; how it went comes with the carriers. */
export function useTestConnection() {
  return useInvalidatingMutation(carriersKey, (Sid: string) =>
    callApi('POST /v1/Carriers/{Sid}/Check', { params: { Sid } }),
  );
}

/** Newest first. */
export function useAddresses() {
  return useInfiniteQuery({
    queryKey: addressesKey,
    queryFn: ({ signal, pageParam }) => callPage('GET /v1/Carrier/Addresses', pageParam, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => nextPagePath(page.meta),
  });
}

/** The newest thousand at once, for choosing among them. */
export function useAddressChoices() {
  return useQuery({
    queryKey: [...addressesKey, 'choices'],
    queryFn: async ({ signal }) => {
      const page = await callApi('GET /v1/Carrier/Addresses', { query: { PageSize: 1000 }, signal });
      return page.addresses;
    },
  });
}

/** Points an address at a flow; one that is there already is changed. */
export function useAssignAddress() {
  return useInvalidatingMutation(addressesKey, (form: FormAt<'POST /v1/Carrier/Addresses'>) =>
    callApi('POST /v1/Carrier/Addresses', { form }),
  );
}

export function useDeleteAddress() {
  return useInvalidatingMutation(addressesKey, (Sid: string) =>
    callApi('DELETE /v1/Carrier/Addresses/{Sid}', { params: { Sid } }),
  );
}

function useInvalidatingMutation<Input, Output>(
  key: readonly string[],
  change: (input: Input) => Promise<Output>,
) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => void cache.invalidateQueries({ queryKey: key }),
  });
}

/** Carriers of the account, and its addresses: which flow answers there. */

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { callApi, type FormAt } from './api.ts';
import { pagesOf } from './paging.ts';
import { useChange } from './use-change.ts';

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
  return useChange([carriersKey], (form: CarrierForm) =>
    sid === null
      ? callApi('POST /v1/Carriers', { form: { ...form, AuthToken: form.AuthToken ?? '' } })
      : callApi('POST /v1/Carriers/{Sid}', { params: { Sid: sid }, form }),
  );
}

export function useSetDefaultCarrier() {
  return useChange([carriersKey], (Sid: string) =>
    callApi('POST /v1/Carriers/{Sid}', { params: { Sid }, form: { Default: true } }),
  );
}

export function useDeleteCarrier() {
  return useChange([carriersKey], (Sid: string) => callApi('DELETE /v1/Carriers/{Sid}', { params: { Sid } }));
}

/** Has the connection tried; how it went comes with the carriers. */
export function useTestConnection() {
  return useChange([carriersKey], (Sid: string) =>
    callApi('POST /v1/Carriers/{Sid}/Check', { params: { Sid } }),
  );
}

/** Newest first. */
export function useAddresses() {
  return useInfiniteQuery(pagesOf('GET /v1/Carrier/Addresses', addressesKey));
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
  return useChange([addressesKey], (form: FormAt<'POST /v1/Carrier/Addresses'>) =>
    callApi('POST /v1/Carrier/Addresses', { form }),
  );
}

export function useDeleteAddress() {
  return useChange([addressesKey], (Sid: string) =>
    callApi('DELETE /v1/Carrier/Addresses/{Sid}', { params: { Sid } }),
  );
}

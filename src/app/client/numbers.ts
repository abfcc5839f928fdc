/** Carriers of the account, and its addresses: which flow answers there. */

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AddressResource, CarrierPage, CarrierResource } from '#api/messaging/resources.ts';
import type { Page } from '#api/pagination.ts';
import { paths } from '#api/paths.ts';
import { fetchPage, nextPagePath } from './paging.ts';
import { request } from './request.ts';

const carriersKey = ['carriers'] as const;
const addressesKey = ['addresses'] as const;
const pollMs = 1_000;

export type CarrierForm = {
  FriendlyName: string;
  BaseUrl: string;
  ConversationsUrl?: string | undefined;
  CarrierAccountSid: string;
  AuthToken?: string | undefined;
  CheckSignatures: string;
};

export type AddressForm = { Address: string; FlowSid: string; CarrierSid?: string | undefined };

/** All carriers, newest first. Polled every second while a connection is tested. */
export function useCarriers() {
  return useQuery({
    queryKey: carriersKey,
    queryFn: async ({ signal }) => {
      const page = await request<CarrierPage>(paths.carriers, { query: { PageSize: 1000 }, signal });
      return page.carriers;
    },
    refetchInterval: ({ state }) =>
      state.data?.some(({ connection }) => connection.status === 'unknown') ? pollMs : false,
  });
}

/** Adds a carrier; with a SID it changes that one. */
export function useSaveCarrier(sid: string | null) {
  return useInvalidatingMutation(carriersKey, (form: CarrierForm) =>
    request<CarrierResource>(sid === null ? paths.carriers : paths.carrier(sid), { form }),
  );
}

export function useSetDefaultCarrier() {
  return useInvalidatingMutation(carriersKey, (sid: string) =>
    request<CarrierResource>(paths.carrier(sid), { form: { Default: 'true' } }),
  );
}

export function useDeleteCarrier() {
  return useInvalidatingMutation(carriersKey, (sid: string) =>
    request<void>(paths.carrier(sid), { method: 'DELETE' }),
  );
}

/** Has the connection tried; how it went comes with the carriers. */
export function useTestConnection() {
  return useInvalidatingMutation(carriersKey, (sid: string) =>
    request<CarrierResource>(paths.carrierCheck(sid), { method: 'POST' }),
  );
}

/** Newest first. */
export function useAddresses() {
  return useInfiniteQuery({
    queryKey: addressesKey,
    queryFn: ({ signal, pageParam }) =>
      fetchPage<'addresses', AddressResource>(paths.addresses, pageParam, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => nextPagePath(page.meta),
  });
}

/** The newest thousand at once, for choosing among them. */
export function useAddressChoices() {
  return useQuery({
    queryKey: [...addressesKey, 'choices'],
    queryFn: async ({ signal }) => {
      const options = { query: { PageSize: 1000 }, signal };
      const page = await request<Page<'addresses', AddressResource>>(paths.addresses, options);
      return page.addresses;
    },
  });
}

/** Points an address at a flow; one that is there already is changed. */
export function useAssignAddress() {
  return useInvalidatingMutation(addressesKey, (form: AddressForm) =>
    request<AddressResource>(paths.addresses, { form }),
  );
}

export function useDeleteAddress() {
  return useInvalidatingMutation(addressesKey, (sid: string) =>
    request<void>(paths.address(sid), { method: 'DELETE' }),
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

/** The built-in test carrier: playing a contact who texts and calls the flows of the account. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallResource, MessageResource } from '#api/messaging/operations.ts';
import { callApi, type FormAt } from './api.ts';
import { request } from './request.ts';

export const phoneKey = (contact: string) => ['test-carrier', contact] as const;

/** A message or a call of a contact. */
export type PhoneEntry =
  | { kind: 'message'; resource: MessageResource }
  | { kind: 'call'; resource: CallResource };

const shown = 50;

/** The newest messages and calls of a contact, oldest first. Renewed every 2 s while it is shown. */
export function useTestPhone(contact: string) {
  return useQuery({
    queryKey: phoneKey(contact),
    queryFn: async ({ signal }): Promise<PhoneEntry[]> => {
      const [sent, received, { calls }] = await Promise.all([
        callApi('GET /v1/Carrier/Messages', { query: { From: contact, PageSize: shown }, signal }),
        callApi('GET /v1/Carrier/Messages', { query: { To: contact, PageSize: shown }, signal }),
        callApi('GET /v1/Carrier/Calls', { query: { PageSize: shown }, signal }),
      ]);
      return phoneHistory(
        [...sent.messages, ...received.messages],
        calls.filter(({ from, to }) => from === contact || to === contact),
      );
    },
    enabled: contact !== '',
    refetchInterval: 2_000,
  });
}

/** Messages and calls in one list, oldest first. */
export function phoneHistory(
  messages: readonly MessageResource[],
  calls: readonly CallResource[],
): PhoneEntry[] {
  const entries: PhoneEntry[] = [
    ...messages.map((resource) => ({ kind: 'message' as const, resource })),
    ...calls.map((resource) => ({ kind: 'call' as const, resource })),
  ];
  return entries.toSorted((a, b) => createdAt(a) - createdAt(b) || (order(a) < order(b) ? -1 : 1));
}

const createdAt = ({ resource }: PhoneEntry) => Date.parse(resource.date_created);

/** Dates are whole seconds; the SIDs of the test carrier are ordered by time within them, whatever they begin with. */
const order = ({ resource }: PhoneEntry) => resource.sid.slice('SM'.length);

/** A number of the range that is reserved for tests at which no flow answers yet. */
export function freeTestNumber(taken: readonly string[]): string {
  for (let last = 100; ; last++) {
    const number = `+1500555${String(last).padStart(4, '0')}`;
    if (!taken.includes(number)) return number;
  }
}

export function useSendTestMessage() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (form: FormAt<'POST /v1/Carrier/Messages'>) => callApi('POST /v1/Carrier/Messages', { form }),
    onSettled: (_, __, { From }) => cache.invalidateQueries({ queryKey: phoneKey(From) }),
  });
}

/** Calls a flow; the result has the markup with which it answered. */
export function useStartTestCall() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (form: FormAt<'POST /v1/Carrier/Calls'>) => callApi('POST /v1/Carrier/Calls', { form }),
    onSettled: (_, __, { From }) => cache.invalidateQueries({ queryKey: phoneKey(From) }),
  });
}

/** What the contact does with a call: answers it, hangs up, is busy, or does not answer. */
export function useUpdateTestCall(contact: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({
      sid,
      status,
    }: {
      sid: string;
      status: 'in-progress' | 'completed' | 'busy' | 'no-answer';
    }) => callApi('POST /v1/Carrier/Calls/{Sid}', { params: { Sid: sid }, form: { Status: status } }),
    onSettled: () => cache.invalidateQueries({ queryKey: phoneKey(contact) }),
  });
}

/** Reports as the carrier of a call to the URL in its document; resolves with the next document. */
export function reportCall(
  url: string,
  method: string,
  form: Readonly<Record<string, string>>,
): Promise<string> {
  // At the address of this page: the server may have another name for others.
  const { pathname, searchParams } = new URL(url);
  if (method !== 'GET') return request(`${pathname}?${searchParams}`, { form, as: 'text' });
  for (const [name, value] of Object.entries(form)) searchParams.append(name, value);
  return request(`${pathname}?${searchParams}`, { as: 'text' });
}

/** Contacts: what there is of one, its export, and erasures. */

import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { erasurePaths } from '#api/erasures/paths.ts';
import { callApi } from './api.ts';
import { pagesOf } from './paging.ts';
import { RequestError, request } from './request.ts';
import { useChange } from './use-change.ts';

const erasuresKey = ['erasures'] as const;

/** The values that name a contact, and why it is looked for. */
export type NamedContact = { values: readonly string[]; reason: string };

export type ContactCounts = Readonly<Record<string, number>>;

const fieldsOf = ({ values, reason }: NamedContact) => ({
  Values: JSON.stringify(values),
  Reason: reason === '' ? undefined : reason,
});

/** Rows by kind; null when the response broke off before its end. */
export function useContactSearch() {
  return useMutation({
    async mutationFn(contact: NamedContact): Promise<ContactCounts | null> {
      const { Values } = fieldsOf(contact);
      const lines = await request<string>(erasurePaths.contactSearch, { form: { Values }, as: 'text' });
      const last = JSON.parse(lines.trimEnd().split('\n').at(-1) ?? 'null') as {
        counts: ContactCounts;
        is_complete: boolean;
      };
      return last.is_complete ? last.counts : null;
    },
  });
}

/** The whole file; null when it broke off before its last line. */
export function useContactExport() {
  return useMutation({
    async mutationFn(contact: NamedContact): Promise<Blob | null> {
      try {
        const form = fieldsOf(contact);
        const file = new Blob([
          await request<ArrayBuffer>(erasurePaths.contactExport, { form, as: 'bytes' }),
        ]);
        const end = (await file.slice(-20_000).text()).trimEnd().split('\n').at(-1);
        return end?.startsWith('{"kind":"end"') ? file : null;
      } catch (failure) {
        if (failure instanceof RequestError) throw failure;
        return null;
      }
    },
  });
}

export function useEraseContact() {
  return useChange([erasuresKey], (contact: NamedContact) =>
    callApi('POST /v1/Erasures', { form: fieldsOf(contact) }),
  );
}

/** Newest first; looked at again while one is running. */
export function useErasures() {
  return useInfiniteQuery({
    ...pagesOf('GET /v1/Erasures', erasuresKey, { query: { PageSize: 20 } }),
    select: ({ pages }) => pages.flatMap(({ erasures }) => erasures),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ erasures }) => erasures.some(({ status }) => status === 'running')) === true
        ? 2_000
        : false,
  });
}

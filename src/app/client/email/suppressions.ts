/** Suppression lists and unsubscribe groups: who gets no more mail. */

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { emailPaths } from '#api/email/paths.ts';
import type {
  Group,
  GroupChange,
  GroupInput,
  RecipientEmails,
  Suppression,
  SuppressionList,
} from '#api/email/suppressions.ts';
import { useEmailChange } from './change.ts';
import { emailRequest } from './email-request.ts';
import { type Standing, standingKey } from './standing.ts';

/** Entries that are asked for at once. */
const pageSize = 100;

const about = 'suppressions';
export const suppressionsKey = (standing: Standing) => [...standingKey(standing), about];

const pathOf = (list: SuppressionList) => `/v3/suppression/${list}`;

/** Newest first, page by page; with an address its entry alone. */
export function useSuppressions(standing: Standing, list: SuppressionList, email: string) {
  return useInfiniteQuery({
    queryKey: [...suppressionsKey(standing), list, email],
    initialPageParam: 0,
    queryFn: ({ signal, pageParam: offset }) =>
      emailRequest<Suppression[]>(standing, pathOf(list), {
        query: email === '' ? { limit: pageSize, offset } : { email },
        signal,
      }),
    getNextPageParam: (last, pages) =>
      email === '' && last.length === pageSize ? pages.length * pageSize : undefined,
  });
}

export function useAddSuppressions(standing: Standing, list: SuppressionList) {
  return useEmailChange(standing, about, (recipient_emails: string[]) =>
    emailRequest<RecipientEmails>(standing, pathOf(list), { json: { recipient_emails } }),
  );
}

/** Takes an address off a list; the request outlives the page. */
export function removeSuppression(standing: Standing, list: SuppressionList, email: string): Promise<void> {
  const path = emailPaths.suppression(list, encodeURIComponent(email));
  return emailRequest(standing, path, { method: 'DELETE', keepalive: true });
}

const groupsAbout = 'groups';
export const groupsKey = (standing: Standing) => [...standingKey(standing), groupsAbout];

export function useGroups(standing: Standing) {
  return useQuery({
    queryKey: groupsKey(standing),
    queryFn: ({ signal }) => emailRequest<Group[]>(standing, emailPaths.groups, { signal }),
  });
}

export function useCreateGroup(standing: Standing) {
  return useEmailChange(standing, groupsAbout, (json: GroupInput) =>
    emailRequest<Group>(standing, emailPaths.groups, { json }),
  );
}

export function useChangeGroup(standing: Standing) {
  return useEmailChange(standing, groupsAbout, ({ id, ...json }: GroupChange & { id: number }) =>
    emailRequest<Group>(standing, emailPaths.group(id), { method: 'PATCH', json }),
  );
}

/** Who has left it is forgotten; the request outlives the page. */
export function deleteGroup(standing: Standing, id: number): Promise<void> {
  return emailRequest(standing, emailPaths.group(id), { method: 'DELETE', keepalive: true });
}

/** The addresses that have left a group. */
export function useGroupMembers(standing: Standing, id: number) {
  return useQuery({
    queryKey: [...groupsKey(standing), id],
    queryFn: ({ signal }) => emailRequest<string[]>(standing, emailPaths.groupSuppressions(id), { signal }),
  });
}

export function useAddToGroup(standing: Standing, id: number) {
  return useEmailChange(standing, groupsAbout, (recipient_emails: string[]) =>
    emailRequest<RecipientEmails>(standing, emailPaths.groupSuppressions(id), { json: { recipient_emails } }),
  );
}

/** The address is back in the group; the request outlives the page. */
export function removeFromGroup(standing: Standing, id: number, email: string): Promise<void> {
  const path = emailPaths.groupSuppression(id, encodeURIComponent(email));
  return emailRequest(standing, path, { method: 'DELETE', keepalive: true });
}

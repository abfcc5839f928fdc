/** Suppression lists and unsubscribe groups. */

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
import { useEmailMutation } from './email-mutation.ts';
import { emailRequest } from './email-request.ts';
import { type EmailTarget, emailTargetKey } from './email-target.ts';

/** Entries in one page. */
const pageSize = 100;

const resource = 'suppressions';
export const suppressionsKey = (target: EmailTarget) => [...emailTargetKey(target), resource];

const pathOf = (list: SuppressionList) => `/v3/suppression/${list}`;

/** Newest first, page by page; with an address its entry alone. */
export function useSuppressions(target: EmailTarget, list: SuppressionList, email: string) {
  return useInfiniteQuery({
    queryKey: [...suppressionsKey(target), list, email],
    initialPageParam: 0,
    queryFn: ({ signal, pageParam: offset }) =>
      emailRequest<Suppression[]>(target, pathOf(list), {
        query: email === '' ? { limit: pageSize, offset } : { email },
        signal,
      }),
    getNextPageParam: (last, pages) =>
      email === '' && last.length === pageSize ? pages.length * pageSize : undefined,
  });
}

export function useAddSuppressions(target: EmailTarget, list: SuppressionList) {
  return useEmailMutation(target, resource, (recipient_emails: string[]) =>
    emailRequest<RecipientEmails>(target, pathOf(list), { json: { recipient_emails } }),
  );
}

/** Removes an address from a list. Sent with `keepalive`. */
export function removeSuppression(target: EmailTarget, list: SuppressionList, email: string): Promise<void> {
  const path = emailPaths.suppression(list, encodeURIComponent(email));
  return emailRequest(target, path, { method: 'DELETE', keepalive: true });
}

const groupsResource = 'groups';
export const groupsKey = (target: EmailTarget) => [...emailTargetKey(target), groupsResource];

export function useGroups(target: EmailTarget) {
  return useQuery({
    queryKey: groupsKey(target),
    queryFn: ({ signal }) => emailRequest<Group[]>(target, emailPaths.groups, { signal }),
  });
}

export function useCreateGroup(target: EmailTarget) {
  return useEmailMutation(target, groupsResource, (json: GroupInput) =>
    emailRequest<Group>(target, emailPaths.groups, { json }),
  );
}

export function useUpdateGroup(target: EmailTarget) {
  return useEmailMutation(target, groupsResource, ({ id, ...json }: GroupChange & { id: number }) =>
    emailRequest<Group>(target, emailPaths.group(id), { method: 'PATCH', json }),
  );
}

/** Its suppressions are deleted too. Sent with `keepalive`. */
export function deleteGroup(target: EmailTarget, id: number): Promise<void> {
  return emailRequest(target, emailPaths.group(id), { method: 'DELETE', keepalive: true });
}

/** The addresses that have unsubscribed from a group. */
export function useGroupSuppressions(target: EmailTarget, id: number) {
  return useQuery({
    queryKey: [...groupsKey(target), id],
    queryFn: ({ signal }) => emailRequest<string[]>(target, emailPaths.groupSuppressions(id), { signal }),
  });
}

export function useAddGroupSuppressions(target: EmailTarget, id: number) {
  return useEmailMutation(target, groupsResource, (recipient_emails: string[]) =>
    emailRequest<RecipientEmails>(target, emailPaths.groupSuppressions(id), { json: { recipient_emails } }),
  );
}

/** Resubscribes an address to the group. Sent with `keepalive`. */
export function removeGroupSuppression(target: EmailTarget, id: number, email: string): Promise<void> {
  const path = emailPaths.groupSuppression(id, encodeURIComponent(email));
  return emailRequest(target, path, { method: 'DELETE', keepalive: true });
}

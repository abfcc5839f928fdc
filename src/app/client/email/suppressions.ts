/** Suppression lists and unsubscribe groups. */

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { GroupChange, GroupInput, SuppressionList } from '#api/email/suppressions.ts';
import { paths } from '#api/paths.ts';
import { useChange } from '../use-change.ts';
import { callEmail } from './email-request.ts';
import { type EmailTarget, emailTargetKey, onBehalfOf } from './email-target.ts';

/** Entries in one page. */
const pageSize = 100;

export const suppressionsKey = (target: EmailTarget) => [...emailTargetKey(target), 'suppressions'];

/** Newest first, page by page; with an address its entry alone. */
export function useSuppressions(target: EmailTarget, list: SuppressionList, email: string) {
  return useInfiniteQuery({
    queryKey: [...suppressionsKey(target), list, email],
    initialPageParam: 0,
    queryFn: ({ signal, pageParam: offset }) =>
      callEmail(target, `GET /v3/suppression/${list}`, {
        query: email === '' ? { limit: pageSize, offset } : { email },
        signal,
      }),
    getNextPageParam: (last, pages) =>
      email === '' && last.length === pageSize ? pages.length * pageSize : undefined,
  });
}

export function useAddSuppressions(target: EmailTarget, list: SuppressionList) {
  return useChange([suppressionsKey(target)], (recipient_emails: string[]) =>
    callEmail(target, `POST /v3/suppression/${list}`, { json: { recipient_emails } }),
  );
}

export function useImportSuppressions(target: EmailTarget, List: SuppressionList) {
  return useChange([suppressionsKey(target)], (Csv: string) =>
    callEmail(target, 'POST /v1/Mail/Suppressions/{List}/Import', {
      params: { List },
      form: { Csv, Region: target.region },
      asJson: true,
    }),
  );
}

/** Links cannot have headers. */
export function suppressionExportUrl({ region, actingAs }: EmailTarget, list: SuppressionList): string {
  const acting: Record<string, string> = actingAs === null ? {} : { OnBehalfOf: onBehalfOf(actingAs) };
  return `${paths.suppressionExport(list)}?${new URLSearchParams({ Region: region, ...acting })}`;
}

/** Removes an address from a list. Sent with `keepalive`. */
export function removeSuppression(target: EmailTarget, list: SuppressionList, email: string): Promise<void> {
  return callEmail(target, `DELETE /v3/suppression/${list}/{email}`, { params: { email }, keepalive: true });
}

export const groupsKey = (target: EmailTarget) => [...emailTargetKey(target), 'groups'];

export function useGroups(target: EmailTarget) {
  return useQuery({
    queryKey: groupsKey(target),
    queryFn: ({ signal }) => callEmail(target, 'GET /v3/asm/groups', { signal }),
  });
}

export function useCreateGroup(target: EmailTarget) {
  return useChange([groupsKey(target)], (json: GroupInput) =>
    callEmail(target, 'POST /v3/asm/groups', { json }),
  );
}

export function useUpdateGroup(target: EmailTarget) {
  return useChange([groupsKey(target)], ({ id, ...json }: GroupChange & { id: number }) =>
    callEmail(target, 'PATCH /v3/asm/groups/{group_id}', { params: { group_id: String(id) }, json }),
  );
}

/** Its suppressions are deleted too. Sent with `keepalive`. */
export function deleteGroup(target: EmailTarget, id: number): Promise<void> {
  return callEmail(target, 'DELETE /v3/asm/groups/{group_id}', {
    params: { group_id: String(id) },
    keepalive: true,
  });
}

/** The addresses that have unsubscribed from a group. */
export function useGroupSuppressions(target: EmailTarget, id: number) {
  return useQuery({
    queryKey: [...groupsKey(target), id],
    queryFn: ({ signal }) =>
      callEmail(target, 'GET /v3/asm/groups/{group_id}/suppressions', {
        params: { group_id: String(id) },
        signal,
      }),
  });
}

export function useAddGroupSuppressions(target: EmailTarget, id: number) {
  return useChange([groupsKey(target)], (recipient_emails: string[]) =>
    callEmail(target, 'POST /v3/asm/groups/{group_id}/suppressions', {
      params: { group_id: String(id) },
      json: { recipient_emails },
    }),
  );
}

/** Resubscribes an address to the group. Sent with `keepalive`. */
export function removeGroupSuppression(target: EmailTarget, id: number, email: string): Promise<void> {
  return callEmail(target, 'DELETE /v3/asm/groups/{group_id}/suppressions/{email}', {
    params: { group_id: String(id), email },
    keepalive: true,
  });
}

/** Groups of people of the account. */

import { useQuery } from '@tanstack/react-query';
import { callApi, callPage, type FormAt } from '../api.ts';
import { everyPage } from '../paging.ts';
import { useChange } from '../use-change.ts';
import { membersKey } from './people.ts';

const groupsKey = ['groups'] as const;

/** All groups, the newest first. */
export function useGroups() {
  return useQuery({
    queryKey: groupsKey,
    queryFn: async ({ signal }) => {
      const pages = await everyPage((path) =>
        callPage('GET /v1/Groups', path, { query: { PageSize: 1000 }, signal }),
      );
      return pages.flatMap(({ groups }) => groups);
    },
  });
}

/** Makes a group; with a SID it changes that one. */
export function useSaveGroup(sid: string | null) {
  return useChange([groupsKey, membersKey], (form: FormAt<'POST /v1/Groups'>) =>
    sid === null
      ? callApi('POST /v1/Groups', { form })
      : callApi('POST /v1/Groups/{Sid}', { params: { Sid: sid }, form }),
  );
}

export function useDeleteGroup(Sid: string) {
  return useChange([groupsKey, membersKey], () => callApi('DELETE /v1/Groups/{Sid}', { params: { Sid } }));
}

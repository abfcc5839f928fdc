/** People of the account: its members and invitations, the roles, and who is signed in. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi, callPage, type FormAt, type ResponseAt } from '../api.ts';
import { mailLanguage } from '../mail-language.ts';
import { everyPage } from '../paging.ts';
import { useChange } from '../use-change.ts';
import { sessionKey } from './session.ts';

export const membersKey = ['members'] as const;
const invitationsKey = ['invitations'] as const;
const mySessionsKey = ['my-sessions'] as const;

/** All members, those who joined last first. */
export function useMembers() {
  return useQuery({
    queryKey: membersKey,
    queryFn: async ({ signal }) => {
      const pages = await everyPage((path) =>
        callPage('GET /v1/Members', path, { query: { PageSize: 1000 }, signal }),
      );
      return pages.flatMap(({ members }) => members);
    },
  });
}

/** All open invitations, the newest first. */
export function useInvitations() {
  return useQuery({
    queryKey: invitationsKey,
    queryFn: async ({ signal }) => {
      const pages = await everyPage((path) =>
        callPage('GET /v1/Invitations', path, { query: { PageSize: 1000 }, signal }),
      );
      return pages.flatMap(({ invitations }) => invitations);
    },
  });
}

/** What each role may do. It changes only with the version of the server. */
export function useRoles() {
  return useQuery({
    queryKey: ['roles'],
    queryFn: ({ signal }) => callApi('GET /v1/Roles', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Changes the role of a member, blocks or unblocks them. Of oneself it changes the session. */
export function useUpdateMember(Sid: string) {
  return useChange([membersKey, sessionKey], (form: FormAt<'POST /v1/Members/{Sid}'>) =>
    callApi('POST /v1/Members/{Sid}', { params: { Sid }, form }),
  );
}

export function useRemoveMember(Sid: string) {
  return useChange([membersKey], () => callApi('DELETE /v1/Members/{Sid}', { params: { Sid } }));
}

export function useSignOutMember(Sid: string) {
  return useChange([membersKey], () => callApi('POST /v1/Members/{Sid}/SignOut', { params: { Sid } }));
}

/** Makes a link to a new password; it is in the response and nowhere else. */
export function useCreatePasswordLink(Sid: string) {
  return useChange([], () =>
    callApi('POST /v1/Members/{Sid}/PasswordLink', { params: { Sid }, form: { Language: mailLanguage() } }),
  );
}

/** Removes the second factor and the passkeys of a member who has lost them. */
export function useResetSecondFactor(Sid: string) {
  return useChange([], () => callApi('POST /v1/Members/{Sid}/SecondFactorReset', { params: { Sid } }));
}

/** Invites one person; the link is in the response and nowhere else. */
export function useInvite() {
  return useChange([invitationsKey], (form: FormAt<'POST /v1/Invitations'>) =>
    callApi('POST /v1/Invitations', { form: { ...form, Language: mailLanguage() } }),
  );
}

export function useDeleteInvitation(Sid: string) {
  return useChange([invitationsKey], () => callApi('DELETE /v1/Invitations/{Sid}', { params: { Sid } }));
}

/** Makes the first owner of the account, as whom this page is signed in afterwards. */
export function useCreateFirstOwner() {
  return useChange([membersKey, sessionKey], (form: FormAt<'POST /v1/FirstOwner'>) =>
    callApi('POST /v1/FirstOwner', { form }),
  );
}

/** Changes one's own name or password. A new password ends one's other sessions. */
export function useUpdateMe() {
  const cache = useQueryClient();
  return useChange([membersKey, mySessionsKey], async (form: FormAt<'POST /v1/Me'>) => {
    const session: ResponseAt<'POST /v1/Me'> = await callApi('POST /v1/Me', { form });
    cache.setQueryData(sessionKey, session);
  });
}

/** One's own sessions, the newest first. */
export function useMySessions() {
  return useQuery({
    queryKey: mySessionsKey,
    queryFn: async ({ signal }) => (await callApi('GET /v1/Me/Sessions', { signal })).sessions,
  });
}

export function useEndMySession(Id: string) {
  return useChange([mySessionsKey], () => callApi('DELETE /v1/Me/Sessions/{Id}', { params: { Id } }));
}

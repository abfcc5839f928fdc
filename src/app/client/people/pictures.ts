/** The pictures of those who work in the account. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../api.ts';
import { useChange } from '../use-change.ts';
import { fetchSession, sessionKey } from './session.ts';

const picturesKey = ['pictures'] as const;

/** An address that is cached: another picture has another one. */
export const pictureUrl = (person: string, version: string) =>
  `/v1/Members/${person}/Picture?Version=${version}`;

/** The URL of somebody's picture; null while it is not known, and where there is none. */
export function usePicture(person: string | null): string | null {
  const versions = useQuery({
    queryKey: picturesKey,
    queryFn: async ({ signal }) => {
      const { pictures } = await callApi('GET /v1/Pictures', { signal });
      return new Map(pictures.map(({ person_sid, version }) => [person_sid, version]));
    },
    enabled: person !== null,
    staleTime: 5 * 60_000,
  }).data;
  const version = person === null ? undefined : versions?.get(person);
  return person === null || version === undefined ? null : pictureUrl(person, version);
}

/** Sets one's own picture, a PNG as base64; null removes it. */
export function useChangePicture() {
  const cache = useQueryClient();
  return useChange([picturesKey], async (Image: string | null) => {
    if (Image !== null) await callApi('POST /v1/Me/Picture', { form: { Image }, asJson: true });
    else await callApi('DELETE /v1/Me/Picture');
    cache.setQueryData(sessionKey, await fetchSession());
  });
}

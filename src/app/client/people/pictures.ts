/** The pictures of those who work in the account. */

import { useQuery } from '@tanstack/react-query';
import { callApi } from '../api.ts';
import { pictureUrl } from './picture-url.ts';

export const picturesKey = ['pictures'] as const;

/** The URL of a person's picture; null while it is not known, and where there is none. */
export function usePicture(person: string | null): string | null {
  const { data } = useQuery({
    queryKey: picturesKey,
    queryFn: async ({ signal }) => (await callApi('GET /v1/Pictures', { signal })).pictures,
    enabled: person !== null,
    staleTime: 300_000,
  });
  const found = data?.find(({ person_sid }) => person_sid === person);
  return found === undefined ? null : pictureUrl(found.person_sid, found.version);
}

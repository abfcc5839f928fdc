/** Setting one's own picture: apart from showing pictures, which the list of flows does. */

import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../api.ts';
import { useChange } from '../use-change.ts';
import { picturesKey } from './pictures.ts';
import { fetchSession, sessionKey } from './session.ts';

/** Sets it, a PNG as base64; null removes it. */
export function useChangePicture() {
  const cache = useQueryClient();
  return useChange([picturesKey], async (Image: string | null) => {
    if (Image !== null) await callApi('POST /v1/Me/Picture', { form: { Image }, asJson: true });
    else await callApi('DELETE /v1/Me/Picture');
    cache.setQueryData(sessionKey, await fetchSession());
  });
}

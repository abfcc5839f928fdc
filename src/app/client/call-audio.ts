/** The sound of a call that is tried on the page. */

import { request } from './request.ts';

/** A text as speech; null where the server has no engine. Kept by who asks: the response is not cached. */
export function fetchSpeech(
  { text, voice, language }: { text: string; voice: string; language: string },
  signal: AbortSignal,
): Promise<ArrayBuffer | null> {
  const form = {
    Text: text,
    ...(voice !== '' && { Voice: voice }),
    ...(language !== '' && { Language: language }),
  };
  return request('/v1/Carrier/Speech', { form, signal, as: 'bytes' });
}

/** An audio file of another server, which the page itself may not load. */
export function fetchPlayedAudio(url: string, signal: AbortSignal): Promise<ArrayBuffer | null> {
  return request('/v1/Carrier/PlayedAudio', { form: { Url: url }, signal, as: 'bytes' });
}

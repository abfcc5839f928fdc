/** Speaks what the flow says on a call with the voice of the browser, while the author wants it. */

import { useEffect, useRef } from 'react';
import type { TranscriptEntry } from '#simulator/simulation.ts';

/** Speaks the entries that are new since the last render, while `isOn`. */
export function useReadAloud(transcript: readonly TranscriptEntry[], isOn: boolean): void {
  const spoken = useRef(0);
  useEffect(() => {
    const fresh = transcript.slice(spoken.current);
    spoken.current = transcript.length;
    if (!isOn || !('speechSynthesis' in globalThis)) return;
    for (const entry of fresh) {
      if (entry.kind !== 'spoken') continue;
      const utterance = new SpeechSynthesisUtterance(entry.text);
      if (entry.language !== '') utterance.lang = entry.language;
      speechSynthesis.speak(utterance);
    }
    return undefined;
  }, [transcript, isOn]);
  useEffect(() => () => globalThis.speechSynthesis?.cancel(), []);
}

/** The voices of the browser: they speak where the server has no engine, or it fails. */

/** Some browsers list their voices a moment later. */
const listMs = 500;

function voicesOf(synthesis: SpeechSynthesis): Promise<SpeechSynthesisVoice[]> {
  const voices = synthesis.getVoices();
  if (voices.length > 0) return Promise.resolve(voices);
  return new Promise((resolve) => {
    const done = () => resolve(synthesis.getVoices());
    synthesis.addEventListener('voiceschanged', done, { once: true });
    setTimeout(done, listMs);
  });
}

/** Resolves once the text is said or `signal` has stopped it: true; false where the browser has no voice. */
export async function speakInBrowser(
  { text, language }: { text: string; language: string },
  volume: number,
  signal: AbortSignal,
): Promise<boolean> {
  const synthesis = globalThis.speechSynthesis as SpeechSynthesis | undefined;
  if (synthesis === undefined || (await voicesOf(synthesis)).length === 0) return false;
  if (signal.aborted) return true;
  const utterance = new SpeechSynthesisUtterance(text);
  if (language !== '') utterance.lang = language;
  utterance.volume = volume;
  await new Promise<void>((resolve) => {
    // Some browsers forget to say that they have ended.
    const timer = setTimeout(resolve, 5_000 + text.length * 150);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    utterance.addEventListener('end', end);
    utterance.addEventListener('error', end);
    signal.addEventListener('abort', () => {
      synthesis.cancel();
      end();
    });
    synthesis.speak(utterance);
  });
  return true;
}

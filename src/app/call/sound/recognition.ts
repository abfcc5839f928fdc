/** Words that a caller says, by the browser's recognition where it has one. */

/** The part of the Web Speech API that is used; browsers have it under two names, TypeScript under none. */
type Recognition = EventTarget & {
  lang: string;
  start(): void;
  abort(): void;
};

type RecognitionClass = new () => Recognition;

type ResultEvent = Event & { results: ArrayLike<ArrayLike<{ transcript: string }>> };

function recognitionClass(): RecognitionClass | undefined {
  const { SpeechRecognition, webkitSpeechRecognition } = globalThis as {
    SpeechRecognition?: RecognitionClass;
    webkitSpeechRecognition?: RecognitionClass;
  };
  return SpeechRecognition ?? webkitSpeechRecognition;
}

export const canRecognize = () => recognitionClass() !== undefined;

/** What was said; null where nothing was understood, or the browser does not recognize words after all. */
export function recognize(language: string, signal: AbortSignal): Promise<string | null> {
  const Class = recognitionClass();
  if (Class === undefined) return Promise.resolve(null);
  const recognition = new Class();
  if (language !== '') recognition.lang = language;
  return new Promise((resolve) => {
    recognition.addEventListener('result', (event) => {
      resolve((event as ResultEvent).results[0]?.[0]?.transcript.trim() || null);
    });
    recognition.addEventListener('error', () => resolve(null));
    recognition.addEventListener('end', () => resolve(null));
    signal.addEventListener('abort', () => recognition.abort());
    recognition.start();
  });
}

/** Which voice of an engine speaks, by the voice and the language that a widget names. Pure. */

/** `languages` are lower-case tags, the most fitting first; `name` is what the engine calls it. */
export type EngineVoice = { name: string; languages: readonly string[] };

export type WantedVoice = { voice: string; language: string };

/** Names of carriers' voices often begin with their language: `Google.de-DE-Standard-A`. */
const languageInName = /(?:^|\.)([a-z]{2,3}-[A-Z]{2})(?![A-Za-z])/;

/** As widgets have it by default. */
const fallback = 'en-us';

/** The voice whose language is nearest: the same, the same without its region, English, any; undefined where there is none. */
export function nearestVoice(
  voices: readonly EngineVoice[],
  { voice, language }: WantedVoice,
): EngineVoice | undefined {
  const named = language.trim() === '' ? (languageInName.exec(voice)?.[1] ?? fallback) : language;
  const tag = named.trim().toLowerCase().replaceAll('_', '-');
  return ofLanguage(voices, tag) ?? ofLanguage(voices, fallback) ?? voices[0];
}

function ofLanguage(voices: readonly EngineVoice[], tag: string): EngineVoice | undefined {
  const base = tag.split('-')[0] ?? '';
  const first = (wanted: (language: string) => boolean) =>
    voices.find(({ languages }) => languages[0] !== undefined && wanted(languages[0])) ??
    voices.find(({ languages }) => languages.some(wanted));
  return (
    first((language) => language === tag) ??
    first((language) => language === base) ??
    first((language) => language.startsWith(`${base}-`))
  );
}

/** `alice` is the carriers' default, a woman's voice. */
export function genderOf(voice: string): 'female' | 'male' | null {
  const name = voice.trim().toLowerCase();
  if (name === 'man') return 'male';
  return name === 'woman' || name === 'alice' ? 'female' : null;
}

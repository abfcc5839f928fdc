/**
 * The language of the page: the person's choice, kept in this browser, otherwise that of the browser. English is part
 * of the page; any other catalogue is loaded when it is needed.
 */

import { useSyncExternalStore } from 'react';
import { keep, readKept } from '../ui/browser-storage.ts';
import { i18n } from './translator.ts';

/** A language that the account menu offers. */
export type Language = 'en' | 'de';

/** The languages by their own names. */
export const languages: readonly { language: Language; name: string }[] = [
  { language: 'en', name: 'English' },
  { language: 'de', name: 'Deutsch' },
];

/** Pseudo-locales of tests: letters with accents, and the same from right to left. */
type TestLanguage = 'pseudo' | 'mirrored';

type Loaded = Language | TestLanguage;

const key = 'patchbay.language';
const listeners = new Set<() => void>();

const catalogues: Readonly<Record<Exclude<Loaded, 'en'>, () => Promise<object>>> = {
  de: async () => (await import('./german/german.ts')).german,
  pseudo: async () => (await import('./pseudo.ts')).pseudo,
  mirrored: async () => (await import('./pseudo.ts')).pseudo,
};

/** The kept choice, otherwise the first language of the browser that there is a catalogue for, otherwise English. */
export function preferredLanguage(kept: string | null, ofBrowser: readonly string[]): Loaded {
  if (kept !== null && isLoaded(kept)) return kept;
  const bases = ofBrowser.map((each) => each.split('-')[0] ?? '');
  return languages.find(({ language }) => bases.find(isLanguage) === language)?.language ?? 'en';
}

/** Shows the preferred language; null when that is English, which needs nothing. Rejects when it cannot be loaded. */
export function startLanguage(): Promise<void> | null {
  const language = preferredLanguage(readKept(key), navigator.languages);
  return language === 'en' ? null : showLanguage(language);
}

/** Shows a language from now on, and keeps the choice in this browser. Rejects when it cannot be loaded. */
export async function chooseLanguage(language: Language): Promise<void> {
  await showLanguage(language);
  keep(key, language);
}

/** The language that is shown. */
export function useLanguage(): string {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => i18n.language,
  );
}

async function showLanguage(language: Loaded): Promise<void> {
  if (language !== 'en' && !i18n.hasTexts(language, 'shell')) {
    const words = await catalogues[language]();
    for (const [namespace, texts] of Object.entries(words)) i18n.addTexts(language, namespace, texts);
  }
  i18n.language = language;
  document.documentElement.lang = isLanguage(language) ? language : 'en';
  document.documentElement.dir = language === 'mirrored' ? 'rtl' : 'ltr';
  for (const listener of listeners) listener();
}

function isLanguage(text: string): text is Language {
  return languages.some(({ language }) => language === text);
}

function isLoaded(text: string): text is Loaded {
  return isLanguage(text) || Object.hasOwn(catalogues, text);
}

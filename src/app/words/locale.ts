/** The locale for dates and numbers: that of the browser where it is of the language shown, otherwise the language. */

import { i18n } from './translator.ts';

/** A locale that Intl accepts. */
export function locale(): string {
  // Pseudo-locales have the dates of English.
  const language = ['pseudo', 'mirrored'].includes(i18n.language) ? 'en' : i18n.language;
  const own = typeof navigator === 'undefined' ? '' : navigator.language;
  if (own.split('-')[0] === language && isLocale(own)) return own;
  return language === 'en' ? 'en-GB' : language;
}

/** A number as people of this locale read it: `1,234` or `1.234`. */
export function numberText(value: number): string {
  return new Intl.NumberFormat(locale()).format(value);
}

/** Names as one text: `a, b and c`. */
export function listText(names: readonly string[]): string {
  return new Intl.ListFormat(locale(), { type: 'conjunction' }).format(names);
}

/** False for the names of the system that some browsers pass on, such as `en-US@posix`. */
function isLocale(name: string): boolean {
  try {
    return Intl.getCanonicalLocales(name).length === 1;
  } catch {
    return false;
  }
}

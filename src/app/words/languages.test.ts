/** Every language has the words of English with the same placeholders; which one is shown, and its dates and numbers. */

import { afterEach, describe, expect, it } from 'vitest';
import { catalogue } from './catalogue.ts';
import { german } from './german/german.ts';
import { preferredLanguage } from './language.ts';
import { numberText } from './locale.ts';
import { pseudo, pseudoText } from './pseudo.ts';
import { elapsed } from './time.ts';
import { i18n, wordsOf } from './use-words.ts';

type Words = { readonly [key: string]: string | Words };

/** Every text by its key, `flows.create.title`. */
function textsOf(words: Words, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(words).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' ? [[prefix + key, value]] : [...textsOf(value, `${prefix}${key}.`)],
    ),
  );
}

const english = textsOf(catalogue);
const placeholdersOf = (text: string) => [...new Set(text.match(/\{\{.*?\}\}/g))].sort();

// Their English words are in the widget table: `widget-labels.test.ts`.
const { widgetLabels: _, ...germanWords } = german;

describe.each([
  ['German', textsOf(germanWords)],
  ['the pseudo-locale', textsOf(pseudo)],
])('%s', (_, texts) => {
  it('has every word of English: add those that this lists to src/app/words/german', () => {
    const missing = [...english].filter(([key]) => !texts.has(key)).map(([key, text]) => `${key}: ${text}`);
    expect(missing).toEqual([]);
  });

  it('has no word that English does not have', () => {
    expect([...texts.keys()].filter((key) => !english.has(key))).toEqual([]);
  });

  it('has the same placeholders in each', () => {
    const wrong = [...texts].filter(
      ([key, text]) =>
        english.has(key) && `${placeholdersOf(text)}` !== `${placeholdersOf(english.get(key) ?? '')}`,
    );
    expect(wrong).toEqual([]);
  });
});

describe('German', () => {
  it('addresses people with Sie, and has no text that was left in English', () => {
    const texts = textsOf(german);
    expect([...texts].filter(([, text]) => /\b(du|dein|dich|dir)\b/i.test(text))).toEqual([]);
    const isSentence = (text: string) =>
      text
        .replaceAll(/\{\{.*?\}\}/g, '')
        .trim()
        .split(/\s+/).length > 3;
    const long = [...texts].filter(([key, text]) => isSentence(text) && text === english.get(key));
    expect(long).toEqual([]);
  });
});

describe('the language', () => {
  it('is the one that was chosen, then that of the browser, then English', () => {
    expect(preferredLanguage('de', ['en-US'])).toBe('de');
    expect(preferredLanguage(null, ['fr-FR', 'de-AT', 'en'])).toBe('de');
    expect(preferredLanguage(null, ['en-GB', 'de'])).toBe('en');
    expect(preferredLanguage('klingon', ['fr'])).toBe('en');
  });
});

describe('a pseudo-localized text', () => {
  it('keeps its placeholders and is longer', () => {
    expect(pseudoText('Delete {{name}}')).toBe('[Délété {{name}} ·····]');
  });
});

describe('numbers and times', () => {
  afterEach(() => void i18n.changeLanguage('en'));

  it('follow the language', async () => {
    expect([numberText(1234.5), elapsed(4_830)]).toEqual(['1,234.5', '4.8 s']);
    await i18n.changeLanguage('de');
    expect([numberText(1234.5), elapsed(4_830)]).toEqual(['1.234,5', '4,8 s']);
  });

  it('are those of English where a word is missing', async () => {
    await i18n.changeLanguage('de');
    expect(wordsOf('ui')('apply')).toBe('Apply');
  });
});

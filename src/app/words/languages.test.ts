/** Every language has the words of English with the same placeholders; which one is shown, and its dates and numbers. */

import { afterEach, describe, expect, it } from 'vitest';
import { catalogue } from './catalogue.ts';
import { elapsed } from './date-time.ts';
import { german } from './german/german.ts';
import { preferredLanguage } from './language.ts';
import { numberText } from './locale.ts';
import { pseudo, pseudoText } from './pseudo.ts';
import { i18n } from './translator.ts';
import { wordsOf } from './use-words.ts';

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

describe('both languages', () => {
  const both = [...english, ...textsOf(german)];

  it('write an ellipsis at the end without a blank', () => {
    expect(both.filter(([, text]) => / …$/.test(text))).toEqual([]);
  });

  it('name things as the page does, not as code and its history do', () => {
    const unwanted =
      /\blive picture|\bundo history|how the address is called|of that name is replaced|\d d 0 h/i;
    expect(both.filter(([, text]) => unwanted.test(text))).toEqual([]);
  });
});

/** One word for one meaning: where English has the first, German has the second; it never has the third. */
const oneWord = [
  { english: /\bconversations?\b/i, german: /konversation/i, never: /unterhaltung|gespräch/i },
  { english: /\bcanvas\b/i, german: /zeichenfläche/i, never: /arbeitsfläche|leinwand/i },
  { english: /(?<!test )\bcarriers?\b/i, german: /netzbetreiber/i, never: /\bcarriers?\b|testanbieter/i },
  { english: /\btest carrier/i, german: /testnetz/i, never: /testanbieter/i },
  { english: /\bcallbacks?\b/i, german: /callback|statusmeldungen/i, never: /rückruf/i },
  { english: /\btriggers?\b/i, german: /trigger/i, never: /auslöser/i },
  { english: /(?<!\{\{)\bpath\b/i, german: /pfad/i, never: /\bweg\b/i },
] as const;

describe.each(oneWord)('German for $english', (pair) => {
  it('is one word', () => {
    const texts = textsOf(german);
    const pairs = [
      ...[...english].map(([key, text]) => [text, texts.get(key) ?? ''] as const),
      ...Object.entries(german.widgetLabels),
    ];
    const meant = pairs.filter(([text]) => pair.english.test(text));
    expect(meant.length).toBeGreaterThan(0);
    expect(meant.filter(([, text]) => !pair.german.test(text))).toEqual([]);
    expect([...texts].filter(([, text]) => pair.never.test(text))).toEqual([]);
  });
});

it('German names widgets and outlets in German', () => {
  const { widgetTypes: titles, widgetLabels: labels, ...pages } = german;
  const changed = [
    ...Object.entries(catalogue.widgetTypes).filter(([type, title]) => {
      return titles[type as keyof typeof titles] !== title;
    }),
    ...Object.entries(labels).map(([label, text]) => [text, label] as const),
  ];
  const quoted = changed.filter(([text, label]) => text !== label).map(([, label]) => `„${label}“`);
  const texts = [...textsOf(pages)].filter(([, text]) => quoted.some((each) => text.includes(each)));
  expect(texts).toEqual([]);
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
  afterEach(() => {
    i18n.language = 'en';
  });

  it('follow the language', async () => {
    expect([numberText(1234.5), elapsed(4_830)]).toEqual(['1,234.5', '4.8 s']);
    i18n.language = 'de';
    expect([numberText(1234.5), elapsed(4_830)]).toEqual(['1.234,5', '4,8 s']);
  });

  it('are those of English where a word is missing', async () => {
    i18n.language = 'de';
    expect(wordsOf('ui')('apply')).toBe('Apply');
  });
});

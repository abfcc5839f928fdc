/** The words of the page in a language, given in English, for those who read the page or press its buttons in German too. */

import { catalogue } from '#app/words/catalogue.ts';
import { german } from '#app/words/german/german.ts';

/** Languages that the page is complete in. */
export type Language = 'en' | 'de';

type Values = Readonly<Record<string, string>>;
type Texts = { readonly [key: string]: string | Texts };

const english = textsOf(catalogue);
const germanTexts = textsOf(german);

/** The texts of the page in one language. */
export class PageWords {
  readonly #language: Language;

  constructor(language: Language) {
    this.#language = language;
  }

  /**
   * Matches exactly what the page shows in this language for any of these English texts. A `{{placeholder}}` matches its
   * value, or anything when it has none.
   *
   * @throws Error when the page has no such text
   */
  of(texts: string | readonly string[], values: Values = {}): RegExp {
    const patterns = [texts]
      .flat()
      .flatMap((text) => this.#translationsOf(text))
      .map((text) => patternOf(text, values));
    return new RegExp(`^(${[...new Set(patterns)].join('|')})$`);
  }

  /**
   * One translation of this English text, to be typed.
   *
   * @throws Error when the page has no such text
   */
  text(english: string): string {
    return this.#translationsOf(english)[0] ?? english;
  }

  #translationsOf(text: string): string[] {
    if (this.#language === 'en') return [text];
    const keys = [...english].filter(([, each]) => each === text).map(([key]) => key);
    const found = [...keys.map((key) => germanTexts.get(key)), german.widgetLabels[text]];
    const translations = found.filter((each) => each !== undefined);
    if (translations.length === 0) throw new Error(`The page has no text “${text}”.`);
    return translations;
  }
}

function patternOf(text: string, values: Values): string {
  return text
    .split(/\{\{(.*?)\}\}/)
    .map((part, index) => {
      const literal = index % 2 === 0 ? part : values[part];
      return literal?.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&') ?? '.*';
    })
    .join('');
}

/** Every text by its key, `newFlow.title`. */
function textsOf(words: Texts, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(words).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' ? [[prefix + key, value]] : [...textsOf(value, `${prefix}${key}.`)],
    ),
  );
}

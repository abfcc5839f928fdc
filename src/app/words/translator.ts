/**
 * Texts by their keys, `flows.create.title`: in one language, with plurals and placeholders, and in English where a text is
 * missing. The catalogue has no other features, for which a library would be a tenth of what every page loads.
 */

/** Texts, and groups of texts. A text with a plural has a key for each of its forms: `flows_one`, `flows_other`. */
export type Texts = { readonly [key: string]: string | Texts };

type Form = '_zero' | '_one' | '_other';

type Undivided<K extends string> = K extends `${infer Base}${Form}` ? Base : K;

/** The keys of the texts of a namespace. */
export type KeyOf<T> = {
  [K in keyof T & string]: T[K] extends string ? Undivided<K> : `${K}.${KeyOf<T[K]>}`;
}[keyof T & string];

/** What stands in the places of a text. `count` also chooses its plural. */
export type Values = { readonly [name: string]: unknown; readonly count?: number };

type TextAt<T, K extends string> = K extends `${infer Group}.${infer Rest}`
  ? Group extends keyof T
    ? TextAt<T[Group], Rest>
    : never
  : T[(K | `${K}${Form}`) & keyof T];

type PlacesOf<S> = S extends `${string}{{${infer Name}}}${infer Rest}` ? Name | PlacesOf<Rest> : never;

/** The values that a text has places for must be given. */
export type ValuesOf<T, K extends string> = [PlacesOf<TextAt<T, K>>] extends [never]
  ? [values?: Values]
  : [values: Values & { readonly [name in PlacesOf<TextAt<T, K>>]: string | number }];

const english = 'en';

export class Translator {
  language = english;
  readonly #texts = new Map<string, Map<string, Texts>>();

  /** Adds the texts of a namespace; those that are there already stay. */
  addTexts(language: string, namespace: string, texts: Texts): void {
    const namespaces = this.#texts.get(language) ?? new Map<string, Texts>();
    this.#texts.set(language, namespaces.set(namespace, { ...namespaces.get(namespace), ...texts }));
  }

  hasTexts(language: string, namespace: string): boolean {
    return this.#texts.get(language)?.has(namespace) === true;
  }

  /** The text that has this key itself, dots included, in the language that is shown; undefined where there is none. */
  textNamed(namespace: string, key: string): string | undefined {
    const text = this.#namespace(this.language, namespace)?.[key];
    return typeof text === 'string' ? text : undefined;
  }

  /** The text, in English where the language has none; undefined where English has none either. */
  find(namespace: string, key: string, values: Values = {}): string | undefined {
    return (
      this.#textOf(this.language, namespace, key, values.count) ??
      this.#textOf(english, namespace, key, values.count)
    )?.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
  }

  #namespace(language: string, namespace: string): Texts | undefined {
    return this.#texts.get(language)?.get(namespace);
  }

  #textOf(language: string, namespace: string, key: string, count: number | undefined): string | undefined {
    const path = key.split('.');
    const last = path.pop() ?? '';
    let group: Texts | string | undefined = this.#namespace(language, namespace);
    for (const each of path) group = typeof group === 'object' ? group[each] : undefined;
    if (typeof group !== 'object') return undefined;
    const names = count === undefined ? [last] : [...formsOf(language, last, count), last];
    for (const name of names) {
      const text = group[name];
      if (typeof text === 'string') return text;
    }
    return undefined;
  }
}

/** The words of the page. */
export const i18n = new Translator();

/** Adds the English words of a group that is loaded with its pages: every module that shows them is loaded after it. */
export function addWords(words: Texts): void {
  for (const [namespace, texts] of Object.entries(words)) {
    if (typeof texts !== 'string') i18n.addTexts(english, namespace, texts);
  }
}

/** The keys of the forms that fit, the best one first. */
function formsOf(language: string, key: string, count: number): string[] {
  const form = pluralRules(language).select(count);
  return [...(count === 0 ? [`${key}_zero`] : []), `${key}_${form}`];
}

const rules = new Map<string, Intl.PluralRules>();

function pluralRules(language: string): Intl.PluralRules {
  let found = rules.get(language);
  if (found === undefined) {
    found = new Intl.PluralRules(language);
    rules.set(language, found);
  }
  return found;
}

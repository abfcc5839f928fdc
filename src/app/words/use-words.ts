/** Typed translations of one namespace: `const t = useWords('shell'); t('flows')`. The compiler checks keys and placeholders. */

import type { Catalogue, Namespace } from './catalogue.ts';
import { firstWords } from './chunks/first-words.ts';
import { addWords, i18n, type KeyOf, type Values, type ValuesOf } from './translator.ts';

/** The text of a key in the language that is shown. */
export type Words<R extends Namespace> = <K extends KeyOf<Catalogue[R]>>(
  key: K,
  ...values: ValuesOf<Catalogue[R], K>
) => string;

const translations = new Map<Namespace, (key: string, values?: Values) => string>();

/** In a component. Another language mounts the page again (see main.tsx). */
export function useWords<R extends Namespace>(namespace: R): Words<R> {
  return wordsOf(namespace);
}

/** The same outside of a component, in the language that is shown when it is called. */
export function wordsOf<R extends Namespace>(namespace: R): Words<R> {
  let translate = translations.get(namespace);
  if (translate === undefined) {
    translate = (key, values) => i18n.find(namespace, key, values) ?? key;
    translations.set(namespace, translate);
  }
  return translate as Words<R>;
}

addWords(firstWords);

/** Typed i18next translations of one namespace: `const t = useWords('flows'); t('title')`. The compiler checks keys and interpolations. */

import i18next, { type TFunction } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import type { Catalogue, Namespace } from './catalogue.ts';
import { firstWords } from './first-words.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'ui';
    resources: Catalogue;
  }
}

export const i18n = i18next.createInstance();
void i18n.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  // A copy, because further groups are added to it.
  resources: { en: { ...firstWords } },
  defaultNS: 'ui',
  initAsync: false,
  // React escapes already.
  interpolation: { escapeValue: false },
});

/** Adds the English words of a group that is loaded with its pages: every module that shows them is loaded after it. */
export function addWords(words: Partial<Catalogue>): void {
  for (const [namespace, texts] of Object.entries(words)) i18n.addResourceBundle('en', namespace, texts);
}

export function useWords<R extends Namespace>(namespace: R): TFunction<R> {
  return useTranslation(namespace, { i18n: i18n }).t as TFunction<R>;
}

/** The same outside of a component, in the language that is shown when it is called. */
export function wordsOf<R extends Namespace>(namespace: R): TFunction<R> {
  const translate = (key: string, values?: object) => {
    const t = i18n.getFixedT(null, namespace) as (key: string, values?: object) => string;
    return t(key, values);
  };
  return translate as unknown as TFunction<R>;
}

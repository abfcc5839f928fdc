/** Typed i18next translations of one namespace: `const t = useWords('flows'); t('title')`. The compiler checks keys and interpolations. */

import i18next, { type TFunction } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { catalogue, type Namespace } from './catalogue.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'ui';
    resources: typeof catalogue;
  }
}

export const i18n = i18next.createInstance();
void i18n.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: catalogue },
  defaultNS: 'ui',
  initAsync: false,
  // React escapes already.
  interpolation: { escapeValue: false },
});

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

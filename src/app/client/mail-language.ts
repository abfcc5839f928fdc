/** The language of the emails that the server writes at the wish of this page. */

import type { mailLanguages } from '#api/people/schemas.ts';
import { i18n } from '../words/translator.ts';

export function mailLanguage(): (typeof mailLanguages)[number] {
  return i18n.language === 'de' ? 'de' : 'en';
}

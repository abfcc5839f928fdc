/** What is known of a new password before the server has seen it. */

import type { Words } from '../words/use-words.ts';

/** As the server takes it. */
const shortest = 12;

/** What is wrong with a new password; undefined when it may be sent. */
export function newPasswordFault(password: string, t: Words<'people'>): string | undefined {
  return [...password].length < shortest ? t('passwordShort') : undefined;
}

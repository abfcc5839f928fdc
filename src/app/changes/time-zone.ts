/** The browser's time zone as people name it: `Central European Time`; for UTC `GMT+00:00`. */

import { locale } from '../words/locale.ts';

export function timeZone(): string {
  const parts = new Intl.DateTimeFormat(locale(), { timeZoneName: 'longGeneric' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

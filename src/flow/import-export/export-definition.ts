/** The name of the file that a flow is exported as. */

import { normalizeText } from '../text/normalize-text.ts';

/** `After-hours calls` becomes `after-hours-calls.json`; a name without letters and digits `flow.json`. */
export function exportFileName(
  friendlyName: string,
  extension: 'json' | 'svg' | 'png' | 'mmd' | 'edits.json' = 'json',
): string {
  const words =
    normalizeText(friendlyName)
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const stem = words.join('-').slice(0, 80).replace(/-$/, '');
  return `${stem === '' ? 'flow' : stem}.${extension}`;
}

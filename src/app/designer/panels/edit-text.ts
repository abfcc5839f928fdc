/** The text of an undo step. */

import type { EditLabel } from '../../unsaved-work/edit-label.ts';
import { wordsOf } from '../../words/use-words.ts';

/** `Remove connection “No reply” of ask_again`. */
export function editText(label: EditLabel): string {
  // The words of each edit have the properties of its label as blanks, which the type of `t` cannot express.
  const t = wordsOf('designer') as (key: string, values: object) => string;
  return t(`edits.${label.name}`, label);
}

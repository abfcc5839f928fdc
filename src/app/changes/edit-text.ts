/** The text of an edit: of an undo step, or of the log. */

import type { CommandLabel } from '#flow/commands/command.ts';
import type { EditLabel } from '../../unsaved-work/edit-label.ts';
import { wordsOf } from '../../words/use-words.ts';

/** `Remove connection “No reply” of ask_again`. An edit of a program, or of another version, may have a name unknown here. */
export function editText(label: EditLabel | CommandLabel): string {
  // The words of each edit have the properties of its label as blanks, which the type of `t` cannot express.
  const t = wordsOf('designer') as (key: string | string[], values?: object) => string;
  const text = t([`edits.${label.name}`, 'edits.earlierEdit'], label);
  return 'undo' in label ? t('undoneEdit', { edit: text }) : text;
}

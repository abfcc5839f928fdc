/** The text of an edit: of an undo step, or of the log. */

import type { CommandLabel } from '#flow/commands/command.ts';
import type { EditLabel } from '../unsaved-work/edit-label.ts';
import type { Values } from '../words/translator.ts';
import { i18n } from '../words/translator.ts';
import { wordsOf } from '../words/use-words.ts';
import { fixText, widgetLabel } from '../words/widget-labels.ts';

// The words of each edit have the properties of its label as blanks, which the type of `t` cannot express.
type Words = (key: string, values?: object) => string;

/** `Remove connection “No reply” of ask_again`. An edit of a program, or of another version, may have a name unknown here. */
export function editText(label: EditLabel | CommandLabel): string {
  const text = commandText(label);
  return 'undo' in label ? (wordsOf('edits') as Words)('undoneStep', { edit: text }) : text;
}

/** What an author did: `Renamed ask to ask_name`. */
export function doneText(label: CommandLabel): string {
  if ('undo' in label) return (wordsOf('edits') as Words)('undone', { edit: commandText(label) });
  const values = shownLabel(label);
  // One that has no words of its own here is said as in the undo list.
  return (
    i18n.find('edits', `done.${label.name}`, values) ??
    i18n.find('edits', `step.${label.name}`, values) ??
    wordsOf('edits')('done.earlierEdit')
  );
}

function commandText(label: EditLabel | CommandLabel): string {
  return i18n.find('edits', `step.${label.name}`, shownLabel(label)) ?? wordsOf('edits')('step.earlierEdit');
}

/** Labels are kept in English, in whatever language the edit was made; each page shows its own language. */
function shownLabel(label: EditLabel | CommandLabel): Values {
  return {
    ...label,
    ...('field' in label && { field: widgetLabel(String(label.field)) }),
    ...('outlet' in label && { outlet: widgetLabel(String(label.outlet)) }),
    ...('fix' in label && { fix: fixText(String(label.fix)) }),
  };
}

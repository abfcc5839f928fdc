/** Changes as sentences in the language of the page; in English the sentences that the API has. */

import type { Change } from '#flow/diff/change.ts';
import type { ChangeWords } from '#flow/diff/change-texts.ts';
import { changedLabel, describeChange } from '#flow/diff/describe-change.ts';
import { summarizeChanges } from '#flow/diff/summarize-changes.ts';
import { widgetTitle } from './flow-texts.ts';
import { wordsOf } from './use-words.ts';
import { widgetLabel } from './widget-labels.ts';

const pageWords: ChangeWords = {
  // Each text has places of its own, which the type of a key that is chosen later cannot express.
  text: (key, values) => (wordsOf('changeTexts') as (key: string, values?: object) => string)(key, values),
  label: widgetLabel,
  typeTitle: widgetTitle,
};

/** `“No match” of check now goes to goodbye instead of menu.` */
export function changeSentence(change: Change): string {
  return describeChange(change, pageWords);
}

/** What the changes are together, in one sentence. */
export function changeSummary(changes: readonly Change[]): string {
  return summarizeChanges(changes, pageWords);
}

/** The label of what a change of a property, or of the flow, changes. */
export function changeLabel(change: Pick<Change, 'kind' | 'path' | 'label'>): string {
  return changedLabel(change, pageWords);
}

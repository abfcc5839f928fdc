/** Generates the Markdown reference of the words by which widgets are found. */

import { type Intent, intents } from '#app/designer/finding/intents.ts';
import { isReadyMade } from '#app/designer/finding/ready-made.ts';
import { designer } from '#app/words/english/designer.ts';
import { finding } from '#app/words/english/finding.ts';
import { widgetTypes } from '#flow/widgets/widget-types.ts';

const introduction = `# Words that find widgets

Written by \`npm run docs\` from \`src/app/designer/finding/intents.ts\`: change it there.

The library, the list behind a free outlet and the command palette find widgets by these words, in both languages at
once, also in a sentence, with another ending, or misspelt. The widgets are in the order in which they are offered; where
no widget does what is looked for, the result says how it is done, and offers what comes near.`;

/** The text of \`docs/reference/words.md\`. */
export function renderFindingDocs(): string {
  const done = intents.filter(({ how }) => how === undefined);
  const explained = intents.filter(({ how }) => how !== undefined);
  return `${[
    introduction,
    '## Widgets',
    table(
      ['English', 'German', 'Finds'],
      done.map((intent) => [intent.words, intent.german, foundBy(intent)]),
    ),
    '## What no widget does by itself',
    table(
      ['English', 'German', 'Explanation', 'Near to it'],
      explained.map((intent) => [
        intent.words,
        intent.german,
        intent.how === undefined ? '' : finding.how[intent.how],
        foundBy(intent),
      ]),
    ),
  ].join('\n\n')}\n`;
}

function foundBy({ finds }: Intent): string {
  return finds
    .map((type) => (isReadyMade(type) ? designer.readyMade[type] : widgetTypes[type].title))
    .join(', ');
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

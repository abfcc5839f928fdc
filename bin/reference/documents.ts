/** The documents below `docs` that follow from the code, in whole or in part: the text of each from its present one. */

import { withCitusCommands } from './citus-commands.ts';
import { renderRuleDocs } from './rules.ts';
import { renderWidgetDocs } from './widgets.ts';
import { renderFindingDocs } from './words.ts';

export const documents: Readonly<Record<string, (present: string) => string>> = {
  'reference/widgets.md': renderWidgetDocs,
  'reference/rules.md': renderRuleDocs,
  'reference/words.md': renderFindingDocs,
  'explanations/scaling.md': withCitusCommands,
};

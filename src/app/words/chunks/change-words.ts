/**
 * The words of what publishes, compares and replays flows: pages and dialogs outside the designer. Added where it is
 * imported: by the pages and dialogs that show them.
 */

import { changeTexts } from '#flow/diff/change-texts.ts';
import { accountExecutions } from '../english/account-executions.ts';
import { comparison, replay } from '../english/comparison.ts';
import { history } from '../english/history.ts';
import { publishing } from '../english/publishing.ts';
import { revisions } from '../english/revisions.ts';
import { subflow } from '../english/subflow.ts';
import { addWords } from '../translator.ts';

export const changeWords = {
  accountExecutions,
  changeTexts,
  comparison,
  history,
  publishing,
  replay,
  revisions,
  subflow,
} as const;

addWords(changeWords);

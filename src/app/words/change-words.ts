/** The words of what publishes, compares and replays flows: pages and dialogs beside the designer. `add-change-words.ts` adds them. */

import { changeTexts } from '#flow/diff/change-texts.ts';
import { accountExecutions } from './account-executions.ts';
import { comparison } from './comparison.ts';
import { history } from './history.ts';
import { publishing } from './publishing.ts';
import { replay } from './replay.ts';
import { revisions } from './revisions.ts';
import { subflow } from './subflow.ts';

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

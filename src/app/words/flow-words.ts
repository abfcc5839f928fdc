/** The words of what shows a flow: designer, executions, history, comparisons. `add-flow-words.ts` adds them. */

import { accountExecutions } from './account-executions.ts';
import { canvas } from './canvas.ts';
import { comments } from './comments.ts';
import { comparison } from './comparison.ts';
import { designer } from './designer.ts';
import { edits } from './edits.ts';
import { executions } from './executions.ts';
import { history } from './history.ts';
import { inspector } from './inspector.ts';
import { presence } from './presence.ts';
import { publishing } from './publishing.ts';
import { reading } from './reading.ts';
import { replay } from './replay.ts';
import { revisions } from './revisions.ts';
import { rules } from './rules.ts';
import { search } from './search.ts';
import { simulator } from './simulator.ts';
import { subflow } from './subflow.ts';

export const flowWords = {
  accountExecutions,
  canvas,
  comments,
  comparison,
  designer,
  edits,
  executions,
  history,
  inspector,
  presence,
  publishing,
  reading,
  replay,
  revisions,
  rules,
  search,
  simulator,
  subflow,
} as const;

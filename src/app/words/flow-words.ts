/** The words of what shows a flow and its executions. `add-flow-words.ts` adds them. */

import { canvas } from './canvas.ts';
import { comments } from './comments.ts';
import { designer } from './designer.ts';
import { edits } from './edits.ts';
import { executions } from './executions.ts';
import { fileImport } from './file-import.ts';
import { inspector } from './inspector.ts';
import { presence } from './presence.ts';
import { reading } from './reading.ts';
import { rules } from './rules.ts';
import { search } from './search.ts';
import { simulator } from './simulator.ts';
import { widgetTypes } from './widget-types.ts';

export const flowWords = {
  canvas,
  comments,
  designer,
  edits,
  executions,
  fileImport,
  inspector,
  presence,
  reading,
  rules,
  search,
  simulator,
  widgetTypes,
} as const;

/** The words of what shows a flow and its executions. Added where it is imported: where a page that shows a flow is loaded. */

import './list-words.ts';
import { canvas, livePicture } from '../english/canvas.ts';
import { comments, presence } from '../english/collaboration.ts';
import { designer } from '../english/designer.ts';
import { edits } from '../english/edits.ts';
import { fileImport } from '../english/file-import.ts';
import { inspector } from '../english/inspector.ts';
import { reading } from '../english/reading.ts';
import { rules } from '../english/rules.ts';
import { search } from '../english/search.ts';
import { simulator } from '../english/simulator.ts';
import { widgetTypes } from '../english/widget-types.ts';
import { addWords } from '../translator.ts';

export const flowWords = {
  canvas,
  comments,
  designer,
  edits,
  fileImport,
  inspector,
  livePicture,
  presence,
  reading,
  rules,
  search,
  simulator,
  widgetTypes,
} as const;

addWords(flowWords);

/** The words of parts that are loaded when they are first used. Added where it is imported: by the parts that show them. */

import { call } from '../english/call.ts';
import { composing } from '../english/composing.ts';
import { finding } from '../english/finding.ts';
import { flowTags, importList, newFlow } from '../english/flow-list-dialogs.ts';
import { railMenus } from '../english/rail-menus.ts';
import { repair } from '../english/repair.ts';
import { addWords } from '../translator.ts';

export const lateWords = {
  call,
  composing,
  finding,
  flowTags,
  importList,
  newFlow,
  railMenus,
  repair,
} as const;

addWords(lateWords);

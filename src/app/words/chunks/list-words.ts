/** The words of the list of flows, which each page of a flow names too. Added where it is imported: where the list or a page that shows a flow is loaded. */

import { flowState, flows } from '../english/flows.ts';
import { addWords } from '../translator.ts';

export const listWords = { flowState, flows } as const;

addWords(listWords);

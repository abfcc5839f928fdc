/** The words of the list of flows, which each page of a flow names too. `add-list-words.ts` adds them. */

import { flowState } from '../english/flow-state.ts';
import { flows } from '../english/flows.ts';

export const listWords = { flowState, flows } as const;

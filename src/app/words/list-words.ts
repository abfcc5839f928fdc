/** The words of the list of flows, which each page of a flow names too. `add-list-words.ts` adds them. */

import { flowState } from './flow-state.ts';
import { flows } from './flows.ts';

export const listWords = { flowState, flows } as const;

/** The words of the list of flows and of what each page of a flow names. `add-list-words.ts` adds them. */

import { fileImport } from './english/file-import.ts';
import { flowState } from './english/flow-state.ts';
import { flows } from './english/flows.ts';
import { widgetTypes } from './english/widget-types.ts';

export const listWords = { fileImport, flowState, flows, widgetTypes } as const;

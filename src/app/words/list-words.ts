/** The words of the list of flows and of what each page of a flow names. `add-list-words.ts` adds them. */

import { fileImport } from './file-import.ts';
import { flowState } from './flow-state.ts';
import { flows } from './flows.ts';
import { widgetTypes } from './widget-types.ts';

export const listWords = { fileImport, flowState, flows, widgetTypes } as const;

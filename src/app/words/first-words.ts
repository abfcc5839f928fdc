/** The words of the frame and of the list of flows, which come with the first script. The others come with their pages. */

import { fileImport } from './file-import.ts';
import { flowState } from './flow-state.ts';
import { flows } from './flows.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { ui } from './ui.ts';
import { widgetTypes } from './widget-types.ts';

export const firstWords = { fileImport, flowState, flows, settings, shell, ui, widgetTypes } as const;

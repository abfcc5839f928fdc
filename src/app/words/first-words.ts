/** The words of the frame, which come with the first script. The others come with their pages. */

import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { ui } from './ui.ts';

export const firstWords = { settings, shell, ui } as const;

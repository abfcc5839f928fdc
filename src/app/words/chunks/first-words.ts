/** The words of the frame, which come with the first script. The others come with their pages. */

import { settings, shell } from '../english/shell.ts';
import { ui } from '../english/ui.ts';

export const firstWords = { settings, shell, ui } as const;

/** All words of the interface, one file for each room. A further language is a second catalogue of this shape. */

import { ui } from './ui.ts';

export const catalogue = { ui } as const;

export type Room = keyof typeof catalogue;

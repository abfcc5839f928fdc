/** The class with the colours of a category of widgets. */

import './mark.css';

/** Colour families of the design; the names are those of `#flow/widget.ts`. */
export type ChipCategory = 'messaging' | 'voice' | 'logic' | 'agents' | 'flow';

export const categoryClass: Record<ChipCategory, string> = {
  messaging: 'c-msg',
  voice: 'c-voice',
  logic: 'c-logic',
  agents: 'c-agent',
  flow: 'c-flow',
};

/** What makes several connected widgets in one step, offered with the widget types. */

import { widgetTitle } from '../../words/flow-texts.ts';
import { wordsOf } from '../../words/use-words.ts';

export const readyMades = ['ask', 'phone-menu'] as const;

export type ReadyMade = (typeof readyMades)[number];

/** The widget type whose icon each has. */
const icons = { ask: 'send-and-wait-for-reply', 'phone-menu': 'gather-input-on-call' } as const;

export function isReadyMade(type: string | undefined): type is ReadyMade {
  return readyMades.some((each) => each === type);
}

/** The title of a widget type, or of one that is ready-made. */
export function titleOfAny(type: string): string {
  return isReadyMade(type) ? wordsOf('designer')(`readyMade.${type}`) : widgetTitle(type);
}

/** The widget type that the chip shows. */
export function chipType(type: string | undefined): string | undefined {
  return isReadyMade(type) ? icons[type] : type;
}

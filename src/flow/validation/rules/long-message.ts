/** long-message: the fixed text of a message is sent as more than ten segments, each of which is charged. */

import { textOf } from '../../json/json.ts';
import { pointer } from '../../json/json-pointer.ts';
import { messageLength } from '../../message-length.ts';
import type { WidgetRule } from './rule.ts';

const maxSegments = 10;

/** Longest text that is counted, in characters: more has more segments than any carrier sends. */
const maxCounted = 20_000;

export const longMessage: WidgetRule = {
  code: 'long-message',
  severity: 'warning',
  check({ type, index, properties }) {
    if (type?.type !== 'send-message' && type?.type !== 'send-and-wait-for-reply') return [];
    const body = textOf(properties.body);
    // Fewer characters than ten segments of the smallest size.
    if (body.length <= 670) return [];
    const fixed = body.slice(0, maxCounted).replace(/\{[{%].*?[%}]\}/gs, '');
    const { segments } = messageLength(fixed);
    if (segments <= maxSegments) return [];
    return [
      {
        message: `The message has ${segments} segments. Most carriers refuse more than ${maxSegments}, and charge each.`,
        property_path: pointer('states', index, 'properties', 'body'),
      },
    ];
  },
};

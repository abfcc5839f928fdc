/** failure-path: a request or task whose success leads on, but whose failure ends the execution without a word. */

import { pointer } from '../../json/json-pointer.ts';
import type { WidgetTypeName } from '../../widgets/widget-type.ts';
import { quote } from '../violation-message.ts';
import type { WidgetRule } from './rule.ts';

const failureOf: { readonly [T in WidgetTypeName]?: string } = {
  'make-http-request': 'failed',
  'run-function': 'fail',
  'run-function-v2': 'fail',
  'run-subflow': 'failed',
  'make-outgoing-call-v2': 'failed',
  'connect-virtual-agent-v2': 'failed',
};

export const failurePath: WidgetRule = {
  code: 'failure-path',
  severity: 'note',
  check({ type, index, links }) {
    const event = type && failureOf[type.type];
    if (event === undefined || links.every(({ next }) => next === '')) return [];
    const entries = links.filter((link) => link.event === event);
    if (entries.some(({ next }) => next !== '')) return [];
    const label = type?.events.find(({ name }) => name === event)?.label ?? event;
    const place = ['states', index, 'transitions'];
    return [
      {
        message: `${quote(label)} is not connected: after a failure the contact gets no answer.`,
        property_path: entries[0] === undefined ? pointer(...place) : pointer(...place, entries[0].index),
      },
    ];
  },
};

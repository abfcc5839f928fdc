/** understand: a retired language service that no public document describes. */

import type { WidgetType } from '../widget.ts';
import { propertiesSchema } from './property.ts';

export const understand: WidgetType = {
  type: 'understand',
  title: 'Understand',
  category: 'logic',
  means: 'Reads the meaning out of what the contact wrote.',
  schema: propertiesSchema({}),
  events: [
    { name: 'success', label: 'Success', means: 'The text was read.' },
    { name: 'failed', label: 'Failed', means: 'It was not.' },
  ],
  outputs: [],
  defaults: {},
  example: {
    name: 'read_reply',
    type: 'understand',
    transitions: [{ event: 'success', next: 'check_reply' }, { event: 'failed' }],
    properties: { offset: { x: 0, y: 240 } },
  },
  summary: () => '',
  legacy: true,
};

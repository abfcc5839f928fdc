/** update-sync-object: a retired widget that no public document describes. */

import type { WidgetType } from '../widget.ts';
import { propertiesSchema } from './property.ts';

export const updateSyncObject: WidgetType = {
  type: 'update-sync-object',
  title: 'Update sync object',
  category: 'logic',
  means: 'Changes an object that several applications share.',
  schema: propertiesSchema({}),
  events: [
    { name: 'success', label: 'Success', means: 'The object is changed.' },
    { name: 'failed', label: 'Failed', means: 'It could not be changed.' },
  ],
  outputs: [],
  defaults: {},
  example: {
    name: 'share_state',
    type: 'update-sync-object',
    transitions: [{ event: 'success', next: 'thank_you' }, { event: 'failed' }],
    properties: { offset: { x: 0, y: 240 } },
  },
  summary: () => '',
  legacy: true,
};

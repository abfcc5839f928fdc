/** update-sync-object: changes a JSON object that several applications share. No public document describes the type. */

import { textOf } from '../json/json.ts';
import { choice, json, lenient, propertiesSchema, template } from './property-schema.ts';
import { quoted } from './summary.ts';
import type { WidgetType } from './widget-type.ts';

export const updateSyncObject: WidgetType = {
  type: 'update-sync-object',
  title: 'Update sync object',
  category: 'logic',
  means: 'Changes a JSON object that several applications share, and makes it where it is not there.',
  schema: propertiesSchema({
    name: lenient(template('Object', 'Name of the object.')),
    data: lenient(json('Data', 'A JSON object.', { lines: 6 })),
    mode: lenient(
      choice('What happens to the rest', 'Keys that the data does not name.', {
        merge: 'They stay',
        replace: 'They go',
      }),
    ),
  }),
  events: [
    { name: 'success', label: 'Success', means: 'The object is changed.' },
    { name: 'failed', label: 'Failed', means: 'It could not be changed.' },
  ],
  outputs: [
    { path: 'sid', means: 'SID of the object.' },
    { path: 'name', means: 'Its name.' },
    { path: 'data', means: 'All that it now holds.' },
    { path: 'revision', means: 'How often it was written, from 1.' },
  ],
  services: {
    kind: 'sync',
    configured: 'A request is sent to the endpoint, and its response becomes the variables of the widget.',
    embedded:
      'The object is a row with an address under `/v1/SyncObjects`, shown under Settings → Services. It holds 64 kB at most.',
  },
  defaults: { name: '', data: '{}', mode: 'merge' },
  example: {
    name: 'share_state',
    type: 'update-sync-object',
    transitions: [{ event: 'success', next: 'thank_you' }, { event: 'failed' }],
    properties: {
      offset: { x: 0, y: 240 },
      name: 'waiting-room',
      data: '{"last":"{{contact.channel.address}}"}',
      mode: 'merge',
    },
  },
  summary: ({ name }, _, words) => quoted(words, textOf(name)),
  legacy: true,
};

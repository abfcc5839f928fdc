/** fork-stream: sends the sound of the call to another place. */

import { textOf } from '../json/json.ts';
import { choice, keyValues, propertiesSchema, template, text } from './property-schema.ts';
import { phrase, shortAddress } from './summary.ts';
import type { WidgetType } from './widget-type.ts';

const started = { property: 'stream_action', is: ['start'] };

export const forkStream: WidgetType = {
  type: 'fork-stream',
  title: 'Fork stream',
  category: 'voice',
  means: 'Begins or ends a copy of the sound of the call to a web socket or a recorder.',
  schema: propertiesSchema(
    {
      stream_action: choice(
        'Stream',
        'Whether the stream begins or ends here.',
        { start: 'Start', stop: 'Stop' },
        { default: 'start' },
      ),
      stream_name: text('Name', 'Name by which the stream can be stopped.'),
      stream_transport_type: choice(
        'Transport',
        'Where the sound goes.',
        { websocket: 'Web socket', siprec: 'SIP recorder' },
        { default: 'websocket' },
      ),
      stream_url: template('Address', 'Address of the web socket.', {
        placeholder: 'wss://',
        when: { property: 'stream_transport_type', is: ['websocket'] },
      }),
      stream_connector: text('Connector', 'Name of the recorder’s connector.', {
        when: { property: 'stream_transport_type', is: ['siprec'] },
      }),
      stream_track: choice(
        'Track',
        'Which side of the call is streamed.',
        { inbound_track: 'Incoming', outbound_track: 'Outgoing', both_tracks: 'Both' },
        { default: 'inbound_track', when: started },
      ),
      stream_parameters: keyValues('Parameters', 'Values that go along with the stream.', { when: started }),
    },
    ['stream_action'],
  ),
  events: [{ name: 'next', label: 'Next', means: 'The stream has begun or ended.' }],
  outputs: [],
  defaults: { stream_action: 'start', stream_transport_type: 'websocket', stream_track: 'inbound_track' },
  example: {
    name: 'copy_sound',
    type: 'fork-stream',
    transitions: [{ event: 'next', next: 'front_desk' }],
    properties: {
      offset: { x: 0, y: 240 },
      stream_action: 'start',
      stream_name: 'quality',
      stream_transport_type: 'websocket',
      stream_url: 'wss://clinic.example/listen',
      stream_track: 'both_tracks',
      stream_parameters: [{ key: 'call', value: '{{trigger.call.CallSid}}' }],
    },
  },
  summary: ({ stream_action, stream_name, stream_url, stream_connector }, _, words) => {
    if (stream_action === 'stop') return phrase(words, 'Stop stream {{value}}', textOf(stream_name)).trim();
    const place = shortAddress(stream_url) || textOf(stream_connector);
    return place === '' ? '' : phrase(words, 'Stream to {{value}}', place);
  },
};

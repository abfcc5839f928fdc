/** make-http-request: asks another system. */

import { textOf } from '../json/json.ts';
import { httpResponseOutputs } from './http-response-outputs.ts';
import { choice, keyValues, propertiesSchema, suggestion, template, toggle } from './property-schema.ts';
import { shortAddress } from './summary.ts';
import type { WidgetType } from './widget-type.ts';

const form = 'application/x-www-form-urlencoded;charset=utf-8';
const json = 'application/json;charset=utf-8';

export const makeHttpRequest: WidgetType = {
  type: 'make-http-request',
  title: 'HTTP request',
  category: 'logic',
  means: 'Sends an HTTP request and stores the response.',
  schema: propertiesSchema(
    {
      method: choice(
        'Method',
        'HTTP method of the request.',
        { GET: 'GET', POST: 'POST' },
        { default: 'GET' },
      ),
      url: template('URL', 'Address that is called, with http or https.', { placeholder: 'https://' }),
      content_type: suggestion(
        'Content type',
        'What the body is.',
        { [form]: 'Form fields', [json]: 'JSON' },
        { default: form },
      ),
      body: template('Body', 'What is sent with POST. Quotes around variables are yours to write.', {
        lines: 6,
      }),
      parameters: keyValues('Parameters', 'Form fields with POST, query with GET.'),
      add_twilio_auth: toggle('Sign in as this account', 'Only for addresses of the service’s own API.', {
        advanced: true,
        default: false,
      }),
    },
    ['url'],
  ),
  events: [
    { name: 'success', label: 'Success', means: 'The response has a status from 200 to 299.' },
    { name: 'failed', label: 'Failed', means: 'Any other status, no response in 10 s, or more than 64 kB.' },
  ],
  outputs: httpResponseOutputs,
  defaults: { method: 'GET', url: '', content_type: form },
  example: {
    name: 'load_appointment',
    type: 'make-http-request',
    transitions: [{ event: 'success', next: 'ask_for_day' }, { event: 'failed' }],
    properties: {
      offset: { x: 0, y: 240 },
      method: 'POST',
      url: 'https://clinic.example/appointments',
      content_type: json,
      body: '{"phone":"{{contact.channel.address}}"}',
    },
  },
  summary: ({ method, url }) => `${textOf(method) || 'GET'} ${shortAddress(url)}`.trim(),
};

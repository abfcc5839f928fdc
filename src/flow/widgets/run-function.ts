/** run-function and run-function-v2: calls a function that is kept elsewhere. */

import { httpResponseOutputs } from './http-response-outputs.ts';
import { keyValues, lenient, propertiesSchema, template, text } from './property-schema.ts';
import { shortAddress } from './summary.ts';
import type { WidgetType } from './widget-type.ts';

const properties = {
  url: template('Function URL', 'Address of the function.', { placeholder: 'https://' }),
  parameters: keyValues('Parameters', 'What the function receives.'),
  service_sid: text('Service', 'SID of the service that holds the function, or “default”.', {
    advanced: true,
  }),
  environment_sid: text('Environment', 'SID of the environment.', { advanced: true }),
  function_sid: text('Function', 'SID of the function.', { advanced: true }),
};

export const runFunction: WidgetType = {
  type: 'run-function',
  title: 'Run function v1',
  category: 'logic',
  means: 'Calls a function and stores its response.',
  schema: propertiesSchema(properties),
  events: [
    { name: 'success', label: 'Success', means: 'The function has responded.' },
    { name: 'fail', label: 'Failed', means: 'It has responded with an error, or not in 10 s.' },
  ],
  outputs: httpResponseOutputs,
  defaults: { service_sid: 'default', url: '', parameters: [] },
  example: {
    name: 'find_slots',
    type: 'run-function',
    transitions: [{ event: 'success', next: 'offer_slots' }, { event: 'fail' }],
    properties: {
      offset: { x: 0, y: 240 },
      service_sid: 'default',
      url: 'https://functions.example/slots',
      parameters: [{ key: 'doctor', value: '{{flow.data.doctor}}' }],
    },
  },
  summary: ({ url }) => shortAddress(url),
};

export const runFunctionV2: WidgetType = {
  ...runFunction,
  type: 'run-function-v2',
  title: 'Run function v2',
  means: 'Calls a function and stores its response, as v1 does.',
  schema: propertiesSchema(
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, lenient(schema)])),
  ),
  example: {
    name: 'find_slots',
    type: 'run-function-v2',
    transitions: [{ event: 'success', next: 'offer_slots' }, { event: 'fail' }],
    properties: { offset: { x: 0, y: 240 }, url: 'https://functions.example/slots' },
  },
  legacy: true,
};

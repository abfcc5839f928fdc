/** add-markup-redirect: hands the call or message to another application for a while. */

import { choice, propertiesSchema, secondsText, template } from './property-schema.ts';
import { shortAddress } from './summary.ts';
import type { WidgetType } from './widget-type.ts';

export const addMarkupRedirect: WidgetType = {
  type: 'add-markup-redirect',
  title: 'Markup redirect',
  category: 'voice',
  means:
    'Hands the call or message to an application that answers with markup. It gives back by redirecting to the webhook address of the flow with FlowEvent=return; every other parameter becomes a variable.',
  schema: propertiesSchema(
    {
      url: template('Address', 'Address of the application.', { placeholder: 'https://' }),
      method: choice(
        'Method',
        'HTTP method of the request.',
        { POST: 'POST', GET: 'GET' },
        { default: 'POST' },
      ),
      timeout: secondsText('Wait until', 'How long until the flow continues, 4 hours at most.', {
        default: '14400',
      }),
    },
    ['url'],
  ),
  events: [
    { name: 'return', label: 'Returned', means: 'The application has handed back.' },
    { name: 'timeout', label: 'Timeout', means: 'It has not come back in time.' },
    { name: 'fail', label: 'Failed', means: 'The application could not be reached, or has no address.' },
  ],
  outputs: [{ path: 'KEY', means: 'Each parameter that the application sends along.' }],
  defaults: { url: '', method: 'POST', timeout: '14400' },
  example: {
    name: 'ask_survey',
    type: 'add-markup-redirect',
    transitions: [{ event: 'return', next: 'goodbye' }, { event: 'timeout' }, { event: 'fail' }],
    properties: {
      offset: { x: 0, y: 240 },
      url: 'https://clinic.example/survey',
      method: 'POST',
      timeout: '600',
    },
  },
  summary: ({ url }) => shortAddress(url),
};

/** set-variables: keeps values for later under `flow.variables`. */

import { isObject, textOf } from '../json/json.ts';
import { keyValues, propertiesSchema } from './property-schema.ts';
import type { WidgetType } from './widget-type.ts';

export const setVariables: WidgetType = {
  type: 'set-variables',
  title: 'Set variables',
  category: 'logic',
  means: 'Keeps values that later widgets read as flow.variables.',
  schema: propertiesSchema(
    {
      variables: keyValues(
        'Variables',
        'Each is readable as flow.variables.KEY afterwards. A value that reads as a number or as true or false is one; in quotes it is text.',
      ),
    },
    ['variables'],
  ),
  events: [{ name: 'next', label: 'Next', means: 'The variables are set.' }],
  outputs: [{ path: 'KEY', means: 'The value of each variable; also flow.variables.KEY.' }],
  defaults: { variables: [] },
  example: {
    name: 'count_tries',
    type: 'set-variables',
    transitions: [{ event: 'next', next: 'ask_again' }],
    properties: {
      offset: { x: 0, y: 240 },
      variables: [
        { key: 'tries', value: '{{flow.variables.tries | plus: 1}}' },
        { key: 'visit', value: '{"date":"{{flow.data.date}}"}', type: 'json_object' },
      ],
    },
  },
  summary: ({ variables }) =>
    (Array.isArray(variables) ? variables : [])
      .flatMap((each) => (isObject(each) ? [`${textOf(each.key)} = ${textOf(each.value).trim()}`] : []))
      .slice(0, 4)
      .join(', '),
};

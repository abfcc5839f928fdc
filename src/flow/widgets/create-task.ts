/** create-task: creates a task for people and continues. No public document describes the type. */

import { textOf } from '../json/json.ts';
import { json, lenient, numberAsText, propertiesSchema, template } from './property-schema.ts';
import { phrase, quoted } from './summary.ts';
import type { WidgetType } from './widget-type.ts';

export const createTask: WidgetType = {
  type: 'create-task',
  title: 'Create task',
  category: 'agents',
  means: 'Makes a task for people without handing over the contact.',
  schema: propertiesSchema({
    workflow: lenient(template('Workflow', 'Name or SID of the workflow that decides who gets the task.')),
    channel: lenient(template('Task channel', 'Kind of the task, such as voice or chat.')),
    attributes: lenient(
      json('Attributes', 'What people see of the task, as JSON; 1024 characters at most.', { lines: 5 }),
    ),
    priority: lenient(numberAsText('Priority', 'Higher comes first.', { placeholder: '0' })),
  }),
  events: [
    { name: 'success', label: 'Created', means: 'The task is made.' },
    { name: 'failed', label: 'Failed', means: 'It could not be made.' },
  ],
  outputs: [
    { path: 'sid', means: 'SID of the task.' },
    { path: 'TaskSid', means: 'The same.' },
  ],
  services: {
    kind: 'tasks',
    configured: 'The task is sent to the endpoint, and its response becomes the variables of the widget.',
    embedded:
      'The task is listed under Settings → Services, where a person completes it; the flow continues at once.',
  },
  defaults: { attributes: '{}' },
  example: {
    name: 'look_up_by_hand',
    type: 'create-task',
    transitions: [{ event: 'success', next: 'thank_you' }, { event: 'failed' }],
    properties: {
      offset: { x: 0, y: 240 },
      workflow: 'office',
      attributes: '{"contact":"{{contact.channel.address}}"}',
    },
  },
  summary: ({ workflow, workflow_sid }, _, words) => {
    const sid = textOf(workflow) || textOf(workflow_sid);
    return sid === '' ? '' : phrase(words, 'Workflow {{value}}', quoted(words, sid));
  },
  legacy: true,
};

/** create-task: a retired widget that no public document describes. */

import { textOf } from '../json.ts';
import type { WidgetType } from '../widget.ts';
import { propertiesSchema } from './property.ts';
import { quoted } from './summary.ts';

export const createTask: WidgetType = {
  type: 'create-task',
  title: 'Create task',
  category: 'agents',
  means: 'Makes a task for people without handing over the contact.',
  schema: propertiesSchema({}),
  events: [
    { name: 'success', label: 'Created', means: 'The task is made.' },
    { name: 'failed', label: 'Failed', means: 'It could not be made.' },
  ],
  outputs: [],
  defaults: {},
  example: {
    name: 'look_up_by_hand',
    type: 'create-task',
    transitions: [{ event: 'success', next: 'thank_you' }, { event: 'failed' }],
    properties: { offset: { x: 0, y: 240 } },
  },
  summary: ({ workflow, workflow_sid }) => {
    const sid = textOf(workflow) || textOf(workflow_sid);
    return sid === '' ? '' : `Workflow ${quoted(sid)}`;
  },
  legacy: true,
};

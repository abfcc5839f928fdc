/** enqueue-call: puts the call into a queue. */

import { textOf } from '../json/json.ts';
import { choice, json, number, propertiesSchema, seconds, template, text } from './property-schema.ts';
import { queueEvents } from './queue-events.ts';
import { phrase, quoted } from './summary.ts';
import type { WidgetType } from './widget-type.ts';

export const enqueueCall: WidgetType = {
  type: 'enqueue-call',
  title: 'Enqueue call',
  category: 'agents',
  means: 'Puts the call into a named queue or hands it to a workflow.',
  schema: propertiesSchema({
    queue_name: template('Queue', 'Name of the queue, 64 characters at most. Either this or a workflow.'),
    workflow_sid: text('Workflow', 'SID of the workflow that finds someone for the call.'),
    task_attributes: json('Task attributes', 'What the workflow decides by, as JSON.', { lines: 4 }),
    priority: number('Priority', 'Higher comes first. With a workflow only.', { minimum: 0 }),
    timeout: seconds('Give up after', 'How long until the task is taken back. With a workflow only.', {
      minimum: 0,
    }),
    wait_url: template('Waiting music', 'URL of the audio that is played while waiting.', {
      advanced: true,
      placeholder: 'https://',
    }),
    wait_url_method: choice(
      'Method for the waiting music',
      'HTTP method of the request.',
      { POST: 'POST', GET: 'GET' },
      { advanced: true },
    ),
  }),
  events: queueEvents,
  outputs: [
    { path: 'QueueResult', means: 'bridged, redirected, leave, hangup, queue-full, error, system-error.' },
    { path: 'QueueSid', means: 'SID of the queue.' },
    { path: 'QueueTime', means: 'Seconds in the queue.' },
  ],
  defaults: { queue_name: '' },
  example: {
    name: 'wait_in_line',
    type: 'enqueue-call',
    transitions: [
      { event: 'callComplete', next: 'goodbye' },
      { event: 'failedToEnqueue' },
      { event: 'callFailure' },
    ],
    properties: {
      offset: { x: 0, y: 240 },
      workflow_sid: 'WW00000000000000000000000000000000',
      task_attributes: '{"topic":"appointment"}',
      priority: 1,
      timeout: 600,
      wait_url: 'https://clinic.example/music',
      wait_url_method: 'GET',
    },
  },
  summary: ({ queue_name, workflow_sid }, _, words) => {
    const [queue, workflow] = [quoted(words, textOf(queue_name)), quoted(words, textOf(workflow_sid))];
    if (queue !== '') return phrase(words, 'Queue {{value}}', queue);
    return workflow === '' ? '' : phrase(words, 'Workflow {{value}}', workflow);
  },
};

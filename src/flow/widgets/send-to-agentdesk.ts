/** send-to-agentdesk: hands the contact over to people, as a task. */

import { textOf } from '../json/json.ts';
import {
  choice,
  json,
  numberAsText,
  propertiesSchema,
  secondsText,
  template,
  text,
} from './property-schema.ts';
import { queueEvents } from './queue-events.ts';
import { phrase, quoted } from './summary.ts';
import type { WidgetType } from './widget-type.ts';

export const sendToAgentdesk: WidgetType = {
  type: 'send-to-agentdesk',
  title: 'Send to agent desk',
  category: 'agents',
  means: 'Makes a task from the call or conversation and hands it to people.',
  schema: propertiesSchema({
    workflow: text('Workflow', 'SID of the workflow that decides who gets the task.'),
    channel: text('Task channel', 'SID of the channel of the task, such as voice or chat.'),
    attributes: json('Attributes', 'What people see of the task, as JSON; 1024 characters at most.', {
      lines: 5,
    }),
    priority: numberAsText('Priority', 'Higher comes first.', { placeholder: '0' }),
    timeout: secondsText('Give up after', 'How long until the task is taken back, 14 days at most.', {
      placeholder: '3600',
    }),
    waitUrl: template(
      'Waiting music',
      'URL of what a caller hears in the queue; empty for the carrier’s own music.',
      {
        advanced: true,
        placeholder: 'https://',
      },
    ),
    waitUrlMethod: choice(
      'Method for the waiting music',
      'HTTP method of the request.',
      { GET: 'GET', POST: 'POST' },
      { advanced: true },
    ),
  }),
  events: queueEvents,
  alsoEvents: ['composerStarted'],
  outputs: [
    { path: 'sid', means: 'SID of the task.' },
    { path: 'TaskSid', means: 'The same.' },
    { path: 'task_queue_sid', means: 'SID of the queue that holds it, from a configured endpoint.' },
    { path: 'workspace_sid', means: 'SID of the workspace, from a configured endpoint.' },
  ],
  services: {
    kind: 'tasks',
    configured:
      'The task is sent to the endpoint, and the flow continues as soon as it responds; a caller is not kept on the line.',
    embedded:
      'The task is listed under Settings → Services. A caller waits in a queue until a person has completed it there, and takes it back by hanging up; for a message the flow continues at once.',
  },
  defaults: { workflow: '', channel: '', attributes: '{}' },
  example: {
    name: 'to_front_desk',
    type: 'send-to-agentdesk',
    transitions: [
      { event: 'callComplete', next: 'goodbye' },
      { event: 'failedToEnqueue' },
      { event: 'callFailure' },
    ],
    properties: {
      offset: { x: 0, y: 240 },
      workflow: 'WW00000000000000000000000000000000',
      channel: 'TC00000000000000000000000000000000',
      attributes: '{"name":"{{flow.data.name}}","date":"{{flow.data.date}}"}',
      priority: '0',
      timeout: '3600',
    },
  },
  summary: ({ workflow }, _, words) =>
    textOf(workflow) === '' ? '' : phrase(words, 'Workflow {{value}}', quoted(words, textOf(workflow))),
};

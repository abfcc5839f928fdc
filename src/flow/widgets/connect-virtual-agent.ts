/** connect-virtual-agent-v2 and its earlier form: lets a machine talk with the caller. */

import { type Json, textOf } from '../json/json.ts';
import {
  choice,
  keyValues,
  object,
  propertiesSchema,
  seconds,
  template,
  text,
  toggleText,
} from './property-schema.ts';
import { phrase, type SummaryWords } from './summary.ts';
import type { OutputSpec, WidgetType } from './widget-type.ts';

const outputs: readonly OutputSpec[] = [
  { path: 'VirtualAgentProvider', means: 'Who runs the virtual agent.' },
  { path: 'VirtualAgentStatus', means: 'live-agent-handoff, completed or failed.' },
  { path: 'VirtualAgentProviderData', means: 'Data from the provider, as JSON.' },
  { path: 'VirtualAgentErrorCode', means: 'Why it failed.' },
  { path: 'VirtualAgentError', means: 'The same in words.' },
];

const callback = template('Callback', 'URL for status callbacks.', {
  advanced: true,
  placeholder: 'https://',
});

const named = (connector: Json | undefined, words: SummaryWords) =>
  textOf(connector) === '' ? '' : phrase(words, 'Connector {{value}}', textOf(connector));

export const connectVirtualAgentV2: WidgetType = {
  type: 'connect-virtual-agent-v2',
  title: 'Connect virtual agent v2',
  category: 'agents',
  means: 'Hands the call to a virtual agent until it is done or wants a person.',
  schema: propertiesSchema({
    connector_name: text('Connector', 'Name of the connector of the virtual agent.'),
    configurations: keyValues('Configuration', 'Settings such as language and voiceName.'),
    parameters: keyValues('Parameters', 'Values that the virtual agent receives.'),
    timeout: seconds('Give up after', 'How long until the flow continues.', { minimum: 0 }),
    channel: text('Channel', 'Channel on which it talks.', { advanced: true }),
    status_callback: callback,
    status_callback_method: choice(
      'Callback method',
      'HTTP method of the callback.',
      { POST: 'POST', GET: 'GET' },
      { advanced: true },
    ),
    session_behavior: text('Session behaviour', 'Whether an earlier conversation is resumed.', {
      advanced: true,
    }),
    resume_session_identification_method: text('Recognise by', 'How an earlier conversation is found.', {
      advanced: true,
    }),
    resume_session_identification_value: template('Recognition value', 'Value it is found by.', {
      advanced: true,
    }),
    resume_session_event_name: text('Resume event', 'Event that the virtual agent receives then.', {
      advanced: true,
    }),
    connector_details: object('Connector details', 'Identifiers of the connector.', { advanced: true }),
  }),
  events: [
    { name: 'completed', label: 'Completed', means: 'The virtual agent is done.' },
    { name: 'live-agent-handoff', label: 'To a person', means: 'It wants a person to take over.' },
    { name: 'hangup', label: 'Hang-up', means: 'The caller has hung up.' },
    { name: 'failed', label: 'Failed', means: 'It could not be reached or broke off.' },
    { name: 'paused', label: 'Paused', means: 'It waits for something.' },
    { name: 'timeout', label: 'Timeout', means: 'It has taken too long.' },
  ],
  outputs,
  defaults: { connector_name: '' },
  example: {
    name: 'talk_to_bot',
    type: 'connect-virtual-agent-v2',
    transitions: [
      { event: 'completed', next: 'goodbye' },
      { event: 'live-agent-handoff', next: 'to_front_desk' },
      { event: 'hangup' },
      { event: 'failed' },
    ],
    properties: {
      offset: { x: 0, y: 240 },
      connector_name: 'booking',
      configurations: [{ key: 'language', value: 'en-US' }],
      parameters: [{ key: 'name', value: '{{flow.data.name}}' }],
      timeout: 600,
      status_callback: 'https://clinic.example/bot',
      status_callback_method: 'POST',
    },
  },
  summary: ({ connector_name }, _, words) => named(connector_name, words),
};

export const connectVirtualAgent: WidgetType = {
  type: 'connect-virtual-agent',
  title: 'Connect virtual agent v1',
  category: 'agents',
  means: 'The earlier form of the virtual agent, kept for flows that have it.',
  schema: propertiesSchema(
    {
      connector: text('Connector', 'Name of the connector of the virtual agent.'),
      language: text('Language', 'Language it speaks.', { placeholder: 'en-US' }),
      sentiment_analysis: toggleText('Sentiment analysis', 'Whether the caller’s mood is estimated.'),
      status_callback: callback,
    },
    ['connector'],
  ),
  events: [
    { name: 'return', label: 'Returned', means: 'The virtual agent is done or wants a person.' },
    { name: 'hangup', label: 'Hang-up', means: 'The caller has hung up.' },
  ],
  outputs,
  defaults: { connector: '' },
  example: {
    name: 'talk_to_bot',
    type: 'connect-virtual-agent',
    transitions: [{ event: 'return', next: 'to_front_desk' }, { event: 'hangup' }],
    properties: {
      offset: { x: 0, y: 240 },
      connector: 'booking',
      language: 'en-US',
      sentiment_analysis: 'true',
      status_callback: 'https://clinic.example/bot',
    },
  },
  summary: ({ connector }, _, words) => named(connector, words),
};

import { expect, it } from 'vitest';
import { addWidget } from '#flow/edit/add-widget.ts';
import { setProperty } from '#flow/edit/set-property.ts';
import { widgetTypeNames } from '#flow/widgets/widget-type.ts';
import { firstFieldToFill } from './first-field.ts';

const empty = { description: '', flags: { allow_concurrent_calls: false }, initial_state: '', states: [] };

/** The field that takes the caret in each widget that was just added. */
const firstFields = {
  trigger: null,
  'send-message': 'body',
  'send-and-wait-for-reply': 'body',
  'create-chat-channel': 'friendly_name',
  'add-member-to-chat-channel': 'channel',
  'say-play': 'say',
  'gather-input-on-call': 'say',
  'make-outgoing-call-v2': 'to',
  'make-outgoing-call-v1': 'to',
  'connect-call-to': 'to',
  'record-call': 'record_call',
  'record-voicemail': 'finish_on_key',
  'fork-stream': 'stream_url',
  'add-markup-redirect': 'url',
  'capture-payments': 'payment_connector',
  'split-based-on': 'input',
  'set-variables': 'variables',
  'make-http-request': 'url',
  'run-function-v2': 'url',
  'run-function': 'url',
  understand: 'text',
  'update-sync-object': 'name',
  'enqueue-call': 'queue_name',
  'create-task': 'workflow',
  'send-to-agentdesk': 'workflow',
  'connect-virtual-agent-v2': 'connector_name',
  'connect-virtual-agent': 'connector',
  'run-subflow': 'flow_sid',
};

it('the caret of a new widget goes to the first field that is to be filled in, of each type', () => {
  const found = Object.keys(firstFields).map((type) => {
    const { definition } = addWidget(empty, type, { x: 0, y: 0 });
    return [type, firstFieldToFill(definition.states[0] ?? {})];
  });
  expect(Object.fromEntries(found)).toEqual(firstFields);
  expect(widgetTypeNames.toSorted()).toEqual(Object.keys(firstFields).toSorted());
});

it('a field that another choice hides does not take it', () => {
  const { definition, id } = addWidget(empty, 'connect-call-to', { x: 0, y: 0 });
  const [state] = setProperty(setProperty(definition, id, 'to', undefined), id, 'noun', 'sip').states;
  expect(firstFieldToFill(state ?? {})).toBe('sip_endpoint');
});

/**
 * Why each rule exists, with a flow that breaks it and one that does not: the documentation of the rules and their test.
 * The application does not load them.
 */

import type { Condition, State } from '../definition.ts';
import type { JsonObject } from '../json/json.ts';
import type { FlowCarrier } from '../validation/rules/rule.ts';
import type { ValidationContext } from '../validation/validate.ts';

/** States besides the trigger that leads to the first of them by `event` (incomingMessage), or a whole definition. */
export type ExampleFlow =
  | { states: readonly State[]; event?: string }
  | { definition: JsonObject; sid?: string; schemaUri?: string; carriers?: readonly FlowCarrier[] };

export type RuleExample = { why: string; bad: ExampleFlow; good: ExampleFlow };

/** A definition whose trigger leads to the first of `states`. */
export function startingWith(
  states: readonly State[],
  event = 'incomingMessage',
  initial_state = 'Trigger',
): JsonObject {
  const [first] = states;
  const trigger = widget('Trigger', 'trigger', {}, first === undefined ? {} : { [event]: first.name ?? '' });
  return { description: '', initial_state, states: [trigger, ...states] };
}

/** The whole definition of an example. */
export function exampleDefinition(example: ExampleFlow): JsonObject {
  return 'definition' in example ? example.definition : startingWith(example.states, example.event);
}

/** What is known besides the definition of an example. */
export function context(example: ExampleFlow): ValidationContext {
  if (!('definition' in example)) return {};
  const { sid = null, schemaUri = null, carriers = [] } = example;
  return { sid, schemaUri, carriers };
}

/** `next` is where each event leads; '' where it is not connected. */
export function widget(
  name: string,
  type: string,
  properties: JsonObject,
  next: Readonly<Record<string, string>> = {},
) {
  const transitions = Object.entries(next).map(([event, to]) =>
    to === '' ? { event } : { event, next: to },
  );
  return { name, type, properties, transitions } satisfies State;
}

const from = '{{flow.channel.address}}';
const reply = '{{widgets.ask.inbound.Body}}';

const send = (name: string, body: string, next?: Record<string, string>, more: JsonObject = {}) =>
  widget(name, 'send-message', { from, body, ...more }, next);
const hello = send('tell', 'Hello');
const ask = (incomingMessage: string, timeout = incomingMessage, body = 'Coming?') =>
  widget('ask', 'send-and-wait-for-reply', { body, from }, { incomingMessage, timeout });
const keep = (variables: Record<string, string>[], next = 'tell') =>
  widget('keep', 'set-variables', { variables }, { next });
const keepName = keep([{ key: 'name', value: '{{trigger.message.Body}}' }], 'greet');
const load = (url: string, next?: Record<string, string>) =>
  widget('load', 'make-http-request', { method: 'GET', url }, next);
const storeReply = (body: string) =>
  widget('store', 'make-http-request', {
    method: 'POST',
    url: 'https://clinic.org/replies',
    content_type: 'application/json;charset=utf-8',
    body,
  });
const welcome = (more: JsonObject = {}) =>
  widget('welcome', 'say-play', { say: 'Welcome', ...more, loop: 1 });
const transfer = (to: string) => widget('transfer', 'connect-call-to', { noun: 'number', to });
const runFlow = (name: string, flow_sid: string, flow_revision = 'LatestPublished') =>
  widget(name, 'run-subflow', { flow_sid, flow_revision });
const call = (version: string, next: Record<string, string>) =>
  widget(
    'call',
    `make-outgoing-call-${version}`,
    { from, to: '{{contact.channel.address}}', timeout: 60 },
    next,
  );

const is = (value: string, type = 'equal_to', argument = reply): Condition => ({
  friendly_name: value,
  arguments: [argument],
  type,
  value,
});
/** Each branch leads to `thank`. */
const question = (noMatch: string, ...branches: Condition[][]): { states: State[] } => {
  const check = widget('check', 'split-based-on', { input: reply }, { noMatch });
  const matches = branches.map((conditions) => ({ event: 'match', next: 'thank', conditions }));
  return {
    states: [
      ask('check'),
      { ...check, transitions: [...check.transitions, ...matches] },
      send('thank', 'Thank you'),
    ],
  };
};
/** Asks another system for its status, and waits where `again` leads until that is ready. */
const poll = (again: string): State[] => {
  const status = '{{widgets.load.parsed.status}}';
  const check = widget('check', 'split-based-on', { input: status }, { noMatch: again });
  const ready = { event: 'match', conditions: [is('ready', 'equal_to', status)] };
  return [
    load('https://clinic.org/status', { success: 'check', failed: again }),
    { ...check, transitions: [...check.transitions, ready] },
  ];
};

const flowSid = 'FW00000000000000000000000000000001';
const schemaUri = 'https://flows.example/schemas/flow-definition';

export const ruleExamples: Readonly<Record<string, RuleExample>> = {
  'address-form': {
    why: 'A carrier calls numbers in E.164, a plus sign and the country code, and addresses of the form name@host.',
    bad: { event: 'incomingCall', states: [transfer('+44 20 7946-0018')] },
    good: { event: 'incomingCall', states: [transfer('+442079460018')] },
  },
  'carrier-feature': {
    why: 'The designer knows the carriers of the numbers that lead to the flow. What a carrier does not have is left out, and the caller never hears it.',
    bad: {
      carriers: [{ name: 'Phones', lacks: ['voicemail'] }],
      definition: startingWith(
        [widget('leave_message', 'record-voicemail', {}, { recordingComplete: '', noAudio: '' })],
        'incomingCall',
      ),
    },
    good: {
      carriers: [{ name: 'Phones', lacks: ['payment'] }],
      definition: startingWith(
        [widget('leave_message', 'record-voicemail', {}, { recordingComplete: '', noAudio: '' })],
        'incomingCall',
      ),
    },
  },
  'call-without-call': {
    why: 'Without a call there is no one to speak to, and the widget fails.',
    bad: { states: [welcome()] },
    good: { event: 'incomingCall', states: [welcome()] },
  },
  'dead-end': {
    why: 'A contact who does not reply, or replies something else, is left without an answer.',
    bad: { states: [ask('tell', ''), hello] },
    good: { states: [ask('tell'), hello] },
  },
  'deprecated-type': {
    why: 'Later versions detect answering machines and tell why they failed; earlier ones get no improvements.',
    bad: { event: 'incomingRequest', states: [call('v1', { answered: '', hangup: '' })] },
    good: { event: 'incomingRequest', states: [call('v2', { answered: '' })] },
  },
  'endless-loop': {
    why: 'An execution in such a loop sends message after message until it reaches the step limit.',
    bad: { states: [send('tell', 'One', { sent: 'again' }), send('again', 'Two', { sent: 'tell' })] },
    good: { states: [send('tell', 'One', { sent: 'again' }), send('again', 'Two')] },
  },
  'endless-poll': {
    why: 'A loop without a pause floods the other system and ends at the step limit.',
    bad: { states: poll('load') },
    good: {
      states: [
        ...poll('ask'),
        widget(
          'ask',
          'send-and-wait-for-reply',
          { body: 'Not ready yet. Reply to ask again.', from, timeout: '600' },
          { incomingMessage: 'load', timeout: 'load' },
        ),
      ],
    },
  },
  'failure-path': {
    why: 'Every other system fails at times. Without a path for it the execution ends and the contact waits in vain.',
    bad: {
      states: [load('https://clinic.org/times', { success: 'tell', failed: '' }), send('tell', 'Done')],
    },
    good: {
      states: [
        load('https://clinic.org/times', { success: 'tell', failed: 'apologize' }),
        send('tell', 'Done'),
        send('apologize', 'Please call us.'),
      ],
    },
  },
  'hard-coded-secret': {
    why: 'A flow is exported, shared and kept in version control, and its secrets with it.',
    bad: { states: [load('https://clinic.org/times?api_key=q8Zr1fT6mLw0Bs3N')] },
    good: { states: [load('https://clinic.org/times')] },
  },
  'impossible-condition': {
    why: 'A branch that cannot be taken hides a mistake: its conditions must all hold at once.',
    bad: question('ask', [is('yes'), is('no')]),
    good: question('ask', [is('yes,no', 'matches_any_of'), is('no', 'not_equal_to')]),
  },
  incomplete: {
    why: 'The widget is stored, but cannot do its work as it stands. Publishing asks about it.',
    bad: { event: 'incomingCall', states: [transfer('')] },
    good: { event: 'incomingCall', states: [transfer('+15005550006')] },
  },
  'initial-state': {
    why: 'Executions start at the initial state, so it has to be a widget of the flow.',
    bad: { definition: startingWith([hello], 'incomingMessage', 'Start') },
    good: { definition: startingWith([hello]) },
  },
  'insecure-media': {
    why: 'Media over http can be read and replaced on the way, and many carriers do not load it.',
    bad: { states: [send('tell', 'The map', {}, { media_url: 'http://www.clinic.org/map.png' })] },
    good: { states: [send('tell', 'The map', {}, { media_url: 'https://www.clinic.org/map.png' })] },
  },
  'insecure-request': {
    why: 'A request over http shows the data of contacts to everybody on the way.',
    bad: { states: [load('http://www.clinic.org/times')] },
    good: { states: [load('https://www.clinic.org/times')] },
  },
  'invalid-json': {
    why: 'The receiver refuses a body that is not JSON, and the flow continues by “Failed”.',
    bad: { states: [storeReply('{"reply": "{{trigger.message.Body}}",}')] },
    good: { states: [storeReply('{"reply": "{{trigger.message.Body}}"}')] },
  },
  'legacy-format': {
    why: 'Files of the format before version 2 have other types and properties.',
    bad: { definition: { description: '', initial_state: 'a', states: [widget('a', 'Branch', {})] } },
    good: { definition: startingWith([hello]) },
  },
  'long-message': {
    why: 'A text of more than 160 characters is sent in segments; carriers refuse or cut off very long ones.',
    bad: { states: [send('tell', 'Please read all of this carefully. '.repeat(46).trim())] },
    good: { states: [send('tell', 'A short text.')] },
  },
  'next-widget': {
    why: 'A transition to a widget that does not exist cannot be followed.',
    bad: { states: [send('tell', 'One', { sent: 'gone' })] },
    good: { states: [send('tell', 'One', { sent: '' })] },
  },
  'no-branches': {
    why: 'A split without branches compares nothing.',
    bad: question('ask'),
    good: question('ask', [is('yes')]),
  },
  'number-as-text': {
    why: 'A quoted number is sent as a text in JSON and to subflows, where a number is often expected.',
    bad: { states: [keep([{ key: 'tries', value: '"3"' }]), send('tell', '{{flow.variables.tries}}')] },
    good: { states: [keep([{ key: 'tries', value: '3' }]), send('tell', '{{flow.variables.tries}}')] },
  },
  'repeated-event': {
    why: 'Only the first transition of an event is used.',
    bad: { states: [{ ...send('tell', 'One'), transitions: [{ event: 'sent' }, { event: 'sent' }] }] },
    good: { states: [send('tell', 'One', { sent: '' })] },
  },
  'repeated-key': {
    why: 'Only the last value of a key is kept.',
    bad: {
      states: [
        keep([
          { key: 'tries', value: '1' },
          { key: 'tries', value: '2' },
        ]),
        send('tell', '{{flow.variables.tries}}'),
      ],
    },
    good: { states: [keep([{ key: 'tries', value: '2' }]), send('tell', '{{flow.variables.tries}}')] },
  },
  'reply-during-call': {
    why: 'While the flow waits for a text message the caller hears silence; ask on the call instead.',
    bad: { event: 'incomingCall', states: [ask('', '', 'Shall we call back?')] },
    good: { states: [ask('', '', 'Shall we call back?')] },
  },
  'required-field': {
    why: 'Without it the service does not take the widget.',
    bad: { states: [load(' ')] },
    good: { states: [load('https://clinic.org')] },
  },
  'same-target': {
    why: 'A comparison whose outcomes all continue alike is left over or connected by mistake.',
    bad: question('thank', [is('yes')]),
    good: question('ask', [is('yes')]),
  },
  'schema-address': {
    why: 'A definition is checked by the schema of the server that it is on, whatever it names; no other address is allowed there.',
    bad: {
      definition: { $schema: 'https://other.example/schemas/flow-definition', ...startingWith([]) },
      schemaUri,
    },
    good: { definition: { $schema: schemaUri, ...startingWith([]) }, schemaUri },
  },
  'shadowed-condition': {
    why: 'The first branch that matches is taken, so what it covers never reaches a later one.',
    bad: question('ask', [is('yes,y', 'matches_any_of')], [is('Yes')]),
    good: question('ask', [is('yes')], [is('yes,y', 'matches_any_of')]),
  },
  'similar-name': {
    why: 'Names are compared exactly, so a template with the other spelling reads another widget.',
    bad: { states: [send('tell', 'One', { sent: 'Tell' }), send('Tell', 'Two')] },
    good: { states: [send('tell', 'One', { sent: 'tell_more' }), send('tell_more', 'Two')] },
  },
  'single-prompt': {
    why: 'A voice widget says a text or plays a file, never both.',
    bad: { event: 'incomingCall', states: [welcome({ play: 'https://clinic.org/welcome.mp3' })] },
    good: { event: 'incomingCall', states: [welcome()] },
  },
  'split-input': {
    why: 'The card shows what the widget tests, so a branch that compares something else misleads.',
    bad: question('ask', [is('yes', 'equal_to', '{{trigger.message.Body}}')]),
    good: question('ask', [is('yes')]),
  },
  'subflow-cycle': {
    why: 'A subflow that runs a subflow fails, so a flow that runs itself always does.',
    bad: { sid: flowSid, definition: startingWith([runFlow('again', flowSid)]) },
    good: {
      sid: flowSid,
      definition: startingWith([runFlow('again', 'FW00000000000000000000000000000002')]),
    },
  },
  'subflow-revision': {
    why: 'Any other text means no revision, and the subflow fails.',
    bad: { states: [runFlow('sub', flowSid, 'newest')] },
    good: { states: [runFlow('sub', flowSid)] },
  },
  'subflow-sid': {
    why: 'Which flow runs as a subflow is fixed when the flow is published.',
    bad: { states: [runFlow('sub', '{{flow.variables.sid}}')] },
    good: { states: [runFlow('sub', flowSid)] },
  },
  'template-error': {
    why: 'A text that cannot be parsed is sent empty.',
    bad: { states: [send('greet', 'Hello {{flow.data.name')] },
    good: { states: [send('greet', 'Hello {{contact.channel.address}}')] },
  },
  'trigger-present': {
    why: 'Without a trigger, calls, messages and requests all take the same path.',
    bad: { definition: startingWith([hello], 'incomingMessage', 'tell') },
    good: { definition: startingWith([hello]) },
  },
  'trigger-variable': {
    why: 'Each way of starting a flow brings data of its own; that of another one is empty.',
    bad: { event: 'incomingCall', states: [send('confirm', 'You wrote {{trigger.message.Body}}')] },
    good: { states: [send('confirm', 'You wrote {{trigger.message.Body}}')] },
  },
  'unique-name': {
    why: 'Transitions and templates mean widgets by name.',
    bad: { states: [hello, hello] },
    good: { states: [hello] },
  },
  'unknown-key': {
    why: 'A misspelt key is kept, but does nothing.',
    bad: { states: [send('tell', 'One', {}, { colour: 'red' })] },
    good: { states: [hello] },
  },
  'unknown-output': {
    why: 'A variable that the widget does not set is an empty text, so no branch of a split matches.',
    bad: { states: [ask('thank'), send('thank', 'You said {{widgets.ask.Body}}')] },
    good: { states: [ask('thank'), send('thank', `You said ${reply}`)] },
  },
  'unknown-variable': {
    why: 'Variables begin with contact, flow, trigger or widgets; any other name is an empty text.',
    bad: { states: [keepName, send('greet', 'Hi {{variables.name}}')] },
    good: { states: [keepName, send('greet', 'Hi {{flow.variables.name}}')] },
  },
  unreachable: {
    why: 'A widget that no path leads to never runs.',
    bad: { states: [hello, send('left_over', 'Two')] },
    good: { states: [hello] },
  },
  'unset-variable': {
    why: 'A variable that nothing has set is an empty text, so the message has a gap and a comparison fails.',
    bad: { states: [send('greet', 'Hi {{flow.variables.name}}')] },
    good: { states: [{ ...keepName, name: 'keep_name' }, send('greet', 'Hi {{flow.variables.name}}')] },
  },
  'unused-conditions': {
    why: 'Only a split compares; conditions elsewhere are never looked at.',
    bad: {
      states: [
        { ...send('tell', 'One'), transitions: [{ event: 'sent', conditions: [is('x', 'equal_to', 'x')] }] },
      ],
    },
    good: { states: [send('tell', 'One', { sent: '' })] },
  },
  'unused-variable': {
    why: 'A variable that nothing reads is left over, or its reader has another spelling.',
    bad: { states: [keepName, send('greet', 'Hello')] },
    good: { states: [keepName, send('greet', 'Hi {{flow.variables.name}}')] },
  },
  'variable-name': {
    why: 'A template cannot name a variable with blanks or dots in it.',
    bad: {
      states: [
        keep([{ key: 'first name', value: '{{trigger.message.Body}}' }]),
        send('tell', 'Hi {{flow.variables["first name"]}}'),
      ],
    },
    good: {
      states: [
        keep([{ key: 'first_name', value: '{{trigger.message.Body}}' }]),
        send('tell', 'Hi {{flow.variables.first_name}}'),
      ],
    },
  },
  'widget-name': {
    why: 'Templates read the variables of a widget by its name.',
    bad: { states: [send('say hello', 'One')] },
    good: { states: [send('say_hello', 'One')] },
  },
};

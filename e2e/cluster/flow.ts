/** The flow of the cluster tests: twelve steps with two timers and three HTTP requests, started by a message. */

const offset = { x: 0, y: 0 };
const from = '{{flow.channel.address}}';

type WidgetState = { name: string; type: string; properties: object; transitions: object[] };

const setVariables = (name: string, next: string): WidgetState => ({
  name,
  type: 'set-variables',
  properties: { offset, variables: [{ key: name, value: `{{flow.variables.count}}${name}` }] },
  transitions: [{ event: 'next', next }],
});

const httpRequest = (name: string, url: string, next: string): WidgetState => ({
  name,
  type: 'make-http-request',
  properties: { offset, method: 'GET', url },
  transitions: [{ event: 'success', next }, { event: 'failed' }],
});

const waitForReply = (name: string, seconds: number, next: string): WidgetState => ({
  name,
  type: 'send-and-wait-for-reply',
  properties: { offset, from, service: '', channel: '', body: 'Still there?', timeout: String(seconds) },
  transitions: [{ event: 'incomingMessage' }, { event: 'timeout', next }, { event: 'deliveryFailure' }],
});

const split = (name: string, next: string): WidgetState => ({
  name,
  type: 'split-based-on',
  properties: { offset, input: '{{contact.channel.address}}' },
  transitions: [{ event: 'noMatch', next }],
});

const sendMessage = (name: string): WidgetState => ({
  name,
  type: 'send-message',
  properties: { offset, from, service: '', channel: '', to: '{{contact.channel.address}}', body: 'Bye' },
  transitions: [{ event: 'sent' }, { event: 'failed' }],
});

/** The steps of each execution, in order. */
export const expectedPath = [
  'Trigger incomingMessage',
  'begin next',
  'silence timeout',
  'fetch1 success',
  'split1 noMatch',
  'keep next',
  'fetch2 success',
  'silence2 timeout',
  'split2 noMatch',
  'fetch3 success',
  'end next',
  'bye sent',
];

/** The definition as JSON; requests go to `url`. */
export function definition(url: string): string {
  const states = [
    setVariables('begin', 'silence'),
    waitForReply('silence', 1, 'fetch1'),
    httpRequest('fetch1', url, 'split1'),
    split('split1', 'keep'),
    setVariables('keep', 'fetch2'),
    httpRequest('fetch2', url, 'silence2'),
    waitForReply('silence2', 2, 'split2'),
    split('split2', 'fetch3'),
    httpRequest('fetch3', url, 'end'),
    setVariables('end', 'bye'),
    sendMessage('bye'),
  ];
  const trigger = {
    name: 'Trigger',
    type: 'trigger',
    properties: { offset },
    transitions: [{ event: 'incomingMessage', next: 'begin' }],
  };
  return JSON.stringify({
    description: 'Run while its servers are killed',
    initial_state: 'Trigger',
    flags: { allow_concurrent_calls: true },
    states: [trigger, ...states],
  });
}

/** Flows of calls, what contacts do in them, and their steps: the same in each dialect, or the failure that is named. */

import type { FlowDefinition } from '#flow/definition.ts';
import { flowOf, widget } from '../../../flows/testing/flows.ts';
import type { Input } from './call-through.ts';

type Steps = readonly string[];

/** What each dialect does otherwise than the first column says. */
type CallFlow = {
  flow: FlowDefinition;
  inputs?: readonly Input[];
  steps: Steps;
  failing?: Readonly<Record<string, Steps>>;
};

export const say = (name: string, text: string, next: string | null = null) =>
  widget('say-play', name, { say: text, loop: 1 }, { audioComplete: next });

const gather = (next: Record<string, string | null>) =>
  widget(
    'gather-input-on-call',
    'menu',
    { say: 'Press or say', timeout: 5, finish_on_key: '#', stop_gather: true, number_of_digits: 1, loop: 1 },
    next,
  );

export const menu = flowOf(
  say('hello', 'Welcome', 'menu'),
  gather({ keypress: 'dial', speech: 'bye', timeout: 'bye' }),
  widget(
    'connect-call-to',
    'dial',
    { noun: 'number', to: '+15550123', caller_id: '+15559100', timeout: 20 },
    { callCompleted: 'bye', hangup: null },
  ),
  say('bye', 'Bye {{widgets.menu.Digits}}{{widgets.menu.SpeechResult}}'),
);

const one = (type: string, properties: Record<string, string | boolean>, events: readonly string[]) =>
  flowOf(
    widget(type, 'it', properties, Object.fromEntries(events.map((event) => [event, 'bye']))),
    say('bye', 'Bye'),
  );

export const callFlows: Readonly<Record<string, CallFlow>> = {
  'a key in a menu dials': {
    flow: menu,
    inputs: [{ keys: '7' }],
    steps: ['incomingCall', 'audioComplete', 'keypress', 'callCompleted', 'audioComplete'],
  },
  'a word in a menu': {
    flow: menu,
    inputs: [{ says: 'hours' }],
    steps: ['incomingCall', 'audioComplete', 'speech', 'audioComplete'],
    failing: { somleng: ['incomingCall', 'audioComplete', 'timeout', 'audioComplete'] },
  },
  'silence in a menu': {
    flow: menu,
    inputs: ['silence'],
    steps: ['incomingCall', 'audioComplete', 'timeout', 'audioComplete'],
  },
  'key tones': {
    flow: flowOf(widget('say-play', 'tones', { digits: '1w2', loop: 1 }, { audioComplete: null })),
    steps: ['incomingCall', 'audioComplete'],
  },
  'a SIP address is dialled': {
    flow: one('connect-call-to', { noun: 'sip', sip_endpoint: 'sip:desk@pbx.example' }, ['callCompleted']),
    steps: ['incomingCall', 'callCompleted', 'audioComplete'],
  },
  'a client is dialled': {
    flow: one('connect-call-to', { noun: 'client', to: 'desk' }, ['callCompleted']),
    steps: ['incomingCall', 'callCompleted', 'audioComplete'],
  },
  'a conference': {
    flow: one('connect-call-to', { noun: 'conference', to: 'Room' }, ['callCompleted']),
    steps: ['incomingCall', 'callCompleted', 'audioComplete'],
  },
  'a queue': {
    flow: one('enqueue-call', { queue_name: 'support' }, ['callComplete', 'failedToEnqueue']),
    steps: ['incomingCall', 'callComplete', 'audioComplete'],
    failing: { somleng: ['incomingCall', 'failedToEnqueue', 'audioComplete'] },
  },
  'a workflow': {
    flow: one('enqueue-call', { workflow_sid: 'WW1' }, ['callComplete', 'failedToEnqueue']),
    steps: ['incomingCall', 'callComplete', 'audioComplete'],
    failing: Object.fromEntries(
      ['signalwire', 'somleng', 'jambonz', 'telnyx'].map((dialect) => [
        dialect,
        ['incomingCall', 'failedToEnqueue', 'audioComplete'],
      ]),
    ),
  },
  'a voicemail': {
    flow: one('record-voicemail', {}, ['recordingComplete', 'noAudio']),
    steps: ['incomingCall', 'recordingComplete', 'audioComplete'],
    failing: { jambonz: ['incomingCall', 'noAudio', 'audioComplete'] },
  },
  'a payment': {
    flow: one('capture-payments', { payment_connector: 'Default', payment_amount: '10' }, [
      ...['success', 'providerError'],
    ]),
    steps: ['incomingCall', 'success', 'audioComplete'],
    failing: Object.fromEntries(
      ['somleng', 'jambonz', 'telnyx'].map((dialect) => [
        dialect,
        ['incomingCall', 'providerError', 'audioComplete'],
      ]),
    ),
  },
  'a recording': {
    flow: one('record-call', { record_call: true }, ['success', 'failed']),
    steps: ['incomingCall', 'success', 'audioComplete'],
    failing: Object.fromEntries(
      ['somleng', 'jambonz'].map((dialect) => [dialect, ['incomingCall', 'failed', 'audioComplete']]),
    ),
  },
  'a stream begins': {
    flow: one('fork-stream', { stream_action: 'start', stream_url: 'wss://listen.example' }, ['next']),
    steps: ['incomingCall', 'next', 'audioComplete'],
  },
  'a stream ends': {
    flow: one('fork-stream', { stream_action: 'stop', stream_name: 'quality' }, ['next']),
    steps: ['incomingCall', 'next', 'audioComplete'],
  },
  'a virtual agent': {
    flow: one('connect-virtual-agent-v2', { connector_name: 'booking' }, ['completed', 'failed']),
    steps: ['incomingCall', 'completed', 'audioComplete'],
    failing: Object.fromEntries(
      ['somleng', 'jambonz', 'telnyx'].map((dialect) => [
        dialect,
        ['incomingCall', 'failed', 'audioComplete'],
      ]),
    ),
  },
};

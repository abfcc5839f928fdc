/** What a carrier or another system reports, at the least, so that a widget is left by an event. */

import type { JsonObject } from '#flow/json/json.ts';
import type { WidgetTypeName } from '#flow/widgets/widget-type.ts';

type EventData = Readonly<Record<string, JsonObject>>;

const placedCall: EventData = {
  answered: { CallStatus: 'in-progress' },
  busy: { CallStatus: 'busy' },
  noAnswer: { CallStatus: 'no-answer' },
  failed: { CallStatus: 'failed' },
};

const queuedCall: EventData = {
  callComplete: { QueueResult: 'bridged' },
  failedToEnqueue: { QueueResult: 'queue-full' },
  callFailure: { QueueResult: 'hangup' },
};

const dataByType: { readonly [T in WidgetTypeName]?: EventData } = {
  'gather-input-on-call': { keypress: { Digits: '1' }, speech: { SpeechResult: 'yes' }, timeout: {} },
  'connect-call-to': { callCompleted: { DialCallStatus: 'completed' } },
  'make-outgoing-call-v2': placedCall,
  'make-outgoing-call-v1': {
    ...placedCall,
    answeredByMachine: { CallStatus: 'in-progress', AnsweredBy: 'machine_start' },
    hangup: { CallStatus: 'completed' },
  },
  'record-voicemail': {
    recordingComplete: {
      RecordingUrl: 'https://recordings.example/1',
      RecordingSid: 'RE00000000000000000000000000000001',
      RecordingDuration: '5',
    },
    noAudio: { RecordingDuration: '0' },
    hangup: { Digits: 'hangup' },
  },
  'enqueue-call': queuedCall,
  'send-to-agentdesk': queuedCall,
  'capture-payments': {
    success: { Result: 'success' },
    maxFailedAttempts: { Result: 'too-many-failed-attempts' },
    providerError: { Result: 'payment-connector-error' },
    payInterrupted: { Result: 'caller-interrupted-with-star' },
    validationError: { Result: 'validation-error' },
    hangup: { Result: 'caller-hung-up' },
  },
  'connect-virtual-agent-v2': {
    completed: { VirtualAgentStatus: 'completed' },
    'live-agent-handoff': { VirtualAgentStatus: 'live-agent-handoff' },
    paused: { VirtualAgentStatus: 'paused' },
    timeout: { VirtualAgentStatus: 'timeout' },
    failed: { VirtualAgentStatus: 'failed' },
  },
};

/** The fields that make a widget of `type` leave by `event`; {} where none are needed. */
export function eventData(type: WidgetTypeName | undefined, event: string): JsonObject {
  return (type === undefined ? undefined : dataByType[type]?.[event]) ?? {};
}

/** True where a hang-up reaches a widget of that type within the report on its verb. */
export function reportsHangup(type: WidgetTypeName | undefined): boolean {
  return type === 'record-voicemail' || type === 'capture-payments';
}

/** True for an event by which a widget is left that has failed. */
export function isFailureEvent(event: string): boolean {
  return /^(fail|failed|failure|failedToEnqueue|callFailure|deliveryFailure|busy|noAnswer)$/.test(event);
}

/** The signal that makes a waiting widget leave by an event: what a carrier or another system would say. */

import type { Execution } from '#engine/execution.ts';
import type { Signal } from '#engine/signal.ts';
import type { JsonObject } from '#flow/json/json.ts';
import type { WidgetTypeName } from '#flow/widgets/widget-type.ts';

export const call = 'CA00000000000000000000000000000001';

/** Types that speak on a live call. */
export const onCall: ReadonlySet<WidgetTypeName> = new Set([
  'say-play',
  'gather-input-on-call',
  'connect-call-to',
  'record-call',
  'record-voicemail',
  'fork-stream',
  'capture-payments',
  'enqueue-call',
  'connect-virtual-agent',
  'connect-virtual-agent-v2',
]);

const failing = /^(fail|failed|deliveryFailure|failedToEnqueue|callFailure|busy|noAnswer)$/;

/** Types whose hang-up is what the carrier says of its verb. */
const tellsOfHangup: readonly WidgetTypeName[] = ['record-voicemail'];

export function signalFor(type: WidgetTypeName | undefined, { wait }: Execution, event: string): Signal {
  const fields = fieldsFor(type, event);
  if (event === 'hangup' && !tellsOfHangup.some((each) => each === type))
    return { kind: 'hangup', call: { CallStatus: 'completed' } };
  if (wait?.for === 'call') return { kind: 'call', wait: wait.id, event, call: fields };
  if (event === 'incomingMessage') return { kind: 'message', message: { Body: 'Yes' } };
  if (event === 'timeout') return { kind: 'timeout', wait: wait?.id ?? '' };
  if (wait?.for === 'return')
    return { kind: 'return', event: event === 'fail' ? 'fail' : 'return', fields: { SpeechResult: 'yes' } };
  const effect = wait?.for === 'effect' ? wait.effect : '1.message';
  return {
    kind: 'result',
    effect,
    result: failing.test(event)
      ? { ok: false, code: 1, message: 'no', data: fields }
      : { ok: true, data: fields },
  };
}

const general: Readonly<Record<string, JsonObject>> = {
  keypress: { Digits: '1' },
  speech: { SpeechResult: 'yes' },
  success: { status_code: 200, content_type: 'application/json', body: '{"ok":true}' },
  answered: { CallSid: call, CallStatus: 'in-progress' },
  answeredByMachine: { CallSid: call, CallStatus: 'in-progress', AnsweredBy: 'machine_start' },
  busy: { CallStatus: 'busy' },
  noAnswer: { CallStatus: 'no-answer' },
  callFailure: { CallStatus: 'failed' },
  callCompleted: { DialCallStatus: 'completed' },
};

const own: { readonly [T in WidgetTypeName]?: Readonly<Record<string, JsonObject>> } = {
  'record-voicemail': {
    recordingComplete: { RecordingUrl: 'https://filled.example/r', RecordingDuration: '5' },
    noAudio: { RecordingDuration: '0' },
    hangup: { Digits: 'hangup' },
  },
  'enqueue-call': {
    callComplete: { QueueResult: 'bridged' },
    failedToEnqueue: { QueueResult: 'queue-full' },
    callFailure: { QueueResult: 'hangup' },
  },
  'capture-payments': {
    success: { Result: 'success' },
    maxFailedAttempts: { Result: 'too-many-failed-attempts' },
    providerError: { Result: 'payment-connector-error' },
    payInterrupted: { Result: 'caller-interrupted-with-star' },
    validationError: { Result: 'validation-error' },
  },
  'connect-virtual-agent-v2': {
    completed: { VirtualAgentStatus: 'completed' },
    'live-agent-handoff': { VirtualAgentStatus: 'live-agent-handoff' },
    paused: { VirtualAgentStatus: 'paused' },
    timeout: { VirtualAgentStatus: 'timeout' },
    failed: { VirtualAgentStatus: 'failed' },
  },
};

function fieldsFor(type: WidgetTypeName | undefined, event: string): JsonObject {
  return (type === undefined ? undefined : own[type]?.[event]) ?? general[event] ?? {};
}

/** All that can arrive at an execution. */

import type { JsonObject } from '#flow/json/json.ts';

export type TriggerEvent =
  | 'incomingMessage'
  | 'incomingCall'
  | 'incomingRequest'
  | 'incomingParent'
  | 'incomingConversationMessage';

/**
 * How an effect ended. `code` and `message` say what went wrong. `data` becomes the widget's variables:
 *
 * - send-message: the carrier's fields of the message (Sid, Status, From, To, Body …)
 * - http: `status_code` (number), `content_type`, `body`; ok for every answer, whatever its status
 * - place-call: CallSid, CallStatus (in-progress, completed, busy, no-answer, failed, canceled), AnsweredBy …;
 *   CallStatus decides, ok or not
 * - record-call: the carrier's fields of the recording (Sid, Status, StartTime …)
 * - start-subflow: `flow.variables` of the child when it ended
 * - create-task: `sid` of the task and what else is known of it
 * - ask-service: what the service answered, a JSON object
 */
export type Result = {
  data: JsonObject;
  /** The steps that a subflow has made; left out by all other effects. */
  steps?: number;
} & ({ ok: true } | { ok: false; code: number; message: string });

export type Signal =
  /**
   * The first signal. `contact` and `channel` are the addresses of the other party and of the flow;
   * `trigger` is the whole of what is readable as `trigger`: `{ message: { Body, … } }`, likewise `call`,
   * `request`, `parent`, `conversation`; `data` is `flow.data`; `call` is the SID of the live call, for
   * incomingCall and for a subflow that speaks on its parent's call. `counted` are the steps that the parent has
   * behind it.
   */
  | {
      kind: 'trigger';
      event: TriggerEvent;
      flow_sid: string;
      execution_sid: string;
      contact: string;
      channel: string;
      trigger: JsonObject;
      data: JsonObject;
      call: string | null;
      child: boolean;
      counted?: number;
    }
  /** The contact wrote. `message` has the carrier's fields: Body, From, To, MessageSid, NumMedia … */
  | { kind: 'message'; message: JsonObject }
  /**
   * The carrier finished the verbs of wait `wait`. `event` is what it reports about them: audioComplete,
   * keypress, speech, timeout, dialed. `call` has the carrier's fields: Digits, SpeechResult, DialCallStatus …
   */
  | { kind: 'call'; wait: string; event: string; call: JsonObject }
  /** The application that had the call or the conversation gave it back; `fields` are all that it sent along. */
  | { kind: 'return'; event: 'return' | 'fail'; fields: JsonObject }
  /** The live call is over. */
  | { kind: 'hangup'; call: JsonObject }
  /** The time of wait `wait` is up. */
  | { kind: 'timeout'; wait: string }
  /** The effect with that key ended. */
  | { kind: 'result'; effect: string; result: Result }
  /** Ended from outside: by the API, or because it lived 30 days. */
  | { kind: 'stop' };

/** Signals: all inputs of an execution. */

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
 * - http: `status_code` (number), `content_type`, `body`; ok for every response, whatever its status
 * - place-call: CallSid, CallStatus (in-progress, completed, busy, no-answer, failed, canceled), AnsweredBy …;
 *   CallStatus decides, ok or not
 * - record-call: the carrier's fields of the recording (Sid, Status, StartTime …)
 * - start-subflow: `flow.variables` of the child when it ended
 * - create-task: `sid` of the task and what else is known of it
 * - ask-service: the service's response, a JSON object
 */
export type Result = {
  data: JsonObject;
  /** The steps that a subflow has made; left out by all other effects. */
  steps?: number;
  /** The task of a caller is open: another result follows once a person has completed it. Left out by all other effects. */
  open?: true;
} & ({ ok: true } | { ok: false; code: number; message: string });

export type Signal =
  /**
   * The first signal. `contact` and `channel` are the addresses of the other party and of the flow;
   * `trigger` is the whole of what is readable as `trigger`: `{ message: { Body, … } }`, likewise `call`,
   * `request`, `parent`, `conversation`; `data` is `flow.data`; `call` is the SID of the live call, for
   * incomingCall and for a subflow that uses its parent's call. `counted` are the parent's
   * steps so far.
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
  /** A message from the contact. `message` has the carrier's fields: Body, From, To, MessageSid, NumMedia … */
  | { kind: 'message'; message: JsonObject }
  /**
   * The carrier has executed the markup verbs of wait `wait`. `event` is the result: audioComplete,
   * keypress, speech, timeout, dialed. `call` has the carrier's fields: Digits, SpeechResult, DialCallStatus …
   */
  | { kind: 'call'; wait: string; event: string; call: JsonObject }
  /** The application that controlled the call or the conversation has returned it, with `fields`. */
  | { kind: 'return'; event: 'return' | 'fail'; fields: JsonObject }
  /** The live call has ended. */
  | { kind: 'hangup'; call: JsonObject }
  /** Wait `wait` has timed out. */
  | { kind: 'timeout'; wait: string }
  /** The effect with that key has completed. */
  | { kind: 'result'; effect: string; result: Result }
  /** Terminated from outside: by the API, or at its maximum lifetime of 30 days. */
  | { kind: 'stop' };

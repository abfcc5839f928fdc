/**
 * Commands: the effects that the engine requests and the server executes. `effect` is the idempotency key of the
 * command within its execution (`3.message`: current step and kind), from which the key of its job is derived.
 */

import type { Json, JsonObject } from '#flow/json/json.ts';

export type Command =
  | {
      kind: 'send-message';
      effect: string;
      from: string;
      to: string;
      body: string;
      media_url: string;
      /** Messaging service or channel of the conversation; '' when not used. */
      service: string;
      channel: string;
      attributes: string;
      /** Links in the body are replaced by short ones. */
      shorten_urls?: true;
      /** A template that is kept with the carrier, in the place of body and media. */
      content?: { sid: string; variables: Record<string, string> };
    }
  | {
      kind: 'http';
      effect: string;
      method: 'GET' | 'POST';
      url: string;
      headers: Record<string, string>;
      /** null: no body. */
      body: string | null;
      timeout_ms: number;
      max_bytes: number;
    }
  | {
      kind: 'place-call';
      effect: string;
      from: string;
      to: string;
      timeout_s: number;
      record: boolean;
      /** Machine detection, send digits, SIP credentials … as the carrier's REST interface names them. */
      options: Record<string, string>;
    }
  /**
   * `trigger` is the child's whole trigger: the parent's, and `parent` with parameters, flow_sid,
   * execution_sid and trigger_type, to which the server adds step_sid.
   */
  | {
      kind: 'start-subflow';
      effect: string;
      flow_sid: string;
      revision: string;
      parameters: JsonObject;
      trigger: JsonObject;
    }
  | {
      kind: 'create-task';
      effect: string;
      workflow: string;
      channel: string;
      attributes: Json;
      priority: string;
      timeout_s: number;
      /** A caller stays on the line until the task is completed; otherwise the flow continues at once. */
      hands_over: boolean;
    }
  /** Takes back the task that the command with the key `task` created, unless it is completed. No result. */
  | { kind: 'cancel-task'; effect: string; task: string }
  /**
   * Requests a service of the account with the body `request`. The contracts are in `docs/reference/services.md`;
   * without a configured endpoint the embedded service responds.
   */
  | {
      kind: 'ask-service';
      effect: string;
      service: 'chat' | 'sync' | 'understand';
      action: string;
      request: JsonObject;
    }
  /**
   * Begin (`on`) or end a recording of the live call. `options` as the carrier's REST interface names them. The
   * result has the carrier's fields of the recording: Sid, Status, StartTime, Channels …
   */
  | { kind: 'record-call'; effect: string; call: string; on: boolean; options: Record<string, string> }
  /** Redirect the live call back to the flow, whatever controls it now. No result. */
  | { kind: 'take-back-call'; effect: string; call: string }
  /** Hang up the live call: the execution has ended and left it open. */
  | { kind: 'end-call'; effect: string; call: string };

/**
 * All that the engine may ask for. `effect` is the deterministic key of the command within its execution
 * (`3.message`: step that is in progress, a word), from which the job key is made.
 */

import type { Json, JsonObject } from '#flow/json.ts';

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
   * execution_sid and trigger_type, to which the runner adds step_sid.
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
    }
  /** Hang up the live call: the execution has ended and left it open. */
  | { kind: 'end-call'; effect: string; call: string };

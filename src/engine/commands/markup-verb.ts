/** Markup verbs (TwiML's term): instructions to the carrier for a live call. The dialect of a carrier writes them (`server/messaging/dialects`). */

/** Characters of a queue's name. */
export const maxQueueNameLength = 64;

export type Speech = { text: string; voice: string; language: string; loop: number };

/** A name with its value, in the order in which the flow has them. */
export type NamedValue = { name: string; value: string };

/** Texts are '' and numbers null where the carrier decides. */
export type MarkupVerb =
  | { verb: 'say'; say: Speech }
  | { verb: 'play'; url: string; loop: number }
  | { verb: 'digits'; digits: string }
  | {
      verb: 'gather';
      prompt: ({ verb: 'say'; say: Speech } | { verb: 'play'; url: string; loop: number })[];
      timeout_s: number;
      finish_on_key: string;
      /** null: as many as the caller presses until `finish_on_key` or silence. */
      digits: number | null;
      speech_timeout: string;
      language: string;
      hints: string;
      speech_model: string;
      profanity_filter: boolean;
    }
  | {
      verb: 'dial';
      noun: 'client' | 'conference' | 'number' | 'sim' | 'sip';
      targets: string[];
      caller_id: string;
      record: boolean;
      timeout_s: number;
      time_limit_s: number | null;
      username: string;
      password: string;
    }
  | {
      verb: 'enqueue';
      /** The name of a queue; '' when `workflow` finds an agent by what stands in `task`. */
      queue: string;
      workflow: string;
      task: { attributes: string; priority: number | null; timeout_s: number | null };
      wait_url: string;
      wait_url_method: string;
    }
  | {
      verb: 'record';
      /** Silence of this length ends the recording. */
      timeout_s: number;
      /** null: the carrier's own keys end it, which are all of them. */
      finish_on_key: string | null;
      max_length_s: number;
      play_beep: boolean;
      trim: string;
      transcribe: boolean;
      transcribe_callback: string;
      status_callback: string;
    }
  | { verb: 'pay'; pay: Payment }
  | {
      verb: 'stream';
      action: 'start' | 'stop';
      transport: 'websocket' | 'siprec';
      name: string;
      /** URL of a web socket, or the connector of a recorder. */
      target: string;
      track: string;
      parameters: NamedValue[];
    }
  | {
      verb: 'virtual-agent';
      connector: string;
      language: string;
      sentiment_analysis: boolean | null;
      status_callback: string;
      status_callback_method: string;
      configurations: NamedValue[];
      parameters: NamedValue[];
    }
  | { verb: 'hangup' };

/** Parameters of the pay verb, spelled as in markup. */
export type Payment = {
  connector: string;
  method: string;
  /** '' keeps the data without charging. */
  amount: string;
  currency: string;
  description: string;
  token_type: string;
  card_types: string[];
  bank_account_type: string;
  security_code: boolean;
  /** 'true' asks for it, 'false' does not; other text is the code itself. */
  postal_code: string;
  min_postal_code_length: number | null;
  timeout_s: number;
  max_attempts: number;
  language: string;
  parameters: NamedValue[];
};

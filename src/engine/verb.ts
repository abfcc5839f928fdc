/** What a carrier may be asked to do on a live call. `connector/markup` writes these as markup. */

export type Speech = { text: string; voice: string; language: string; loop: number };

export type Verb =
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
  | { verb: 'hangup' };

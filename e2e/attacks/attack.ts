/** One attempt to hold up, fool or fill a server, and what it must get instead. */

import type { RunningServer } from '../server.ts';
import type { StallProbe } from './stalls.ts';

export type Attack = {
  /** What is attempted, as one sentence fragment: "a start with 16 kB in a loop of set-variables". */
  name: string;
  /** The limit or rule that stops it, for the table. */
  expects: string;
  /** Attempts it and reports; `probe` watches the event loop of the target. An error thrown counts as not stopped. */
  attempt(target: RunningServer, probe: StallProbe): Promise<AttackResult>;
};

/** `seen` is what the server did, in a few words with the figures measured. */
export type AttackResult = { stopped: boolean; seen: string };

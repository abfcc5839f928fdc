/** What the verbs of a call are for the one who listens. */

import type { MarkupVerb } from '#engine/commands/markup-verb.ts';

/** An entry of a transcript without its place. */
export type SpokenEntry =
  | { kind: 'spoken'; text: string; voice: string; language: string; loop: number }
  | { kind: 'played'; url: string; loop: number }
  | { kind: 'tones'; digits: string }
  | { kind: 'listening' | 'recording' | 'paying' | 'dialing' | 'queued' | 'agent'; detail: string };

/** The entries of a list of verbs, in their order. */
export function spokenEntries(verbs: readonly MarkupVerb[]): SpokenEntry[] {
  return verbs.flatMap(entriesOf);
}

function entriesOf(verb: MarkupVerb): SpokenEntry[] {
  switch (verb.verb) {
    case 'say':
      return [{ kind: 'spoken', ...verb.say }];
    case 'play':
      return [{ kind: 'played', url: verb.url, loop: verb.loop }];
    case 'digits':
      return [{ kind: 'tones', digits: verb.digits }];
    case 'gather':
      return [...spokenEntries(verb.prompt), { kind: 'listening', detail: `${verb.timeout_s} s` }];
    case 'dial':
      return [{ kind: 'dialing', detail: verb.targets.join(', ') }];
    case 'enqueue':
      return [{ kind: 'queued', detail: verb.queue === '' ? verb.workflow : verb.queue }];
    case 'record':
      return [{ kind: 'recording', detail: `${verb.max_length_s} s` }];
    case 'pay':
      return [{ kind: 'paying', detail: `${verb.pay.amount} ${verb.pay.currency}`.trim() }];
    case 'virtual-agent':
      return [{ kind: 'agent', detail: verb.connector }];
    case 'stream':
    case 'hangup':
      return [];
  }
}

/** say-play: plays text to speech, audio or key tones on the live call and continues when it is done. */

import type { Behaviour, TemplateScope } from '../behaviour.ts';
import type { MarkupVerb } from '../commands/markup-verb.ts';
import { noCallOutcome, promptOf, voiceSettings } from '../commands/prompt.ts';

export const sayPlay: Behaviour = {
  enter(_state, scope) {
    if (scope.call === null) return noCallOutcome(scope);
    const verbs = verbsOf(scope);
    const set = [scope.output(voiceSettings(scope))];
    if (verbs.length > 0) return { wait: { for: 'call', verbs, timeout_ms: null }, set };
    return { go: 'audioComplete', set, notes: [{ code: 0, message: 'There was nothing to say or play.' }] };
  },
  receive: (_state, signal) => (signal.kind === 'call' ? { go: 'audioComplete' } : { stay: true }),
};

function verbsOf(scope: TemplateScope): MarkupVerb[] {
  const prompt = promptOf(scope);
  if (prompt !== null) return [prompt];
  const digits = scope.render(scope.properties.digits).trim();
  return digits === '' ? [] : [{ verb: 'digits', digits }];
}

/** fork-stream: starts or stops a media stream of the call; the flow continues at once. */

import type { Behaviour, TemplateScope } from '../behaviour.ts';
import type { MarkupVerb } from '../commands/markup-verb.ts';
import { noCallOutcome } from '../commands/prompt.ts';
import { keyValuePairs, textProperty } from '../properties/property-values.ts';

export const forkStream: Behaviour = {
  enter(_state, scope) {
    if (scope.call === null) return noCallOutcome(scope);
    const verb = streamVerb(scope);
    if (typeof verb !== 'string') return { wait: { for: 'call', verbs: [verb], timeout_ms: null } };
    return { go: 'next', notes: [{ code: 0, message: verb }] };
  },
  receive: (_state, signal) => (signal.kind === 'call' ? { go: 'next' } : { stay: true }),
};

/** The verb, or the reason why there is none. */
function streamVerb(scope: TemplateScope): MarkupVerb | string {
  const { properties } = scope;
  const action = scope.render(properties.stream_action) === 'stop' ? 'stop' : 'start';
  const transport = scope.render(properties.stream_transport_type) === 'siprec' ? 'siprec' : 'websocket';
  const target = scope
    .render(transport === 'siprec' ? properties.stream_connector : properties.stream_url)
    .trim();
  const name = scope.render(properties.stream_name).trim();
  if (action === 'stop' && name === '') return 'The stream that should end has no name.';
  if (action === 'start' && target === '') return 'The stream has no place to go to.';
  return {
    verb: 'stream',
    action,
    transport,
    name,
    target: action === 'start' ? target : '',
    track: action === 'start' ? textProperty(scope, 'stream_track', '') : '',
    parameters:
      action === 'start'
        ? keyValuePairs(scope, 'stream_parameters').map(({ key, value }) => ({ name: key, value }))
        : [],
  };
}

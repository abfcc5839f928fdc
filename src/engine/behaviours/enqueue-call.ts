/** enqueue-call: puts the live call into a queue and continues when it was answered or has left the queue. */

import type { Behaviour, Outcome, TemplateScope } from '../behaviour.ts';
import { type MarkupVerb, maxQueueNameLength } from '../commands/markup-verb.ts';
import { integerProperty, parseJson, textProperty } from '../properties/property-values.ts';
import { enqueueFailedCode, queueOutcome } from '../results/queue-outcome.ts';

const maxAttributesLength = 1024;

export const enqueueCall: Behaviour = {
  enter(_state, scope) {
    if (scope.call === null) return notQueued(scope, 'There is no live call that could be queued.');
    const verb = enqueueVerb(scope);
    if (typeof verb === 'string') return notQueued(scope, verb);
    return { wait: { for: 'call', verbs: [verb], timeout_ms: null } };
  },

  receive(_state, signal, scope) {
    if (signal.kind !== 'call' && signal.kind !== 'hangup') return { stay: true };
    // The call may have been answered before the caller hung up.
    const otherwise = signal.kind === 'call' ? 'failedToEnqueue' : 'callFailure';
    return { ...queueOutcome(signal.call, otherwise), set: [scope.output(signal.call)] };
  },
};

function notQueued(scope: TemplateScope, message: string): Outcome {
  return { go: 'failedToEnqueue', set: [scope.output({})], notes: [note(message)] };
}

function note(message: string) {
  return { code: enqueueFailedCode, message };
}

/** The verb, or the reason why there is none. */
function enqueueVerb(scope: TemplateScope): MarkupVerb | string {
  const { properties } = scope;
  const workflow = scope.render(properties.workflow_sid).trim();
  const queue = workflow === '' ? scope.render(properties.queue_name).trim() : '';
  const attributes = scope.render(properties.task_attributes).trim();
  if (workflow === '' && queue === '') return 'Neither a queue nor a workflow is named.';
  if (queue.length > maxQueueNameLength)
    return `The queue’s name is longer than ${maxQueueNameLength} characters.`;
  if (attributes.length > maxAttributesLength) {
    return `The attributes have ${attributes.length} characters; ${maxAttributesLength} are allowed.`;
  }
  if (attributes !== '' && parseJson(attributes) === undefined) return 'The task attributes are no JSON.';
  return {
    verb: 'enqueue',
    queue,
    workflow,
    task: {
      attributes: attributes === '' ? '{}' : attributes,
      priority: optionalInteger(scope, 'priority'),
      timeout_s: optionalInteger(scope, 'timeout'),
    },
    wait_url: scope.render(properties.wait_url).trim(),
    wait_url_method: textProperty(scope, 'wait_url_method', ''),
  };
}

function optionalInteger(scope: TemplateScope, property: string): number | null {
  const number = integerProperty(scope, property, -1);
  return number === -1 ? null : number;
}

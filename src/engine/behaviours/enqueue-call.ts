/** enqueue-call: puts the live call into a queue and goes on when somebody has taken it, or nobody will. */

import { type JsonObject, textOf } from '#flow/json.ts';
import type { Behaviour, Outcome, Scope } from '../behaviour.ts';
import { parsedJson, textOr, wholeNumber } from '../property.ts';
import type { Verb } from '../verb.ts';

/** The documented code for a call that could not be put into a queue. */
const enqueueFailed = 81009;
const longestName = 64;
const longestAttributes = 1024;

/** What a carrier says of a call that was taken from its queue, or led out of it. */
const taken = ['bridged', 'bridging-in-process', 'redirected', 'redirected-from-bridged', 'leave'];

export const enqueueCall: Behaviour = {
  enter(_state, scope) {
    if (scope.call === null) return notQueued(scope, 'There is no live call that could be queued.');
    const verb = enqueueVerb(scope);
    if (typeof verb === 'string') return notQueued(scope, verb);
    return { wait: { for: 'call', verbs: [verb], timeout_ms: null } };
  },

  receive(_state, signal, scope) {
    if (signal.kind === 'call') return left(scope, signal.call, 'failedToEnqueue');
    // Somebody may have had the call before the caller hung up.
    return signal.kind === 'hangup' ? left(scope, signal.call, 'callFailure') : { stay: true };
  },
};

function left(scope: Scope, call: JsonObject, otherwise: 'failedToEnqueue' | 'callFailure'): Outcome {
  const result = textOf(call.QueueResult);
  const set = [scope.output(call)];
  if (taken.includes(result)) return { go: 'callComplete', set };
  if (result === 'hangup' || otherwise === 'callFailure') return { go: 'callFailure', set };
  const said = result === '' ? 'nothing' : `“${result}”`;
  return { go: otherwise, set, notes: [note(`The carrier said ${said} of the queue.`)] };
}

function notQueued(scope: Scope, message: string): Outcome {
  return { go: 'failedToEnqueue', set: [scope.output({})], notes: [note(message)] };
}

function note(message: string) {
  return { code: enqueueFailed, message };
}

/** The verb, or the reason why there is none. */
function enqueueVerb(scope: Scope): Verb | string {
  const { properties } = scope;
  const workflow = scope.render(properties.workflow_sid).trim();
  const queue = workflow === '' ? scope.render(properties.queue_name).trim() : '';
  const attributes = scope.render(properties.task_attributes).trim();
  if (workflow === '' && queue === '') return 'Neither a queue nor a workflow is named.';
  if (queue.length > longestName) return `The queue’s name is longer than ${longestName} letters.`;
  if (attributes.length > longestAttributes) {
    return `The attributes have ${attributes.length} letters; ${longestAttributes} are allowed.`;
  }
  if (attributes !== '' && parsedJson(attributes) === undefined) return 'The task attributes are no JSON.';
  return {
    verb: 'enqueue',
    queue,
    workflow,
    task: {
      attributes: attributes === '' ? '{}' : attributes,
      priority: given(scope, 'priority'),
      timeout_s: given(scope, 'timeout'),
    },
    wait_url: scope.render(properties.wait_url).trim(),
    wait_url_method: textOr(scope, 'wait_url_method', ''),
  };
}

function given(scope: Scope, property: string): number | null {
  const number = wholeNumber(scope, property, -1);
  return number === -1 ? null : number;
}

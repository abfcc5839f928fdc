/**
 * send-to-agentdesk: makes a task for people. A message's flow continues as soon as the task is there. A caller waits
 * in a queue until a person has completed it, unless a service has taken it; a caller who hangs up takes it back.
 */

import type { JsonObject } from '#flow/json/json.ts';
import type { Behaviour, Outcome, TemplateScope } from '../behaviour.ts';
import type { Command } from '../commands/command.ts';
import { type MarkupVerb, maxQueueNameLength } from '../commands/markup-verb.ts';
import { reclaimCall } from '../commands/reclaim-call.ts';
import { createTaskCommand, taskTimeout } from '../commands/task-command.ts';
import type { VariableChange } from '../execution.ts';
import { textProperty } from '../properties/property-values.ts';
import { enqueueFailedCode, queueOutcome } from '../results/queue-outcome.ts';
import type { Signal } from '../signal.ts';

export const sendToAgentdesk: Behaviour = {
  enter(_state, scope) {
    const task = createTaskCommand(scope, { hands_over: true });
    if (typeof task === 'string')
      return { go: 'failedToEnqueue', notes: [{ code: enqueueFailedCode, message: task }] };
    return { wait: { for: 'effect', effect: task.effect, timeout_ms: null }, commands: [task] };
  },

  receive(_state, signal, scope) {
    switch (signal.kind) {
      case 'result':
        return taskOutcome(signal, scope);
      case 'call':
        return { ...queueOutcome(signal.call, 'failedToEnqueue'), set: fieldsOf(signal.call, scope) };
      case 'hangup': {
        // The call may have been answered before the caller hung up.
        const outcome = queueOutcome(signal.call, 'callFailure');
        const commands = outcome.go === 'callComplete' ? [] : cancelTask(scope);
        return { ...outcome, set: fieldsOf(signal.call, scope), commands };
      }
      case 'timeout': {
        const message = 'Nobody finished the task in time';
        const commands = [...cancelTask(scope), ...reclaimCall(scope)];
        return { go: 'failedToEnqueue', notes: [{ code: enqueueFailedCode, message }], commands };
      }
      default:
        return { stay: true };
    }
  },
};

/** A failed result that carries a CallStatus says that the call broke, any other that there is no task. */
function taskOutcome({ effect, result }: Extract<Signal, { kind: 'result' }>, scope: TemplateScope): Outcome {
  const set = [scope.output(result.data)];
  if (result.ok && result.open === true) {
    const timeout_ms = taskTimeout(scope) * 1000;
    return { wait: { for: 'call', verbs: [holdVerb(scope)], timeout_ms, effect }, set };
  }
  const commands = scope.wait?.for === 'call' ? reclaimCall(scope) : [];
  if (result.ok) return { go: 'callComplete', set, commands };
  const go = result.data.CallStatus === undefined ? 'failedToEnqueue' : 'callFailure';
  return { go, set, commands, notes: [{ code: result.code, message: result.message }] };
}

/** The queue is named after the workflow, so that people can take its callers in their order. */
function holdVerb(scope: TemplateScope): MarkupVerb {
  return {
    verb: 'enqueue',
    queue: textProperty(scope, 'workflow', scope.name).trim().slice(0, maxQueueNameLength),
    workflow: '',
    task: { attributes: '{}', priority: null, timeout_s: null },
    wait_url: textProperty(scope, 'waitUrl', '').trim(),
    wait_url_method: textProperty(scope, 'waitUrlMethod', ''),
  };
}

function cancelTask(scope: TemplateScope): Command[] {
  const { wait } = scope;
  if (wait?.for !== 'call' || wait.effect === undefined) return [];
  return [{ kind: 'cancel-task', effect: scope.effect('cancel'), task: wait.effect }];
}

/** Besides the fields of the task, which are set already. */
function fieldsOf(call: JsonObject, { name }: TemplateScope): VariableChange[] {
  return Object.entries(call).map(([field, value]) => ({ path: ['widgets', name, field], value }));
}

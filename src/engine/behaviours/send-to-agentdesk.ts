/**
 * send-to-agentdesk: makes a task for people; done as soon as the task is there. A failed result that carries
 * a CallStatus says that the call broke, any other that no task could be made.
 */

import type { Behaviour } from '../behaviour.ts';
import { createTaskCommand } from '../commands/task-command.ts';

/** The documented code for a contact who could not be put into a queue. */
const enqueueFailedCode = 81009;

export const sendToAgentdesk: Behaviour = {
  enter(_state, scope) {
    const task = createTaskCommand(scope, { hands_over: true });
    if (typeof task === 'string')
      return { go: 'failedToEnqueue', notes: [{ code: enqueueFailedCode, message: task }] };
    return { wait: { for: 'effect', effect: task.effect, timeout_ms: null }, commands: [task] };
  },

  receive(_state, signal, scope) {
    if (signal.kind !== 'result') return { stay: true };
    const { result } = signal;
    const set = [scope.output(result.data)];
    if (result.ok) return { go: 'callComplete', set };
    const go = result.data.CallStatus === undefined ? 'failedToEnqueue' : 'callFailure';
    return { go, set, notes: [{ code: result.code, message: result.message }] };
  },
};

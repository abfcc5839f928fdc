/** create-task: creates a task for people and continues. */

import type { Behaviour } from '../behaviour.ts';
import { createTaskCommand } from '../commands/task-command.ts';
import { receiveServiceResult, serviceRequestFailed } from '../results/service-result.ts';

export const createTask: Behaviour = {
  enter(state, scope) {
    const task = createTaskCommand(scope, { hands_over: false });
    if (typeof task === 'string') return serviceRequestFailed(state, task);
    return { wait: { for: 'effect', effect: task.effect, timeout_ms: null }, commands: [task] };
  },
  receive: receiveServiceResult,
};

/** create-task: makes a task for people and goes on. */

import type { Behaviour } from './behaviour.ts';
import { receiveServiceResult, serviceRequestFailed } from './service-result.ts';
import { createTaskCommand } from './task-command.ts';

export const createTask: Behaviour = {
  enter(state, scope) {
    const task = createTaskCommand(scope, { hands_over: false });
    if (typeof task === 'string') return serviceRequestFailed(state, task);
    return { wait: { for: 'effect', effect: task.effect, timeout_ms: null }, commands: [task] };
  },
  receive: receiveServiceResult,
};

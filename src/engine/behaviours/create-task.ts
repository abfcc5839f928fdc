/** create-task: makes a task for people and goes on. */

import type { Behaviour } from '../behaviour.ts';
import { answered, notAsked } from '../service-answer.ts';
import { taskOf } from '../task.ts';

export const createTask: Behaviour = {
  enter(state, scope) {
    const task = taskOf(scope, { hands_over: false });
    if (typeof task === 'string') return notAsked(state, task);
    return { wait: { for: 'effect', effect: task.effect, timeout_ms: null }, commands: [task] };
  },
  receive: answered,
};

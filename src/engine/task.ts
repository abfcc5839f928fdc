/** The task that a widget describes for people. */

import type { Scope } from './behaviour.ts';
import type { Command } from './command.ts';
import { parsedJson, textOr, wholeNumber } from './property.ts';

type CreateTask = Extract<Command, { kind: 'create-task' }>;

const longestAttributes = 1024;
const defaultTimeout = 3600;
const longestTimeout = 1_209_600;

/** The task, or the reason why none can be made. With `hands_over` a caller waits until it is finished. */
export function taskOf(scope: Scope, { hands_over }: { hands_over: boolean }): CreateTask | string {
  const text = scope.render(scope.properties.attributes);
  if (text.length > longestAttributes)
    return `The attributes have ${text.length} letters; ${longestAttributes} are allowed.`;
  return {
    kind: 'create-task',
    effect: scope.effect('task'),
    workflow: textOr(scope, 'workflow', scope.render(scope.properties.workflow_sid)),
    channel: textOr(scope, 'channel', scope.render(scope.properties.task_channel)),
    attributes: text.trim() === '' ? {} : (parsedJson(text) ?? text),
    priority: textOr(scope, 'priority', '0'),
    timeout_s: Math.min(wholeNumber(scope, 'timeout', defaultTimeout), longestTimeout),
    hands_over,
  };
}

/** Builds the create-task command of a widget. */

import type { TemplateScope } from '../behaviour.ts';
import { integerProperty, parseJson, textProperty } from '../properties/property-values.ts';
import type { Command } from './command.ts';

type CreateTask = Extract<Command, { kind: 'create-task' }>;

const maxAttributesLength = 1024;
const defaultTimeout = 3600;
const maxTimeout = 1_209_600;

/** The command, or the reason why no task can be created. With `hands_over` a caller waits until it is finished. */
export function createTaskCommand(
  scope: TemplateScope,
  { hands_over }: { hands_over: boolean },
): CreateTask | string {
  const text = scope.render(scope.properties.attributes);
  if (text.length > maxAttributesLength)
    return `The attributes have ${text.length} characters; ${maxAttributesLength} are allowed.`;
  return {
    kind: 'create-task',
    effect: scope.effect('task'),
    workflow: textProperty(scope, 'workflow', scope.render(scope.properties.workflow_sid)),
    channel: textProperty(scope, 'channel', scope.render(scope.properties.task_channel)),
    attributes: text.trim() === '' ? {} : (parseJson(text) ?? text),
    priority: textProperty(scope, 'priority', '0'),
    timeout_s: taskTimeout(scope),
    hands_over,
  };
}

/** Seconds until the task is taken back. */
export function taskTimeout(scope: TemplateScope): number {
  return Math.min(integerProperty(scope, 'timeout', defaultTimeout), maxTimeout);
}

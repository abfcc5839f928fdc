/** Operations of /v1/Tasks: tasks that flows create for people. */

import { type Static, Type } from 'typebox';
import { taskSchema } from '../executions/schemas.ts';
import { oneOf, operationsIn, sid } from '../operation/operation.ts';
import { pageOf, pageQuery } from '../operation/page-schema.ts';
import { paths } from '../paths.ts';

const operation = operationsIn('Tasks');
const one = { Sid: sid('WT', 'The task.') };

export type TaskResource = Static<typeof taskSchema>;

export const listTasks = operation({
  id: 'ListTask',
  permission: 'executions.read',
  method: 'GET',
  path: paths.tasks,
  summary: 'List the tasks of the account',
  note: 'Newest first.',
  query: { Status: Type.Optional(oneOf(['pending', 'completed', 'canceled'])), ...pageQuery },
  responses: { 200: { text: 'A page of tasks.', schema: pageOf('TaskPage', 'tasks', taskSchema) } },
});

export const fetchTask = operation({
  id: 'FetchTask',
  permission: 'executions.read',
  method: 'GET',
  path: paths.task.template,
  summary: 'Fetch a task',
  params: one,
  responses: { 200: { text: 'The task.', schema: taskSchema } },
});

export const updateTask = operation({
  id: 'UpdateTask',
  permission: 'messages.write',
  method: 'POST',
  audit: { object: 'task' },
  path: paths.task.template,
  summary: 'Complete a task',
  note: 'The flow that waits for it continues. A task that is completed or canceled stays as it is.',
  params: one,
  form: { Status: oneOf(['completed']) },
  responses: { 200: { text: 'The task.', schema: taskSchema } },
});

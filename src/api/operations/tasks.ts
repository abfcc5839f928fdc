/** /v1/Tasks: what flows hand to people. */

import Type from 'typebox';
import { paths } from '../paths.ts';
import { taskSchema } from './execution-resources.ts';
import { type Operation, oneOf, sid } from './operation.ts';
import { pageOf, pageQuery } from './page.ts';
import { problems } from './problems.ts';

const group = 'Tasks';
const access = 'account';
const one = { Sid: sid('WT', 'The task.') };

export const listTasks = {
  id: 'ListTask',
  method: 'GET',
  path: paths.tasks,
  group,
  summary: 'List the tasks of the account',
  note: 'Newest first.',
  access,
  query: { Status: Type.Optional(oneOf(['pending', 'completed'])), ...pageQuery },
  answers: {
    200: { text: 'A page of tasks.', schema: pageOf('TaskPage', 'tasks', taskSchema) },
    ...problems(400),
  },
} as const satisfies Operation;

export const fetchTask = {
  id: 'FetchTask',
  method: 'GET',
  path: paths.task('{Sid}'),
  group,
  summary: 'Fetch a task',
  access,
  params: one,
  answers: { 200: { text: 'The task.', schema: taskSchema }, ...problems(404) },
} as const satisfies Operation;

export const updateTask = {
  id: 'UpdateTask',
  method: 'POST',
  path: paths.task('{Sid}'),
  group,
  summary: 'Finish a task',
  note: 'The flow that waits for it goes on.',
  access,
  params: one,
  form: { Status: oneOf(['completed']) },
  answers: { 200: { text: 'The task.', schema: taskSchema }, ...problems(400, 404) },
} as const satisfies Operation;

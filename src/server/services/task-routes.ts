/** /v1/Tasks: tasks that flows created, listed and completed. */

import type { FastifyInstance } from 'fastify';
import { paths } from '#api/paths.ts';
import * as operations from '#api/tasks/operations.ts';
import type { Json } from '#flow/json/json.ts';
import { parseExactJson } from '#flow/json/parse-json.ts';
import { dateTime, dateTimeOrNull } from '../platform/http/date-time.ts';
import { serveOperation } from '../platform/http/operation-route.ts';
import { bySid } from '../platform/http/paging.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { completeTask, fetchTask, listTasks, type TaskRow } from './task-service.ts';

export function taskRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.listTasks, ({ page, base, caller, query }) =>
    page('tasks', bySid('WT'), {
      list: (wanted) => listTasks(ctx, caller, { status: query.Status }, wanted),
      present: (task) => presentTask(base, task),
    }),
  );

  serveOperation(app, operations.fetchTask, async ({ base, caller, params: { Sid } }) =>
    presentTask(base, await fetchTask(ctx, caller, Sid)),
  );

  serveOperation(app, operations.updateTask, async ({ base, caller, params: { Sid } }) =>
    presentTask(base, await completeTask(ctx, caller, Sid)),
  );
}

function presentTask(base: string, task: TaskRow): operations.TaskResource {
  return {
    sid: task.sid,
    account_sid: task.account,
    flow_sid: task.flow,
    execution_sid: task.execution,
    widget: task.widget,
    workflow: task.workflow,
    channel: task.channel,
    attributes: parseExactJson(task.attributes) as Json,
    priority: task.priority,
    status: task.status,
    date_created: dateTime(task.created_at),
    date_updated: dateTimeOrNull(task.updated_at),
    url: base + paths.task(task.sid),
  };
}

/** /v1/Tasks: tasks that flows created, listed and completed. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { paths } from '#api/paths.ts';
import { isSid } from '#api/sid.ts';
import * as operations from '#api/tasks/operations.ts';
import type { Json } from '#flow/json/json.ts';
import { baseUrl } from '../platform/http/base-url.ts';
import { dateTime, dateTimeOrNull } from '../platform/http/date-time.ts';
import { serveOperation } from '../platform/http/operation-route.ts';
import { presentPage, readPage } from '../platform/http/paging.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { completeTask, fetchTask, listTasks, type TaskRow } from './task-service.ts';

export function taskRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.listTasks, async ({ request, caller, query }) => {
    const pageRequest = readPage(request, (position) => isSid('WT', position));
    return presentPage(ctx, request, {
      key: 'tasks',
      pageRequest,
      slice: await listTasks(ctx, caller, { status: query.Status }, pageRequest),
      positionOf: (task) => task.sid,
      present: (task) => presentTask(ctx, request, task),
    });
  });

  serveOperation(app, operations.fetchTask, async ({ request, caller, params: { Sid } }) =>
    presentTask(ctx, request, await fetchTask(ctx, caller, Sid)),
  );

  serveOperation(app, operations.updateTask, async ({ request, caller, params: { Sid } }) =>
    presentTask(ctx, request, await completeTask(ctx, caller, Sid)),
  );
}

function presentTask(ctx: ServiceContext, request: FastifyRequest, task: TaskRow): operations.TaskResource {
  return {
    sid: task.sid,
    account_sid: task.account,
    flow_sid: task.flow,
    execution_sid: task.execution,
    widget: task.widget,
    workflow: task.workflow,
    channel: task.channel,
    attributes: JSON.parse(task.attributes) as Json,
    priority: task.priority,
    status: task.status,
    date_created: dateTime(task.created_at),
    date_updated: dateTimeOrNull(task.updated_at),
    url: baseUrl(ctx, request) + paths.task(task.sid),
  };
}

/** /v1/Tasks: tasks that flows created, listed and completed. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TaskResource } from '#api/executions/resources.ts';
import { paths } from '#api/paths.ts';
import { isSid } from '#api/sid.ts';
import type { Json } from '#flow/json/json.ts';
import { callerOf } from '../platform/http/authentication.ts';
import { baseUrl } from '../platform/http/base-url.ts';
import { dateTime, dateTimeOrNull } from '../platform/http/date-time.ts';
import { formOf, invalidParameter } from '../platform/http/form.ts';
import { presentPage, queryOf, readPage } from '../platform/http/paging.ts';
import { sidParam } from '../platform/http/sid-param.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { completeTask, fetchTask, listTasks, type TaskRow } from './task-service.ts';

type One = { Params: { sid: string } };

const statuses = ['pending', 'completed', 'canceled'] as const;

export function taskRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  app.get(paths.tasks, async (request) => {
    const pageRequest = readPage(request, (position) => isSid('WT', position));
    const text = queryOf(request).get('Status') || queryOf(request).get('status') || undefined;
    const status = statuses.find((each) => each === text);
    if (text !== undefined && status === undefined)
      throw invalidParameter('Status', `must be one of ${statuses.join(', ')}`);
    return presentPage(ctx, request, {
      key: 'tasks',
      pageRequest,
      slice: await listTasks(ctx, callerOf(request), { status }, pageRequest),
      positionOf: (task) => task.sid,
      present: (task) => presentTask(ctx, request, task),
    });
  });

  app.get<One>(paths.task(':sid'), async (request) => {
    const task = await fetchTask(ctx, callerOf(request), sidParam('WT', request.params.sid));
    return presentTask(ctx, request, task);
  });

  app.post<One>(paths.task(':sid'), async (request) => {
    const sid = sidParam('WT', request.params.sid);
    formOf(request.body).requiredChoice('Status', ['completed']);
    return presentTask(ctx, request, await completeTask(ctx, callerOf(request), sid));
  });
}

function presentTask(ctx: ServiceContext, request: FastifyRequest, task: TaskRow): TaskResource {
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

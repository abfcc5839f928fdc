/** Routes: /v3/messages, the activity of sent emails. */

import type { FastifyInstance } from 'fastify';
import * as operations from '#api/email/operations/activity.ts';
import { dateTime, dateTimeOrNull } from '../../platform/http/date-time.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { emailRoute } from '../http/operation-route.ts';
import {
  type ActivityEvent,
  activityStatusOf,
  type FoundEmail,
  fetchActivity,
  searchActivity,
} from './service.ts';

const defaultLimit = 10;

export function activityRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  emailRoute(
    app,
    operations.searchActivity,
    async ({ caller, query: { query = '', limit = defaultLimit } }) => {
      const { found, searchedTo } = await searchActivity(ctx, caller, { query, limit });
      return {
        messages: found.map(({ row, facts }) => ({
          ...summaryOf({ row, facts }),
          ...{ opens_count: facts.opens, clicks_count: facts.clicks },
          last_event_time: dateTime(facts.last_event_time * 1000),
        })),
        searched_to: dateTimeOrNull(searchedTo),
      };
    },
  );

  emailRoute(app, operations.fetchActivity, async ({ caller, params }) => {
    const { row, facts, events } = await fetchActivity(ctx, caller, params.msg_id);
    return {
      ...summaryOf({ row, facts }),
      ...(facts.template_id !== null && { template_id: facts.template_id }),
      ...(facts.unsubscribe_group_id !== null && { asm_group_id: facts.unsubscribe_group_id }),
      categories: [...facts.categories],
      unique_args: JSON.stringify(facts.unique_args),
      events: events.map(presentEvent),
    };
  });
}

const summaryOf = ({ row, facts }: FoundEmail) => ({
  ...{ msg_id: facts.msg_id, from_email: row.sender, to_email: row.email, subject: row.subject },
  status: activityStatusOf(row.status),
});

function presentEvent({ name, at, fields }: ActivityEvent) {
  const { reason = fields.response, attempt, url, useragent, type } = fields;
  return {
    event_name: name,
    processed: dateTime(at),
    ...(typeof reason === 'string' && { reason }),
    ...(typeof attempt === 'string' && { attempt_num: Number(attempt) }),
    ...(typeof url === 'string' && { url }),
    ...(name === 'bounced' && { bounce_type: type === 'blocked' ? ('soft' as const) : ('hard' as const) }),
    ...(typeof useragent === 'string' && { http_user_agent: useragent }),
  };
}

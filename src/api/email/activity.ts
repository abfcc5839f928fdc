/** Email activity: what became of sent emails, as GET /v3/messages has it. */

import { Type } from 'typebox';
import { dateTime, nullable, oneOf, resource } from '../operation/operation.ts';
import { activityEventNames, activityStatuses } from './statuses.ts';

const summary = {
  msg_id: Type.String({ description: 'The same as `sg_message_id` in events.' }),
  from_email: Type.String({ personal: 'address' }),
  to_email: Type.String({ personal: 'address' }),
  subject: Type.String({ personal: 'text' }),
  status: oneOf(activityStatuses),
};

export const activityListSchema = Type.Object(
  {
    messages: Type.Array(
      resource('ActivityMessage', {
        ...summary,
        opens_count: Type.Integer({ minimum: 0 }),
        clicks_count: Type.Integer({ minimum: 0 }),
        last_event_time: dateTime(),
      }),
    ),
    searched_to: nullable(
      dateTime({
        description:
          'Back to which was searched, where that ended before the list was full: ask again for what has its last event before.',
      }),
    ),
  },
  { title: 'ActivityMessageList' },
);

const line = (personal?: 'text') => Type.Optional(Type.String(personal === undefined ? {} : { personal }));

export const activityDetailsSchema = resource('ActivityMessageDetails', {
  ...summary,
  template_id: line(),
  asm_group_id: Type.Optional(Type.Integer()),
  categories: Type.Array(Type.String()),
  unique_args: Type.String({ personal: 'text', description: 'The custom arguments, as JSON.' }),
  events: Type.Array(
    resource('ActivityEvent', {
      event_name: oneOf(activityEventNames),
      processed: dateTime({ description: 'When it happened.' }),
      reason: line('text'),
      attempt_num: Type.Optional(Type.Integer({ minimum: 1 })),
      url: line('text'),
      bounce_type: Type.Optional(oneOf(['hard', 'soft'], 'soft where only this message was blocked.')),
      http_user_agent: line('text'),
    }),
    { description: 'Oldest first; the last 1,000.' },
  ),
});

/** Job handler: posts one sample event, once, so that a person can test a receiver. */

import type { EmailEvent } from '#api/email/events.ts';
import type { Region } from '#api/email/regions.ts';
import { done, type JobHandler } from '../../../platform/jobs/job-handler.ts';
import { completeJob } from '../../../platform/jobs/queue.ts';
import type { ServiceContext } from '../../../platform/service-context.ts';
import type { WebhookTarget } from '../../webhook-security/secured-post.ts';
import { insertEventAttempt } from '../store/attempts.ts';
import { findWebhook } from '../store/queue.ts';
import { postEvents } from './post.ts';

export const testEventJobKind = 'event-test';

/** The payload; secrets are sealed. `webhook` is null where the request named none. */
export type TestEventJob = WebhookTarget & { region: Region; webhook: string | null };

/** Posts the event and stores the result as an attempt of the webhook. It is not retried. */
export const handleTestEventJob: JobHandler = async (ctx, tools, job) => {
  const { region, webhook, ...to } = JSON.parse(job.payload) as TestEventJob;
  const event = sampleEvent(ctx);
  const posted = await postEvents(ctx, tools, to, Buffer.from(JSON.stringify([event])));
  await ctx.database.write(async (tx) => {
    if (!(await completeJob(tx, job)) || webhook === null) return;
    if ((await findWebhook(tx, webhook)) === undefined) return;
    await insertEventAttempt(tx, {
      id: ctx.ids.sid('ED'),
      webhook,
      account: job.account,
      region,
      runs: '[]',
      events: 1,
      kinds: JSON.stringify({ [event.event]: 1 }),
      ...posted,
      next_at: null,
      given_up: 0,
      is_test: 1,
      made_at: ctx.clock.now(),
    });
  });
  return done;
};

function sampleEvent(ctx: ServiceContext): EmailEvent {
  const id = ctx.ids.token().slice(0, 22);
  return {
    email: 'test@example.com',
    timestamp: Math.floor(ctx.clock.now() / 1000),
    event: 'processed',
    category: ['test'],
    'smtp-id': `<${id}@example.com>`,
    sg_event_id: id,
    sg_message_id: `test.${id}`,
  };
}

/** Enqueues a test event as a job. */

import type { TestEvent, WebhookKind } from '#api/email/event-webhooks.ts';
import type { EmailEvent } from '#api/email/events.ts';
import type { Region } from '#api/email/regions.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { done, type JobHandler, type JobSubject } from '../../../platform/jobs/job-handler.ts';
import { completeJob, enqueueJob } from '../../../platform/jobs/queue.ts';
import { sealUrl, shownUrl } from '../../../platform/outbound/url-credentials.ts';
import type { ServiceContext } from '../../../platform/service-context.ts';
import type { EmailCaller } from '../../access/caller.ts';
import { invalidField } from '../../validation/field-error.ts';
import { isSameUrl, parseWebUrl } from '../../validation/web-url.ts';
import { mergeOauthClient, noOauthClient } from '../../webhook-security/oauth-client.ts';
import type { WebhookTarget } from '../../webhook-security/secured-post.ts';
import { type PostResult, postEvents } from '../delivery/post.ts';
import { insertEventAttempt } from '../store/attempts.ts';
import { findWebhook } from '../store/queue.ts';
import { findEventWebhook } from '../store/webhooks.ts';
import { type EventWebhookRow, webhookNotFound } from './webhooks.ts';

/**
 * Enqueues one sample event, signed and authorized as the webhook is, with the OAuth client of the request where it has one.
 *
 * @throws Refusal when the URL is invalid, the OAuth client is incomplete, or there is no such webhook
 */
export async function enqueueTestEvent(
  ctx: ServiceContext,
  caller: EmailCaller,
  input: TestEvent,
): Promise<void> {
  const wanted = parseWebUrl('url', input.url);
  await ctx.database.write(async (tx) => {
    const webhook = input.id === undefined ? null : await findEventWebhook(tx, caller, input.id);
    if (webhook === undefined) throw webhookNotFound();
    if (webhook !== null) refuseForeignTokenUrl(webhook, input);
    const order: TestEventJob = {
      region: caller.region,
      webhook: webhook?.id ?? null,
      url: sealUrl(ctx.secrets, wanted, webhook?.url),
      private_key: webhook?.private_key ?? null,
      ...mergeOauthClient(ctx, webhook ?? noOauthClient, input),
    };
    const now = ctx.clock.now();
    await enqueueJob(tx, {
      key: `${testEventJobKind}:${webhook?.id ?? ''}:${ctx.ids.token()}`,
      kind: testEventJobKind,
      account: caller.account,
      execution: null,
      payload: JSON.stringify(order),
      run_at: now,
      created_at: now,
    });
  });
  ctx.wake();
}

/** A stored secret is sent to its own token URL only: otherwise a caller who may test a webhook could have it sent to a URL of their own. */
function refuseForeignTokenUrl({ oauth_token_url: kept }: EventWebhookRow, input: TestEvent): void {
  const { oauth_token_url: url, oauth_client_secret: secret } = input;
  if (!url || secret || kept === null || isSameUrl(url, shownUrl(kept))) return;
  throw invalidField(
    'oauth_client_secret',
    'oauth_client_secret is required',
    'The secret of the webhook is sent to its own oauth_token_url only; send the secret for another one.',
  );
}

const testEventJobKind = 'event-test';

/** The payload; secrets are sealed. `webhook` is null where the request named none. */
type TestEventJob = WebhookTarget & { region: Region; webhook: string | null };

/** Posts one sample event, so that a person can test a receiver, and stores the result as an attempt of the webhook. It is not retried. */
export const handleTestEventJob: JobHandler = async (ctx, tools, job) => {
  const { region: _, webhook, ...to } = JSON.parse(job.payload) as TestEventJob;
  const posted = await postEvents(ctx, tools, to, Buffer.from(`${JSON.stringify([sampleEvent(ctx)])}\r\n`));
  await ctx.database.write(async (tx) => {
    if (await completeJob(tx, job)) await recordTest(ctx, tx, webhook, posted);
  });
  return done;
};

/** A test that failed by an error of its own is an attempt that failed. */
export const webhookOfJob: JobSubject = async (ctx, tx, job, change) => {
  if (change !== 'failed' || !(await completeJob(tx, job))) return;
  const [, webhook = ''] = job.key.split(':');
  const { problem } = job;
  const nothing = { status: null, response: '', latency_ms: 0, headers: null, response_headers: null };
  await recordTest(ctx, tx, webhook, { ...nothing, problem });
};

async function recordTest(
  ctx: ServiceContext,
  tx: Queries,
  id: string | null,
  posted: PostResult,
): Promise<void> {
  const webhook = id === null ? undefined : await findWebhook(tx, id);
  if (webhook === undefined) return;
  await insertEventAttempt(tx, {
    ...{ id: ctx.ids.sid('ED'), webhook: webhook.id, account: webhook.account, region: webhook.region },
    ...{
      runs: '[]',
      events: 1,
      kinds: JSON.stringify({ processed: 1 } satisfies Partial<Record<WebhookKind, 1>>),
    },
    ...posted,
    ...{ next_at: null, given_up: 0, is_test: 1, made_at: ctx.clock.now() },
  });
}

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

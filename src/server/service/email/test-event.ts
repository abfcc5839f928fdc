/** The test event: asked for here, posted by whoever carries out jobs of its kind. */

import type { TestEvent } from '#api/email/event-webhooks.ts';
import { type TestEventOrder, testEventJob } from '../../runner/mail/test-event.ts';
import { findEventWebhook } from '../../store/email/event-webhooks.ts';
import { insertJob } from '../../store/jobs.ts';
import type { Host } from '../host.ts';
import type { EmailCaller } from './caller.ts';
import { unknownWebhook } from './event-webhooks.ts';
import { nextOauth, noOauth } from './oauth.ts';
import { webUrl } from './web-url.ts';

/**
 * Orders one made-up event, secured as the webhook is and as the request says beyond that.
 *
 * @throws Refusal when the URL is none, OAuth is not whole, or there is no such webhook
 */
export async function orderTestEvent(host: Host, caller: EmailCaller, wanted: TestEvent): Promise<void> {
  const url = webUrl('url', wanted.url);
  await host.database.write(async (tx) => {
    const webhook = wanted.id === undefined ? null : await findEventWebhook(tx, caller, wanted.id);
    if (webhook === undefined) throw unknownWebhook();
    const order: TestEventOrder = {
      region: caller.region,
      webhook: webhook?.id ?? null,
      url,
      private_key: webhook?.private_key ?? null,
      ...nextOauth(host, webhook ?? noOauth, wanted),
    };
    const now = host.clock.now();
    await insertJob(tx, {
      key: `${testEventJob}:${host.ids.token()}`,
      kind: testEventJob,
      account: caller.account,
      execution: null,
      payload: JSON.stringify(order),
      run_at: now,
      created_at: now,
    });
  });
  host.wake();
}

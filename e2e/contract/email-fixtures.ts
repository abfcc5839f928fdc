/** Mail that went out and came in, so that the tour finds something to ask for. */

import { deliveryPaths } from '#api/email/delivery-paths.ts';
import { emailPaths } from '#api/email/paths.ts';
import { paths } from '#api/paths.ts';
import type { KnownResources } from './known-resources.ts';

const hostname = 'contract.example.org';
/** Nobody is there, so whatever is posted to it soon counts as tried. */
const nowhere = 'https://nowhere.example.org/';
const patienceMs = 30_000;

/** The body of a mail whose every part is tracked. */
export const trackedEmail = {
  from: { email: 'desk@example.org' },
  subject: 'Monday',
  personalizations: [{ to: [{ email: 'guest@mailbox.test' }] }],
  content: [{ type: 'text/html', value: '<p>See <a href="https://example.org/">the plan</a>.</p>' }],
  tracking_settings: {
    click_tracking: { enable: true },
    open_tracking: { enable: true },
    subscription_tracking: { enable: true, html: '<% Leave %>', text: 'Leave <% %>' },
  },
};

/** Makes them for the account and keeps in `known` what they are called. */
export async function createEmailFixtures(
  base: string,
  authorization: string,
  known: KnownResources,
): Promise<void> {
  const ask = async (path: string, body?: object | URLSearchParams) => {
    const isForm = body instanceof URLSearchParams;
    const response = await fetch(base + path, {
      headers: {
        authorization,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { method: 'POST', body: isForm ? body : JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path} was answered ${response.status} ${await response.text()}`);
    return response;
  };
  const json = async (path: string, body?: object | URLSearchParams) => (await ask(path, body)).json();

  const { id: webhook } = await json(emailPaths.eventWebhooks, { url: `${nowhere}events`, processed: true });
  const { id: template } = await json(emailPaths.templates, { name: 'Plan', generation: 'dynamic' });
  const content = { subject: 'Plan', html_content: '<p>{{day}}</p>' };
  const { id: version } = await json(emailPaths.templateVersions(template), { name: 'First', ...content });
  known.values.set(`${emailPaths.templates}/template_id`, template);
  known.values.set(`${emailPaths.templateVersions.template}/version_id`, version);
  const [held, free] = [await json(emailPaths.batches, {}), await json(emailPaths.batches, {})];
  await json(emailPaths.scheduledSends, { batch_id: held.batch_id, status: 'pause' });
  known.values.set(`${emailPaths.scheduledSends}/batch_id`, held.batch_id);
  known.values.set(`${emailPaths.batches}/batch_id`, free.batch_id);
  const { id: domain } = await json(emailPaths.sendingDomains, {
    domain: 'contract.example.org',
    default: true,
  });
  known.values.set(`${emailPaths.sendingDomains}/domain_id`, String(domain));
  const { id: link } = await json(emailPaths.linkDomains, { domain: 'contract.example.org', default: true });
  known.values.set(`${emailPaths.linkDomains}/id`, String(link));
  const sender = {
    nickname: 'Desk',
    from_email: 'desk@contract.example.org',
    reply_to: 'desk@contract.example.org',
  };
  const { id: senderId } = await json(emailPaths.verifiedSenders, sender);
  known.values.set(`${emailPaths.verifiedSenders}/id`, String(senderId));
  known.values.set(`${emailPaths.verifiedSenders}/resend/id`, String(senderId));
  const alert = { type: 'stats_notification', email_to: 'desk@contract.example.org', frequency: 'daily' };
  const { id: alertId } = await json(emailPaths.emailAlerts, alert);
  known.values.set(`${emailPaths.emailAlerts}/alert_id`, String(alertId));
  await json(emailPaths.parseSettings, { hostname, url: nowhere });
  await ask(emailPaths.sendEmail, trackedEmail);
  const inAnHour = Math.floor(Date.now() / 1000) + 3_600;
  await ask(emailPaths.sendEmail, { ...trackedEmail, send_at: inAnHour, batch_id: free.batch_id });
  const { id: mail } = await json(paths.inboundChecklist, new URLSearchParams({ hostname }));

  const list = `${deliveryPaths.eventDeliveries}?WebhookId=${webhook}`;
  const { deliveries } = await until(
    () => json(list),
    (page) => page.deliveries.length > 0,
  );
  await until(
    () => json(paths.inboundEmail(mail)),
    ({ status }) => status === 'dead',
  );
  const outbound = `${paths.outboundEmails}?Status=delivered`;
  const { mails } = await until(
    () => json(outbound),
    (page) => page.mails.length > 0,
  );
  known.values.set(`${emailPaths.activity}/msg_id`, mails[0].sg_message_id);
  const html = await (await ask(paths.outboundEmailHtml(mails[0].sid))).text();
  known.values.set('hostname', hostname).set('webhook', webhook).set('inbound mail', mail);
  known.values.set('delivery', deliveries[0].id ?? deliveries[0].sid).set('outbound mail', mails[0].sid);
  for (const path of [paths.trackingPixel, paths.trackingClick, paths.emailSubscriptions]) {
    const [, token = ''] = new RegExp(`${path.replaceAll('.', '\\.')}\\?t=([\\w.-]+)`).exec(html) ?? [];
    known.values.set(path, token);
  }
}

async function until<T>(look: () => Promise<T>, isThere: (seen: T) => boolean): Promise<T> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const seen = await look();
    if (isThere(seen)) return seen;
    if (Date.now() > deadline) throw new Error(`It did not come: ${JSON.stringify(seen)}`);
    await new Promise((next) => setTimeout(next, 100));
  }
}

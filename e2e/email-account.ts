/** Fills the email service of an account through the public API. */

import type { APIRequestContext } from 'playwright/test';
import { emailPaths } from '#api/email/paths.ts';
import { paths } from '#api/paths.ts';

/** Ids of the created resources that have their own page. */
export type EmailAccount = {
  webhook: string;
  key: string;
  mail: string;
  domain: number;
  link: number;
  template: string;
};

export async function fillEmail(api: APIRequestContext): Promise<EmailAccount> {
  const post = async (path: string, data: unknown) => {
    const response = await api.post(path, { data });
    if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
    return response.status() === 201 ? response.json() : null;
  };
  const webhook = await post(emailPaths.eventWebhooks, {
    url: 'http://127.0.0.1:9/events',
    friendly_name: 'Warehouse feed',
    delivered: true,
    bounce: true,
    oauth_client_id: 'patchbay-events',
    oauth_client_secret: 'secret',
    oauth_token_url: 'https://id.receiver.example/token',
  });
  await api.patch(emailPaths.signedEventWebhook(webhook.id), { data: { enabled: true } });
  await post(emailPaths.keys, { name: 'Laptop' });
  const key = await post(emailPaths.keys, { name: 'Production sender', scopes: ['mail.send', 'stats.read'] });
  const { policy } = await post(emailPaths.policies, { name: 'Signed posts', signature: { enabled: true } });
  await post(emailPaths.parseSettings, {
    hostname: `parse-${webhook.id}.receiver.example`,
    url: 'https://receiver.example/inbound',
    spam_check: true,
    security_policy: policy.id,
  });
  const domain = await post(emailPaths.sendingDomains, { domain: 'receiver.example' });
  const link = await post(emailPaths.linkDomains, { domain: 'receiver.example' });
  await post(emailPaths.verifiedSenders, {
    ...{ nickname: 'Front desk', from_email: 'desk@receiver.example', reply_to: 'desk@receiver.example' },
  });
  await post(emailPaths.bounces, { recipient_emails: ['gone@receiver.example'] });
  await post(emailPaths.groups, { name: 'Newsletter', description: 'News once a month' });
  await post(emailPaths.sendEmail, {
    personalizations: [{ to: [{ email: 'guest@receiver.example' }] }],
    from: { email: 'desk@receiver.example' },
    subject: 'Your appointment on Monday',
    content: [
      { type: 'text/plain', value: 'See you on Monday at nine.' },
      { type: 'text/html', value: '<p>See you on <b>Monday</b> at nine.</p>' },
    ],
    attachments: [{ content: 'bm90ZQ==', filename: 'note.txt', type: 'text/plain' }],
  });
  const template = await post(emailPaths.templates, { name: 'Appointment', generation: 'dynamic' });
  const version = {
    subject: 'Your appointment on {{day}}',
    html_content:
      '<h1>Hello {{name}}</h1>\n<p>See you on <b>{{day}}</b>.</p>\n{{#if note}}<p>{{note}}</p>{{/if}}',
    test_data: '{"name":"Guest","day":"Monday"}',
  };
  await post(emailPaths.templateVersions(template.id), { ...version, name: 'Before', active: 0 });
  await post(emailPaths.templateVersions(template.id), { ...version, name: 'Now', active: 1 });
  const { mails } = await (await api.get(paths.outboundEmails)).json();
  const { batch_id } = await post(emailPaths.batches, {});
  await post(emailPaths.sendEmail, {
    personalizations: [{ to: [{ email: 'guest@receiver.example' }] }],
    ...{ from: { email: 'desk@receiver.example' }, subject: 'Your appointment is tomorrow', batch_id },
    ...{ send_at: Math.floor(Date.now() / 1000) + 86_400 },
    content: [{ type: 'text/plain', value: 'See you tomorrow at nine.' }],
  });
  return {
    webhook: webhook.id,
    key: key.api_key_id,
    mail: mails[0].sid,
    domain: domain.id,
    link: link.id,
    template: template.id,
  };
}

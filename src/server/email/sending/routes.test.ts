import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutboundEmailDetails, OutboundEmailPage } from '#api/email/outbound.ts';
import { emailPaths } from '#api/email/paths.ts';
import { paths } from '#api/paths.ts';
import { basicAuthorization } from '../../testing/server.ts';
import { type EmailApi, openEmailApi } from '../testing/email-api.ts';

let email: EmailApi;
beforeAll(async () => {
  email = await openEmailApi();
});
afterAll(() => email.close());

const mail = {
  personalizations: [{ to: [{ email: 'kim@reader.test' }] }],
  from: { email: 'shop@sender.test', name: 'Shop' },
  subject: 'Hello',
  content: [{ type: 'text/plain', value: 'Hello there' }],
};
const send = (body: unknown, key?: string) =>
  email.call('POST', emailPaths.sendEmail, { body, ...(key !== undefined && { key }) });
const stored = async () => {
  const url = paths.outboundEmails;
  const response = await email.server.send({ url });
  return response.json<OutboundEmailPage>().mails;
};

describe('POST /v3/mail/send', () => {
  it('responds 202 without a body, with the message id in a header', async () => {
    const response = await send(mail);
    expect(response).toMatchObject({ status: 202, body: '' });
    expect(response.headers['x-message-id']).toMatch(/^[\w-]{22}$/);
  });

  it('only validates in sandbox mode', async () => {
    const before = (await stored()).length;
    const response = await send({ ...mail, mail_settings: { sandbox_mode: { enable: true } } });
    expect(response).toMatchObject({ status: 200, body: '' });
    expect(response.headers['x-message-id']).toBeUndefined();
    expect(await stored()).toHaveLength(before);
  });

  it('creates batch ids, and requires the scope', async () => {
    const batch = await email.call('POST', emailPaths.batches);
    expect(batch.status).toBe(201);
    const batch_id = (batch.json as { batch_id: string }).batch_id;
    expect((await send({ ...mail, batch_id })).status).toBe(202);
    const { api_key } = await email.makeKey(['alerts.read']);
    expect((await send(mail, api_key)).status).toBe(403);
  });

  const one = (more: object) => ({ ...mail, personalizations: [{ ...mail.personalizations[0], ...more }] });
  const filled = (substitutions: Record<string, string>, value: string) => ({
    ...one({ substitutions }),
    content: [{ type: 'text/plain', value }],
  });
  const attaching = (more: object) => ({
    ...mail,
    attachments: [{ content: 'AAAA', filename: 'a', ...more }],
  });
  const later = () => Math.floor(email.server.ctx.clock.now() / 1000) + 73 * 3600;
  const faults: [string, () => object][] = [
    ['from', () => ({ ...mail, from: undefined })],
    ['from.email', () => ({ ...mail, from: { email: 'nobody' } })],
    ['from.name', () => ({ ...mail, from: { email: 'a@b.test', name: 'a\r\nBcc: x@y.test' } })],
    ['personalizations', () => ({ ...mail, personalizations: [] })],
    ['personalizations.0.to', () => ({ ...mail, personalizations: [{}] })],
    ['personalizations.0.to.0.email', () => one({ to: [{ email: 'no address' }] })],
    ['personalizations.0.cc.0.email', () => one({ cc: [{ email: 'KIM@reader.test' }] })],
    ['personalizations.0.send_at', () => one({ send_at: later() })],
    ['personalizations.0.headers.To', () => one({ headers: { To: 'x' } })],
    [
      'personalizations',
      () => one({ to: Array.from({ length: 1001 }, (_, at) => ({ email: `a${at}@b.test` })) }),
    ],
    ['subject', () => ({ ...mail, subject: undefined })],
    ['subject', () => ({ ...mail, subject: 'a\nb' })],
    ['content', () => ({ ...mail, content: [] })],
    ['content', () => ({ ...mail, content: [{ type: 'text/html', value: 'x' }, ...mail.content] })],
    ['content.0.type', () => ({ ...mail, content: [{ type: 'text/html; x', value: 'x' }] })],
    ['personalizations.0.dynamic_template_data', () => one({ dynamic_template_data: { name: 'Kim' } })],
    ['template_id', () => ({ ...mail, template_id: 'd-1' })],
    ['attachments.0.content', () => ({ ...mail, attachments: [{ content: '%%%', filename: 'a' }] })],
    ['headers.X-A', () => ({ ...mail, headers: { 'X-A': 'a\r\nb' } })],
    ['categories', () => ({ ...mail, categories: Array.from({ length: 11 }, (_, at) => `c${at}`) })],
    ['categories', () => ({ ...mail, categories: ['a', 'a'] })],
    ['custom_args', () => ({ ...mail, custom_args: { a: 'x'.repeat(10_001) } })],
    ['asm.group_id', () => ({ ...mail, asm: { group_id: 1 } })],
    ['send_at', () => ({ ...mail, send_at: later() })],
    [
      'attachments.0.type',
      () => ({ ...mail, attachments: [{ content: 'AAAA', filename: 'a', type: 'a/b; c' }] }),
    ],
    [
      'attachments.0.contentId',
      () => ({ ...mail, attachments: [{ content: 'AAAA', filename: 'a', contentId: 'a\nb' }] }),
    ],
    [
      'content',
      () => ({ ...mail, content: [...mail.content, { type: 'text/plain; charset=utf-8', value: 'again' }] }),
    ],
    [
      'mail_settings.spam_check.threshold',
      () => ({ ...mail, mail_settings: { spam_check: { threshold: 11 } } }),
    ],
    ['headers.Sender', () => ({ ...mail, headers: { Sender: 'a@b.test' } })],
    ['personalizations.0.headers.resent-from', () => one({ headers: { 'resent-from': 'a@b.test' } })],
    ['personalizations.0.substitutions', () => filled({ a: 'x'.repeat(50_000) }, 'a'.repeat(53_000))],
    [
      'personalizations.0.subject',
      () => ({ ...one({ substitutions: { a: 'x'.repeat(1_000) } }), subject: 'a'.repeat(1_000) }),
    ],
    ['subject', () => ({ ...mail, subject: 'a'.repeat(10_000) })],
    [
      'personalizations.0.headers',
      () => one({ headers: { 'X-A': '-a-'.repeat(100) }, substitutions: { '-a-': 'x'.repeat(1_000) } }),
    ],
    [
      'headers',
      () => ({
        ...one({ substitutions: { '-a-': 'x'.repeat(1_000) } }),
        reply_to_list: Array.from({ length: 200 }, (_, at) => ({ email: `r${at}@shop.test`, name: '-a-' })),
      }),
    ],
    ['personalizations.0.substitutions', () => filled({ ['k'.repeat(32_769)]: '' }, 'x')],
    ['content', () => filled({}, 'x'.repeat(25 * 1024 * 1024))],
    [
      'content',
      () => ({ ...mail, content: Array.from({ length: 21 }, (_, at) => ({ type: `a/${at}`, value: 'x' })) }),
    ],
    ['headers.X-SMTPAPI', () => ({ ...mail, headers: { 'X-SMTPAPI': '{}' } })],
    ['reply_to_list', () => ({ ...mail, reply_to: { email: 'a@b.test' }, reply_to_list: [] })],
    ['from', () => ({ ...mail, from: [mail.from, { email: 'b@sender.test' }] })],
    ['from.email', () => ({ ...mail, from: { email: 'a@sender.test, b@sender.test' } })],
    ['personalizations.0.from', () => one({ from: [mail.from] })],
    ['headers.From', () => ({ ...mail, headers: { From: 'a@sender.test, b@sender.test' } })],
    ['headers.x-a', () => ({ ...mail, headers: { 'X-A': '1', 'x-a': '2' } })],
    ['headers.References', () => ({ ...mail, headers: { References: `<${'a '.repeat(600)}@b.test>` } })],
    ['headers.In-Reply-To', () => ({ ...mail, headers: { 'In-Reply-To': '<ü@b.test>' } })],
    ['headers.List-Help', () => ({ ...mail, headers: { 'List-Help': `<https://${'a'.repeat(901)}>` } })],
    ['reply_to.name', () => ({ ...mail, reply_to: { email: 'a@b.test', name: '"'.repeat(451) } })],
    [
      'content.1.type',
      () => ({ ...mail, content: [...mail.content, { type: 'message/rfc822', value: 'x' }] }),
    ],
    ['attachments.0.type', () => attaching({ type: 'multipart/mixed' })],
    ['attachments.0.filename', () => attaching({ filename: 'a'.repeat(256) })],
    ['attachments.0.content_id', () => attaching({ content_id: 'ü' })],
    ['attachments.0.contentId', () => attaching({ content_id: 'a', contentId: 'b' })],
  ];
  it.each(faults)('reports an error at %s with a help text', async (field, body) => {
    const response = await send(body());
    expect(response).toMatchObject({ status: 400 });
    const { errors } = response.json as {
      errors: { field: string; message: string; help: { text: string } }[];
    };
    expect(errors.map((each) => each.field)).toContain(field);
    for (const each of errors) expect(each.help.text).not.toBe('');
  });

  it('names the members that have no effect in a header of the response', async () => {
    expect((await send(mail)).headers['x-not-supported']).toBeUndefined();
    const { status, headers } = await send({ ...mail, ip_pool_name: 'pool' });
    expect([status, headers['x-not-supported']]).toEqual([202, 'ip_pool_name']);
  });

  const unsubscribing = {
    headers: { 'list-unsubscribe': '<https://a.test/>', 'List-Help': '<https://a.test/>' },
    tracking_settings: { subscription_tracking: { enable: true } },
  };
  it.each<[string, object, string]>([
    ['senders', { sender: mail.from, from_list: [mail.from] }, 'sender, from_list'],
    ['headers that an email has of its own', { headers: { Date: 'x' } }, 'headers.Date'],
    ['headers of a link to unsubscribe', unsubscribing, 'headers.list-unsubscribe'],
    ['headers without a value', { headers: { 'X-A': ' ' } }, 'headers.X-A'],
    [
      'arguments named as fields of events',
      { custom_args: { timestamp: '1', a: '' } },
      'custom_args.timestamp',
    ],
    ['names that no header can hold', { 'ü,\n': 1 }, '%C3%BC%2C%0A'],
  ])('names %s that are not carried out', async (_, more, named) => {
    const { status, headers } = await send({ ...mail, ...more });
    expect([status, headers['x-not-supported']]).toEqual([202, named]);
  });

  it('names what a template takes the place of', async () => {
    const template = await email.call('POST', emailPaths.templates, {
      body: { name: 'T', generation: 'dynamic' },
    });
    const { id } = template.json as { id: string };
    const version = { name: 'V', subject: 'Its own', html_content: '<p>Hi</p>', active: 1 };
    await email.call('POST', emailPaths.templateVersions(id), { body: version });
    const personalization = { ...mail.personalizations[0], substitutions: { a: 'b' } };
    const body = { ...mail, template_id: id, personalizations: [personalization] };
    const { headers, status } = await send(body);
    const names = 'content.0, subject, personalizations.0.substitutions';
    expect([status, headers['x-not-supported']]).toEqual([202, names]);
  });

  it('accepts forms that few readers know before the HTML', async () => {
    const content = ['text/plain', 'text/x-amp-html', 'text/html'].map((type) => ({ type, value: 'x' }));
    expect((await send({ ...mail, content })).status).toBe(202);
  });

  it('ignores members that it does not have, and lists them with the sent email', async () => {
    const long = 'x'.repeat(10_000);
    const body = JSON.stringify({
      ...mail,
      ...{ subject: 'Noted', tracking_setting: {}, 'new\nline': 1, constructor: 2, [long]: 3 },
      personalizations: [{ ...mail.personalizations[0], send_ad: 1, custom_args: { any: 'name' } }],
      mail_settings: {
        bcc: { enable: true, email: 'a@b.test' },
        spam_check: { post_to_url: 'https://a.test/' },
      },
      attachments: [{ content: 'AAAA', filename: 'a.txt', name: 'a' }],
    }).replace('{', '{"__proto__":{"from":"x"},');
    const { status, headers } = await send(body);
    const known = ['tracking_setting', 'constructor', 'personalizations.0.send_ad', 'mail_settings.bcc'];
    expect(status).toBe(202);
    expect(String(headers['x-not-supported']).split(', ')).toEqual(expect.arrayContaining(known));
    const [first] = await stored();
    const view = (
      await email.server.send({ url: paths.outboundEmail(first?.sid ?? '') })
    ).json<OutboundEmailDetails>();
    expect(view.subject).toBe('Noted');
    expect([...view.ignored_members].sort()).toEqual(
      [
        ...known,
        '__proto__',
        'new\nline',
        'x'.repeat(100),
        'mail_settings.spam_check.post_to_url',
        'attachments.0.name',
      ].sort(),
    );
    const many = Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`u${at}`, 0]));
    const response = await send({ ...mail, ...many });
    expect(response.status).toBe(202);
    expect(String(response.headers['x-not-supported']).split(', ')).toHaveLength(20);
  });

  it('rejects a body that is not valid UTF-8', async () => {
    const body = Buffer.concat([Buffer.from('{"subject": "'), Buffer.from([0xe9]), Buffer.from('"}')]);
    const response = await email.server.app.inject({
      ...{ method: 'POST', url: emailPaths.sendEmail, payload: body },
      headers: { authorization: `Bearer ${email.key}`, 'content-type': 'application/json' },
    });
    expect(response.statusCode).toBe(400);
    expect(response.body).toContain('UTF-8');
  });

  it('accepts a thousand recipients', async () => {
    const to = Array.from({ length: 1000 }, (_, at) => ({ email: `many${at}@reader.test` }));
    const response = await send({ ...mail, personalizations: to.map((each) => ({ to: [each] })) });
    expect(response.status).toBe(202);
    expect((await stored())[0]).toMatchObject({ to: 'many999@reader.test', status: 'waiting' });
  });

  it('accepts substitutions that add up to 2 MB', async () => {
    const growing = (count: number) => filled({ '-a-': 'x'.repeat(1024 + 3) }, '-a-'.repeat(count));
    expect((await send(growing(2048))).status).toBe(202);
    const response = await send(growing(2049));
    expect(response.status).toBe(400);
    expect(response.body).toContain('would add more than 2 MB to the content');
  });

  it('refuses a thousand personalizations whose keys all differ, in a content that is too long', async () => {
    const personalizations = Array.from({ length: 1000 }, (_, at) => ({
      to: [{ email: `many${at}@reader.test` }],
      substitutions: { [`-k${at}-`]: 'x' },
    }));
    const content = (length: number) => [{ type: 'text/plain', value: 'x'.repeat(length) }];
    expect((await send({ ...mail, personalizations, content: content(2_000) })).status).toBe(202);
    const response = await send({ ...mail, personalizations, content: content(200_000) });
    expect(response.status).toBe(400);
    expect(response.body).toContain('searched for in too much text');
  });

  it('rejects JSON that is nested too deeply or has too many values', async () => {
    const nested = `{"custom_args":${'['.repeat(1_000_000)}`;
    const many = `{"categories":[${'"",'.repeat(200_000)}""]}`;
    for (const [body, message] of [
      [nested, 'the body is nested deeper than 100 levels'],
      [many, 'the body has more than 100,000 values'],
    ] as const) {
      const response = await email.server.app.inject({
        ...{ method: 'POST', url: emailPaths.sendEmail, payload: body },
        headers: { authorization: `Bearer ${email.key}`, 'content-type': 'application/json' },
      });
      expect([response.statusCode, response.json().errors[0].message]).toEqual([400, message]);
    }
  });

  it('rejects more than 30 MB', async () => {
    const attachments = [{ filename: 'a', content: 'A'.repeat(31 * 1024 * 1024) }];
    expect(await send({ ...mail, attachments })).toMatchObject({ status: 413 });
  });
});

it('reads the rest of a body that is refused, and stands a client that disconnects', async () => {
  const url = new URL(await email.server.app.listen({ host: '127.0.0.1', port: 0 }));
  const headers = { authorization: `Bearer ${email.key}` };
  const refused = await fetch(new URL(emailPaths.sendEmail, url), {
    ...{ method: 'POST', headers, body: `[${'[],'.repeat(3_000_000)}` },
  });
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('100,000 values')]);
  const socket = connect(Number(url.port), url.hostname);
  socket.write(`POST ${emailPaths.sendEmail} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${email.key}\r\n`);
  socket.end('Content-Length: 10\r\n\r\n{');
  await once(socket.resume(), 'close');
  expect((await fetch(new URL('/healthz', url))).status).toBe(200);
});

describe('sent email', () => {
  it('is shown as the recipient sees it, to its account and region only', async () => {
    const html = '<p>Hello</p><img src="cid:logo"><script>alert(1)</script>';
    const file = { filename: 'logo.png', type: 'image/png', content: 'AAAA', disposition: 'inline' };
    const content = [...mail.content, { type: 'text/html', value: html }];
    await send({ ...mail, subject: 'Shown', content, attachments: [{ ...file, content_id: 'logo' }] });
    const [first] = await stored();
    expect(first).toMatchObject({ subject: 'Shown', to: 'kim@reader.test', status: 'waiting', attempts: 0 });
    const url = paths.outboundEmail(first?.sid ?? '');
    const view = (await email.server.send({ url })).json<OutboundEmailDetails>();
    expect(view.attachments).toEqual([{ filename: 'logo.png', type: 'image/png', size: 3, is_inline: true }]);
    expect(view.headers).toContainEqual({ name: 'From', value: 'Shop <shop@sender.test>' });
    expect(view.events).toMatchObject([{ event: 'processed' }]);
    expect(view.html).toContain('/e/open.gif');

    const page = await email.server.send({ url: `${url}/Html` });
    expect(page.headers['content-security-policy']).toContain('sandbox allow-popups');
    expect(page.headers['content-security-policy']).not.toContain('script');
    expect(page.body).toContain('src="data:image/png;base64,AAAA"');
    const source = await email.server.send({ url: `${url}/Source` });
    expect(source.body).toContain('Subject: Shown');
    expect((await email.server.send({ url: `${url}/Source` })).body).toBe(source.body);

    for (const path of [url, `${url}/Html`, `${url}/Source`]) {
      expect((await email.server.send({ url: path, by: email.server.other })).statusCode).toBe(404);
      expect((await email.server.send({ url: path, by: null })).statusCode).toBe(401);
    }
    const list = `${paths.outboundEmails}?Region=eu`;
    expect((await email.server.send({ url: list })).json()).toMatchObject({ mails: [] });
    const filtered = await email.call('GET', `${paths.outboundEmails}?Status=delivered`, {
      headers: { authorization: basicAuthorization(email.server.account) },
    });
    expect(filtered.json).toMatchObject({ mails: [] });
  });

  it('is shown without its images where they would make it too large', async () => {
    const file = { filename: 'logo.png', type: 'image/png', disposition: 'inline', content_id: 'logo' };
    const attachments = [{ ...file, content: 'AAAA'.repeat(10_000) }];
    const shown = async (count: number) => {
      const content = [{ type: 'text/html', value: '<img src="cid:logo">'.repeat(count) }];
      await send({ ...mail, content, attachments });
      const [first] = await stored();
      return (await email.server.send({ url: `${paths.outboundEmail(first?.sid ?? '')}/Html` })).body;
    };
    expect(await shown(2)).toContain('src="data:image/png;base64,AAAA');
    const large = await shown(2_000);
    expect(large).toContain('src="cid:logo"');
    expect(large.length).toBeLessThan(100_000);
  });
});

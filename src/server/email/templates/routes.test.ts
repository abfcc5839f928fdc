/** Templates over HTTP, by the unmodified client library where it has a way. */

import client from '@sendgrid/client';
import mail from '@sendgrid/mail';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailPaths } from '#api/email/paths.ts';
import type { Template, TemplateVersion } from '#api/email/templates.ts';
import { databaseKinds, startTimeoutMs } from '../../testing/running-server.ts';
import { openSendingServer, type SendingServer } from '../testing/sending-server.ts';
import { openSmtpRelay, type SmtpRelay } from '../testing/smtp-relay.ts';

let relay: SmtpRelay;
let server: SendingServer;
async function open(kind: (typeof databaseKinds)[number]): Promise<void> {
  relay = await openSmtpRelay();
  server = await openSendingServer(kind, { SMTP_RELAY_URL: `smtp://127.0.0.1:${relay.port}` });
}
async function close(): Promise<void> {
  await server.close();
  await relay.close();
}

async function ask<T>(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  body?: object,
): Promise<[number, T]> {
  const [response, answer] = await client.request({ method, url, ...(body !== undefined && { body }) });
  return [response.statusCode, answer as T];
}

/** Status and the fields of the errors. */
const refused = (request: Promise<unknown>) =>
  request.then(
    () => ({ code: 0, fields: [], messages: [] }),
    (error: { code: number; response: { body: { errors: { field: string; message: string }[] } } }) => ({
      code: error.code,
      fields: error.response.body.errors.map(({ field }) => field),
      messages: error.response.body.errors.map(({ message }) => message),
    }),
  );

const create = async (name: string) => {
  const [status, template] = await ask<Template>('POST', emailPaths.templates, {
    name,
    generation: 'dynamic',
  });
  expect([status, template.id]).toEqual([201, expect.stringMatching(/^d-[0-9a-f]{32}$/)]);
  return template;
};
const addVersion = async (template: string, version: object) => {
  const [status, made] = await ask<TemplateVersion>('POST', emailPaths.templateVersions(template), {
    name: 'V',
    ...version,
  });
  expect(status).toBe(201);
  return made;
};

describe.each(databaseKinds)('a template on %s', (kind) => {
  beforeAll(() => open(kind), startTimeoutMs);
  afterAll(close);

  it('is created, versioned, activated, duplicated and deleted', async () => {
    const { id } = await create('Receipt');
    const first = await addVersion(id, { name: 'First', subject: 'One', html_content: '<p>1</p>' });
    expect(first).toMatchObject({ template_id: id, active: 1, editor: 'code', generate_plain_content: true });
    const second = await addVersion(id, {
      name: 'Second',
      html_content: '<p>2</p>',
      active: 0,
      test_data: '{"a":1}',
    });
    expect(second.active).toBe(0);
    const [, activated] = await ask<TemplateVersion>(
      'POST',
      emailPaths.templateVersionActivation(id, second.id),
    );
    expect(activated).toMatchObject({ id: second.id, active: 1, test_data: '{"a":1}' });
    const change = { html_content: '<p>3</p>', name: 'Third' };
    expect((await ask('PATCH', emailPaths.templateVersion(id, second.id), change))[1]).toMatchObject(change);
    const [, template] = await ask<Template>('GET', emailPaths.template(id));
    expect(template.versions.map(({ name, active }) => [name, active])).toEqual([
      ['First', 0],
      ['Third', 1],
    ]);
    expect((await ask('PATCH', emailPaths.template(id), { name: 'Bill' }))[1]).toMatchObject({
      id,
      name: 'Bill',
    });
    const [status, copy] = await ask<Template>('POST', emailPaths.template(id), { name: 'Copy' });
    expect([status, copy.name, copy.versions.map(({ name, active }) => [name, active])]).toEqual([
      ...[201, 'Copy'],
      template.versions.map(({ name, active }) => [name, active]),
    ]);
    expect(copy.id).not.toBe(id);
    expect((await ask('DELETE', emailPaths.templateVersion(id, first.id)))[0]).toBe(204);
    expect((await ask('DELETE', emailPaths.template(id)))[0]).toBe(204);
    expect((await refused(ask('GET', emailPaths.template(id)))).code).toBe(404);
    expect((await refused(ask('GET', emailPaths.templateVersion(id, second.id)))).code).toBe(404);
    const kept = copy.versions[0]?.id ?? '';
    expect((await ask('GET', emailPaths.templateVersion(copy.id, kept)))[0]).toBe(200);
    expect((await refused(ask('GET', emailPaths.templateVersion(copy.id, 'active')))).code).toBe(404);
  });

  it('is listed in pages, the newest first', async () => {
    const ids: string[] = [];
    for (const name of ['A', 'B', 'C']) {
      server.advanceClock(1_000);
      ids.unshift((await create(name)).id);
    }
    type Page = { result: Template[]; _metadata: { next?: string; prev?: string; count: number } };
    const page = async (query: string) => (await ask<Page>('GET', `${emailPaths.templates}?${query}`))[1];
    const first = await page('generations=dynamic&page_size=2');
    expect(first.result.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const next = new URL(first._metadata.next ?? '');
    const second = await page(next.search.slice(1));
    expect(second.result[0]?.id).toBe(ids[2]);
    expect(second._metadata.prev).toBeDefined();
    expect((await page('page_size=2')).result).toEqual([]);
    expect((await refused(page('generations=dynamic&page_token=x'))).fields).toEqual(['page_token']);
    expect((await refused(page('page_size=201'))).code).toBe(400);
  });

  it('that does not compile is not stored, and says where', async () => {
    const { id } = await create('Broken');
    const version = {
      name: 'V',
      subject: '{{a',
      html_content: '<p>\n  {{#if a}}</p>',
      plain_content: '{{shout a}}',
    };
    const answer = await refused(ask('POST', emailPaths.templateVersions(id), version));
    expect(answer).toMatchObject({ code: 400, fields: ['subject', 'html_content', 'plain_content'] });
    expect(answer.messages[1]).toBe(
      'html_content does not compile: {{#if}} is not closed (line 2, column 3)',
    );
    const data = { name: 'V', test_data: '[1]' };
    expect((await refused(ask('POST', emailPaths.templateVersions(id), data))).fields).toEqual(['test_data']);
    expect((await refused(ask('POST', emailPaths.templates, { name: 'Old' }))).fields).toEqual([
      'generation',
    ]);
    const { id: made } = await addVersion(id, { html_content: 'x' });
    const change = ask('PATCH', emailPaths.templateVersion(id, made), { html_content: '{{/if}}' });
    expect((await refused(change)).fields).toEqual(['html_content']);
    expect((await ask<TemplateVersion>('GET', emailPaths.templateVersion(id, made)))[1].html_content).toBe(
      'x',
    );
  });

  it('belongs to its account and region', async () => {
    const { id } = await create('Mine');
    const other = await server.call('POST', `/eu${emailPaths.keys}`, { name: 'EU' }, basic());
    const { api_key } = (await other.json()) as { api_key: string };
    const answer = await server.call('GET', `/eu${emailPaths.template(id)}`, undefined, `Bearer ${api_key}`);
    expect(answer.status).toBe(404);
  });

  it('is changed by the members of its schema alone, whatever columns a body names', async () => {
    const [mine, other] = [await create('Mine'), await create('Other')];
    const own = await addVersion(mine.id, { name: 'Own', subject: 'Own' });
    const theirs = await addVersion(other.id, { name: 'Theirs', subject: 'Theirs' });
    const columns = { id: theirs.id, template: other.id, size: 0, created_at: 0, updated_at: 0, nothing: 1 };
    const [status, changed] = await ask<TemplateVersion>(
      'PATCH',
      emailPaths.templateVersion(mine.id, own.id),
      {
        ...{ subject: 'Changed', ...columns },
      },
    );
    expect([status, changed]).toEqual([200, expect.objectContaining({ id: own.id, subject: 'Changed' })]);
    const [, kept] = await ask<TemplateVersion>('GET', emailPaths.templateVersion(other.id, theirs.id));
    expect(kept).toMatchObject({ subject: 'Theirs', name: 'Theirs' });
    expect((await ask('PATCH', emailPaths.templateVersion(mine.id, own.id), { nothing: 1 }))[0]).toBe(200);
  });

  it('has at most 50 versions', async () => {
    const { id } = await create('Many');
    for (let at = 0; at < 50; at += 1) await addVersion(id, { html_content: 'x' });
    const more = ask('POST', emailPaths.templateVersions(id), { name: 'V', html_content: 'x' });
    expect((await refused(more)).fields).toEqual(['name']);
  });
});

const basic = () =>
  `Basic ${Buffer.from(`${server.account.account_sid}:${server.account.auth_token}`).toString('base64')}`;

describe.each(databaseKinds)('sending a template on %s', (kind) => {
  beforeAll(() => open(kind), startTimeoutMs);
  afterAll(close);

  const html =
    '<style>p {}</style><h1>Hello {{name}}</h1>{{#each items}}<p>{{this}}</p>{{/each}}<a href="https://shop.test/o/{{order}}">Your order</a>';
  const taken = (recipient: string) =>
    (relay.messages.find((each) => each.recipient === recipient)?.text ?? '').replaceAll('=\r\n', '');
  const off = { trackingSettings: { clickTracking: { enable: false }, openTracking: { enable: false } } };

  it('fills in subject, HTML and a text made from it, for each personalization', async () => {
    const { id } = await create('Order');
    await addVersion(id, { subject: 'Order {{order}} for {{name}}', html_content: html });
    const [answer] = await mail.send({
      ...{ from: 'shop@sender.test', templateId: id, ...off },
      personalizations: [
        {
          to: 'ann@reader.test',
          dynamicTemplateData: { name: "O'Neil <Ann>", order: 7, items: ['Tea', 'Milk & more'] },
        },
        { to: 'bob@reader.test', dynamicTemplateData: { name: 'Bob' } },
      ],
    });
    expect(answer.statusCode).toBe(202);
    const message = String((answer.headers as Record<string, string>)['x-message-id']);
    const [processed] = await server.waitForEvents(message, ['processed', 'delivered']);
    expect(processed).toMatchObject({ sg_template_id: id, sg_template_name: 'Order' });
    await expect.poll(() => taken('bob@reader.test')).not.toBe('');
    const ann = taken('ann@reader.test');
    expect(ann).toContain("Subject: Order 7 for O'Neil <Ann>");
    expect(ann).toContain('<h1>Hello O&#x27;Neil &lt;Ann&gt;</h1><p>Tea</p><p>Milk &amp; more</p>');
    expect(ann).toContain("Hello O'Neil <Ann>\r\n\r\nTea\r\n\r\nMilk & more");
    expect(ann).toContain('Your order (https://shop.test/o/7)');
    expect(taken('bob@reader.test')).toContain('Subject: Order for Bob');
    expect(taken('bob@reader.test')).toContain('<h1>Hello Bob</h1><a href');
  });

  it('shows the numbers of the data with all their digits', async () => {
    const { id } = await create('Parcel');
    await addVersion(id, { subject: 'Parcel {{parcel}}', html_content: '<p>{{total}} for {{count}}</p>' });
    const { status } = await fetch(`${server.url}${emailPaths.sendEmail}`, {
      method: 'POST',
      headers: { authorization: basic(), 'content-type': 'application/json' },
      body: `{"from":{"email":"shop@sender.test"},"template_id":"${id}","personalizations":[{"to":[{"email":"p@reader.test"}],
        "dynamic_template_data":{"parcel":7615917337495251231,"total":12345678901234567.90,"count":7.0}}]}`,
    });
    expect(status).toBe(202);
    await expect.poll(() => taken('p@reader.test')).toContain('Subject: Parcel 7615917337495251231');
    expect(taken('p@reader.test')).toContain('<p>12345678901234567.9 for 7</p>');
  });

  it('sends what was active when the message was accepted, also after the template is gone', async () => {
    const { id } = await create('Gone');
    await addVersion(id, { subject: 'Kept', html_content: '<p>{{insert name "default=there"}}</p>' });
    const later = Math.floor(server.host.clock.now() / 1000) + 60;
    const message = await server.send('late@reader.test', {
      templateId: id,
      sendAt: later,
      subject: undefined,
      text: undefined,
    });
    expect((await ask('DELETE', emailPaths.template(id)))[0]).toBe(204);
    server.advanceClock(61_000);
    await server.waitForEvents(message, ['processed', 'delivered']);
    expect(taken('late@reader.test')).toContain('<p>there</p>');
  });

  it('refuses a template that is not there, has no active version, or makes too much', async () => {
    const send = (templateId: string, more: object = {}) =>
      refused(
        mail.send({ from: 'shop@sender.test', to: 'a@reader.test', templateId, ...more } as Parameters<
          typeof mail.send
        >[0]),
      );
    expect((await send(`d-${'0'.repeat(32)}`)).fields).toEqual(['template_id']);
    const { id } = await create('Empty');
    expect((await send(id)).fields).toEqual(['template_id']);
    await addVersion(id, {
      html_content: '{{#each a}}{{#each @root.a}}{{#each @root.a}}x{{/each}}{{/each}}{{/each}}',
    });
    expect((await send(id)).fields).toEqual(['subject']);
    const dynamicTemplateData = { a: Array.from({ length: 200 }, (_, at) => at) };
    const subject = 'Much';
    expect((await send(id, { subject, dynamicTemplateData })).fields).toEqual([
      'personalizations.0.dynamic_template_data',
    ]);
    expect(await send(id, { subject, dynamicTemplateData: { a: [1, 2] } })).toMatchObject({ code: 0 });
  });
});

/** Short links of messages, on every database: what they replace, where they lead, and who notices. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MessagePage } from '#api/messaging/operations.ts';
import { paths } from '#api/paths.ts';
import { flowOf, widget } from '../../flows/testing/flows.ts';
import { dayMs, removeExpiredData } from '../../retention/service.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../../testing/running-server.ts';

describe.each(databaseKinds)('shorten_urls, %s', (kind) => {
  let server: RunningServer;

  beforeAll(async () => {
    server = await openRunningServer(kind);
  }, startTimeoutMs);
  afterAll(() => server.close());

  const flowWith = (body: string, shorten_urls: boolean) =>
    flowOf(
      widget(
        'send-and-wait-for-reply',
        'ask',
        { body, from: '+15559999', timeout: '3600', shorten_urls },
        { incomingMessage: null, timeout: null, deliveryFailure: null },
      ),
    );
  const sent = async (body: string, shorten = true) => {
    const flow = await server.addFlow(flowWith(body, shorten));
    const contact = server.contact();
    const sid = await server.startExecution(flow, contact);
    const list = `${paths.messages}?To=${encodeURIComponent(contact)}`;
    const { messages } = (await server.send(list)).json<MessagePage>();
    return { flow, sid, contact, text: messages[0]?.body ?? '' };
  };
  const shortUrls = (text: string) => text.match(/http:\/\/\S+?\/l\/[\w-]{12}/g) ?? [];
  const open = (url: string, headers: Record<string, string> = {}) =>
    server.send(new URL(url).pathname, { by: null, headers });

  it('replaces http and https links, the same one by the same, and nothing else', async () => {
    const { text } = await sent(
      'See (https://clinic.example/a?b=1). Or https://clinic.example/a?b=1, HTTP://x.example! ftp://y.example',
    );
    const [first, second, third] = shortUrls(text);
    expect(text).toBe(`See (${first}). Or ${second}, ${third}! ftp://y.example`);
    expect(first).toBe(second);
    expect(third).not.toBe(first);
    expect(first?.startsWith(server.ctx.publicUrl())).toBe(true);
    expect((await open(first ?? '')).headers.location).toBe('https://clinic.example/a?b=1');
    expect((await open(third ?? '')).headers.location).toBe('HTTP://x.example');
  });

  it('does nothing where it is off, and leaves short links alone', async () => {
    expect((await sent('See https://clinic.example/', false)).text).toBe('See https://clinic.example/');
    const own = `${server.ctx.publicUrl()}${paths.shortLink('abcdefghijkl')}`;
    expect((await sent(`See ${own}`)).text).toBe(`See ${own}`);
  });

  it('redirects anybody, and notes each visit once on the execution', async () => {
    const { flow, sid, contact, text } = await sent('See https://clinic.example/map');
    const [url = ''] = shortUrls(text);
    const noted = async () => (await server.view(flow, sid)).notes.map(({ message }) => message);
    await open(url, { 'sec-purpose': 'prefetch' });
    expect(await noted()).toEqual([]);
    const response = await open(url);
    expect([response.statusCode, response.headers.location]).toEqual([302, 'https://clinic.example/map']);
    expect(response.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(await noted()).toEqual([
      expect.stringMatching(/^The link to https:\/\/clinic.example\/map was opened at \S+Z\.$/),
    ]);
    await open(url);
    const reply = { MessageSid: `SM${contact.slice(1)}`, From: contact, To: '+15559999', Body: 'Thanks' };
    await server.postWebhook(flow, reply);
    const { notes, steps } = await server.view(flow, sid);
    expect(notes).toEqual([]);
    expect(steps.at(-1)).toMatchObject({
      name: 'incomingMessage',
      notes: [{ message: expect.stringContaining('https://clinic.example/map was opened 2 times, last at') }],
    });
  });

  it('leads nowhere once the personal data of the execution is removed, or it is deleted', async () => {
    const kept = await sent('See https://clinic.example/Zanzibar');
    const deleted = await sent('See https://clinic.example/Zanzibar');
    await server.send(paths.execution(deleted.flow, deleted.sid), { method: 'DELETE' });
    expect((await open(shortUrls(deleted.text)[0] ?? '')).statusCode).toBe(404);
    expect((await open(shortUrls(kept.text)[0] ?? '')).statusCode).toBe(302);
    server.advanceClock(31 * dayMs);
    await removeExpiredData(server.ctx, async () => {});
    expect((await open(shortUrls(kept.text)[0] ?? '')).statusCode).toBe(404);
    expect(await server.ctx.database.read.selectFrom('short_links').select('id').execute()).toEqual([]);
    expect((await server.view(kept.flow, kept.sid)).steps.flatMap(({ notes }) => notes)).toEqual([]);
  });

  it.each(['unknown', 'abcdefghijkl', '%00', 'a'.repeat(60)])('knows no link %j', async (id) => {
    expect((await server.send(paths.shortLink(id), { by: null })).statusCode).toBe(404);
  });
});

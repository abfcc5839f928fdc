/**
 * Every kind of event and every reason that is posted to event webhooks, read by the unmodified Anymail (`django-anymail`, in
 * Debian `python3-django-anymail`). Skipped where no Python of the machine has it.
 */

import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailPaths } from '#api/email/paths.ts';
import { startTimeoutMs } from '../testing/running-server.ts';
import { parseOutboundMessage } from './messages/message.ts';
import { recordSpamReport } from './messages/outcomes.ts';
import { findOutboundMessage, listRecipients } from './messages/store.ts';
import { buildMimeMessage } from './sending/compose.ts';
import { openSendingServer, type SendingServer } from './testing/sending-server.ts';
import { openSmtpRelay, type SmtpRelay } from './testing/smtp-relay.ts';

/** Reads a JSON array of events, and prints what the library makes of each. */
const program = `
import json, sys
from django.conf import settings
settings.configure(ANYMAIL={})
from anymail.webhooks.sendgrid import SendGridTrackingWebhookView as View
view = object.__new__(View)
read = [view.esp_to_anymail_event(event) for event in json.load(sys.stdin)]
json.dump([{"type": e.event_type, "reject": e.reject_reason, "recipient": e.recipient, "id": e.event_id,
  "time": e.timestamp.timestamp(), "message": e.message_id, "tags": e.tags, "click": e.click_url,
  "agent": e.user_agent, "reply": e.mta_response, "metadata": e.metadata} for e in read], sys.stdout)
`;

function runProgram(python: string, events: readonly unknown[]): string {
  return execFileSync(python, ['-c', program], {
    input: JSON.stringify(events),
    encoding: 'utf8',
    stdio: 'pipe',
  });
}

/** The first Python that has the library. */
const python = ['python3', '/usr/bin/python3'].find((each) => {
  try {
    return runProgram(each, []) === '[]';
  } catch {
    return false;
  }
});

type Read = { type: string; reject: string | null; [field: string]: unknown };
type Event = Record<string, unknown>;

describe.skipIf(python === undefined)('Anymail', () => {
  let relay: SmtpRelay;
  let mail: SendingServer;
  beforeAll(async () => {
    relay = await openSmtpRelay();
    mail = await openSendingServer('embedded', {
      ...{ SMTP_RELAY_URL: `smtp://127.0.0.1:${relay.port}`, EMAIL_MONTHLY_LIMIT: '20' },
    });
  }, startTimeoutMs);
  afterAll(async () => {
    await mail.close();
    await relay.close();
  });

  const read = (events: readonly Event[]) => JSON.parse(runProgram(python ?? '', events)) as Read[];

  /** The type that it reads of each event, and the reason where it reads one. */
  const summary = (events: readonly Event[]) =>
    read(events).map(({ type, reject }, index) => {
      const name = String(events[index]?.event);
      return `${name}: ${type}${reject === null ? '' : ` (${reject})`}`;
    });

  const outbound = async (id: string) => {
    const { read: db } = mail.host.database;
    const owner = { account: mail.account.account_sid, region: 'global' } as const;
    const { rows } = await listRecipients(db, owner, { size: 50, from: null });
    const found = rows.find((each) => each.mail === id);
    const row = found && (await findOutboundMessage(db, found));
    if (row === undefined) throw new Error('There is no such email.');
    return parseOutboundMessage(row);
  };

  const dropped = async (to: string, more: object = {}) =>
    mail.waitForEvents(await mail.send(to, more), ['dropped']);

  it('reads delivery, opens, clicks, unsubscribes and complaints, with the fields of each', async () => {
    const group = { name: 'News', description: 'Weekly' };
    const { id: asm } = (await (await mail.call('POST', emailPaths.groups, group)).json()) as { id: number };
    const id = await mail.send('kim@reader.test', {
      html: '<a href="https://shop.test/a">Shop</a>',
      asm: { groupId: asm },
      categories: ['spring', 'shop'],
      customArgs: { order: '7' },
    });
    await mail.waitForEvents(id, ['processed', 'delivered']);
    const message = await outbound(id);
    const { parts, headers } = await buildMimeMessage(mail.host, message);
    const html = parts.find(({ type }) => type === 'text/html')?.value ?? '';
    const links = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, url = '']) =>
      url.replaceAll('&amp;', '&'),
    );
    const agent = { headers: { 'user-agent': 'Reader/1.0' }, redirect: 'manual' } as const;
    for (const word of ['open.gif', 'click'])
      await fetch(links.find((url) => url.includes(word)) ?? '', agent);
    const list = headers['List-Unsubscribe']?.slice(1, -1) ?? '';
    for (const Change of [`leave:${asm}`, `join:${asm}`, 'leave:all'])
      await fetch(list, { ...agent, method: 'POST', body: new URLSearchParams({ Change }) });
    await mail.host.database.write((tx) => recordSpamReport(mail.host, tx, message, ''));
    const kinds = ['processed', 'delivered', 'open', 'click', 'group_unsubscribe', 'group_resubscribe'];
    const events = await mail.waitForEvents(id, [...kinds, 'unsubscribe', 'spamreport']);

    expect(summary(events)).toEqual([
      'processed: queued',
      'delivered: delivered',
      'open: opened',
      'click: clicked',
      'group_unsubscribe: unsubscribed',
      'group_resubscribe: subscribed',
      'unsubscribe: unsubscribed',
      'spamreport: complained',
    ]);
    const [processed, delivered, opened, clicked] = read(events);
    expect(processed).toMatchObject({
      recipient: 'kim@reader.test',
      id: events[0]?.sg_event_id,
      time: events[0]?.timestamp,
      message: events[0]?.['smtp-id'],
      tags: ['spring', 'shop'],
      metadata: { order: '7' },
    });
    expect(delivered?.reply).toMatch(/^250/);
    expect(opened?.agent).toBe('Reader/1.0');
    expect(clicked).toMatchObject({ click: 'https://shop.test/a', agent: 'Reader/1.0' });
  });

  it('reads deferrals, bounces and blocks, with the reply of the receiving server', async () => {
    relay.replies.push('451 4.2.1 Busy');
    const later = await mail.send('later@reader.test');
    const deferred = await mail.waitForEvents(later, ['processed', 'deferred']);
    relay.replies.push('550 5.1.1 No such user');
    const bounced = await mail.waitForEvents(await mail.send('gone@reader.test'), ['processed', 'bounce']);
    relay.replies.push('550 5.7.1 Blocked by policy');
    const blocked = await mail.waitForEvents(await mail.send('block@reader.test'), ['processed', 'bounce']);
    const events = [deferred, bounced, blocked].map(([, second = {}]) => second);
    expect(events.map(({ type }) => type)).toEqual([undefined, 'bounce', 'blocked']);
    expect(summary(events)).toEqual(['deferred: deferred', 'bounce: bounced', 'bounce: bounced']);
    expect(read(events).map(({ reply }) => reply)).toEqual([
      '451 4.2.1 Busy',
      '550 5.1.1 No such user',
      '550 5.7.1 Blocked by policy',
    ]);
  });

  it('reads every reason for a drop: invalid and unsubscribed by name, those that it does not know as other', async () => {
    const spam = {
      ...{ text: 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X' },
      mailSettings: { spamCheck: { enable: true, threshold: 5 } },
    };
    const drops = [
      await dropped('nobody@-broken-'),
      await dropped('gone@reader.test'),
      await dropped('kim@reader.test', { mailSettings: { bypassSpamManagement: { enable: true } } }),
      await dropped('kim@reader.test', { mailSettings: { bypassUnsubscribeManagement: { enable: true } } }),
      await dropped('spam@reader.test', spam),
    ];
    for (let nth = 0; nth < 20; nth += 1) await mail.send(`more${nth}@reader.test`);
    drops.push(await dropped('beyond@reader.test'));
    const events = drops.map(([only = {}]) => only);
    expect(events.map(({ reason }, index) => `${reason} → ${read(events)[index]?.reject}`)).toEqual([
      'Invalid → invalid',
      'Bounced Address → other',
      'Unsubscribed Address → unsubscribed',
      'Spam Reporting Address → other',
      'Spam Content → other',
      'Recipient List over Package Quota → other',
    ]);
  });
});

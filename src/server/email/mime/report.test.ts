/** Reports in the forms of other systems: each names the failed email beyond doubt. */

import { expect, it } from 'vitest';
import { readReport } from './report.ts';

const id = '<abcdefghijklmnopqrstuv.0@clinic.test>';
const perRecipient = [
  'Final-Recipient: rfc822; a@r.test',
  'Action: failed',
  'Status: 5.1.1',
  'Diagnostic-Code: smtp; 550 5.1.1 No such user',
];
const status = (...perMessage: string[]) => [
  'Content-Type: message/delivery-status',
  '',
  'Reporting-MTA: dns; mx.r.test',
  ...perMessage,
];
const original = [
  'Content-Type: message/rfc822',
  '',
  'From: a@clinic.test',
  `Message-ID: ${id}`,
  '',
  'See you',
];
const multipart = (type: string, ...parts: string[][]) => [
  `Content-Type: multipart/${type}; boundary="${type}"`,
  '',
  ...parts.flatMap((part) => [`--${type}`, ...part]),
  `--${type}--`,
];
const text = ['Content-Type: text/plain', '', 'It could not be delivered.'];
const report = (...parts: string[][]) => [
  'From: mailer-daemon@r.test',
  ...multipart('report', text, ...parts),
];
const read = (lines: string[]) => readReport(Buffer.from(lines.join('\r\n')));
const failed = { action: 'failed', text: '550 5.1.1 No such user' };

it.each([
  ['the ordinary form', report(status('', ...perRecipient), original)],
  ['without a line between the groups', report(status(...perRecipient), original)],
  [
    'with headers alone',
    report(status('', ...perRecipient), ['Content-Type: text/rfc822-headers', '', `Message-ID: ${id}`, '']),
  ],
  ['with X-Original-Message-ID', report(status(`X-Original-Message-ID: ${id}`, '', ...perRecipient))],
  [
    'with Original-Message-ID of the recipient',
    report(status('', `Original-Message-ID: ${id}`, ...perRecipient)),
  ],
  ['in answer to the email', [`In-Reply-To: ${id}`, ...report(status('', ...perRecipient))]],
  ['with references', [`References: <other@x.test> ${id}`, ...report(status('', ...perRecipient))]],
  [
    'forwarded as a file',
    [
      'Subject: Fwd',
      ...multipart('mixed', text, [
        'Content-Type: message/rfc822',
        'Content-Disposition: attachment',
        '',
        ...report(status('', ...perRecipient), original),
      ]),
    ],
  ],
  [
    'forwarded twice',
    multipart('mixed', [
      'Content-Type: message/rfc822',
      '',
      ...multipart('digest', ['', ...report(status('', ...perRecipient), original)]),
    ]),
  ],
])('%s', (_, lines) => {
  const found = read(lines);
  expect(found?.delivery).toEqual(failed);
  expect(found?.messageIds.map((each) => `<${each}>`)).toContain(id);
});

it('the original counts before what answers it', () => {
  const answered = ['In-Reply-To: <other@x.test>', ...report(status('', ...perRecipient), original)];
  expect(read(answered)?.messageIds).toEqual([id.slice(1, -1), 'other@x.test']);
});

it('a forwarded email that is no report is none', () => {
  expect(read(multipart('mixed', text, original))?.delivery).toBeNull();
});

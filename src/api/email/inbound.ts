/** Received emails and attempts at posting them, and the checklist of a host name. */

import { type Static, Type } from 'typebox';
import { dateTime, nullable, oneOf, resource, sid, url } from '../operation/operation.ts';
import { pageOf } from '../operation/page-schema.ts';
import { regions } from './regions.ts';
import { searchedTo } from './search.ts';
import { inboundStatuses } from './statuses.ts';

export const inboundAttemptSchema = resource('InboundAttempt', {
  number: Type.Integer({ minimum: 1 }),
  response_status: nullable(Type.Integer({ description: 'Null without a response.' })),
  response_start: nullable(Type.String({ personal: 'text', description: 'The beginning of the response.' })),
  latency_ms: Type.Integer({ minimum: 0 }),
  problem: nullable(Type.String({ personal: 'text', description: 'Why the attempt failed.' })),
  date_made: dateTime(),
  date_next: nullable(dateTime()),
});
export type InboundAttempt = Static<typeof inboundAttemptSchema>;

export const inboundDmarcSchema = resource('InboundDmarc', {
  result: oneOf(
    ['pass', 'fail', 'none', 'temperror', 'permerror'],
    'None: the domain has no policy, or the client has an address of a local network. Permerror: the From field has no single domain.',
  ),
  domain: nullable(
    Type.String({ personal: 'text', description: 'Of the From field; null where it was not looked at.' }),
  ),
  policy: nullable(
    oneOf(
      ['none', 'quarantine', 'reject'],
      'What the domain asks for where an email fails; null without a policy.',
    ),
  ),
  aligned: Type.Array(oneOf(['spf', 'dkim']), { description: 'What has proven this domain.' }),
});
export type InboundDmarc = Static<typeof inboundDmarcSchema>;

export const inboundEmailSchema = resource('InboundMail', {
  id: Type.String(),
  account_sid: sid('AC'),
  region: oneOf(regions),
  hostname: Type.String(),
  status: oneOf(inboundStatuses),
  size: Type.Integer({ minimum: 0, description: 'Bytes.' }),
  subject: nullable(
    Type.String({ personal: 'text', description: 'Null until it was tried to post the email.' }),
  ),
  sender: Type.String({ personal: 'address', description: 'The envelope sender; empty for a bounce.' }),
  recipients: Type.Array(Type.String({ personal: 'address' })),
  client_ip: Type.String({ personal: 'text' }),
  spf: nullable(
    Type.String({ description: 'The result of SPF; null until it was tried to post the email.' }),
  ),
  dkim: nullable(
    Type.String({
      personal: 'text',
      description: 'The results of DKIM as they are posted; null until it was tried to post the email.',
    }),
  ),
  dmarc: nullable(inboundDmarcSchema),
  attempts: Type.Integer({ minimum: 0 }),
  last_attempt: nullable(inboundAttemptSchema),
  date_received: dateTime(),
  date_finished: nullable(dateTime()),
  date_kept_until: nullable(
    dateTime({
      description:
        'Until when the content of a posted email is kept at most; null where it is not posted, or cannot be posted again.',
    }),
  ),
  url: url(),
  links: resource('InboundMailLinks', { attempts: url() }),
});
export type InboundEmail = Static<typeof inboundEmailSchema>;

export const inboundEmailPageSchema = Type.Object(
  { ...pageOf('InboundMailPage', 'mails', inboundEmailSchema).properties, searched_to: searchedTo },
  { title: 'InboundMailPage' },
);
export type InboundEmailPage = Static<typeof inboundEmailPageSchema>;

export const inboundAttemptsSchema = resource('InboundAttempts', {
  mail_id: Type.String(),
  attempts: Type.Array(inboundAttemptSchema),
});

export const inboundReplaySchema = resource('InboundReplay', {
  mails: Type.Integer({ minimum: 0, description: 'How many were enqueued.' }),
});

export const inboundChecklistSchema = resource('InboundChecklist', {
  hostname: Type.String(),
  checks: Type.Array(
    resource('InboundCheck', {
      name: oneOf(['proof', 'port', 'mx', 'url', 'size']),
      state: oneOf(['passed', 'failed', 'unknown']),
      text: Type.String(),
      record: Type.Optional(
        resource('InboundProofRecord', {
          name: Type.String({ description: 'The name of the TXT record that proves the host name.' }),
          value: Type.String(),
        }),
      ),
    }),
  ),
  recent_mails: Type.Array(inboundEmailSchema),
});
export type InboundChecklist = Static<typeof inboundChecklistSchema>;

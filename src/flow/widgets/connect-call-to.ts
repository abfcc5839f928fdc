/** connect-call-to: joins the call with another party. */

import { textOf } from '../json/json.ts';
import { choice, propertiesSchema, seconds, secondsText, template, text, toggle } from './property-schema.ts';
import { durationText, joinParts, phrase } from './summary.ts';
import type { WidgetType } from './widget-type.ts';

const sip = { property: 'noun', is: ['sip'] };

const nouns = {
  number: 'A phone number',
  'number-multi': 'Several phone numbers',
  client: 'A client',
  conference: 'A conference',
  sim: 'A SIM',
  sip: 'A SIP address',
};

export const connectCallTo: WidgetType = {
  type: 'connect-call-to',
  title: 'Connect call to',
  category: 'voice',
  means: 'Joins the call with another number, client, conference, SIM or SIP address.',
  schema: propertiesSchema({
    noun: choice('Connect with', 'What kind of party is called.', nouns, { default: 'number' }),
    to: template(
      'Connect to',
      'Number, client name or conference; several numbers with commas, 10 at most.',
      {
        when: { property: 'noun', is: ['number', 'number-multi', 'client', 'conference', 'sim'] },
      },
    ),
    sip_endpoint: template('SIP address', 'Address that is called.', {
      when: sip,
      placeholder: 'sip:name@company.example',
    }),
    sip_username: text('SIP user', 'User name for the SIP address.', { when: sip }),
    sip_password: text('SIP password', 'Password for the SIP address.', { when: sip }),
    caller_id: template('Caller ID', 'Number that the other party sees.', {
      default: '{{contact.channel.address}}',
    }),
    timeout: seconds('Ring for', 'How long it rings before the call is abandoned.', {
      default: 30,
      minimum: 1,
      maximum: 600,
    }),
    record: toggle('Record', 'Records the call.', { default: false }),
    time_limit: secondsText('Longest call', 'How long the call may last.', {
      advanced: true,
      placeholder: '14400',
    }),
  }),
  events: [
    { name: 'callCompleted', label: 'Completed', means: 'The call has ended.' },
    { name: 'hangup', label: 'Hang-up', means: 'The caller has hung up.' },
  ],
  outputs: [
    { path: 'DialCallStatus', means: 'completed, answered, busy, no-answer, failed, canceled.' },
    { path: 'DialCallSid', means: 'SID of the call to the other party.' },
    { path: 'DialCallDuration', means: 'Seconds that they talked.' },
    { path: 'RecordingUrl', means: 'Address of the recording.' },
  ],
  defaults: { noun: 'number', to: '', caller_id: '{{contact.channel.address}}', timeout: 30, record: false },
  example: {
    name: 'front_desk',
    type: 'connect-call-to',
    transitions: [{ event: 'callCompleted', next: 'goodbye' }, { event: 'hangup' }],
    properties: {
      offset: { x: 0, y: 240 },
      noun: 'number',
      to: '+15550100',
      caller_id: '{{contact.channel.address}}',
      timeout: 30,
      record: true,
      time_limit: '3600',
    },
  },
  summary: ({ noun, to, sip_endpoint, timeout }, _, words) => {
    const party = textOf(noun === 'sip' ? sip_endpoint : to);
    const ring = durationText(timeout, words);
    if (party === '') return '';
    return joinParts(
      phrase(words, 'Connect {{value}}', party),
      ring === '' ? '' : phrase(words, 'ring for {{value}}', ring),
    );
  },
};

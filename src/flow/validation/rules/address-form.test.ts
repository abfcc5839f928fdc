/** What is taken for an address that cannot be one, by the field that it is written in. */

import { describe, expect, it } from 'vitest';
import type { FlowDefinition } from '../../definition.ts';
import type { JsonObject } from '../../json/json.ts';
import { quickFix } from '../quick-fixes.ts';
import { validate } from '../validate.ts';

function flowOf(type: string, properties: JsonObject): FlowDefinition {
  const trigger = { name: 'Trigger', type: 'trigger', transitions: [{ event: 'incomingCall', next: 'w' }] };
  return {
    description: '',
    initial_state: 'Trigger',
    states: [trigger, { name: 'w', type, properties, transitions: [] }],
  };
}

/** The property and the sentence of each finding of the rule. */
const found = (definition: FlowDefinition) =>
  validate(definition)
    .filter(({ code }) => code === 'address-form')
    .map(({ property_path: path, message }) => [path.split('/').at(-1), message]);

const phone = (text: string) =>
  `'${text}' is not a phone number: write + and the country code, such as +15005550006.`;
const sip = (text: string) =>
  `'${text}' is not a SIP address: write name@host, such as sip:office@example.org.`;

describe('an address', () => {
  it.each([
    ['send-message', { to: '5005550001' }, [['to', phone('5005550001')]]],
    ['send-message', { to: 'kim', from: '+1 500 555-0001' }, [['from', phone('+1 500 555-0001')]]],
    ['send-and-wait-for-reply', { from: '5005550001', to: '5005550001' }, [['from', phone('5005550001')]]],
    ['make-outgoing-call-v2', { to: ' 5005550001 ' }, [['to', phone('5005550001')]]],
    ['make-outgoing-call-v1', { from: '5005550001' }, [['from', phone('5005550001')]]],
    ['connect-call-to', { noun: 'number', to: 'kim' }, [['to', phone('kim')]]],
    ['connect-call-to', { to: 'kim' }, [['to', phone('kim')]]],
    ['connect-call-to', { noun: '', to: 'kim' }, [['to', phone('kim')]]],
    ['connect-call-to', { noun: 'client', to: 'kim' }, []],
    ['connect-call-to', { noun: 'number-multi', to: '+15005550001, kim, lee' }, [['to', phone('kim')]]],
    ['connect-call-to', { noun: 'number-multi', to: '+15005550001, ' }, []],
    ['connect-call-to', { noun: 'sip', sip_endpoint: 'kim' }, [['sip_endpoint', sip('kim')]]],
    ['connect-call-to', { noun: 'sip', sip_endpoint: 'sip:kim@example.org', to: 'x' }, []],
    ['connect-call-to', { noun: 'number', sip_endpoint: 'kim' }, []],
    ['connect-call-to', { noun: 'client', caller_id: '5005550001' }, [['caller_id', phone('5005550001')]]],
    ['connect-call-to', { noun: 'number', to: ' kim ' }, [['to', phone('kim')]]],
    [
      'connect-call-to',
      { noun: 'number', to: '+15005550001,+15005550002' },
      [['to', phone('+15005550001,+15005550002')]],
    ],
    ['connect-call-to', { noun: 'sip', sip_endpoint: ' kim ' }, [['sip_endpoint', sip('kim')]]],
    ['say-play', { to: '5005550001' }, []],
    ['say-plays', { to: '5005550001' }, []],
  ] as [string, JsonObject, [string, string][]][])('of %s: %j', (type, properties, expected) => {
    expect(found(flowOf(type, properties))).toEqual(expected);
  });

  it.each([
    ...['', ' ', '+15005550001', '{{contact.channel.address}}', '{% if a %}1{% endif %}', 'XYZ', '+XYZ'],
    ...['+1XXXYYYZZZZ', ' 12XXX ', ' <number> ', ' FILL_IN_NUMBER', '1 ${' + 'number}'],
  ])('may be %j', (to) => expect(found(flowOf('connect-call-to', { noun: 'number', to }))).toEqual([]));

  it.each(['+1XXXYYYZZZZ0', 'a1XXX', '1XX', '1ABC', '{a', '++1XXX'])(
    'that is filled in later is not %s',
    (to) => expect(found(flowOf('connect-call-to', { noun: 'number', to }))).toHaveLength(1),
  );

  it('that reads as numbers is written as such', () => {
    const definition = flowOf('connect-call-to', {
      noun: 'number-multi',
      to: '+1 500 555-0001,\n+1 (500) 555 0002',
    });
    const [finding] = validate(definition).filter(({ code }) => code === 'address-form');
    const fix = finding && quickFix(definition, finding);
    expect(fix?.label).toBe('Change to +15005550001,+15005550002');
    expect(fix?.edit(definition).states[1]?.properties?.to).toBe('+15005550001,+15005550002');
    const named = flowOf('connect-call-to', { noun: 'number', to: 'kim' });
    const [other] = validate(named).filter(({ code }) => code === 'address-form');
    expect(other && quickFix(named, other)).toBeNull();
  });
});

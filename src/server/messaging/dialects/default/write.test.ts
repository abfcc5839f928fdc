/** Writing markup, and reading it back. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MarkupVerb } from '#engine/commands/markup-verb.ts';
import { readMarkup, UnreadableMarkup } from '../../../testing/read-markup.ts';
import { elements, hangup, message, pause, response } from './write.ts';

const callbacks = {
  action: 'http://x/?a=1&b=action',
  after: 'http://x/?a=1&b=after',
};
const speech = { text: 'Hello <you> & "me"', voice: 'alice', language: 'en-US', loop: 2 };

describe('writing markup', () => {
  it('writes Say and then a redirect to the callback', () => {
    const root = readMarkup(response(elements([{ verb: 'say', say: speech }], callbacks)));
    expect(root.children).toMatchObject([
      {
        name: 'Say',
        attributes: { voice: 'alice', language: 'en-US', loop: '2' },
        text: 'Hello <you> & "me"',
      },
      { name: 'Redirect', attributes: { method: 'POST' }, text: callbacks.after },
    ]);
  });

  it('nests the prompt in Gather', () => {
    const gather: MarkupVerb = {
      verb: 'gather',
      prompt: [{ verb: 'play', url: 'http://x/a.mp3?x=1&y=2', loop: 1 }],
      timeout_s: 5,
      finish_on_key: '',
      digits: 1,
      speech_timeout: 'auto',
      language: 'en',
      hints: 'yes,no',
      speech_model: '',
      profanity_filter: true,
    };
    const [element] = readMarkup(response(elements([gather], callbacks))).children;
    expect(element).toMatchObject({
      name: 'Gather',
      attributes: {
        action: callbacks.action,
        numDigits: '1',
        finishOnKey: '',
        timeout: '5',
        input: 'dtmf speech',
      },
      children: [{ name: 'Play', text: 'http://x/a.mp3?x=1&y=2', attributes: {} }],
    });
    expect(element?.attributes).not.toHaveProperty('speechModel');
  });

  it.each([
    ['number', 'Number', {}],
    ['client', 'Client', {}],
    ['conference', 'Conference', {}],
    ['sim', 'Sim', {}],
    ['sip', 'Sip', { username: 'u', password: 'p' }],
  ] as const)('dials a %s', (noun, name, attributes) => {
    const dial: MarkupVerb = {
      verb: 'dial',
      noun,
      targets: ['a', 'b'],
      caller_id: '+15550001',
      record: true,
      timeout_s: 30,
      time_limit_s: null,
      username: 'u',
      password: 'p',
    };
    const [element] = readMarkup(response(elements([dial], callbacks))).children;
    expect(element?.attributes).toMatchObject({
      action: callbacks.action,
      callerId: '+15550001',
      timeout: '30',
    });
    expect(element?.children).toMatchObject([
      { name, text: 'a', attributes },
      { name, text: 'b', attributes },
    ]);
  });

  it('records the conference, not the leg that joins it', () => {
    const dial: MarkupVerb = {
      verb: 'dial',
      noun: 'conference',
      targets: ['Room'],
      caller_id: '',
      record: true,
      timeout_s: 30,
      time_limit_s: null,
      username: '',
      password: '',
    };
    const [element] = readMarkup(response(elements([dial], callbacks))).children;
    expect(element?.attributes).not.toHaveProperty('record');
    expect(element?.children).toMatchObject([{ attributes: { record: 'record-from-start' } }]);
  });

  it('writes Pay without a method, which that element does not have', () => {
    const pay: MarkupVerb = {
      verb: 'pay',
      pay: {
        ...{ connector: 'Default', method: 'CREDIT_CARD', bank_account_type: '', amount: '10.00' },
        ...{ currency: 'usd', description: '', token_type: 'reusable', card_types: ['visa', 'amex'] },
        ...{ security_code: true, postal_code: '', min_postal_code_length: null, timeout_s: 5 },
        ...{ max_attempts: 2, language: '', parameters: [] },
      },
    };
    const [element] = readMarkup(response(elements([pay], callbacks))).children;
    expect(element?.attributes).toEqual({
      ...{ input: 'dtmf', action: callbacks.action, paymentConnector: 'Default' },
      ...{ paymentMethod: 'CREDIT_CARD', chargeAmount: '10.00', currency: 'usd', tokenType: 'reusable' },
      ...{ validCardTypes: 'visa amex', securityCode: 'true', timeout: '5', maxAttempts: '2' },
    });
  });

  it('escapes each part of the elements that connect a call elsewhere', () => {
    const text = fc.string({ unit: 'binary' });
    const given = fc.record({ name: text, value: text });
    fc.assert(
      fc.property(text, fc.array(given, { maxLength: 3 }), (odd, named) => {
        const list: MarkupVerb[] = [
          {
            verb: 'enqueue',
            queue: '',
            workflow: odd,
            task: { attributes: odd, priority: 1, timeout_s: null },
            wait_url: odd,
            wait_url_method: odd,
          },
          {
            verb: 'stream',
            action: 'start',
            transport: 'websocket',
            name: odd,
            target: odd,
            track: odd,
            parameters: named,
          },
          {
            verb: 'virtual-agent',
            connector: odd,
            language: odd,
            sentiment_analysis: null,
            status_callback: odd,
            status_callback_method: odd,
            configurations: named,
            parameters: named,
          },
        ];
        const written = readMarkup(response(elements(list, callbacks)));
        expect(written.children.map(({ name }) => name)).toEqual(['Enqueue', 'Start', 'Connect', 'Redirect']);
        expect(written.children[2]?.children[0]?.children).toHaveLength(named.length * 2);
      }),
    );
  });

  it('has no redirect after Hangup', () => {
    const root = readMarkup(
      response(elements([{ verb: 'digits', digits: 'w1' }, { verb: 'hangup' }], callbacks)),
    );
    expect(root.children.map(({ name }) => name)).toEqual(['Play', 'Hangup']);
    expect(readMarkup(response(pause(2), hangup())).children.map(({ name }) => name)).toEqual([
      'Pause',
      'Hangup',
    ]);
  });

  it('writes a message as text, and with parts when it has media', () => {
    expect(message({ body: 'a & b', media: [] })).toBe('<Message>a &amp; b</Message>');
    const root = readMarkup(response(message({ body: 'see', media: ['http://x/?a=1&b=2'], to: '+1' })));
    expect(root.children).toMatchObject([
      {
        attributes: { to: '+1' },
        children: [
          { name: 'Body', text: 'see' },
          { name: 'Media', text: 'http://x/?a=1&b=2' },
        ],
      },
    ]);
  });

  it('stays well-formed whatever people write', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (body) => {
        const [element] = readMarkup(response(message({ body, media: [] }))).children;
        return element?.name === 'Message' && element.children.length === 0;
      }),
    );
  });
});

describe('reading markup', () => {
  it.each([
    ['a DOCTYPE', '<!DOCTYPE r [<!ENTITY a "b">]><Response/>'],
    ['an entity that nobody defined', '<Response>&boom;</Response>'],
    ['an open element', '<Response><Say>'],
    ['nothing', ''],
    ['plain words', 'hello'],
    ['a deep nest', '<a>'.repeat(40) + '</a>'.repeat(40)],
  ])('refuses %s', (_, markup) => {
    expect(() => readMarkup(markup)).toThrow(UnreadableMarkup);
  });
});

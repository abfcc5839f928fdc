import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#flow/json/json.ts';
import type { Mock } from '../mock.ts';
import type { MockedCommand } from '../simulation.ts';
import { recordedMoments } from './execution-record.ts';
import { faultOf, mockOfResponse, recordedMock } from './recorded-mock.ts';

describe('a response of another system', () => {
  it('is the mock of its widget, with the JSON as an object where that is the same text', () => {
    const json = { status: 200, contentType: 'application/json; charset=utf-8' };
    expect(mockOfResponse({ ...json, body: '{"a":1}' })).toEqual({ status: 200, body: { a: 1 } });
    const spaced = { status: 200, body: '{"a": 1}', content_type: 'application/json' };
    expect(mockOfResponse({ ...json, body: '{"a": 1}' })).toEqual(spaced);
    const plain = { status: 404, contentType: 'text/plain', body: 'No' };
    expect(mockOfResponse(plain)).toEqual({ status: 404, body: 'No' });
    expect(mockOfResponse({ ...plain, body: '' })).toEqual({ status: 404 });
    for (const body of ['5', '"a"', '{', 'null'])
      expect(mockOfResponse({ ...json, body })).toEqual({
        status: 200,
        body,
        content_type: 'application/json',
      });
    expect(mockOfResponse({ ...json, body: '[1]' })).toEqual({ status: 200, body: [1] });
    const typed = { status: 200, contentType: ' text/html ; charset=utf-8', body: '{"a":1}' };
    expect(mockOfResponse(typed)).toEqual({ status: 200, body: '{"a":1}', content_type: 'text/html' });
    const inText = { status: 200, contentType: 'text/plain; like=application/json', body: '{"a":1}' };
    expect(mockOfResponse(inText)).toEqual({ status: 200, body: '{"a":1}' });
  });

  it.each<[MockedCommand['kind'], string, JsonObject, string[], Mock]>([
    [
      'http',
      'success',
      { status_code: 201, content_type: 'text/plain', body: 'a' },
      [],
      { status: 201, body: 'a' },
    ],
    [
      'http',
      'failed',
      { status_code: 0 },
      ['It failed.', 'No complete response within 10 s'],
      { fault: 'timeout' },
    ],
    ['http', 'failed', {}, ['not', 'known'], { fault: 'dns' }],
    ['http', 'failed', { status_code: '200' }, [], { fault: 'connection' }],
    ['ask-service', 'success', { sid: 'a', status_code: 201 }, [], { status: 200, body: { sid: 'a' } }],
    ['create-task', 'failed', { status_code: 300, a: 1 }, [], { status: 300, body: { a: 1 } }],
    ['create-task', 'failed', { status_code: 299 }, [], { status: 500, body: {} }],
    ['start-subflow', 'failed', { status_code: '404' }, [], { status: 500, body: {} }],
  ])('of the kind %s is told from its step: %s %j %j', (kind, name, variables, messages, mock) => {
    const [step] = recordedMoments([
      {
        ...{ name, transitioned_from: 'w', at: 0, changes: [{ path: ['widgets', 'w'], value: variables }] },
        notes: messages.map((message) => ({ code: 81_000, message })),
      },
    ] as Parameters<typeof recordedMoments>[0]);
    expect(step && recordedMock(kind, step)).toEqual(mock);
  });

  it.each([
    ['No complete response within 10 s', 'timeout'],
    ['The host shop.example is not known', 'dns'],
    ['The host shop.example could not be looked up just now', 'dns'],
    ['localhost is not a public address and is not named in OUTBOUND_ALLOW', 'connection'],
    ['The request timed out', 'timeout'],
    ['TIMEOUT', 'timeout'],
    ['getaddrinfo ENOTFOUND shop.example', 'dns'],
    ['No way leads to the host', 'connection'],
    ['Nothing listens at 127.0.0.1:9', 'connection'],
  ])('that did not come has a fault: %s', (reason, fault) => {
    expect(faultOf(reason)).toBe(fault);
  });
});

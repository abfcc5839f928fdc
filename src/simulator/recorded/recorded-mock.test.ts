import { describe, expect, it } from 'vitest';
import { faultOf, mockOfResponse } from './recorded-mock.ts';

describe('a response of another system', () => {
  it('is the mock of its widget, with the JSON as an object where that is the same text', () => {
    const json = { status: 200, contentType: 'application/json; charset=utf-8' };
    expect(mockOfResponse({ ...json, body: '{"a":1}' })).toEqual({ status: 200, body: { a: 1 } });
    const spaced = { status: 200, body: '{"a": 1}', content_type: 'application/json' };
    expect(mockOfResponse({ ...json, body: '{"a": 1}' })).toEqual(spaced);
    const plain = { status: 404, contentType: 'text/plain', body: 'No' };
    expect(mockOfResponse(plain)).toEqual({ status: 404, body: 'No' });
    expect(mockOfResponse({ ...plain, body: '' })).toEqual({ status: 404 });
  });

  it.each([
    ['No complete response within 10 s', 'timeout'],
    ['The host shop.example is not known', 'dns'],
    ['The host shop.example could not be looked up just now', 'dns'],
    ['localhost is not a public address and is not named in OUTBOUND_ALLOW', 'connection'],
    ['No way leads to the host', 'connection'],
    ['Nothing listens at 127.0.0.1:9', 'connection'],
  ])('that did not come has a fault: %s', (reason, fault) => {
    expect(faultOf(reason)).toBe(fault);
  });
});

import { describe, expect, it } from 'vitest';
import {
  httpFailure,
  httpRequestLimits,
  httpResult,
  isHttpUrl,
  readHttpResponse,
  timeoutReason,
  tooLargeReason,
} from './http-response.ts';

const read = (contentType: string, body: string) =>
  readHttpResponse(httpResult({ status: 200, contentType, body })).parsed;

describe('the response to an HTTP request', () => {
  it('becomes variables', () => {
    const response = { status: 404, contentType: 'text/plain', body: 'gone' };
    expect(httpResult(response)).toEqual({
      ok: true,
      data: { status_code: 404, content_type: 'text/plain', body: 'gone' },
    });
    expect(readHttpResponse(httpResult(response))).toEqual({
      status: 404,
      variables: { status_code: 404, content_type: 'text/plain', body: 'gone' },
      parsed: null,
    });
  });

  it('is parsed when it says that it is JSON, and is an object', () => {
    expect(read('application/json', '{"a":1}')).toEqual({ a: 1 });
    expect(read(' Application/JSON ; charset=utf-8', '{"a":1}')).toEqual({ a: 1 });
    expect(read('text/json', '{"a":1}')).toBeNull();
    expect(read('application/json', '[1]')).toBeNull();
    expect(read('application/json', '{')).toBeNull();
  });

  it('has a status of 0 when there was none, and no field that is called parsed', () => {
    expect(readHttpResponse(httpFailure('No connection'))).toEqual({
      status: 0,
      variables: {},
      parsed: null,
    });
    const data = { status_code: 'none', parsed: { a: 1 }, body: 'x' };
    expect(readHttpResponse({ ok: true, data })).toEqual({
      status: 0,
      variables: { status_code: 'none', body: 'x' },
      parsed: null,
    });
  });

  it('may be late or too large', () => {
    expect(httpRequestLimits).toEqual({ timeout_ms: 10_000, max_bytes: 65_536 });
    expect(timeoutReason(10_000)).toBe('No complete response within 10 s');
    expect(tooLargeReason(66_000)).toBe('The response is larger than 64 kB');
    expect(httpFailure('No connection')).toEqual({
      ok: false,
      code: 81014,
      message: 'No connection',
      data: {},
    });
  });
});

describe('an address of a request', () => {
  it.each(['http://api.example', 'https://api.example/a?b=c#d'])('is %s', (url) =>
    expect(isHttpUrl(url)).toBe(true),
  );

  it.each(['ftp://api.example', 'api.example', '/path', ''])('is not %j', (url) =>
    expect(isHttpUrl(url)).toBe(false),
  );
});

import { describe, expect, it } from 'vitest';
import type { Result } from '#engine/signal.ts';
import { isFailure, type Mock, mockFor, mockHttp, mockService, mockSubflow } from './mock.ts';

const limits = { timeout_ms: 10_000, max_bytes: 2_048 };
const response = (status: number, content_type: string, body: string): Result => ({
  ...{ ok: true, data: { status_code: status, content_type, body } },
});
const failure = (message: string, data = {}): Result => ({ ok: false, code: 81_014, message, data });
const late = 'No complete response within 10 s';
const large = 'The response is larger than 2 kB';

it('a mock is that of the widget, of a list the next one, and the last again and again', () => {
  const mocks = { one: { status: 1 }, list: [{ status: 2 }, { status: 3 }], none: [] };
  expect([0, 1, 2].map((nth) => mockFor(mocks, 'list', nth)?.status)).toEqual([2, 3, 3]);
  expect([0, 7].map((nth) => mockFor(mocks, 'one', nth))).toEqual([{ status: 1 }, { status: 1 }]);
  expect(['none', 'gone', 'toString'].map((widget) => mockFor(mocks, widget, 0))).toEqual([null, null, null]);
});

describe('a mock', () => {
  it.each<[Mock, Result, number]>([
    [{}, response(200, '', ''), 0],
    [{ status: 404, body: 'gone', delay: 10_000 }, response(404, 'text/plain', 'gone'), 10_000],
    [{ body: { a: [1] } }, response(200, 'application/json', '{"a":[1]}'), 0],
    [{ body: null }, response(200, 'application/json', 'null'), 0],
    [{ body: 'a,b', content_type: 'text/csv' }, response(200, 'text/csv', 'a,b'), 0],
    [{ content_type: 'text/csv' }, response(200, 'text/csv', ''), 0],
    [{ delay: 10_001 }, failure(late), 10_000],
    [{ fault: 'timeout', delay: 5 }, failure(late), 10_000],
    [{ fault: 'connection', delay: 20_000 }, failure('The other side broke the connection off'), 20_000],
    [{ fault: 'dns' }, failure('The host is not known'), 0],
    [{ body: 'é'.repeat(1_024) }, response(200, 'text/plain', 'é'.repeat(1_024)), 0],
    [{ body: 'é'.repeat(1_025), delay: 3 }, failure(large), 3],
  ])('%j of an HTTP request is its result', (mock, result, after) => {
    expect(mockHttp(mock, limits)).toEqual({ result, after });
  });

  it.each<[Mock, Result, number]>([
    [{ body: { a: 1 }, delay: 7 }, { ok: true, data: { a: 1 } }, 7],
    [{ status: 299, body: {} }, { ok: true, data: {} }, 0],
    [
      { status: 500, body: { a: 1 } },
      failure('The service answered with the status 500', { a: 1, status_code: 500 }),
      0,
    ],
    [{ body: [] }, failure('The service has not answered with a JSON object', { status_code: 200 }), 0],
    [{ fault: 'dns', delay: 4 }, failure('The host is not known', { status_code: 0 }), 4],
    [{ delay: 99_999 }, failure(late, { status_code: 0 }), 10_000],
  ])('%j of a service is its result', (mock, result, after) => {
    expect(mockService(mock, limits)).toEqual({ result, after });
  });

  it.each<[Mock, boolean, object, number]>([
    [{ body: { a: 1 }, delay: 99_999 }, true, { a: 1 }, 99_999],
    [{ body: 'text' }, true, {}, 0],
    [{ status: 500, body: { a: 1 }, delay: 2 }, false, {}, 2],
    [{ fault: 'timeout' }, false, {}, 0],
  ])('%j of a subflow is its result', (mock, ok, data, after) => {
    const { result, after: delay } = mockSubflow(mock);
    expect(result).toEqual(
      ok ? { ok, data, steps: 0 } : { ok, data, code: expect.any(Number), message: 'The subflow failed' },
    );
    expect(delay).toBe(after);
  });

  it.each<[Mock, boolean]>([
    [{}, false],
    [{ status: 200 }, false],
    [{ status: 299 }, false],
    [{ status: 300 }, true],
    [{ status: 199 }, true],
    [{ fault: 'dns', status: 200 }, true],
  ])('%j is a failure: %j', (mock, is) => {
    expect(isFailure(mock)).toBe(is);
  });
});

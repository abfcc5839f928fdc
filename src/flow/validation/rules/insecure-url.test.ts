import { describe, expect, it } from 'vitest';
import { fixed, flowOf, said, state } from '../../testing/said-by-rule.ts';
import { insecureMedia, insecureRequest } from './insecure-url.ts';

const request = (url: string, type = 'make-http-request') => flowOf([state('load', type, { url })]);
const others = [
  'note #/states/1/properties/url The request is sent with http, so that others can read it: use https.',
];

describe('a request', () => {
  it.each([
    ...[
      'http://clinic.org',
      ' HTTP://clinic.org/a ',
      'http://1.2.3.4',
      'http://110.1.1.1',
      'http://11.0.0.1',
    ],
    ...[
      'http://192.169.1.1',
      'http://172.15.0.1',
      'http://172.32.0.1',
      'http://172.1.0.1',
      'http://172.20x.org',
    ],
    ...[
      'http://clinic.org/localhost',
      'http://clinic.test.org',
      'http://clinic.org/a.test',
      'http://a.tests',
    ],
    ...['http://::1', 'http://clinic.org:80/a', 'http://clinic.org/http://localhost'],
  ])('to %j is read by others', (url) => expect(said(insecureRequest, request(url))).toEqual(others));

  it.each([
    ...[
      'https://clinic.org',
      'clinic.org',
      'xhttp://clinic.org',
      '{{flow.data.url}}',
      'http:/clinic.org',
      '',
    ],
    ...[
      'http://localhost',
      'http://LOCALHOST:80/a',
      'http://127.0.0.1',
      'http://10.1.2.3/a',
      'http://192.168.1.1',
    ],
    ...[
      'http://172.16.0.1',
      'http://172.19.0.1',
      'http://172.20.0.1',
      'http://172.29.1.1',
      'http://172.30.0.1',
    ],
    ...[
      'http://172.31.0.1',
      'http://[::1]:80/a',
      'http://desk',
      'http://desk/a.b',
      'http://desk:80',
      'http://desk2/',
    ],
    ...[
      'http://a.local',
      'http://a.b.internal/x',
      'http://a.test:80',
      'http://a.example',
      'http://a.example/b.org',
    ],
  ])('to %j is not', (url) => expect(said(insecureRequest, request(url))).toEqual([]));

  it.each(['run-function', 'run-function-v2'])('is also that of %s', (type) =>
    expect(said(insecureRequest, request('http://clinic.org', type))).toEqual(others),
  );

  it.each(['add-markup-redirect', 'an-unknown-type'])('is not that of %s', (type) =>
    expect(said(insecureRequest, request('http://clinic.org', type))).toEqual([]),
  );

  it.each([
    ['http://clinic.org/http://a', 'https://clinic.org/http://a'],
    ['  HTTP://clinic.org', '  https://clinic.org'],
  ])('to %j becomes one to %j', (before, after) =>
    expect(fixed(insecureRequest, request(before))).toEqual(['Use https', request(after)]),
  );
});

it('media are loaded from more than one property', () => {
  const flow = (scheme: string) =>
    flowOf([
      state('w', 'an-unknown-type', { play: `${scheme}://clinic.org/a`, media_url: 'http://clinic.org/b' }),
    ]);
  const message = 'Media is loaded with http. Many carriers refuse it: use https.';
  expect(said(insecureMedia, flow('http'))).toEqual([
    `warning #/states/1/properties/media_url ${message}`,
    `warning #/states/1/properties/play ${message}`,
  ]);
  expect(fixed(insecureMedia, flow('http'), { nth: 1 })).toEqual(['Use https', flow('https')]);
});

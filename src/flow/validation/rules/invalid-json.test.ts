import { describe, expect, it } from 'vitest';
import { flowOf, said, state } from '../../testing/said-by-rule.ts';
import { invalidJson } from './invalid-json.ts';

const post = { method: 'POST', content_type: 'application/json;charset=utf-8' };
const found = (properties: object, type = 'make-http-request') =>
  said(invalidJson, flowOf([state('w', type, { ...properties })])).map((line) => {
    const [place, message] = line.split(' The ');
    expect(message).toBe('text is not JSON: check quotes, commas and brackets.');
    return place;
  });
const body = ['warning #/states/1/properties/body'];

describe('a field of JSON', () => {
  it.each([
    ...[
      '',
      ' \n ',
      ' {"a": 1} ',
      '{"a": {{flow.data.a}}}',
      '{"a": "{{flow.data.a}}"}',
      '{"a": "x {{ b }} {{ c }}"}',
    ],
    ...[
      '{{flow.data.a}}',
      '{"a": [1 {{flow.data.more}}]}',
      '{"a": {{ b\n | size }}}',
      '[${' + 'number}, ${' + 'a\nb}]',
    ],
    ...['{% if a %}{', '{{"a"}}', '{ {{key}}: 1}', '-{{a}}', '["a"{{b}}]'],
  ])('may be %j', (text) => expect(found({ ...post, body: text })).toEqual([]));

  it.each(['{"a": 1,}', 'a', '{', '{a}', '{"a": {{a}}', '{{a}} {{b}}', '$a', '[{a}]'])('is not %j', (text) =>
    expect(found({ ...post, body: text })).toEqual(body),
  );

  it('is not looked at beyond 50,000 characters', () => {
    expect(found({ ...post, body: 'a'.repeat(50_000) })).toEqual(body);
    expect(found({ ...post, body: 'a'.repeat(50_001) })).toEqual([]);
  });

  it.each([
    ['make-http-request', { ...post, body: '{' }, body],
    ['make-http-request', { ...post, content_type: 'application/json', body: '{' }, body],
    ['make-http-request', { ...post, content_type: 'text/json', body: '{' }, []],
    ['make-http-request', { ...post, content_type: 'text/application/json', body: '{' }, []],
    ['make-http-request', { ...post, method: 'GET', body: '{' }, []],
    ['create-task', { attributes: '{' }, ['warning #/states/1/properties/attributes']],
    ['send-to-agentdesk', { attributes: '{', body: '{' }, ['warning #/states/1/properties/attributes']],
    ['run-function', { attributes: '{', body: '{' }, []],
    ['an-unknown-type', { attributes: '{', body: '{' }, []],
  ])('of %s with %j: %j', (type, properties, places) => expect(found(properties, type)).toEqual(places));
});

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../json/json.ts';
import { state } from '../../testing/said-by-rule.ts';
import { viewWidget } from './rule.ts';
import { templateReads } from './template-reads.ts';

const readsOf = (properties: JsonObject, transitions: Json = []) =>
  templateReads(viewWidget(state('w', 'split-based-on', properties, transitions), 1));

describe('the reads of a widget', () => {
  it('have their path, place and range', () => {
    const body = 'Hi {{flow.data.a}}{{ flow.data.a }}';
    const read = { path: 'flow.data.a', parts: ['flow', 'data', 'a'], mayBeEmpty: false };
    expect(readsOf({ body })).toEqual([
      { ...read, isFirst: true, place: ['properties', 'body'], start: 5, end: 16 },
      { ...read, isFirst: false, place: ['properties', 'body'], start: 21, end: 32 },
    ]);
    expect(readsOf({ body: 'flow.data.a' })).toEqual([]);
  });

  it.each([
    ['{{ widgets["ask"][\'inbound\'].Body }}', ['widgets.ask.inbound.Body']],
    ['{{ widgets[ "ask" ].Body }}', ['widgets.ask.Body']],
    ['{{ widgets["a"].b["c"] }}', ['widgets.a.b.c']],
    ['{{ widgets[flow.data.name].Body }}', ['flow.data.name']],
    ['{{ flow.data.list[0] }}{{ flow.data.a }}', ['flow.data.a']],
  ])('of %s are %j', (body, paths) => {
    expect(readsOf({ body }).map(({ path }) => path)).toEqual(paths);
    expect(readsOf({ body }).map(({ parts }) => parts.join('.'))).toEqual(paths);
  });
});

describe('a text', () => {
  const conditions = (...given: Json[]) => [{ event: 'noMatch' }, { event: 'match', conditions: given }];
  const body = '{{flow.data.a}}';
  it.each([
    [`{{flow.data.a | default: "x"}}`, []],
    [`{{flow.data.a|default:"x"}}`, []],
    [`{{flow.data.a |  default}}`, []],
    [`{%if flow.data.a%}{%endif%}`, []],
    [`{%- unless flow.data.a %}{% endunless %}`, []],
    [`{%  case flow.data.a %}{% endcase %}`, []],
    [`{{flow.data.a}}{% elsif b %}`, []],
    [body, conditions({ type: 'equal_to', value: 'a' }, { type: 'is_blank' })],
    [body, conditions({ type: 'is_not_blank', value: 'a' })],
    [body, conditions(null, { type: 'equal_to', value: '' })],
  ])('provides for an empty variable: %s %j', (text, transitions) =>
    expect(readsOf({ body: text }, transitions)[0]?.mayBeEmpty).toBe(true),
  );

  it.each([
    [`{{flow.data.a | default_to: "x"}}`, []],
    [`{{flow.data.a}} | the default`, []],
    [`{% assign if = flow.data.a %}`, []],
    [`{% iffy flow.data.a %}`, []],
    [body, conditions({ type: 'equal_to', value: 'a' })],
    [body, conditions({ value: 'a' }, null, 'is_blank')],
    [body, [{ event: 'match', conditions: { type: 'is_blank' } }]],
  ])('does not: %s %j', (text, transitions) =>
    expect(readsOf({ body: text }, transitions)[0]?.mayBeEmpty).toBe(false),
  );
});

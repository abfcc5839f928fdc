/** Hostile templates: each stops at a resource limit with a warning on the step. */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#flow/json/json.ts';
import { maxTextLength } from '#flow/template/template.ts';
import { contextAfter } from './testing/context-after.ts';
import { begin, flowOf } from './testing/start-flow.ts';

/** What a set-variables widget keeps of `template`, nothing when it exceeds the budget, and what is noted on its step. */
function filled(template: string, data: JsonObject = {}) {
  const state = {
    name: 'w',
    type: 'set-variables',
    transitions: [{ event: 'next' }],
    properties: { variables: [{ key: 'text', value: template }] },
  };
  const turn = begin(flowOf(state), { data });
  const text = String((contextAfter(turn.steps).flow.variables as JsonObject).text ?? '');
  expect(turn.execution.status).toBe('ended');
  return { text, notes: turn.steps[1]?.notes ?? [] };
}

const doubled = (times: number) => '{% assign a = a | append: a %}'.repeat(times);
const list = (length: number) => Array.from({ length }, (_, index) => index);

describe('a hostile template', () => {
  it.each<[string, string, JsonObject]>([
    ['a loop over a long list', '{% for each in flow.data.list %}x{% endfor %}', { list: list(100) }],
    ['a loop over a vast range', '{% for each in (1..100000000) %}x{% endfor %}', {}],
    ['loops in loops', `${'{% for a in (1..15) %}'.repeat(6)}x${'{% endfor %}'.repeat(6)}`, {}],
    ['a text beyond the limit', '{{flow.data.long}}{{flow.data.long}}', { long: 'x'.repeat(maxTextLength) }],
    ['a plain text beyond the limit', 'x'.repeat(maxTextLength + 1), {}],
    ['a text that doubles', `{% assign a = "xxxxxxxx" %}${doubled(40)}{{ a }}`, {}],
    [
      'a text that is doubled by its own parts',
      `{% assign a = "x" %}${'{% assign a = a | replace: "x", "xxxxxxxxxx" %}'.repeat(12)}{{ a }}`,
      {},
    ],
    [
      'a list that doubles',
      `{% assign a = "1,2" | split: "," %}${'{% assign a = a | concat: a %}'.repeat(40)}{{ a.size }}`,
      {},
    ],
    [
      'a captured text that doubles',
      `{% assign a = "xxxx" %}${'{% capture a %}{{a}}{{a}}{% endcapture %}'.repeat(40)}{{ a }}`,
      {},
    ],
    [
      'a captured text that doubles and is only measured',
      `{% assign a = "xxxx" %}${'{% capture a %}{{a}}{{a}}{% endcapture %}'.repeat(30)}{{ a | size }}`,
      {},
    ],
    [
      'a list of long texts that doubles and is only measured',
      `{% assign a = flow.data.list %}${'{% assign a = a | concat: a %}'.repeat(10)}{{ a | size }}`,
      { list: list(10).map(() => 'x'.repeat(10_000)) },
    ],
    [
      'a search that compares every letter with every letter',
      '{% if flow.data.long contains flow.data.other %}found{% endif %}',
      { long: 'x'.repeat(500_000), other: `${'x'.repeat(50_000)}y` },
    ],
    [
      'a text to split at such a search',
      '{{ flow.data.long | split: flow.data.other | size }}',
      { long: 'x'.repeat(490_000), other: `${'x'.repeat(50_000)}y` },
    ],
    ['the whole context, over and over', '{{ flow.data }}'.repeat(6_000), { long: 'x'.repeat(400_000) }],
    [
      'a padded number of rows',
      '{% assign a = flow.data.list | map: "x" | join: flow.data.long %}{{ a }}',
      { list: list(500).map((x) => ({ x })), long: 'y'.repeat(5_000) },
    ],
    [
      'JSON of something vast',
      '{{ flow.data | to_json }}{{ flow.data | to_json }}',
      { long: 'x'.repeat(maxTextLength) },
    ],
    [
      'a filter over a long list, over and over',
      '{{ flow.data.list | where: "k" | group_by: "k" | size }}'.repeat(5),
      { list: list(10_000).map((k) => ({ k })) },
    ],
    ['many dates', '{{ "now" | date: "%H", "Asia/Tokyo" }}'.repeat(4_000), {}],
    ['outputs that all fail', '{{ 1 | divided_by: 0 }}'.repeat(4_000), {}],
    ['brackets in brackets', `{{ ${'a['.repeat(30_000)} }}`, {}],
    ['tags nested too deeply', `${'{% if true %}'.repeat(5_000)}x${'{% endif %}'.repeat(5_000)}`, {}],
    ['a template that is too long', `{{ flow.sid }}${'x'.repeat(120_000)}`, {}],
  ])('stops at its limit and is noted: %s', (_, template, data) => {
    const { text, notes } = filled(template, data);
    expect(text.length).toBeLessThanOrEqual(maxTextLength);
    expect(notes).not.toEqual([]);
    for (const { message } of notes) expect(message).toMatch(/^[A-Z].*\.$/);
  });

  it('has no access to code, files, prototypes or the process', () => {
    const { text } = filled(
      '{{ flow.constructor }}{{ flow.__proto__ }}{{ process }}{{ "x" | constructor }}{% include "a" %}',
    );
    expect(text).toBe('');
  });

  it('keeps the iterations that are within the limit', () => {
    const { text, notes } = filled('{% for each in flow.data.list %}{{ each }},{% endfor %}end', {
      list: list(40),
    });
    expect(text).toBe(`${list(15).join(',')},end`);
    expect(notes).toEqual([{ code: 0, message: 'A loop may have 15 iterations; the rest was omitted.' }]);
  });
});

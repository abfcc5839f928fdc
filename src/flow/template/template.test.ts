/** Templates: parsing, errors with their position, rendering and its limits. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WorkBudget } from '../work-budget/work-budget.ts';
import { maxTextLength, parseTemplate, renderTemplate, templateErrors } from './template.ts';
import { templateParts, variableReferences } from './variable-references.ts';

const now = Date.UTC(2024, 2, 5, 14, 7, 9);

const variables = {
  flow: { variables: { i: 1, text: ' 7 ', none: null }, data: { items: ['a', 'b'], object: { k: 1 } } },
  contact: { channel: { address: 'whatsapp:+15550100' } },
  trigger: { message: { Body: 'Hello World' } },
  widgets: {
    'save-booked': { parsed: { sites: [{ name: 'North' }, { name: 'South' }], count: 2, data: [] } },
    long: { list: Array.from({ length: 40 }, (_, nth) => nth) },
  },
};

function filled(text: string): string {
  return renderTemplate(parseTemplate(text), variables, { now, timeZone: 'UTC' }).text;
}

function warnings(text: string): string[] {
  return renderTemplate(parseTemplate(text), variables, { now, timeZone: 'UTC' }).warnings;
}

describe('rendering a template', () => {
  it.each([
    ['plain text', 'plain text'],
    ['{{contact.channel.address | remove:"whatsapp:"}}', '+15550100'],
    ['{{ widgets.save-booked.parsed.sites[0].name }}', 'North'],
    ['{{ widgets. save-booked .parsed. \n sites[flow.variables.i].name }}', 'South'],
    ['{{widgets.save-booked.parsed.sites.size | plus: 1}}', '3'],
    ['{% if widgets. save-booked .parsed.data == empty %}none{% else %}some{% endif %}', 'none'],
    ['{% if widgets.save-booked.parsed.count == 2 %}two{% endif %}', 'two'],
    ['{% if widgets.save-booked.parsed.count == "2" %}text{% endif %}', ''],
    ['a {%- if true -%} b {%- endif -%} c', 'abc'],
    ['{{flow.variables.text | plus: 1}}', '8'],
    ['{{flow.variables.unset | plus: 1}}', '1'],
    ['{{"words" | plus: 1}}', '1'],
    ['{{7 | divided_by: 2}} {{7.5 | divided_by: 2}}', '3 3.75'],
    ['[{{flow.variables.none}}{{nothing.at.all}}]', '[]'],
    ['{{flow.data.items}}', 'ab'],
    ['{{flow.data.object}}', '{"k":1}'],
    ['{{trigger | to_json}}', '{"message":{"Body":"Hello World"}}'],
    ['{"memory": {{nothing | to_json}}}', '{"memory": null}'],
    ['{{ "now" | date: "%Y-%m-%d %H:%M" }}', '2024-03-05 14:07'],
    ['{{ "2024-03-05 10:00" | date: "%b %d, %Y %H:%M" }}', 'Mar 05, 2024 10:00'],
    ['{{ "March 5, 2024" | date: "%d.%m.%Y" }}', '05.03.2024'],
    ['{{ "2024-03-05T10:00:00+02:00" | date: "%H:%M" }}', '08:00'],
    ['{{ "no date" | date: "%H" }}', 'no date'],
    ['{% assign n = flow.variables.i | minus: 1 %}{{widgets.save-booked.parsed.sites[n].name}}', 'North'],
    ['{% case trigger.message.Body %}{% when "Hello World" %}yes{% endcase %}', 'yes'],
    ['{% for i in (1..3) %}{{forloop.index0}}{% endfor %}', '012'],
    ['{% raw %}{{ x }}{% endraw %}', '{{ x }}'],
    ['{{ constructor }}{{ flow.__proto__ }}{{ flow.constructor.name }}', ''],
  ])('%j gives %j', (text, expected) => {
    expect(filled(text)).toBe(expected);
    expect(warnings(text)).toEqual([]);
  });

  it('limits a loop to 15 iterations with a warning', () => {
    const text = '{% for n in widgets.long.list %}{{n}},{% endfor %}end';
    expect(filled(text)).toBe('0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,end');
    expect(warnings(text)).toEqual(['A loop may have 15 iterations; the rest was omitted.']);
    expect(filled('{% for n in (1..90000) %}.{% endfor %}')).toBe('.'.repeat(15));
  });

  it('limits nested loops', () => {
    const text = `${'{% for a in (1..15) %}'.repeat(8)}x${'{% endfor %}'.repeat(8)}`;
    expect(filled(text).length).toBeLessThan(5_000);
    expect(warnings(text)).toContain(
      'The loops of one text may have 5000 iterations in total; the rest was omitted.',
    );
  });

  it('truncates the result at 16 KB with a warning', () => {
    const text = `{% assign s = "${'s'.repeat(5_000)}" %}{{s}}{{s}}{{s}}{{s}}{{s}}`;
    expect(filled(text)).toBe('s'.repeat(maxTextLength));
    expect(warnings(text)).toHaveLength(1);
  });

  it('omits failing outputs and keeps the rest', () => {
    const text = 'a{{ 1 | divided_by: 0 }}b{{ "%" | url_decode }}c';
    expect(filled(text)).toBe('abc');
    expect(warnings(text)).toEqual(['Divided by 0.', 'URI malformed.']);
  });

  it('limits memory', () => {
    const text = `{% assign s = "${'s'.repeat(9_999)}" %}${'{% assign s = s | append: s %}'.repeat(40)}{{s | size}}`;
    const generous = new WorkBudget(1e9);
    const { warnings: noted } = renderTemplate(
      parseTemplate(text),
      variables,
      { now, timeZone: 'UTC' },
      generous,
    );
    expect(noted.join()).toContain('takes too much memory');
  });

  it('renders a template with errors to an empty text', () => {
    expect(filled('Hello {{ name | shout }}')).toBe('');
    expect(warnings('Hello {{ name | shout }}')).toEqual(['There is no filter "shout".']);
  });
});

describe('template errors', () => {
  it.each([
    ['Hello {{ name', 6, 'not closed'],
    ['Hello {{ name | shout }}', 16, 'There is no filter "shout".'],
    ['{% if a %}b', 0, 'not closed'],
    ['a {% nonsense %}', 2, 'There is no tag "nonsense" that is allowed here.'],
    ['a {% endif %}', 2, 'There is no tag "endif" that is allowed here.'],
    ['{{ a | where_exp: "x", "x" }}', 7, 'There is no filter "where_exp".'],
    ['{% include "a" %}', 0, 'There is no tag "include" that is allowed here.'],
  ])('%j is refused at %i', (text, index, message) => {
    const [mistake] = templateErrors(text);
    expect(mistake?.message).toContain(message);
    expect(mistake?.index).toBe(index);
  });

  it('report a text that is too long or nested too deeply', () => {
    expect(templateErrors('{{ a }}'.repeat(20_000))).toMatchObject([
      { message: expect.stringMatching(/too long/) },
    ]);
    expect(templateErrors('{% if a %}'.repeat(101))).toEqual([
      { message: 'The tags are nested more than 100 levels deep.', index: 1_000 },
    ]);
    const nested = `{% liquid\n${'if a\n'.repeat(101)}${'endif\n'.repeat(101)}%}`;
    expect(templateErrors(nested)).toMatchObject([{ message: expect.stringMatching(/100 levels/) }]);
    expect(templateErrors(`{% liquid ${'liquid '.repeat(9_000)} %}`)).toMatchObject([
      { message: expect.stringMatching(/100 levels/) },
    ]);
    expect(templateErrors('{% if a %}'.repeat(100) + '{% endif %}'.repeat(100))).toEqual([]);
    expect(templateErrors('{% if a %}b{% endif %}'.repeat(1_000))).toEqual([]);
    expect(templateErrors('{% liquid echo 1 %}'.repeat(200))).toEqual([]);
  });

  it('are at most 20 of one text', () => {
    expect(templateErrors('{{ a | x }}'.repeat(5_000))).toHaveLength(20);
  });

  it('are all reported', () => {
    expect(templateErrors('{{ a | x }} {{ b | y }}').map((each) => each.message)).toEqual([
      'There is no filter "x".',
      'There is no filter "y".',
    ]);
  });

  it('are none for a valid template and plain text', () => {
    expect(templateErrors('{{a}} {% if b %}c{% endif %}')).toEqual([]);
    expect(templateErrors('100 % {sure}')).toEqual([]);
  });
});

describe('variable references', () => {
  it.each([
    ['{{ flow.data.x }}', ['flow.data.x']],
    ['{{ widgets. name .parsed }}', ['widgets.name.parsed']],
    [
      '{{ a.sites[flow.variables.i].name | append: b.c }}',
      ['a.sites[flow.variables.i].name', 'flow.variables.i', 'b.c'],
    ],
    ['{% if a.b == empty and c contains "d" %}{{e}}{% endif %}', ['a.b', 'c', 'e']],
    ['{% assign x = flow.data.y | plus: 1 %}{{x}}', ['flow.data.y']],
    [
      '{% for item in widgets.a.list limit: n %}{{item.name}}{{forloop.index}}{% endfor %}',
      ['widgets.a.list', 'n'],
    ],
    ['{% raw %}{{no}}{% endraw %}{{yes}}', ['yes']],
    ['{{ "text.with.dots" }} {{ 1.5 }}', []],
    ['{{ unfinished', []],
  ])('%j reads %j', (text, paths) => {
    expect(variableReferences(text).map((each) => each.path)).toEqual(paths);
  });

  it('have their range in the text', () => {
    const text = 'Dear {{ contact.name | upcase }}';
    const [found] = variableReferences(text);
    expect(text.slice(found?.start, found?.end)).toBe('contact.name');
  });
});

describe('template parts', () => {
  it('are text, variables and tags', () => {
    expect(templateParts('Hi {{ a. b | upcase }}{% if c %}!{% endif %}')).toEqual([
      { kind: 'text', text: 'Hi ' },
      { kind: 'variable', text: 'a. b | upcase', path: 'a.b', filtered: true },
      { kind: 'tag', text: 'if c' },
      { kind: 'text', text: '!' },
      { kind: 'tag', text: 'endif' },
    ]);
  });
});

const snippets = fc.constantFrom(
  '{{',
  '}}',
  '{%',
  '%}',
  '-',
  'a.b',
  ' . ',
  '[',
  ']',
  '"',
  "'",
  '|',
  ':',
  'if ',
  'for x in y',
  'endfor',
  '(1..9)',
  'raw',
  'endraw',
  'é',
  '\\',
  '0',
  '\n',
);

describe('the fast path', () => {
  const names = fc.constantFrom(
    'flow',
    'widgets',
    'save-booked',
    'parsed',
    'variables',
    'i',
    'none',
    'data',
    'list',
    'x',
  );
  const output = fc.array(names, { minLength: 1, maxLength: 4 }).map((path) => `{{ ${path.join('.')} }}`);

  it('renders the same as the engine', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(output, snippets), { maxLength: 6 }), (pieces) => {
        const parsed = parseTemplate(pieces.join(''));
        const long = { ...parsed, fastPath: null };
        expect(renderTemplate(parsed, variables, { now, timeZone: 'UTC' })).toEqual(
          renderTemplate(long, variables, { now, timeZone: 'UTC' }),
        );
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('arbitrary text', () => {
  it('is parsed, split and rendered without an exception', () => {
    fc.assert(
      fc.property(fc.array(snippets, { maxLength: 25 }), (pieces) => {
        const text = pieces.join('');
        expect(templateParts(text).length).toBeGreaterThanOrEqual(text === '' ? 0 : 1);
        for (const { start, end } of variableReferences(text)) expect(end).toBeGreaterThan(start);
        for (const { index } of templateErrors(text)) expect(index).toBeLessThan(Math.max(1, text.length));
        expect(typeof filled(text)).toBe('string');
      }),
      { numRuns: 2_000 },
    );
  });
});

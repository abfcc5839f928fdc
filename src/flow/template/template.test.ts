/** Templates: parsing, errors with their position, rendering and its limits. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExactJson } from '../json/parse-json.ts';
import { LimitExceeded, WorkBudget } from '../work-budget/work-budget.ts';
import { compileFastPath, type FastPathPart } from './fast-path.ts';
import { estimateLength, stringifyValue } from './stringify.ts';
import { maxTextLength, parseTemplate, renderTemplate, templateErrors } from './template.ts';
import { templateShape } from './template-shape.ts';
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
    ['{{ "no date" | date: "%H" }}{{ nothing | date: "%H" }}', 'no date'],
    ['{{ "2024-03-05 10:00" | date: "%Y-%m-%dT%H:%M:%S.%LZ" }}', '2024-03-05T10:00:00.000Z'],
    ['{{ "today" | date: "%H:%M" }} {{ 86399 | date: "%H:%M" }}', '14:07 23:59'],
    ['{{contact .channel}}', '{"address":"whatsapp:+15550100"}'],
    ['{{contact. channel}}', '{"address":"whatsapp:+15550100"}'],
    ['a {{- flow.variables.i -}} b', 'a1b'],
    ['a {{- flow.variables.i }} b', 'a1 b'],
    ['{{flow.data.items.last}}{{true}}{{flow.variables.text.x}}{{flow.variables.none.x}}', 'btrue'],
    ['{% capture c %}a{{flow.variables.i}}{{flow.data.items}}{% endcapture %}[{{c}}]', '[a1ab]'],
    ['{{flow.data.items | concat: flow.data.items | join: "-"}}', 'a-b-a-b'],
    [
      '{% assign all = widgets.save-booked.parsed.sites | concat: flow.data.items %}{{all}}',
      '{"name":"North"}{"name":"South"}ab',
    ],
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
    const rest = 'The loops of one text may have 5000 iterations in total; the rest was omitted.';
    expect([filled(text).length, warnings(text)]).toEqual([4_662, [rest]]);
  });

  it('truncates the result at 16 KB with a warning', () => {
    const text = `{% assign s = "${'s'.repeat(5_000)}" %}{{s}}{{s}}{{s}}{{s}}{{s}}`;
    expect(filled(text)).toBe('s'.repeat(maxTextLength));
    const warning = 'The text is longer than 16384 characters and was truncated.';
    const most = 's'.repeat(16_384);
    for (const tag of ['', '{% assign a = 1 %}']) {
      expect([filled(tag + most), warnings(tag + most)]).toEqual([most, []]);
      expect([filled(`${tag}${most}s`), warnings(`${tag}${most}s`)]).toEqual([most, [warning]]);
      expect(filled(`${tag}\u{1f600}${most.slice(3)}\u{1f600}`)).toBe(`\u{1f600}${most.slice(3)}`);
    }
    expect(warnings(`${most}{{ "s" | append: "s" }}{{ 1 | divided_by: 0 }}`)).toEqual([warning]);
  });

  it('omits failing outputs and keeps the rest', () => {
    const text = 'a{{ 1 | divided_by: 0 }}b{{ "%" | url_decode }}c';
    expect(filled(text)).toBe('abc');
    expect(warnings(text)).toEqual(['Divided by 0.', 'URI malformed.']);
  });

  it('stops at the twentieth failure', () => {
    const failing = (count: number) => '{{ 1 | divided_by: 0 }}x'.repeat(count);
    expect(filled(`${failing(25)}`)).toBe('x'.repeat(19));
    expect(filled(`{% if true %}${failing(19)}{% endif %}end`)).toBe(`${'x'.repeat(19)}end`);
    expect(warnings(failing(25))).toEqual(['Divided by 0.']);
  });

  it.each<[string, string]>([
    ['{{ "2024-07-01 10:00" | date: "%H:%M %z" }}', '10:00 +0200'],
    ['{{ "2024-07-01 10:00" | date: "%H:%M", "America/New_York" }}', '04:00'],
    ['{{ "2024-07-01 10:00" | date: "%H:%M", "UTC" }}', '08:00'],
    ['{{ "now" | date: "%H:%M" }} {{ "today" | date: "%H:%M" }}', '15:07 15:07'],
    ['{{ "2024-07-01 10:00" | timezone: "europe/paris" }}', '2024-07-01T10:00:00+02:00'],
    ['{{ "2024-07-01T10:00Z" | timezone: "America/St_Johns" }}', '2024-07-01T07:30:00-02:30'],
    ['{{ "2024-07-01T10:00Z" | timezone: "UTC" }}', '2024-07-01T10:00:00+00:00'],
    ['{{ 1709647629 | timezone: "Asia/Tokyo" }}', '2024-03-05T23:07:09+09:00'],
    ['{{ "1709647629" | timezone: "Asia/Tokyo" }}', '2024-03-05T23:07:09+09:00'],
    ['{{ "now" | timezone: "Asia/Tokyo" | timezone: "UTC" }}', '2024-03-05T14:07:09+00:00'],
    ['{{ "now" | timezone: "Asia/Tokyo" | date: "%H:%M" }}', '23:07'],
    ['{{ "now" | timezone: "Asia/Tokyo" | date: "%H:%M", "UTC" }}', '14:07'],
    ['{{ "2024-07-01T10:00+02:00" | timezone: "UTC" }}', '2024-07-01T08:00:00+00:00'],
    ['{{ "7 no date" | timezone: "UTC" }}', '7 no date'],
  ])('in Paris %j gives %j', (text, expected) => {
    expect(renderTemplate(parseTemplate(text), variables, { now, timeZone: 'Europe/Paris' })).toEqual({
      ...{ text: expected, warnings: [] },
    });
  });

  it('has a warning for a time zone that there is not', () => {
    expect(warnings('{{ "now" | timezone: "Mars/Olympus" }}')).toEqual([
      'There is no time zone "Mars/Olympus".',
    ]);
    expect(warnings(`{{ "now" | timezone: "${'x'.repeat(61)}" }}`)).toEqual([
      `There is no time zone "${'x'.repeat(60)}".`,
    ]);
  });

  it.each([
    ['abc', 23],
    ['abc{{flow.variables.i}}', 44],
    ['{{ "ab" | upcase }}', 804],
    ['{{ "now" | date: "%H" }}', 30_804],
    ['{{ "now" | timezone: "UTC" }}', 31_825],
    ['{{ "hello" | remove: "ll" }}', 816.6],
    ['{{ "hello" | split: "ll" }}', 814.6],
    ['{{ widgets.long.list | size }}', 4802],
    ['{{ flow.data.object | size }}', 901],
    ['{{ widgets.long.list | reverse | first }}', 9242],
    ['{{ flow.data.items | sort }}', 1054],
    ['{{ widgets.save-booked.parsed.sites | map: "name" }}', 1052],
    ['{{ widgets.save-booked.parsed.sites | where: "name", "North" }}', 2018],
    ['{{ widgets.save-booked.parsed.sites | group_by: "name" }}', 2088],
    ['{{ flow.data.items | concat: flow.data.items }}', 1019],
    ['{{ flow.data.object | to_json }}', 914],
    ['{% capture c %}abc{% endcapture %}', 806],
    ['{% if flow.data.items contains "a" %}{% endif %}', 605.4],
    ['{% if trigger.message.Body contains "World" %}{% endif %}', 414.1],
    ['{% if flow.data.items == flow.data.items %}{% endif %}', 600],
    ['{% if flow.variables.i == 1 %}{% endif %}', 400],
    ['{% for n in widgets.long.list %}.{% endfor %}', 12_815],
  ])('%j costs %f units of work', (text, units) => {
    const parsed = parseTemplate(text);
    const work = new WorkBudget(1_000_000);
    renderTemplate(parsed, variables, { now, timeZone: 'UTC' }, work);
    expect(1_000_000 - work.left).toBeCloseTo(units, 6);
    const tooLittle = new WorkBudget(units - 1);
    const render = () => renderTemplate(parsed, variables, { now, timeZone: 'UTC' }, tooLittle);
    expect(render).toThrow(LimitExceeded);
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
    expect(noted).toEqual(['The text takes too much memory to fill.']);
  });

  it('renders a template with errors to an empty text', () => {
    expect(filled('Hello {{ name | shout }}')).toBe('');
    expect(warnings('Hello {{ name | shout }}{{ name | cry }}')).toEqual(['There is no filter "shout".']);
  });
});

describe('numbers in a template', () => {
  const data = parseExactJson(
    `{"id": 7615917337495251231, "ids": [7615917337495251232, 9, 7615917337495251231, 7615917337495251232],
      "orders": [{"id": 7615917337495251231, "n": 1}, {"id": 7615917337495251232, "n": 2}, {"id": 7615917337495251231, "n": 3}],
      "seven": 7.0, "price": 12.50, "huge": 1e400, "tiny": 0.0000001, "at": 1709647629.0}`,
  );
  const set = {
    pin: 12345,
    zero: '01234',
    yes: true,
    no: false,
    long: '7615917337495251231',
    rate: '7.0',
    digits: '٣',
  };
  const context = { flow: { variables: set, data }, widgets: { set: { pin: 12345 } } };
  const shown = (text: string) => renderTemplate(parseTemplate(text), context, { now, timeZone: 'UTC' });

  it.each([
    ['{{ flow.data.id }} {{ flow.data.id | append: "!" }}', '7615917337495251231 7615917337495251231!'],
    ['{{ flow.data.id | plus: 1 }} {{ flow.data.id | minus: 1 }}', '7615917337495251232 7615917337495251230'],
    ['{{ flow.data.id | times: 2 }} {{ flow.data.id | modulo: 10 }}', '15231834674990502462 1'],
    [
      '{{ flow.data.id | divided_by: 2 }} {{ flow.variables.long | plus: 1 }}',
      '3807958668747625615 7615917337495251232',
    ],
    [
      '{{ flow.data.ids | sort | join: " " }}',
      '9 7615917337495251231 7615917337495251232 7615917337495251232',
    ],
    ['{{ flow.data.ids | uniq | size }} {{ flow.data.ids | sum }}', '3 22847752012485753704'],
    ['{{ flow.data.orders | sum: "id" }}', '22847752012485753694'],
    ['{{ flow.data.orders | where: "id", flow.data.id | map: "n" | join: " " }}', '1 3'],
    [
      '{{ flow.data.orders | group_by: "id" | map: "name" | join: " " }}',
      '7615917337495251231 7615917337495251232',
    ],
    ['{{ flow.data.orders | last | to_json }}', '{"id":7615917337495251231,"n":3}'],
    [
      '{% if flow.data.id == 7615917337495251231 %}a{% endif %}{% if flow.data.id == 7615917337495251232 %}b{% endif %}',
      'a',
    ],
    [
      '{% if flow.data.id < 7615917337495251232 %}a{% endif %}{% if flow.data.id >= 7615917337495251232 %}b{% endif %}',
      'a',
    ],
    [
      '{% if flow.variables.long == flow.data.id %}a{% endif %}{% if "7615917337495251232" > flow.data.id %}b{% endif %}',
      'ab',
    ],
    [
      '{% case flow.data.id %}{% when 7615917337495251232 %}b{% when 7615917337495251231 %}a{% endcase %}',
      'a',
    ],
    [
      '{{ 9007199254740993 | minus: 1 }} {{ 9007199254740991 | plus: 2 }} {{ 99999999999 | times: 99999999999 }}',
      '9007199254740992 9007199254740993 9999999999800000000001',
    ],
    [
      '{{ flow.data.seven }} {{ flow.data.price }} {{ flow.data.huge }} {{ flow.data.tiny }}',
      '7 12.5 1e400 0.0000001',
    ],
    ['{{ flow.data.seven | json }} {{ flow.data.seven | times: 2 | json }}', '7.0 14.0'],
    ['{{ flow.data.at | date: "%H:%M" }} {{ flow.data.ids[1.0] }}', '14:07 9'],
    ['{% for i in (1..flow.data.seven) %}{{ i }}{% endfor %}', '1234567'],
  ])('keep their digits: %j gives %j', (text, expected) => {
    expect(shown(text)).toEqual({ text: expected, warnings: [] });
  });

  it.each([
    ['{{ 20 | divided_by: 7 }} {{ -7 | divided_by: 2 }} {{ 9.5 | divided_by: 2 }}', '2 -4 4.75'],
    ['{{ 20 | divided_by: 7.0 }} {{ 20.0 | divided_by: 7 }}', '2.857142857142857 2.857142857142857'],
    [
      '{{ 20 | divided_by: flow.data.seven }} {{ 20 | divided_by: flow.variables.rate }}',
      '2.857142857142857 2.857142857142857',
    ],
    ['{% assign count = 7 | times: 1.0 %}{{ 20 | divided_by: count }}', '2.857142857142857'],
    [
      '{{ 3470 | divided_by: 8441.0 | times: 100 | round }} {{ 10 | divided_by: 4.0 | divided_by: 2 }}',
      '41 1.25',
    ],
    [
      '{{ 2.5 | times: 2 | divided_by: 2 }} {{ 2.5 | times: 2 }} {{ 4.5 | round | divided_by: 2 }}',
      '2.5 5 2',
    ],
    [
      '{{ 0.1 | plus: 0.2 }} {{ 1.1 | times: 3 }} {{ 0.3 | minus: 0.1 }} {{ 0.3 | divided_by: 0.1 }}',
      '0.3 3.3 0.2 3',
    ],
    ['{{ 10 | divided_by: 3.0 | times: 3 }} {{ 4.35 | times: 100 }} {{ 1.005 | round: 2 }}', '10 435 1.01'],
    ['{{ 5.5 | modulo: 2 }} {{ -7 | modulo: 3 }} {{ 7 | modulo: -3 }}', '1.5 2 -2'],
    [
      '{{ 1.5 | round }} {{ -1.5 | round }} {{ 1234 | round: -2 }} {{ 4.2 | ceil }} {{ -4.2 | floor }}',
      '2 -2 1200 5 -5',
    ],
    [
      '{{ "3.7" | floor }} {{ -5.5 | abs }} {{ -5 | abs }} {{ 4 | at_least: 5 }} {{ 4 | at_most: "3.5" }}',
      '3 5.5 5 5 3.5',
    ],
    ['{{ "٣" | plus: 1 }} {{ "１２" | times: 2 }} {{ "−3" | plus: 1 }} {{ "٣٫٥" | plus: 1 }}', '4 24 -2 4.5'],
    ['{{ "0x10" | plus: 1 }} {{ "" | plus: 1 }} {{ nothing | plus: 1 }} {{ "abc" | times: 2 }}', '17 1 1 0'],
  ])('count as decimals where one is: %j gives %j', (text, expected) => {
    expect(shown(text)).toEqual({ text: expected, warnings: [] });
  });

  it.each([
    [
      '{{ flow.variables.pin | size }} {{ flow.variables.pin.size }} {{ flow.variables.yes | size }}',
      '5 5 4',
    ],
    [
      '{{ flow.variables.pin | slice: 1, 2 }} {{ flow.variables.pin | first }} {{ flow.variables.pin | last }}',
      '23 1 5',
    ],
    [
      '{% if flow.variables.pin == "12345" %}a{% endif %}{% if "12345" == widgets.set.pin %}b{% endif %}',
      'ab',
    ],
    [
      '{% if flow.variables.pin != "12345" %}a{% endif %}{% if flow.variables.pin == 12345 %}b{% endif %}',
      'b',
    ],
    [
      '{% if flow.variables.pin contains "23" %}a{% endif %}{% if "x12345" contains widgets.set.pin %}b{% endif %}',
      'ab',
    ],
    ['{% assign pins = "1,12345" | split: "," %}{% if pins contains flow.variables.pin %}a{% endif %}', 'a'],
    [
      '{% case flow.variables.pin %}{% when "1", "12345" %}a{% endcase %}{% case flow.variables.no %}{% when "false" %}b{% endcase %}',
      'ab',
    ],
    ['{% assign pin = flow.variables.pin %}{% if pin == "12345" %}a{% endif %}{{ pin | plus: 1 }}', 'a12346'],
    [
      '{% if flow.variables.yes == "true" %}a{% endif %}{% if flow.variables.no and "x" %}b{% endif %}{% if flow.variables.no == false %}c{% endif %}',
      'ac',
    ],
    [
      '{% if flow.variables.pin > "9" %}a{% endif %}{% if flow.variables.digits > 2 %}b{% endif %}{% if flow.variables.zero < 2000 %}c{% endif %}',
      'abc',
    ],
    [
      '{% if flow.variables.pin == empty %}a{% endif %}{% if flow.variables.pin == nil %}b{% endif %}{% if flow.variables.pin %}c{% endif %}',
      'c',
    ],
    [
      '{{ flow.variables.pin | json }} {{ flow.variables.pin | default: 1 }} {{ flow.variables.yes | plus: 1 }}',
      '12345 12345 1',
    ],
    // What is set as text is text, and numbers of JSON are numbers.
    [
      '{% if flow.variables.zero == 1234 %}a{% endif %}{% if flow.data.ids[1] == "9" %}b{% endif %}{{ flow.data.ids[1].size }}',
      '',
    ],
  ])('that a flow has stored are text, too: %j gives %j', (text, expected) => {
    expect(shown(text)).toEqual({ text: expected, warnings: [] });
  });

  it('divided by no decimal number of zero either', () => {
    expect(shown('{{ 1 | divided_by: 0.0 }}{{ 1 | modulo: 0 }}').warnings).toEqual(['Divided by 0.']);
  });

  it('of more than 100 digits are counted as JavaScript does', () => {
    expect(
      shown(`{{ ${'9'.repeat(101)} | plus: 1 }} {{ ${'9'.repeat(60)} | times: ${'9'.repeat(60)} }}`).text,
    ).toBe('1e+101 9.999999999999998e+119');
  });
});

describe('template errors', () => {
  it.each([
    ['Hello {{ name', 6, 'Output "{{ name" not closed.'],
    ['Hello {{ name | shout }}', 16, 'There is no filter "shout".'],
    ['ab {{ a | append: "| x" | shout }}', 26, 'There is no filter "shout".'],
    ['{{ a . b | shout }}', 11, 'There is no filter "shout".'],
    ['|shout {{ a }} {{ b|shout }}', 20, 'There is no filter "shout".'],
    ['{{ shout | shout }}', 11, 'There is no filter "shout".'],
    ['{{ }}', 3, 'Invalid value expression: "".'],
    ['ab\n{{ | upcase }}', 6, 'Invalid value expression: "| upcase".'],
    ['{% if a %}b', 0, 'Tag {% if a %} not closed.'],
    ['{% assign %}', 9, 'Expected variable name.'],
    ['a {% nonsense %}', 2, 'There is no tag "nonsense" that is allowed here.'],
    ['{% liquid\n nonsense\n%}', 11, 'There is no tag "nonsense" that is allowed here.'],
    ['a {% endif %}', 2, 'There is no tag "endif" that is allowed here.'],
    ['{{ a | where_exp: "x", "x" }}', 7, 'There is no filter "where_exp".'],
    ['{% include "a" %}', 0, 'There is no tag "include" that is allowed here.'],
  ])('%j is refused at %i', (text, index, message) => {
    expect(templateErrors(text)).toEqual([{ message, index }]);
  });

  it('report a text that is too long or nested too deeply', () => {
    // How deep is too deep depends on the stack of the thread.
    expect(templateErrors(`{{ ${'a['.repeat(49_000)} }}`)).toMatchObject([
      { message: expect.stringMatching(/^The brackets are nested too deeply\.$|not closed\.$/) },
    ]);
    expect(templateErrors('{% if a %}\n{% else %}{{ b | shout }}{% endif %}')).toEqual([
      { message: 'There is no filter "shout".', index: 28 },
      { message: 'There is no tag "endif" that is allowed here.', index: 36 },
    ]);
    const tooLong = { message: 'The text is too long for one with variables.', index: 0 };
    expect(templateErrors('{{ a }}'.repeat(20_000))).toEqual([tooLong]);
    expect(templateErrors('{{ abc }}x'.padEnd(100_000))).toEqual([]);
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

  it('cost work, which may not suffice', () => {
    const work = new WorkBudget(10_000);
    expect(templateErrors('a{{ b }}', work)).toEqual([]);
    expect(work.left).toBe(10_000 - 2 * 800 - 8 * 5);
    expect(templateErrors('a'.repeat(1_000), work)).toEqual([]);
    expect(work.left).toBe(8_360);
    expect(() => templateErrors('{{ b }}'.repeat(20), work)).toThrow(LimitExceeded);
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

describe('the shape of a template', () => {
  const conditions = (count: number) => '{% if a %}'.repeat(count);

  it.each<[string, string, { parts: number; deepest: number | null }]>([
    ['texts, outputs and tags', 'a{{b}}c{% if d %}{% endif %}', { parts: 7, deepest: null }],
    ['the tags of a tag liquid', '{% liquid\n if a\n  echo   b\n endif\n%}', { parts: 6, deepest: null }],
    ['a tag without a name', '{% -1 if %}', { parts: 2, deepest: null }],
    ['a tag with a name at once', '{%if a%}', { parts: 2, deepest: null }],
    ['a tag in two lines', '{% if a\n or b %}', { parts: 2, deepest: null }],
    [
      'more levels, with blanks or none',
      `${'{%if a%}{%  if b%}'.repeat(50)}{%-if c%}`,
      { parts: 0, deepest: 900 },
    ],
    ['tags without a name', '{% "if" %}'.repeat(101), { parts: 202, deepest: null }],
    [
      'more levels, one closed',
      `${conditions(60)}{% endif %}${conditions(42)}`,
      { parts: 0, deepest: 1_021 },
    ],
    ['100,000 characters', 'a'.repeat(100_000), { parts: 1, deepest: null }],
    ['more characters', 'a'.repeat(100_001), { parts: 0, deepest: null }],
    ['100 levels', `{% endif %}{% endfor %}${conditions(100)}{{a}}`, { parts: 205, deepest: null }],
    ['more levels', `{% endif %}${conditions(101)}`, { parts: 0, deepest: 1_011 }],
    [
      'more levels, tags between',
      `${conditions(60)}{% assign b = 1 %}${conditions(41)}`,
      { parts: 0, deepest: 1_018 },
    ],
    [
      'a tag liquid in 99 levels',
      `${conditions(99)}{% liquid liquid %}${conditions(1)}`,
      { parts: 0, deepest: 990 },
    ],
    [
      'a tag liquid after 99 levels',
      `${conditions(99)}{% liquid echo a %}${conditions(1)}`,
      { parts: 203, deepest: null },
    ],
  ])('of %s', (_, text, shape) => {
    expect(templateShape(text)).toEqual(shape);
  });
});

describe('values as text', () => {
  it('are joined items, objects as JSON, and what others say of themselves', () => {
    const own = new (class {
      toString = () => 'own';
    })();
    const items = [null, [1, ['a']], { b: [1] }, undefined, true, own];
    expect(stringifyValue(items)).toBe('1a{"b":[1]}trueown');
  });

  it.each<[unknown, number, number]>([
    ['abc', 9, 4],
    [12_345, 9, 1],
    [null, 9, 1],
    [['a', 'bc', null], 99, 7],
    [{ k: 'v', list: {} }, 99, 9],
    [Array.from({ length: 100 }, () => 'x'), 11, 13],
    [Array.from({ length: 100 }, () => 'x'), 10, 11],
  ])('%j is counted to %i as %i characters', (value, limit, characters) => {
    expect(estimateLength(value, limit)).toBe(characters);
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
    ['{{ a | default: b, allow_false: c }}', ['a', 'b', 'c']],
    ['{{ a[true].b[c[nil]] }}', ['a[true].b[c[nil]]', 'c[nil]']],
    ['{% capture x %}{{y}}{% endcapture %}{{x}}', ['y']],
    ['{% increment i %}{% decrement d %}{{i}}{{d}}{{e}}', ['e']],
    ['{% for %}{% endfor %}{% assign "a" = b %}{% %}{% "x" y %}', ['b']],
    ['{% liquid echo a %}{% comment a %}{% endcomment %}{% raw a %}{% endraw %}{% if a %}', ['a']],
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
  it('have the text of an output that reads no variable as its path', () => {
    expect(templateParts('{{ "x" | size }}{{ 1 }}')).toEqual([
      { kind: 'variable', text: '"x" | size', path: '"x" | size', filtered: true },
      { kind: 'variable', text: '1', path: '1', filtered: false },
    ]);
  });

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

  it.each<[string, FastPathPart[] | null]>([
    ['a', ['a']],
    ['a{{ b.c-d }}{{_e}}f', ['a', ['b', 'c-d'], ['_e'], 'f']],
    ...[
      '{{- a }}',
      '{{ a -}}',
      '{% a %}',
      '{{ }}',
      '{{ "a" }}',
      '{{ 1 }}',
      '{{ a | b }}',
      '{{ a[0] }}',
      '{{ a.size }}',
      '{{ a.first.b }}',
      '{{ last }}',
      '{{ blank }}',
      '{{ nil }}',
      '{{ é }}',
      '{{ a.é }}',
      '{{ 1a }}',
    ].map((text): [string, null] => [text, null]),
    [
      '{{ a.blank }}{{ sizes.firsts }}',
      [
        ['a', 'blank'],
        ['sizes', 'firsts'],
      ],
    ],
  ])('of %j is %j', (text, parts) => {
    expect(compileFastPath(text)).toEqual(parts);
  });

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

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processorMs } from '../testing/processor-time.ts';
import { parseTemplate, TemplateSyntaxError } from './parse.ts';
import { RenderBudget, RenderLimitExceeded, renderTemplate } from './render.ts';

const limits = { steps: 100_000, characters: 1_000_000 };

function render(source: string, data: unknown = {}, escapesHtml = true): string {
  return renderTemplate(parseTemplate(source), data, { budget: new RenderBudget(limits), escapesHtml });
}

const path = (text: string, rest: object = {}) => ({
  ...{ kind: 'path', text, data: false, depth: 0, parts: [text] },
  ...rest,
});

describe('a template', () => {
  it.each<[string, unknown, string]>([
    [
      'Hi {{name}}!',
      { name: '<b>"Ann"</b> & \'co\' `=' },
      'Hi &lt;b&gt;&quot;Ann&quot;&lt;/b&gt; &amp; &#x27;co&#x27; &#x60;&#x3D;!',
    ],
    ['{{{name}}} {{&name}}', { name: '<b>' }, '<b> <b>'],
    [
      '{{a.b.c}}|{{a/b/c}}|{{a.[b].c}}|{{list.1}}|{{list.length}}',
      { a: { b: { c: 1 } }, list: ['x', 'y'] },
      '1|1|1|y|2',
    ],
    ['{{missing}}{{a.b.c}}{{nothing}}', { nothing: null }, ''],
    [
      '{{zero}} {{no}} {{list}} {{object}}',
      { zero: 0, no: false, list: [1, [2, null]], object: { toString: 1 } },
      '0 false 1,2, [object Object]',
    ],
    [
      '{{constructor}}{{__proto__}}{{a.constructor.name}}{{toString}}{{text.length}}',
      { a: {}, text: 'abc' },
      '',
    ],
    ['{{! no }}{{!-- no }} -- --}}\\{{name}} \\\\{{name}}', { name: 'x' }, '{{name}} \\x'],
    ['{{#if a}}A{{else if b}}B{{else}}C{{/if}}', { b: 1 }, 'B'],
    ['{{#if a}}A{{else if b}}B{{else}}C{{/if}}', {}, 'C'],
    ['{{#if list}}A{{^}}B{{/if}}{{#unless list}}C{{/unless}}{{^list}}D{{/list}}', { list: [] }, 'BCD'],
    [
      '{{#each items}}{{@index}}{{#unless @first}},{{/unless}}{{this.name}}{{../unit}}{{@root.unit}} {{else}}none{{/each}}',
      { unit: '!', items: [{ name: 'a' }, { name: 'b' }] },
      '0a!! 1,b!! ',
    ],
    ['{{#each items}}x{{else}}none{{/each}}', {}, 'none'],
    [
      '{{#each prices as |price what|}}{{what}}={{price}};{{/each}}',
      { prices: { tea: 1, milk: 2 } },
      'tea=1;milk=2;',
    ],
    [
      '{{#each rows}}{{#each this}}{{.}}{{#if @last}}/{{/if}}{{/each}}{{/each}}',
      { rows: [[1, 2], [3]] },
      '12/3/',
    ],
    [
      '{{#user}}{{name}} {{../other}}{{/user}}{{#list}}{{this}}{{/list}}{{#yes}}{{other}}{{/yes}}',
      { user: { name: 'U' }, list: [1, 2], yes: true, other: 'o' },
      'U o12o',
    ],
    [
      '{{#equals a "1"}}same{{else}}other{{/equals}} {{#notEquals a 2}}differs{{/notEquals}}',
      { a: 1 },
      'same differs',
    ],
    ['{{#and a b}}both{{else}}not{{/and}} {{#or a b}}one{{/or}}', { a: 1, b: [] }, 'not one'],
    [
      '{{#greaterThan (length list) 1}}many{{/greaterThan}}{{#lessThan price "10"}}cheap{{/lessThan}}',
      { list: [1, 2], price: 9.5 },
      'manycheap',
    ],
    ['{{#if (or (equals a 1) (equals a 2))}}low{{/if}}', { a: 2 }, 'low'],
    [
      '{{insert name "default=friend"}} {{insert name \'you "there"\'}} {{insert b "x"}}',
      { b: 'B' },
      'friend you &quot;there&quot; B',
    ],
    [
      '{{formatDate at "dddd, D MMMM YYYY [at] hh:mm A"}}|{{formatDate at "HH:mm ZZ" -0830}}|{{formatDate seconds "YY-MM-DD"}}|{{formatDate no "D"}}',
      { at: '2026-11-25T09:05:00Z', seconds: 0 },
      'Wednesday, 25 November 2026 at 09:05 AM|00:35 -0830|70-01-01|',
    ],
    ['a\n  {{#if x}}  \nb\n  {{/if}}\nc {{! note }}\n{{! note }}\n{{x}}\nd', { x: 1 }, 'a\nb\nc \n1\nd'],
    ['a {{~#if x~}} b {{~else~}} c {{~/if~}} d', { x: 1 }, 'abd'],
    ['{{#if x}}\r\nb\r\n{{/if}}', { x: 1 }, 'b\r\n'],
    ['{{true}}{{"text"}}{{3}}{{null}}', {}, 'truetext3'],
    [
      '{{a.true}}{{./true}}{{[true]}}{{#o}}{{../true}}{{/o}}{{@true}}',
      { true: 1, o: {}, a: { true: 2 } },
      '2111',
    ],
    ['{{this.a}}{{this/a}}{{./a}}{{[this]}}{{o.this}}', { a: 1, this: 2, o: { this: 3 } }, '11123'],
    ['{{../a}}{{../../a}}{{@first}}{{nothing.a}}', { a: 1, nothing: null }, ''],
    [
      '{{#each rows}}{{#each this}}{{..}} {{@no}}{{@constructor}}{{/each}}{{/each}}',
      { rows: [[1, 2]] },
      '1,2 1,2 ',
    ],
    ['{{#each list as |x|}}{{x}}{{../x}}{{/each}}{{x}}', { x: 'o', list: [1] }, '1oo'],
    ['{{#each bas as  |x k|}}{{#if k}}{{x}}{{/if}}{{/each}}', { bas: [1, 2] }, '2'],
    ['{{#each nothing}}x{{/each}}{{#list}}a{{else}}b{{/list}}', { nothing: null, list: [1] }, 'a'],
    [
      '{{#insert list "x"}}{{length list}}{{/insert}}{{#insert o "x"}}{{a}}{{/insert}}',
      { list: [1, 2], o: {}, a: 1 },
      '21',
    ],
    ['{{#if a}}b{{^ }}c{{/ if }}{{#unless a}}b{{else }}c{{/unless}}', { a: 1 }, 'bc'],
    ['{{{else}}}{{&else}}{{#else}}b{{/else}}{{xelse}}', { else: 1, xelse: 2 }, '11b2'],
    ['{{length}}{{( insert  a  "x" )}}{{^equals a 2}}no{{/equals}}', { length: 3 }, '3xno'],
    ['{{insert a "}}"}}{{insert a \'}}\'}}{{insert a "b\\"}}c\\d"}}', {}, '}}}}b&quot;}}c\\d'],
    ['{{!--}}a--}}{{#each list as |x| }}{{x}}{{/each}}', { list: [1] }, '1'],
    ['x {{~! a ~}} y {{~!-- a --~}} z {{!-- ~ --}} {{! ~ }} q', {}, 'xyz   q'],
    ['a\n{{x}}\nb\n  {{#if x}}c{{/if}}', { x: 1 }, 'a\n1\nb\n  c'],
    ['a\n\t{{#if x}}\t\nb\n\t{{/if}}\t', { x: 1 }, 'a\nb\n'],
    ['{{#if x}}\nb\n  {{/if}}{{x}}', { x: 1 }, 'b\n  1'],
    ['{{x}}{{#if x}}\na{{/if}}', { x: 1 }, '1\na'],
    ['a{{#if x}}\nb{{/if}}', { x: 1 }, 'a\nb'],
    ['a\n{{#if x}}c\nd{{/if}}\n{{#if x}}\re{{/if}}', { x: 1 }, 'a\nc\nd\n\re'],
    ['  {{#if x}} {{x}}{{/if}}', { x: 1 }, '   1'],
  ])('renders %j', (source, data, text) => {
    expect(render(source, JSON.parse(JSON.stringify(data)))).toBe(text);
  });

  it('is not escaped for texts', () => {
    expect(render("{{name}}'s", { name: "O'Neil <o@n.test>" }, false)).toBe("O'Neil <o@n.test>'s");
  });

  const long = 'n'.repeat(40);

  it.each([
    ['a\n  {{#if b}}\nc', 2, 3, '{{#if}} is not closed'],
    ['{{#if b}}{{else if c}}', 1, 1, '{{#if}} is not closed'],
    ['a {{/if}}', 1, 3, '{{/if}} closes no block'],
    [`{{/${long}}}`, 1, 1, `{{/${long}}} closes no block`],
    [`{{/${long}n}}`, 1, 1, `{{/${long}…}} closes no block`],
    ['{{#if a}}\n{{/each}}', 2, 1, '{{#if}} is closed by {{/each}}'],
    ['x\n{{a', 2, 1, 'A tag that begins here has no }}'],
    ['{{{a}}', 1, 1, 'A tag that begins here has no }}}'],
    ['{{a {{b}}', 1, 1, 'A tag that begins here has no }}'],
    ['{{a {b}}', 1, 5, 'A name is expected'],
    ['{{ a..b }}', 1, 6, 'A name is expected'],
    ['{{#each bas |x|}}', 1, 13, 'A name is expected'],
    ['{{shout name}}', 1, 3, "There is no helper 'shout'"],
    ['{{a else}}', 1, 3, "There is no helper 'a'"],
    ['{{#insert (a) 1}}', 1, 12, "There is no helper 'a'"],
    ['{{#equals a}}{{/equals}}', 1, 4, 'equals takes 2 arguments'],
    ['{{#if}}{{/if}}', 1, 4, 'if takes 1 argument'],
    ['{{^if}}{{/if}}', 1, 4, 'if takes 1 argument'],
    ['{{#if a}}{{else if}}{{/if}}', 1, 17, 'if takes 1 argument'],
    ['{{and a}}', 1, 3, 'and takes 2 to 20 arguments'],
    [`{{or${' a'.repeat(21)}}}`, 1, 3, 'or takes 2 to 20 arguments'],
    ['{{formatDate a}}', 1, 3, 'formatDate takes 2 to 3 arguments'],
    ['{{insert (length) 1}}', 1, 11, 'length takes 1 argument'],
    ['{{> footer}}', 1, 1, 'Partials are not supported'],
    ['{{#> footer}}', 1, 1, 'Decorators and partial blocks are not supported'],
    ['{{* a}}', 1, 1, 'Decorators and partial blocks are not supported'],
    ['{{#*inline "a"}}', 1, 1, 'Decorators and partial blocks are not supported'],
    ['{{{{raw}}}}', 1, 1, 'Raw blocks are not supported'],
    ['{{else}}', 1, 1, '{{else}} stands in no block'],
    ['{{#if a}}{{else}}{{else}}{{/if}}', 1, 18, 'A block has {{else}} twice'],
    ['{{"open}}', 1, 1, 'A tag that begins here has no }}'],
    ['{{insert a "b\\\\"}}', 1, 12, 'A text in quotation marks is not closed'],
    ['{{!-- open }}', 1, 1, 'A comment is not closed'],
    ['{{!--ab}}', 1, 1, 'A comment is not closed'],
    ['{{insert (a b "c"}}', 1, 11, "There is no helper 'a'"],
    ['{{insert (length b "c"}}', 1, 11, 'length takes 1 argument'],
    ['{{#each (length a}}', 1, 18, 'A bracket is not closed'],
    ['{{}}', 1, 3, 'A name is expected'],
    ['{{~}}', 1, 4, 'A name is expected'],
    ['{{a }b}}', 1, 5, 'A name is expected'],
    ['{{a)}}', 1, 4, 'This is not expected here'],
    ['{{a as |x|}}', 1, 5, 'This is not expected here'],
    ['{{#each a) as |x|}}', 1, 10, 'This is not expected here'],
    ['{{#  "a"}}', 1, 6, 'A block needs a name'],
    ['{{"a" b}}', 1, 3, 'A text or number takes no arguments'],
    ['{{#a}}'.repeat(51), 1, 304, 'Blocks are nested deeper than 50 levels'],
    [
      `{{insert ${'(insert a '.repeat(51)}`.concat('1}}'),
      1,
      511,
      'Expressions are nested deeper than 50 levels',
    ],
  ])('that is %j is refused at its place', (source, line, column, problem) => {
    let refusal: unknown;
    try {
      parseTemplate(source);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(TemplateSyntaxError);
    const { name, message } = refusal as TemplateSyntaxError;
    const place = `(line ${line}, column ${column})`;
    expect({ ...(refusal as TemplateSyntaxError), name, message }).toEqual({
      ...{ name: 'TemplateSyntaxError', message: `${problem} ${place}`, line, column },
    });
  });

  it('is as large as it may be', () => {
    const nested = '(insert a '.repeat(50);
    for (const source of [
      '{{#a}}'.repeat(50) + '{{/a}}'.repeat(50),
      `{{insert a ${nested}1${')'.repeat(50)}}}`,
      '{{a}}'.repeat(20_000),
      'a'.repeat(1_048_576),
    ])
      expect(() => parseTemplate(source)).not.toThrow();
    expect(() => parseTemplate('{{a}}'.repeat(20_001))).toThrow(
      new TemplateSyntaxError('A template has at most 20000 tags', '{{a}}'.repeat(20_000), 100_000),
    );
    expect(() => parseTemplate('a'.repeat(1_048_577))).toThrow(
      new TemplateSyntaxError('A template has at most 1048576 characters', '', 0),
    );
  });

  it('is parsed to texts, outputs and blocks', () => {
    expect(
      parseTemplate(
        '{{a.b}}{{{ ../c }}}{{#each a as | x  y z |}}d{{^}}{{@key}}{{/each}}{{^e}}f{{/e}}{{insert (length a) -1.5}}',
      ),
    ).toEqual([
      { kind: 'output', expression: path('a.b', { parts: ['a', 'b'] }), isRaw: false, at: 0 },
      { kind: 'output', expression: path('../c', { parts: ['c'], depth: 1 }), isRaw: true, at: 7 },
      {
        ...{ kind: 'block', name: 'each', params: ['x', 'y'] },
        expression: { kind: 'call', name: 'each', args: [path('a')] },
        body: [{ kind: 'text', text: 'd' }],
        otherwise: [
          { kind: 'output', expression: path('@key', { parts: ['key'], data: true }), isRaw: false, at: 50 },
        ],
      },
      {
        ...{ kind: 'block', name: 'e', params: [], expression: path('e') },
        ...{ body: [], otherwise: [{ kind: 'text', text: 'f' }] },
      },
      {
        ...{ kind: 'output', isRaw: false, at: 80 },
        expression: {
          ...{ kind: 'call', name: 'insert' },
          args: [
            { kind: 'call', name: 'length', args: [path('a')] },
            { kind: 'literal', value: -1.5 },
          ],
        },
      },
    ]);
  });

  it('is parsed or refused with a place, whatever it is', () => {
    const piece = fc.constantFrom(
      ...[
        '{{',
        '}}',
        '{{{',
        '}}}',
        '#',
        '^',
        '/',
        'else',
        'if ',
        'each ',
        'a',
        '.',
        '..',
        '@',
        '"',
        "'",
        '(',
        ')',
        '[',
        ']',
      ],
      ...[
        '~',
        '!',
        '--',
        '\\',
        '\n',
        ' ',
        '|',
        'as |x|',
        '1',
        '{{#if a}}',
        '{{/if}}',
        '{{else}}',
        'text',
        '&',
        '>',
        '*',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const source = pieces.join('');
        try {
          render(source, { a: [1, { a: 'x' }] });
        } catch (error) {
          expect(error).toBeInstanceOf(TemplateSyntaxError);
          const { line, column } = error as TemplateSyntaxError;
          expect(line).toBeLessThanOrEqual(source.split('\n').length);
          expect(column).toBeGreaterThan(0);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    '{{a}}',
    '{{#if a}}',
    '{{#if a}}{{/if}}',
    '{{!--',
    '{{!-- -- ',
    '\\{{',
    '{{a "\\"',
    '{{a (',
    '{{a.b.c.d',
    '{{ ',
    '}} ',
    '~}}{{~ ',
    '{{#if a}}\n{{else}}\n{{/if}}\n',
    '{{insert a "',
    ' \n',
    '{',
    '[',
    '{{[',
  ])('of a megabyte of %j takes a second at most', (piece) => {
    const source = piece.repeat(Math.floor(1_000_000 / piece.length));
    const start = processorMs();
    try {
      parseTemplate(source);
    } catch (error) {
      expect(error).toBeInstanceOf(TemplateSyntaxError);
    }
    expect(processorMs() - start).toBeLessThan(1_000);
  });

  it('stops at its budget: nested loops, large texts, texts of lists', () => {
    const list = Array.from({ length: 1_000 }, (_, at) => at);
    const loop = '{{#each @root.list}}{{#each @root.list}}{{#each @root.list}}{{/each}}{{/each}}{{/each}}';
    const text = 'x'.repeat(100_000);
    for (const [source, data] of [
      [loop, { list }],
      ['{{text}}'.repeat(20), { text }],
      ['{{lists}}', { lists: list.map(() => list) }],
      ['{{#each list}}{{@root.text}}{{/each}}', { list, text }],
      ['{{#each list}}{{#if (formatDate 1 @root.text)}}{{/if}}{{/each}}', { list, text }],
      [
        '{{#each list}}{{#if (greaterThan @root.digits 1)}}{{/if}}{{/each}}',
        { list, digits: '1'.repeat(100_000) },
      ],
      ['{{#each list}}{{#if (insert @root.none @root.text)}}{{/if}}{{/each}}', { list, text }],
    ] as const) {
      const start = processorMs();
      expect(() => render(source, data)).toThrow(RenderLimitExceeded);
      expect(processorMs() - start).toBeLessThan(1_000);
    }
  });

  it('names what the data does not have', () => {
    const missing: [string, number][] = [];
    const source =
      'A {{name}} {{#if b}}{{c}}{{/if}} {{d.e}} {{insert f "g"}} {{n}}{{d}}{{#z}}{{/z}}{{#each z}}{{/each}}';
    const options = { budget: new RenderBudget(limits), escapesHtml: true };
    renderTemplate(
      parseTemplate(source),
      { d: {}, n: null },
      { ...options, onMissing: (path, at) => missing.push([path, at]) },
    );
    expect(missing).toEqual([
      ['name', source.indexOf('{{name')],
      ['d.e', source.indexOf('{{d.e')],
      ['n', source.indexOf('{{n}}')],
    ]);
  });

  it.each<[string, number, number]>([
    ['abc', 1, 3],
    ['{{o.a.b}}', 5, 1],
    ['{{equals 1 2}}', 4, 5],
    ['{{equals "12345678" "87654321"}}', 6, 5],
    ['{{formatDate 1 "YYYY-MM-DD"}}', 25, 10],
    ['{{list}}', 5, 5],
    ['{{#each list}}x{{/each}}', 7, 2],
  ])('%s takes %i steps and %i characters', (source, steps, characters) => {
    const data = { o: { a: { b: 1 } }, list: [1, 2] };
    const within = (budget: { steps: number; characters: number }) => () =>
      renderTemplate(parseTemplate(source), data, { budget: new RenderBudget(budget), escapesHtml: true });
    expect(within({ steps, characters })).not.toThrow();
    expect(within({ steps: steps - 1, characters })).toThrow(RenderLimitExceeded);
    expect(within({ steps, characters: characters - 1 })).toThrow(RenderLimitExceeded);
    expect(new RenderLimitExceeded().name).toBe('RenderLimitExceeded');
  });

  it('has lists in lists up to ten deep', () => {
    const nested = (depth: number): unknown => (depth === 0 ? 'x' : [nested(depth - 1)]);
    expect([11, 12].map((depth) => render('{{list}}', { list: nested(depth) }))).toEqual(['x', '']);
  });
});

describe('the helpers of a template', () => {
  const data = {
    ...{ zero: 0, one: 1, text: 'abc', empty: '', blank: ' ', yes: true, nothing: null },
    ...{ list: [1, 2], none: [], object: {} },
  };

  it.each([
    ['if list', true],
    ['if none', false],
    ['if object', true],
    ['unless one', false],
    ['equals one "1"', true],
    ['equals yes yes', true],
    ['equals yes "true"', false],
    ['equals "true" yes', false],
    ['notEquals one "1"', false],
    ['notEquals one 2', true],
    ['and one list yes', true],
    ['and one none', false],
    ['or zero none', false],
    ['or zero list', true],
    ['greaterThan "10" "9"', true],
    ['greaterThan 1 "1"', false],
    ['greaterThan 2 1', true],
    ['greaterThan 1 2', false],
    ['greaterThan 1 missing', false],
    ['greaterThan yes 0', false],
    ['greaterThan text -1', false],
    ['lessThan "9" "10"', true],
    ['lessThan 1 1', false],
    ['lessThan 2 1', false],
    ['lessThan nothing 1', false],
    ['lessThan empty 1', false],
    ['lessThan blank 1', false],
    ['lessThan list 1', false],
    ['length text', 3],
    ['length list', 2],
    ['length object', 0],
    ['length one', 0],
    ['insert nothing "a"', 'a'],
    ['insert missing nothing', ''],
    ['equals (insert empty "a default=b") "a default=b"', true],
    ['insert zero "a"', 0],
  ])('{{%s}} is %j', (call, value) => {
    expect(render(`{{${call}}}`, data)).toBe(String(value));
  });

  const morning = '2026-02-03T00:05:09Z';
  const noon = '2026-12-13T12:34:56Z';

  it.each<[string, string | number, string, string]>([
    ['YYYY YY M MM MMM MMMM D DD ddd dddd', morning, '', '2026 26 2 02 Feb February 3 03 Tue Tuesday'],
    ['H HH h hh m mm s ss A a Z ZZ', morning, '', '0 00 12 12 5 05 9 09 AM am +00:00 +0000'],
    ['M MMM D d ddd H h hh m s A a', noon, '', '12 Dec 13 d Sun 12 12 12 34 56 PM pm'],
    ['h a [h a] [] x', '2026-12-13T23:00:00Z', '', '11 pm h a  x'],
    ['D HH:mm Z', noon, '"-1330"', '12 23:04 -13:30'],
    ['D HH:mm Z', noon, '" +530 "', '13 18:04 +05:30'],
    ['HH:mm Z', noon, '5:30', '18:04 +05:30'],
    ['HH:mm Z', noon, '"x0530"', '12:34 +00:00'],
    ['HH:mm Z', noon, '"05300"', '12:34 +00:00'],
    ['HH:mm Z', noon, '"EST"', '12:34 +00:00'],
    ['YYYY-MM-DD', 99_999_999_999, '', '5138-11-16'],
    ['YYYY-MM-DD', 100_000_000_000, '', '1973-03-03'],
    ['YYYY-MM-DD', -99_999_999_999, '', '-1199-02-15'],
    ['HH:mm:ss', 3_661, '', '01:01:01'],
    ['YYYY', 'no date', '', ''],
  ])('formatDate gives %j for %j in the zone %j', (pattern, time, zone, text) => {
    expect(
      render(`{{formatDate time "${pattern}" ${zone.replace('5:30', '"5:30"')}}}`, { time }, false),
    ).toBe(text);
  });

  it('formatDate knows each month and weekday', () => {
    const days = Array.from({ length: 12 }, (_, month) =>
      new Date(Date.UTC(2026, month, month + 1)).toISOString(),
    );
    expect(render('{{#each days}}{{formatDate this "MMMM dddd, "}}{{/each}}', { days })).toBe(
      'January Thursday, February Monday, March Tuesday, April Saturday, May Tuesday, June Saturday, July Tuesday, ' +
        'August Saturday, September Wednesday, October Saturday, November Wednesday, December Saturday, ',
    );
    expect(render('{{formatDate at "dddd MMM"}}', { at: '2026-03-06' })).toBe('Friday Mar');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTemplate, TemplateSyntaxError } from './parse.ts';
import { RenderBudget, RenderLimitExceeded, renderTemplate } from './render.ts';

const limits = { steps: 100_000, characters: 1_000_000 };

function render(source: string, data: unknown = {}, escapesHtml = true): string {
  return renderTemplate(parseTemplate(source), data, { budget: new RenderBudget(limits), escapesHtml });
}

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
  ])('renders %j', (source, data, text) => {
    expect(render(source, JSON.parse(JSON.stringify(data)))).toBe(text);
  });

  it('is not escaped for texts', () => {
    expect(render("{{name}}'s", { name: "O'Neil <o@n.test>" }, false)).toBe("O'Neil <o@n.test>'s");
  });

  it.each([
    ['a\n  {{#if b}}\nc', 2, 3, '{{#if}} is not closed'],
    ['a {{/if}}', 1, 3, '{{/if}} closes no block'],
    ['{{#if a}}\n{{/each}}', 2, 1, '{{#if}} is closed by {{/each}}'],
    ['x\n{{a', 2, 1, 'no }}'],
    ['{{ a..b }}', 1, 6, 'name is expected'],
    ['{{shout name}}', 1, 3, "no helper 'shout'"],
    ['{{#equals a}}{{/equals}}', 1, 4, 'equals takes 2 arguments'],
    ['{{#if}}{{/if}}', 1, 4, 'if takes 1 argument'],
    ['{{> footer}}', 1, 1, 'Partials'],
    ['{{#> footer}}', 1, 1, 'Decorators'],
    ['{{{{raw}}}}', 1, 1, 'Raw blocks'],
    ['{{else}}', 1, 1, '{{else}} stands in no block'],
    ['{{#if a}}{{else}}{{else}}{{/if}}', 1, 18, 'twice'],
    ['{{"open}}', 1, 1, 'no }}'],
    ['{{!-- open }}', 1, 1, 'comment'],
    ['{{insert (a b "c"}}', 1, 11, "no helper 'a'"],
    ['{{insert (length b "c"}}', 1, 11, 'length takes 1 argument'],
    ['{{#each (length a}}', 1, 18, 'bracket'],
    ['{{}}', 1, 3, 'name is expected'],
    ['{{a }b}}', 1, 5, 'name is expected'],
  ])('that is %j is refused at its place', (source, line, column, problem) => {
    const refuse = () => parseTemplate(source);
    expect(refuse).toThrow(TemplateSyntaxError);
    expect(refuse).toThrow(problem);
    try {
      refuse();
    } catch (error) {
      expect(error).toMatchObject({ line, column });
    }
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
    const start = performance.now();
    try {
      parseTemplate(source);
    } catch (error) {
      expect(error).toBeInstanceOf(TemplateSyntaxError);
    }
    expect(performance.now() - start).toBeLessThan(1_000);
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
    ] as const) {
      const start = performance.now();
      expect(() => render(source, data)).toThrow(RenderLimitExceeded);
      expect(performance.now() - start).toBeLessThan(1_000);
    }
  });

  it('names what the data does not have', () => {
    const missing: [string, number][] = [];
    const source = 'A {{name}} {{#if b}}{{c}}{{/if}} {{d.e}} {{insert f "g"}}';
    const options = { budget: new RenderBudget(limits), escapesHtml: true };
    renderTemplate(
      parseTemplate(source),
      { d: {} },
      { ...options, onMissing: (path, at) => missing.push([path, at]) },
    );
    expect(missing).toEqual([
      ['name', source.indexOf('{{name')],
      ['d.e', source.indexOf('{{d.e')],
    ]);
  });
});

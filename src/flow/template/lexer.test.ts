/** The lexer of templates: segments of a text, and the tokens in them. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitSegments, type Token, tokenize } from './lexer.ts';

const segments = (text: string) =>
  splitSegments(text).map(({ kind, start, end, from, to }) => [
    kind,
    text.slice(start, end),
    ...(from === start && to === end ? [] : [text.slice(from, to)]),
  ]);

describe('segments', () => {
  it.each<[string, string[][]]>([
    ['', []],
    ['{', [['text', '{']]],
    [
      '{ a{{b}}c{%d%}{{e}}',
      [
        ['text', '{ a'],
        ['output', '{{b}}', 'b'],
        ['text', 'c'],
        ['tag', '{%d%}', 'd'],
        ['output', '{{e}}', 'e'],
      ],
    ],
    [
      '{{- a -}} {%- b -%}{{-}}',
      [
        ['output', '{{- a -}}', ' a '],
        ['text', ' '],
        ['tag', '{%- b -%}', ' b '],
        ['output', '{{-}}', ''],
      ],
    ],
    [
      '{{ "}}" }}{{ \'}}\' }}{{ "\\"}}" }}{{ a } }}',
      [
        ['output', '{{ "}}" }}', ' "}}" '],
        ['output', "{{ '}}' }}", " '}}' "],
        ['output', '{{ "\\"}}" }}', ' "\\"}}" '],
        ['output', '{{ a } }}', ' a } '],
      ],
    ],
    ['a{{ "b }}c', [['text', 'a{{ "b }}c']]],
    ['a{% b }}c', [['text', 'a{% b }}c']]],
    [
      '{% "%}" %}',
      [
        ['tag', '{% "%}', ' "'],
        ['text', '" %}'],
      ],
    ],
    [
      '{%raw%}{{a}}{% endcomment %}{%-endraw-%}{{b}}',
      [
        ['tag', '{%raw%}', 'raw'],
        ['text', '{{a}}{% endcomment %}'],
        ['tag', '{%-endraw-%}', 'endraw'],
        ['output', '{{b}}', 'b'],
      ],
    ],
    [
      '{%  comment %}{{a}}{% endraw %}{% endcomment %}',
      [
        ['tag', '{%  comment %}', '  comment '],
        ['text', '{{a}}{% endraw %}'],
        ['tag', '{% endcomment %}', ' endcomment '],
      ],
    ],
    [
      '{% raw %}{{a}}',
      [
        ['tag', '{% raw %}', ' raw '],
        ['text', '{{a}}'],
      ],
    ],
    [
      '{% rawer %}{{raw}}{{a}}',
      [
        ['tag', '{% rawer %}', ' rawer '],
        ['output', '{{raw}}', 'raw'],
        ['output', '{{a}}', 'a'],
      ],
    ],
  ])('of %j are %j', (text, expected) => {
    expect(segments(text)).toEqual(expected);
  });

  it('are the whole text, none of them empty', () => {
    const piece = fc.constantFrom(
      '{{',
      '}}',
      '{%',
      '%}',
      '-',
      '"',
      "'",
      '\\',
      'a',
      ' ',
      'raw',
      'endraw',
      'comment',
      '{',
      '%',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const text = pieces.join('');
        const found = splitSegments(text);
        expect(found.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
        for (const { start, end, from, to } of found) {
          expect(end).toBeGreaterThan(start);
          expect([start, from, to, end].toSorted((a, b) => a - b)).toEqual([start, from, to, end]);
        }
      }),
    );
  });
});

/** Paths as their text and that of the paths in their brackets, others as kind and text. */
const shown = (token: Token): unknown =>
  token.kind === 'path'
    ? { [token.path]: token.inner.map(shown) }
    : token.kind === 'literal'
      ? [token.text]
      : token.text;

describe('tokens', () => {
  it.each<[string, unknown[]]>([
    ['a.b-c?.é | d: 1', [{ 'a.b-c?.é': [] }, '|', { d: [] }, ':', ['1']]],
    ['a .b. c\n.\nd', [{ 'a.b.c.d': [] }]],
    ['a..b', [{ a: [] }, '.', '.', { b: [] }]],
    ['a. ', [{ a: [] }, '.']],
    ['(1..n)', ['(', ['1'], '.', '.', { n: [] }, ')']],
    ['-1.5 +2 3a 4-', [['-1.5'], ['+2'], { '3a': [] }, { '4-': [] }]],
    ['"a\\"b" \'c"\' "d', [['"a\\"b"'], ["'c\"'"], ['"d']]],
    ['a[b.c[d]]["e"][0].f', [{ 'a[b.c[d]]["e"][0].f': [{ 'b.c[d]': [{ d: [] }] }] }]],
    ['a["]"].b[\'[\'].c', [{ 'a["]"].b[\'[\'].c': [] }]],
    ['a[b, 1 "c"] [d]', [{ 'a[b, 1 "c"]': [{ b: [] }] }, '[', { d: [] }, ']']],
    ['a[b]c', [{ 'a[b]': [{ b: [] }] }, { c: [] }]],
    ['a[b', [{ a: [] }, '[', { b: [] }]],
    ['a[b "]', [{ a: [] }, '[', { b: [] }, ['"]']]],
    ['', []],
  ])('of %j are %j', (text, expected) => {
    expect(tokenize(text, 0, text.length).map(shown)).toEqual(expected);
  });

  it('are of the part of the text, at their places', () => {
    expect(tokenize('{{ a.b | 12.5 }}', 2, 11)).toEqual([
      { kind: 'path', path: 'a.b', root: 'a', inner: [], start: 3, end: 6 },
      { kind: 'punctuation', text: '|', start: 7, end: 8 },
      { kind: 'path', path: '12', root: '12', inner: [], start: 9, end: 11 },
    ]);
    expect(tokenize('x[-1] "ab"', 1, 9)).toEqual([
      { kind: 'punctuation', text: '[', start: 1, end: 2 },
      { kind: 'literal', text: '-1', start: 2, end: 4 },
      { kind: 'punctuation', text: ']', start: 4, end: 5 },
      { kind: 'literal', text: '"ab', start: 6, end: 9 },
    ]);
  });

  it('have brackets of at most 300 characters', () => {
    const paths = (length: number) => tokenize(`a[${'b'.repeat(length - 2)}]`, 0, length + 1).length;
    expect([paths(300), paths(301)]).toEqual([1, 4]);
  });
});

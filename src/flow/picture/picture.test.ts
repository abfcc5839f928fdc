/** Flows and comparisons as SVG. */

import { expect, it } from 'vitest';
import { groupWidgets } from '../annotations/groups.ts';
import { putNote } from '../annotations/notes.ts';
import type { FlowDefinition, State } from '../definition.ts';
import { moveWidgets } from '../edit/move-widgets.ts';
import { removeWidgets } from '../edit/remove-widgets.ts';
import { setProperty } from '../edit/set-property.ts';
import { comparisonPicture } from './comparison-picture.ts';
import { flowPicture, type Mark } from './picture.ts';

const flow: FlowDefinition = {
  description: 'Shop & <more>',
  initial_state: 'Trigger',
  states: [
    {
      name: 'Trigger',
      type: 'trigger',
      properties: { offset: { x: 0, y: 0 } },
      transitions: [{ event: 'incomingMessage', next: 'greet' }],
    },
    {
      name: 'greet',
      type: 'send-message',
      properties: { body: 'Hi', offset: { x: 100, y: 300 } },
      transitions: [{ event: 'sent', next: 'ask' }, { event: 'failed' }],
    },
    {
      name: 'ask',
      type: 'send-and-wait-for-reply',
      properties: { body: 'Well?', offset: { x: 100, y: 600 } },
      transitions: [{ event: 'incomingMessage', next: 'greet' }],
    },
  ],
};

const count = (svg: string, part: string) => svg.split(part).length - 1;

/** The elements that are open at the end; a closing tag that does not fit stays in the list. */
function unclosed(svg: string): string[] {
  const open: string[] = [];
  for (const [, closing, name = '', self] of svg.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/g)) {
    if (self === '/') continue;
    if (closing === '/' && open.at(-1) === name) open.pop();
    else open.push(name);
  }
  return open;
}

it('has a card for each widget, with name and type, and a line for each connection', () => {
  const svg = flowPicture(flow);
  expect(unclosed(svg)).toEqual([]);
  expect(svg).toContain('<title>Shop &amp; &lt;more&gt;</title>');
  for (const text of ['>Trigger<', '>greet<', '>ask<']) expect(svg).toContain(text);
  expect(count(svg, '<g ')).toBe(3);
  expect(count(svg, '<path ')).toBe(3);
  expect(svg).toContain('transform="translate(100 300)"');
  expect(flowPicture(flow)).toBe(svg);
});

it('has every element at its place', () => {
  const card = (name: string, type: string, x: number, y: number, ...next: string[]): State => ({
    ...{ name, type, properties: { offset: { x, y } } },
    transitions: next.map((each) => ({ event: each.split(' ')[0] ?? '', next: each.split(' ')[1] ?? '' })),
  });
  const group = { x: -500, y: 700, width: 200, height: 100, title: 'A "group"', color: 'green' };
  const drawn: FlowDefinition = {
    ...{ description: '', initial_state: 'Trigger' },
    states: [
      card('Trigger', 'trigger', 10, -60, 'incomingCall say'),
      card('say', 'say-play', 500, 100, 'audioComplete level'),
      card('level', 'future', 900, 239, 'a below', 'b say'),
      { name: 'below', properties: { offset: { x: 900, y: 379 } } },
      { properties: {} },
    ],
    ui: {
      groups: { g: group },
      notes: {
        n: { x: 1_500, y: 0, width: 100, height: 60, text: 'one two three four-and-five', color: 'pink' },
        m: { x: 0, y: 900, width: 80, height: 60, text: 'ab\n\ncd', color: 'gray' },
        o: { x: 0, y: 980, width: 84, height: 80, text: 'lettersofone  x\ny', color: 'blue' },
      },
    },
  };
  const marks = new Map<string, Mark>([
    ['say', 'changed'],
    ['below', 'removed'],
    ['level', 'added'],
  ]);
  const cord = 'fill="none" stroke="#94a3b8" stroke-width="2"/>';
  expect(flowPicture(drawn, marks).replaceAll('><', '>\n<').split('\n')).toEqual([
    '<svg xmlns="http://www.w3.org/2000/svg" width="2180" height="1200" viewBox="-540 -100 2180 1200" role="img" font-family="system-ui, sans-serif" font-size="14">',
    '<title>Flow</title>',
    '<rect x="-540" y="-100" width="2180" height="1200" fill="#ffffff"/>',
    '<g transform="translate(-500 700)">',
    '<rect width="200" height="100" rx="12" fill="#dcfce7" stroke="#15803d" fill-opacity="0.5"/>',
    '<text x="4" y="-8" fill="#15803d" font-weight="600">A &quot;group&quot;</text>',
    '</g>',
    '<g transform="translate(1500 0)">',
    '<rect width="100" height="60" rx="8" fill="#fee2e2" stroke="#b91c1c"/>',
    '<text x="12" y="26" fill="#0f172a">one two</text>',
    '<text x="12" y="44" fill="#0f172a">three…</text>',
    '</g>',
    '<g transform="translate(0 900)">',
    '<rect width="80" height="60" rx="8" fill="#f1f5f9" stroke="#64748b"/>',
    '<text x="12" y="26" fill="#0f172a">ab</text>',
    '<text x="12" y="44" fill="#0f172a">…</text>',
    '</g>',
    '<g transform="translate(0 980)">',
    '<rect width="84" height="80" rx="8" fill="#e0e7ff" stroke="#4f46e5"/>',
    '<text x="12" y="26" fill="#0f172a">letterso</text>',
    '<text x="12" y="44" fill="#0f172a">fone  x</text>',
    '<text x="12" y="62" fill="#0f172a">y</text>',
    '</g>',
    `<path d="M70 20V60H620V100" ${cord}`,
    `<path d="M620 200v20H1160V219H1020V239" ${cord}`,
    `<path d="M960 339V359H1020V379" ${cord}`,
    `<path d="M1080 339v20H1160V80H620V100" ${cord}`,
    '<g transform="translate(10 -60)">',
    '<rect width="680" height="80" rx="8" fill="#f8fafc" stroke="#64748b" stroke-width="1"/>',
    '<text x="16" y="28" font-weight="600" fill="#0f172a">Trigger</text>',
    '<text x="16" y="50" fill="#475569">Trigger</text>',
    '</g>',
    '<g transform="translate(500 100)">',
    '<rect width="240" height="100" rx="8" fill="#f8fafc" stroke="#b45309" stroke-width="3"/>',
    '<text x="16" y="28" font-weight="600" fill="#0f172a">say</text>',
    '<text x="16" y="50" fill="#475569">Say / play</text>',
    '<text x="228" y="-8" fill="#b45309" text-anchor="end">Changed</text>',
    '</g>',
    '<g transform="translate(900 239)">',
    '<rect width="240" height="100" rx="8" fill="#f8fafc" stroke="#15803d" stroke-width="3"/>',
    '<text x="16" y="28" font-weight="600" fill="#0f172a">level</text>',
    '<text x="16" y="50" fill="#475569">future</text>',
    '<text x="228" y="-8" fill="#15803d" text-anchor="end">Added</text>',
    '</g>',
    '<g transform="translate(900 379)">',
    '<rect width="240" height="100" rx="8" fill="#f8fafc" stroke="#b91c1c" stroke-width="3" stroke-dasharray="8 6"/>',
    '<text x="16" y="28" font-weight="600" fill="#0f172a">below</text>',
    '<text x="16" y="50" fill="#475569">',
    '</text>',
    '<text x="228" y="-8" fill="#b91c1c" text-anchor="end">Removed</text>',
    '</g>',
    '<g transform="translate(0 0)">',
    '<rect width="240" height="100" rx="8" fill="#f8fafc" stroke="#64748b" stroke-width="1"/>',
    '<text x="16" y="28" font-weight="600" fill="#0f172a">',
    '</text>',
    '<text x="16" y="50" fill="#475569">',
    '</text>',
    '</g>',
    '</svg>',
    '',
  ]);
});

it('cuts names of more than 32 characters', () => {
  const named = (name: string) => flowPicture({ ...flow, states: [{ name }] });
  expect(named('\u{1f600}'.repeat(32))).toContain(`>${'\u{1f600}'.repeat(32)}<`);
  expect(named('\u{1f600}'.repeat(33))).toContain(`>${'\u{1f600}'.repeat(31)}…<`);
});

it('is drawn of anything that a definition may hold', () => {
  const states = [
    { name: '\u0000<script>' },
    { type: 'nothing', transitions: [{ event: 'a', next: 'none' }] },
  ];
  const svg = flowPicture({ ...flow, states } as FlowDefinition);
  expect(unclosed(svg)).toEqual([]);
  expect(svg).toContain('&lt;script&gt;');
  expect(svg).not.toContain('\u0000');
});

it('has notes in lines, and groups with their titles, and is large enough for them', () => {
  const note = { x: -400, y: 0, width: 160, height: 70, color: 'yellow' as const };
  const noted = putNote(flow, 'n', { ...note, text: 'Ask <legal> before this goes out to anybody at all' });
  const svg = flowPicture(groupWidgets(noted, 'g', ['greet'], 'Hello & welcome'));
  expect(unclosed(svg)).toEqual([]);
  expect(svg).toContain('viewBox="-440 ');
  for (const text of ['>Ask &lt;legal&gt; before<', '>this goes out to…<', '>Hello &amp; welcome<'])
    expect(svg).toContain(text);
});

it('marks what was added, changed and removed, and neither moves nor what stayed', () => {
  const changed = setProperty(removeWidgets(flow, ['ask']), 'greet', 'body', 'Hello');
  const svg = comparisonPicture(flow, changed);
  expect(unclosed(svg)).toEqual([]);
  expect([count(svg, '>Changed<'), count(svg, '>Removed<'), count(svg, '>Added<')]).toEqual([1, 1, 0]);
  expect(count(svg, 'stroke-dasharray')).toBe(1);
  // What is removed leads nowhere.
  expect(count(svg, '<path ')).toBe(1);
  const back = comparisonPicture(changed, flow);
  expect([count(back, '>Added<'), count(back, '>Removed<')]).toEqual([1, 0]);
  const moved = moveWidgets(flow, new Map([['ask', { x: 5, y: 5 }]]));
  expect(comparisonPicture(flow, moved)).not.toContain('>Changed<');
});

/** Flows and comparisons as SVG. */

import { expect, it } from 'vitest';
import { groupWidgets } from '../annotations/groups.ts';
import { putNote } from '../annotations/notes.ts';
import type { FlowDefinition } from '../definition.ts';
import { moveWidgets } from '../edit/move-widgets.ts';
import { removeWidgets } from '../edit/remove-widgets.ts';
import { setProperty } from '../edit/set-property.ts';
import { comparisonPicture } from './comparison-picture.ts';
import { flowPicture } from './picture.ts';

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
  const back = comparisonPicture(changed, flow);
  expect([count(back, '>Added<'), count(back, '>Removed<')]).toEqual([1, 0]);
  const moved = moveWidgets(flow, new Map([['ask', { x: 5, y: 5 }]]));
  expect(comparisonPicture(flow, moved)).not.toContain('>Changed<');
});

import { describe, expect, it } from 'vitest';
import { putNote } from '../annotations/notes.ts';
import { diff } from '../diff/diff.ts';
import { appointmentFlow } from '../testing/test-flow.ts';
import { renameMentions } from './rename-mentions.ts';
import { renameVariable } from './rename-variable.ts';
import { renameWidget } from './rename-widget.ts';

const names = new Map([
  ['ask', 'question'],
  ['ask_day', 'ask_date'],
]);

describe('a renamed widget in prose', () => {
  it.each([
    ['After ask_day we wait.', 'After ask_date we wait.'],
    ['(ask_day), ask_day: “ask_day”', '(ask_date), ask_date: “ask_date”'],
    ['Read {{widgets.ask.inbound.Body}}', 'Read {{widgets.question.inbound.Body}}'],
    ['widgets.ask.inbound is what they say', 'widgets.question.inbound is what they say'],
    ['see `ask`', 'see `question`'],
  ])('%j becomes %j', (text, expected) => expect(renameMentions(text, names)).toBe(expected));

  it.each([
    'ask them first',
    'ask_day_2 and re-ask_day',
    'ask_day.wav, /ask_day, ann@ask_day',
    'https://example.com/?q=ask_day',
    '{{flow.variables.ask_day}}',
  ])('%j stays', (text) => expect(renameMentions(text, names)).toBe(text));

  it('exchanges names', () => {
    const swapped = new Map([
      ['a_b', 'c_d'],
      ['c_d', 'a_b'],
    ]);
    expect(renameMentions('a_b c_d', swapped)).toBe('c_d a_b');
  });
});

describe('notes', () => {
  const note = { x: 0, y: 0, width: 240, height: 120, color: 'yellow' as const, text: '' };
  const noted = (text: string) => putNote(appointmentFlow(), 'n1', { ...note, text });

  it('follow renames of widgets, which are no changes of the note', () => {
    const before = noted('See `ask`, {{widgets.ask.inbound.Body}}');
    const renamed = renameWidget(before, 'ask', 'question');
    if (!renamed.ok) throw new Error(renamed.reason);
    expect(JSON.stringify(renamed.definition.ui)).toContain(
      'See `question`, {{widgets.question.inbound.Body}}',
    );
    expect(diff(before, renamed.definition).changes.map(({ kind }) => kind)).toEqual(['widget-renamed']);
  });

  it('follow renames of variables', () => {
    const before = noted('{{flow.variables.day}} is set here');
    const renamed = renameVariable(before, 'day', 'date');
    if (!renamed.ok) throw new Error(renamed.reason);
    expect(JSON.stringify(renamed.definition.ui)).toContain('{{flow.variables.date}} is set here');
  });
});

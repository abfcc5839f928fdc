import { describe, expect, it } from 'vitest';
import type { State } from '../definition.ts';
import { appointmentFlow, faults, nextOf, widget } from '../testing/test-flow.ts';
import { renameInTemplate, renameReferences } from './rename-references.ts';
import { asWidgetName, isWidgetName, nameError, renameWidget } from './rename-widget.ts';

const flow = appointmentFlow();

describe('renaming a widget', () => {
  it('updates cords, conditions and templates', () => {
    const renamed = renameWidget(flow, 'ask', 'question');
    if (!renamed.ok) throw new Error(renamed.reason);
    expect(nextOf(renamed.definition, 'greet', 'sent')).toBe('question');
    expect(nextOf(renamed.definition, 'check', 'noMatch')).toBe('question');
    expect(widget(renamed.definition, 'check').properties?.input).toBe('{{widgets.question.inbound.Body}}');
    expect(widget(renamed.definition, 'check').transitions?.[2]?.conditions?.[0]?.arguments).toEqual([
      '{{widgets.question.inbound.Body}}',
    ]);
    expect(widget(renamed.definition, 'thank').properties?.body).toBe(
      'You said {{ widgets["question"].inbound.Body | upcase }}; widgets.ask stays.',
    );
    expect(JSON.stringify(renamed.definition).match(/widgets\W+ask/g)).toHaveLength(1);
    expect(faults(renamed.definition)).toEqual([]);
  });

  it('updates the initial state', () => {
    const renamed = renameWidget(flow, 'Trigger', 'Start');
    expect(renamed.ok && renamed.definition.initial_state).toBe('Start');
  });

  it('keeps the identity of widgets without a reference to it', () => {
    const renamed = renameWidget(flow, 'thank', 'bye');
    expect(renamed.ok && renamed.definition.states[1]).toBe(flow.states[1]);
    expect(renameWidget(flow, 'ask', 'ask')).toEqual({ ok: true, definition: flow });
  });

  it('of two with the same name updates only references to that one', () => {
    const twins = { ...flow, states: [...flow.states, { name: 'ask', type: 'say-play' }] };
    const second = renameWidget(twins, 'ask~5', 'other');
    expect(second.ok && nextOf(second.definition, 'greet', 'sent')).toBe('ask');
    const first = renameWidget(twins, 'ask', 'other');
    expect(first.ok && nextOf(first.definition, 'greet', 'sent')).toBe('other');
  });

  it.each([
    ['', 'A widget needs a name.'],
    ['1st', 'A name starts with a letter.'],
    ['a b', 'A name has only letters, digits, _ and -.'],
    ['a.b', 'A name has only letters, digits, _ and -.'],
    ['greet', 'Another widget is called greet.'],
  ])('to %j is refused', (name, reason) => {
    expect(renameWidget(flow, 'ask', name)).toEqual({ ok: false, reason });
  });

  it('is case sensitive and accepts letters of every script', () => {
    expect(nameError(flow, 'ask', 'Greet')).toBeNull();
    expect(nameError(flow, 'ask', 'frage_für-mich')).toBeNull();
    expect(nameError(flow, 'nobody', 'x')).toBe('That widget is not in this flow any more.');
  });
});

describe('references in a template', () => {
  it.each([
    ['{{widgets.old.x}}', '{{widgets.new.x}}'],
    ['{{ widgets . old .x }}', '{{ widgets . new .x }}'],
    ['{{widgets[\'old\'].x}} {{widgets["old"]}}', '{{widgets[\'new\'].x}} {{widgets["new"]}}'],
    [
      '{% if widgets.old.x == widgets.older.x %}a{% endif %}',
      '{% if widgets.new.x == widgets.older.x %}a{% endif %}',
    ],
    [
      '{% assign a = widgets.old.x | plus: widgets.old.y %}',
      '{% assign a = widgets.new.x | plus: widgets.new.y %}',
    ],
    ['{{flow.data[widgets.old.key]}}', '{{flow.data[widgets.new.key]}}'],
    ['{"a":"{{widgets.old.x}}"}', '{"a":"{{widgets.new.x}}"}'],
    ['{{widgets.old-er.x}} {{flow.widgets.old.x}}', '{{widgets.old-er.x}} {{flow.widgets.old.x}}'],
    [
      '{{ "widgets.old" }} widgets.old {% raw %}{{widgets.old}}{% endraw %}',
      '{{ "widgets.old" }} widgets.old {% raw %}{{widgets.old}}{% endraw %}',
    ],
    ['{{ widgets.old', '{{ widgets.old'],
  ])('%s become %s', (text, renamed) => {
    expect(renameInTemplate(text, new Map([['old', 'new']]))).toBe(renamed);
  });

  it('can be swapped', () => {
    const swap = new Map([
      ['a', 'b'],
      ['b', 'a'],
    ]);
    expect(renameInTemplate('{{widgets.a.x}}{{widgets.b.x}}', swap)).toBe('{{widgets.b.x}}{{widgets.a.x}}');
  });
});

describe('renaming one widget after the other', () => {
  it('reads the texts of a widget once, as most renames are of no widget that it mentions', () => {
    let reads = 0;
    const reader: State = {
      name: 'reader',
      type: 'send-message',
      get properties() {
        reads += 1;
        return { body: '{{widgets.ask.inbound.Body}}' };
      },
    };
    const other = renameReferences(reader, new Map([['greet', 'welcome']]));
    const readsOfFirst = reads;
    expect(renameReferences(reader, new Map([['farewell', 'goodbye']]))).toBe(other);
    expect(reads).toBe(readsOfFirst);
    expect(renameReferences(reader, new Map([['ask', 'question']])).properties).toEqual({
      body: '{{widgets.question.inbound.Body}}',
    });
  });
});

it.each([
  ['Ask for day', 'ask_for_day'],
  ['  Größe & Maß?  ', 'größe_maß'],
  ['2nd reminder', 'widget_2nd_reminder'],
  ['widgets.ask.Body', 'widgets_ask_body'],
  ['AskForDay-2', 'AskForDay-2'],
  ['?!', ''],
  ['नाम पूछें', 'नाम_पूछें'],
  ['ชื่อผู้ใช้', 'ชื่อผู้ใช้'],
  ['שאלה ראשונה', 'שאלה_ראשונה'],
  ['سؤالُ اليوم؟', 'سؤالُ_اليوم'],
  ['می‌خواهم', 'می‌خواهم'],
  ['cafe\u0301', 'caf\u00e9'],
])('writes what is typed as a name: %s', (typed, name) => {
  expect(asWidgetName(typed)).toBe(name);
  if (name !== '') expect(isWidgetName(name)).toBe(true);
});

it.each(['नाम', 'ชื่อ', 'سؤالُ', 'می‌خواهم', 'வணக்கம்'])('renames references to %s', (name) => {
  const reading = (of: string) => ({ body: `{{widgets.${of}.inbound.Body}}` });
  const state: State = { name: 'reader', type: 'send-message', properties: reading(name) };
  expect(isWidgetName(name)).toBe(true);
  expect(renameReferences(state, new Map([[name, 'ask']])).properties).toEqual(reading('ask'));
  expect(
    renameReferences({ ...state, properties: reading('ask') }, new Map([['ask', name]])).properties,
  ).toEqual(reading(name));
});

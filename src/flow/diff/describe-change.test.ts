import { describe, expect, it } from 'vitest';
import type { State } from '../definition.ts';
import type { Json } from '../json/json.ts';
import type { Change } from './change.ts';
import { describeChange, describedChange, englishWords, fieldTitle } from './describe-change.ts';
import { summarizeChanges } from './summarize-changes.ts';

const property = (key: string, more: Partial<Change>): Omit<Change, 'text'> => ({
  ...{ kind: 'property-changed', widget: 'ask', path: `#/states/1/properties/${key}` },
  ...more,
});
const part = (key: string, more: Partial<Change>) => ({ ...property('', more), path: `#/states/1/${key}` });
const ofFlow = (key: string, more: Partial<Change>): Omit<Change, 'text'> => ({
  ...{ kind: 'flow-changed', path: `#/${key}`, ...more },
});
const condition = (before?: Json, after?: Json): Omit<Change, 'text'> => ({
  ...{ kind: 'condition-changed', widget: 'check', path: '#/states/1/transitions/1/conditions/0' },
  ...(before !== undefined && { before }),
  ...(after !== undefined && { after }),
});
const cord = (event: string, label: string, before?: string | null, after?: string | null) => ({
  ...{ kind: 'connection-changed' as const, widget: 'check', path: '#/states/1/transitions/0/next', label },
  ...(before !== undefined && { before: { event, next: before } }),
  ...(after !== undefined && { after: { event, next: after } }),
});
const widgetChange = (kind: Change['kind'], more: Partial<Change> = {}) => ({
  ...{ kind, widget: 'ask', path: '#/states/1' },
  ...more,
});
const branch = (value: string) => ({ event: 'match', conditions: [{ value }] });

describe('the sentence for a change', () => {
  it.each<[Omit<Change, 'text'>, string]>([
    [widgetChange('widget-added', { after: { type: 'send-message' } }), 'Adds ask (Send message).'],
    [widgetChange('widget-added', { after: { type: 'of-tomorrow' } }), 'Adds ask (of-tomorrow).'],
    [widgetChange('widget-added', { after: {} }), 'Adds ask (no type).'],
    [widgetChange('widget-removed', { before: { type: 5 } }), 'Removes ask (no type).'],
    [widgetChange('widget-removed', { before: 'nothing' }), 'Removes ask (no type).'],
    [widgetChange('widget-renamed', { was: 'said' }), 'Renames said to ask.'],
    [widgetChange('widget-moved', { before: { x: 0, y: 0 }, after: { x: 1, y: 0 } }), 'Moves ask.'],
    [property('body', { after: 'Hi' }), `'body' of ask is now "Hi".`],
    [
      property('body', { label: 'Message', before: 'Hi', after: 'Ho' }),
      'Message of ask is now "Ho" instead of "Hi".',
    ],
    [property('body', { before: [], after: false }), "'body' of ask is now false."],
    [property('body', { before: 3, after: null }), "'body' of ask is now null instead of 3."],
    [property('body', { before: 'Hi', after: { a: 1 } }), "'body' of ask changes."],
    [property('body', { before: 'Hi' }), `'body' of ask is removed (was "Hi").`],
    [property('body', { before: ['Hi'] }), "'body' of ask is removed."],
    [property('body', { after: 'x'.repeat(60) }), `'body' of ask is now "${'x'.repeat(60)}".`],
    [property('body', { after: 'x'.repeat(61) }), `'body' of ask is now "${'x'.repeat(60)}…".`],
    [part('type', { label: 'Kind', after: 'say-play' }), 'The widget type of ask is now "say-play".'],
    [part('transitions', { before: [], after: [{}] }), 'The order of the events of ask changes.'],
    [part('properties', { before: 1, after: [] }), 'All properties of ask changes.'],
    [part('note', { after: '' }), `'note' of ask is now "".`],
    [part('toString', { after: '' }), `'toString' of ask is now "".`],
    [condition(undefined, { value: ' yes ' }), "check has a new branch 'yes'."],
    [condition(undefined, [{ value: ' ', friendly_name: 'Other' }, {}]), "check has a new branch 'Other'."],
    [condition({ value: 'yes' }), "The branch 'yes' of check is removed."],
    [condition('odd'), "The branch '' of check is removed."],
    [condition({ value: 'yes' }, { value: 'no' }), "The branch 'yes' of check is now 'no'."],
    [condition({ value: 'yes' }, { value: 'yes' }), "What the branch 'yes' of check tests changes."],
    [condition([{ value: 'a' }, { value: 'b' }], { value: 'c' }), "The branch 'a' of check is now 'c'."],
    [condition({ value: 'c' }, [{ value: 'a' }, { value: 'b' }]), "The branch 'c' of check is now 'a'."],
    [condition([{ value: 'a' }, {}], [{ value: 'b' }]), "The branch 'a' of check is now 'b'."],
    [
      condition([branch('a'), 5], [branch('b'), 5, { event: 'noMatch' }, branch('a')]),
      "The branches of check are now in the order 'b', 'a'.",
    ],
    [cord('noMatch', 'No match', null, 'menu'), "'No match' of check now goes to menu."],
    [cord('noMatch', 'No match', undefined, 'menu'), "'No match' of check now goes to menu."],
    [cord('noMatch', 'No match', 'a', 'b'), "'No match' of check now goes to b instead of a."],
    [cord('noMatch', 'No match', 'a', null), "'No match' of check no longer goes to a."],
    [cord('noMatch', 'No match', 'a'), "'No match' of check no longer goes to a."],
    [ofFlow('description', { before: 'A', after: 'B' }), 'The description is now "B" instead of "A".'],
    [ofFlow('initial_state', { after: 'a' }), 'The widget where the flow begins is now "a".'],
    [ofFlow('flags', { before: {}, after: { a: true } }), 'The settings of the flow changes.'],
    [ofFlow('states', { before: [], after: [{}] }), 'The list of widgets changes.'],
    [ofFlow('$schema', { before: 'a' }), 'The schema of the definition is removed (was "a").'],
    [ofFlow('extra', { label: 'Extra', after: 1 }), "'extra' of the flow is now 1."],
  ])('%j', (change, sentence) => {
    expect(describeChange(change)).toBe(sentence);
  });

  it('has labels in the language of its words, but for what an author wrote', () => {
    const words = { ...englishWords, label: (english: string) => english.toUpperCase() };
    expect(
      [
        cord('noMatch', 'No match', null, 'a'),
        cord('noMatch', 'No match', 'a'),
        cord('match', 'No match', null, 'a'),
        property('body', { label: 'Message', after: 1 }),
      ].map((each) => describeChange(each, words)),
    ).toEqual([
      "'NO MATCH' of check now goes to a.",
      "'NO MATCH' of check no longer goes to a.",
      "'No match' of check now goes to a.",
      'MESSAGE of ask is now 1.',
    ]);
  });
});

describe('the label of a change', () => {
  const split = {
    type: 'split-based-on',
    transitions: [
      { event: 'noMatch' },
      { event: 'match', conditions: [{ value: 'yes' }, { value: 'no' }] },
      { event: 'match', conditions: [] },
    ],
  } as unknown as State;
  const place = (index: number) => ({ path: `#/states/1/transitions/${index}/next` });
  const message: State = { type: 'send-message' };

  it.each<[Omit<Change, 'text'>, State | undefined, string | undefined]>([
    [{ ...cord('noMatch', '', 'a', 'b'), ...place(0) }, split, 'No match'],
    [{ ...cord('noMatch', '', 'a'), ...place(9) }, split, 'No match'],
    [{ ...cord('match', '', 'a', 'b'), ...place(1) }, split, 'yes'],
    [{ ...cord('match', '', 'a', 'b'), ...place(2) }, split, 'Match'],
    [{ ...cord('of-tomorrow', '', 'a', 'b'), ...place(0) }, split, 'of-tomorrow'],
    [cord('failed', '', 'a', 'b'), undefined, 'failed'],
    [{ kind: 'connection-changed', path: '#/states/1/transitions/0/next', after: 5 }, message, ''],
    [property('body', { after: 'Hi' }), message, 'Message'],
    [property('unknown', { after: 'Hi' }), message, undefined],
    [property('body', { after: 'Hi' }), { type: 'of-tomorrow' }, undefined],
    [property('body', { after: 'Hi' }), undefined, undefined],
    [part('type', { after: 'say-play' }), message, undefined],
    [{ ...property('body', { after: 'Hi' }), kind: 'widget-moved' }, message, undefined],
  ])('%j of %j is %j', (change, state, label) => {
    const { label: _, ...plain } = change;
    const described = describedChange(plain, state);
    const labelled = label === undefined ? plain : { ...plain, label };
    expect(described).toStrictEqual({ ...labelled, text: describeChange(labelled) });
  });

  it('is none where the widget has no such field', () => {
    expect(fieldTitle('send-message', '#/states/1/properties/body')).toBe('Message');
    expect(fieldTitle('send-message', '#/states/1')).toBeUndefined();
    expect(fieldTitle(undefined, '#/states/1/properties/body')).toBeUndefined();
  });
});

describe('the summary of changes', () => {
  const moved = (widget: string) => ({ ...widgetChange('widget-moved'), widget, text: '' });
  const all = (...changes: Omit<Change, 'text'>[]) => changes.map((each) => ({ ...each, text: '' }));
  const added = (...names: string[]) => names.map((widget) => widgetChange('widget-added', { widget }));

  it.each<[string, Change[]]>([
    ['Changes nothing.', []],
    ['Adds a.', all(...added('a'))],
    ['Adds a and b.', all(...added('a', 'b'))],
    ['Adds a, b and c.', all(...added('a', 'b', 'c'))],
    ['Adds a, b, c and 1 more.', all(...added('a', 'b', 'c', 'd'))],
    ['Moves 1 widget.', [moved('a')]],
    ['Moves 2 widgets.', [moved('a'), moved('b')]],
    [
      'Removes ask and renames said to ask.',
      all(widgetChange('widget-removed'), widgetChange('widget-renamed', { was: 'said' })),
    ],
    [
      'Changes ask (body, from, to) and check (noMatch, match, conditions).',
      all(
        ...['body', 'from', 'body', 'to', 'media'].map((key) => property(key, {})),
        cord('noMatch', 'No match', 'a', 'b'),
        cord('match', 'x', 'a'),
        condition({}),
      ),
    ],
    ['Changes check (connections).', all({ ...cord('', ''), before: 1 })],
    ['Changes ask (type).', all(part('type', {}))],
    [
      'Changes the description, the settings of the flow, where the flow starts and 2 more.',
      all(
        ...['description', 'flags', 'initial_state', 'ui', 'notes', 'groups', 'ours', 'theirs'].map((key) =>
          ofFlow(key, {}),
        ),
      ),
    ],
    ['Changes notes and groups and other data of the flow.', all(ofFlow('groups', {}), ofFlow('x', {}))],
    ['Changes notes and groups.', all(ofFlow('ui', {}), ofFlow('notes', {}))],
  ])('%s', (sentence, changes) => {
    expect(summarizeChanges(changes)).toBe(sentence);
  });
});

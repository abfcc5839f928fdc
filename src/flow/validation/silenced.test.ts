import { describe, expect, it } from 'vitest';
import { canonicalDefinition } from '../canonical/canonical.ts';
import type { FlowDefinition } from '../definition.ts';
import { renameWidget } from '../edit/rename-widget.ts';
import type { Json } from '../json/json.ts';
import { appointmentFlow } from '../testing/test-flow.ts';
import type { Finding, Severity } from './finding.ts';
import {
  renameSilenced,
  type Silence,
  silence,
  silencesOf,
  splitSilenced,
  unsilence,
  widgetOfFinding,
} from './silenced.ts';
import { validate } from './validate.ts';

const flow = appointmentFlow();
const entry = { widget: 'ask', rule: 'dead-end', reason: 'The reminder goes out again tomorrow.' };
const codesOf = (definition: unknown) => validate(definition).map(({ code }) => code);

describe('a silenced rule', () => {
  const silenced = silence(flow, entry);

  it('takes its findings of that widget out of the list, and keeps them with the reason', () => {
    const { open, silenced: quiet } = splitSilenced(silenced, validate(silenced));
    expect(
      open.filter(({ code, property_path }) => code === 'dead-end' && property_path.includes('/2/')),
    ).toEqual([]);
    expect(quiet).toContainEqual(expect.objectContaining(entry));
    expect(open.length + quiet.length).toBe(validate(silenced).length);
  });

  it('is no finding itself and changes none', () => {
    expect(codesOf(silenced)).toEqual(codesOf(flow));
  });

  it('stays with its widget when that is renamed', () => {
    const renamed = renameWidget(silenced, 'ask', 'ask_again');
    expect(renamed.ok && silencesOf(renamed.definition)).toEqual([{ ...entry, widget: 'ask_again' }]);
  });

  it('leaves nothing behind when it ends', () => {
    expect(unsilence(silenced, 'ask', 'dead-end')).toEqual(flow);
  });

  it('leaves other metadata alone, also in the canonical form', () => {
    const noted = { ...flow, ui: { zoom: 1, silenced: ['unreadable'] } };
    const both = silence(noted, entry);
    expect(both.ui).toEqual({ zoom: 1, silenced: ['unreadable', entry] });
    expect(canonicalDefinition(both).ui).toEqual(both.ui);
    expect(unsilence(both, 'ask', 'dead-end')).toEqual(noted);
  });

  it('is never an error', () => {
    const broken = {
      ...silence(flow, { ...entry, widget: '', rule: 'initial-state' }),
      initial_state: 'gone',
    };
    expect(splitSilenced(broken, validate(broken)).open.map(({ code }) => code)).toContain('initial-state');
  });
});

describe('silenced rules', () => {
  const empty = {
    description: '',
    initial_state: 'a',
    states: [{ name: 'a' }, { name: 'b' }, { name: 5 }, {}],
  };
  const having = (silenced: Json, more: object = {}) =>
    ({ ...empty, ui: { ...more, silenced } }) as FlowDefinition;
  const is = (widget: string, rule: string, reason = 'It is meant.'): Silence => ({ widget, rule, reason });
  const finding = (severity: Severity, code: string, property_path: string): Finding => ({
    ...{ severity, code, property_path, message: 'A sentence.' },
  });

  it.each<[Json, Silence[]]>([
    [
      [is('a', 'x'), { widget: '', rule: 'y' }],
      [is('a', 'x'), is('', 'y', '')],
    ],
    [[null, 'x', { widget: 'a' }, { rule: 'x' }, { widget: 5, rule: 'x' }, { widget: 'a', rule: 5 }], []],
    [{ 0: is('a', 'x') }, []],
  ])('of %j are %j', (silenced, silences) => expect(silencesOf(having(silenced))).toEqual(silences));

  it.each([undefined, 'x', ['silenced'], null])('are none where ui is %j', (ui) => {
    const flow = { ...empty, ui } as never;
    expect(silencesOf(flow)).toEqual([]);
    expect(unsilence(flow, 'a', 'x')).toBe(flow);
    expect(silence(flow, is('a', 'x'))).toEqual(having([is('a', 'x')]));
  });

  it('replace each other by widget and rule, and leave alone what cannot be read', () => {
    const others = ['x', null, is('a', 'y'), is('b', 'x'), { widget: 'a' }];
    const flow = having([...others, is('a', 'x')], { zoom: 1 });
    expect(silence(flow, is('a', 'x', 'Again.'))).toEqual(
      having([...others, is('a', 'x', 'Again.')], { zoom: 1 }),
    );
    expect(unsilence(flow, 'a', 'x')).toEqual(having(others, { zoom: 1 }));
    expect(unsilence(flow, 'c', 'x')).toBe(flow);
    expect(unsilence(having([is('a', 'x')]), 'a', 'x')).toEqual(empty);
    expect(unsilence(having([is('a', 'x')], { zoom: 1 }), 'a', 'x')).toEqual({ ...empty, ui: { zoom: 1 } });
  });

  it('go with the name of their widget', () => {
    const flow = having(['x', null, is('a', 'x'), is('b', 'x'), { widget: 'a' }]);
    expect(renameSilenced(flow, 'a', 'c')).toEqual(
      having(['x', null, is('c', 'x'), is('b', 'x'), { widget: 'c' }]),
    );
    expect(renameSilenced(flow, 'gone', 'c')).toBe(flow);
  });

  it.each([
    ['#/states/0/name', 'a'],
    ['#/states/1', 'b'],
    ['#/states/2', ''],
    ['#/states/3', ''],
    ['#/states/9', ''],
    ['#/description', ''],
  ])('of a finding at %s are those of %j', (place, name) =>
    expect(widgetOfFinding(empty as never, finding('note', 'x', place))).toBe(name),
  );

  it('part the findings', () => {
    const quiet = [finding('warning', 'x', '#/states/0'), finding('note', 'y', '#')];
    const open = [
      ...[
        finding('error', 'x', '#/states/0'),
        finding('warning', 'y', '#/states/0'),
        finding('note', 'x', '#'),
      ],
    ];
    const flow = having([is('a', 'x'), is('', 'y')]);
    expect(splitSilenced(flow, [...open, ...quiet])).toEqual({
      open,
      silenced: [
        { ...quiet[0], ...is('a', 'x') },
        { ...quiet[1], ...is('', 'y') },
      ],
    });
    expect(splitSilenced(empty as never, quiet)).toEqual({ open: quiet, silenced: [] });
  });
});

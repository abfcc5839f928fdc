import { describe, expect, it } from 'vitest';
import type { FlowDefinition } from '../../definition.ts';
import type { Json } from '../../json/json.ts';
import { fixed, flowOf, said, state } from '../../testing/said-by-rule.ts';
import { quickFix } from '../quick-fixes.ts';
import { similarName, uniqueName, widgetName } from './widget-names.ts';

const named = (...names: Json[]) => flowOf(names.map((name) => state(name, 'send-message')));

/** Two widgets, the second of which reads the first. */
const reading = (name: string) =>
  flowOf([
    state(name, 'send-message', {}, [{ event: 'sent', next: 'tell' }]),
    state('tell', 'send-message', { body: `{{widgets["${name}"].a}}` }),
  ]);

describe('a name', () => {
  it.each(['a', 'Ärger_2-b', '', 'ask'])('may be %j', (name) =>
    expect(said(widgetName, named(name))).toEqual([]),
  );

  it.each(['1a', '_a', 'a b', 'a.b', 'a!', ' a'])('should not be %j', (name) =>
    expect(said(widgetName, named(name))).toEqual([
      `warning #/states/1/name Widget name '${name}' should start with a letter and contain only letters, digits, _ and -.`,
    ]),
  );

  it.each([
    ['say  hello!', 'say_hello_'],
    ['1. say', 'say'],
    ['_ä', 'ä'],
  ])('%j becomes %j, also where it is read', (name, better) => {
    const [label, flow] = fixed(widgetName, reading(name)) ?? [];
    expect(label).toBe(`Rename to ${better}`);
    expect(flow?.states.map(({ name }) => name)).toEqual(['Trigger', better, 'tell']);
    expect(flow?.states[0]?.transitions).toEqual([{ event: 'incomingMessage', next: better }]);
    expect(JSON.stringify(flow?.states[2])).toContain(better);
  });

  it.each([['1'], ['1 tell', 'tell']])('%j is left to the author beside %s', (...names) =>
    expect(fixed(widgetName, named(...names))).toBeNull(),
  );

  it('is not changed in a flow that has not the widget any more', () => {
    const flow = (name: string) => named(name) as FlowDefinition;
    for (const [rule, names] of [
      [widgetName, ['1 a']],
      [similarName, ['a', 'A']],
    ] as const) {
      const definition = named(...names) as FlowDefinition;
      const place = `#/states/${names.length}/name`;
      const finding = { severity: 'warning', code: rule.code, message: '', property_path: place } as const;
      expect(quickFix(definition, finding)?.edit(flow('other'))).toEqual(flow('other'));
    }
  });
});

it('of a widget is its own', () => {
  const taken = (at: number) =>
    `error #/states/${at}/name Widget name 'a' must be unique: another widget has it.`;
  expect(said(uniqueName, named('a', 'b', 'a', '', '', 'a', 'A'))).toEqual([taken(3), taken(6)]);
});

describe('names that differ in case only', () => {
  const mixed = (at: number, name: string, other: string) =>
    `warning #/states/${at}/name '${name}' and '${other}' differ only in case: templates that mix them up read nothing.`;

  it('are similar to the first of them', () =>
    expect(
      said(similarName, named('Tell', 'ask', 'tell', 'Tell', 'TELL', '', '', 'strasse', 'straße')),
    ).toEqual([...[mixed(3, 'tell', 'Tell'), mixed(5, 'TELL', 'Tell')]]));

  it('get the next number that is free', () => {
    const [label, flow] = fixed(similarName, named('tell', 'Tell', 'TELL_2', 'tell_3')) ?? [];
    expect(label).toBe('Rename to Tell_4');
    expect(flow).toEqual(named('tell', 'Tell_4', 'TELL_2', 'tell_3'));
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalDefinition, canonicalText } from '../canonical/canonical.ts';
import { mergeText } from '../change/merge-text.ts';
import type { FlowDefinition } from '../definition.ts';
import { diff } from '../diff/diff.ts';
import { addWidget } from '../edit/add-widget.ts';
import { addBranch, removeBranch, setCondition } from '../edit/branches.ts';
import { connect } from '../edit/connect.ts';
import { moveWidgets } from '../edit/move-widgets.ts';
import { removeWidgets } from '../edit/remove-widgets.ts';
import { renameWidget } from '../edit/rename-widget.ts';
import { setDescription, setFlags } from '../edit/set-flow.ts';
import { setProperty } from '../edit/set-property.ts';
import { knownEdits, performKnown } from '../testing/known-edits.ts';
import { editScript, grownFlow, perform } from '../testing/random-edits.ts';
import { appointmentFlow, isReply, nextOf, widget } from '../testing/test-flow.ts';
import { validate } from '../validation/validate.ts';
import { merge } from './merge.ts';

const base = appointmentFlow();

function renamed(definition: FlowDefinition, from: string, to: string): FlowDefinition {
  const result = renameWidget(definition, from, to);
  if (!result.ok) throw new Error(result.reason);
  return result.definition;
}

function merged(ours: FlowDefinition, theirs: FlowDefinition): FlowDefinition {
  const result = merge({ base, ours, theirs });
  if (!result.ok) throw new Error(JSON.stringify(result));
  return result.definition;
}

function conflicts(ours: FlowDefinition, theirs: FlowDefinition): string[] {
  const result = merge({ base, ours, theirs });
  return result.ok ? [] : result.conflicts.map(({ text }) => text);
}

describe('a merge', () => {
  it('of one side alone is that side', () => {
    const ours = setProperty(renamed(base, 'ask', 'question'), 'greet', 'body', 'Hi');
    expect(canonicalText(merged(ours, base))).toBe(canonicalText(ours));
    expect(canonicalText(merged(base, ours))).toBe(canonicalText(ours));
    expect(canonicalText(merged(ours, ours))).toBe(canonicalText(ours));
  });

  it('takes renames of two copies that lie on each other', () => {
    const copied = {
      ...base,
      states: [...base.states, { ...base.states.find(({ name }) => name === 'thank'), name: 'copy' }],
    };
    const original = connect(copied, { widget: 'greet', outlet: 'failed' }, 'copy');
    const ours = renamed(renamed(original, 'thank', 'first'), 'copy', 'second');
    const theirs = setProperty(original, 'thank', 'body', 'Thanks');
    const result = merge({ base: original, ours, theirs });
    expect(canonicalText(result.ok ? result.definition : original)).toBe(
      canonicalText(setProperty(ours, 'first', 'body', 'Thanks')),
    );
  });

  it('does not take an error that was there before for a new one where the widget is renamed', () => {
    const original = setProperty(base, 'greet', 'body', 5);
    const ours = renamed(original, 'greet', 'welcome');
    const theirs = setProperty(original, 'ask', 'body', 'Yes or no, please?');
    expect(merge({ base: original, ours, theirs }).ok).toBe(true);
    expect(merge({ base: original, ours: theirs, theirs: ours }).ok).toBe(true);
  });

  it('takes changes of different properties, connections and branches of one widget', () => {
    const ours = setCondition(
      connect(setProperty(base, 'greet', 'body', 'Hi'), { widget: 'ask', outlet: 'timeout' }, 'thank'),
      'check',
      'match',
      0,
      { value: 'sure' },
    );
    const theirs = addBranch(
      connect(setProperty(base, 'greet', 'from', 'Bot'), { widget: 'check', outlet: 'noMatch' }, 'greet'),
      'check',
      [isReply('maybe')],
    ).definition;
    const both = merged(ours, theirs);
    expect(widget(both, 'greet').properties).toMatchObject({ body: 'Hi', from: 'Bot' });
    expect(nextOf(both, 'ask', 'timeout')).toBe('thank');
    expect(nextOf(both, 'check', 'noMatch')).toBe('greet');
    expect(
      widget(both, 'check').transitions?.flatMap(({ conditions = [] }) => conditions[0]?.value ?? []),
    ).toEqual(['sure', 'no', 'maybe']);
  });

  it('follows a rename into what the other side wrote', () => {
    const ours = renamed(base, 'ask', 'question');
    const theirs = setProperty(
      connect(base, { widget: 'thank', outlet: 'sent' }, 'ask'),
      'greet',
      'body',
      '{{widgets.ask.inbound.Body}}',
    );
    const both = merged(ours, theirs);
    expect(nextOf(both, 'thank', 'sent')).toBe('question');
    expect(widget(both, 'greet').properties?.body).toBe('{{widgets.question.inbound.Body}}');
  });

  it('puts branches that both sides add in the order ours, theirs', () => {
    const ours = addBranch(base, 'check', [isReply('ours')]).definition;
    const theirs = addBranch(base, 'check', [isReply('theirs')]).definition;
    for (const [mine, yours, order] of [
      [ours, theirs, ['yes', 'no', 'ours', 'theirs']],
      [theirs, ours, ['yes', 'no', 'theirs', 'ours']],
    ] as const)
      expect(
        widget(merged(mine, yours), 'check').transitions?.flatMap(
          ({ conditions = [] }) => conditions[0]?.value ?? [],
        ),
      ).toEqual(order);
  });

  it('merges a text that both sides changed at different places', () => {
    const ours = setProperty(base, 'ask', 'body', 'Yes or no, please?');
    const theirs = setProperty(base, 'ask', 'body', 'Hi. Yes or no?');
    expect(conflicts(ours, setProperty(base, 'ask', 'body', 'Yes or never?'))).toEqual([
      "Both sides changed 'body' of ask.",
    ]);
    expect(widget(merged(ours, theirs), 'ask').properties?.body).toBe('Hi. Yes or no, please?');
  });

  it.each([
    [
      'one property',
      setProperty(base, 'greet', 'body', 'Hi'),
      setProperty(base, 'greet', 'body', 'Good day'),
      "'body' of greet",
    ],
    [
      'one connection',
      connect(base, { widget: 'greet', outlet: 'failed' }, 'thank'),
      connect(base, { widget: 'greet', outlet: 'failed' }, 'ask'),
      "'failed' of greet",
    ],
    [
      'one condition',
      setCondition(base, 'check', 'match', 0, { value: 'a' }),
      setCondition(base, 'check', 'match', 0, { value: 'b' }),
      "'conditions' of check",
    ],
    [
      'a removed and a changed widget',
      removeWidgets(base, ['thank']),
      setProperty(base, 'thank', 'body', 'x'),
      'thank was removed by us and changed by them',
    ],
    [
      'a changed and a removed widget',
      setProperty(base, 'thank', 'body', 'x'),
      removeWidgets(base, ['thank']),
      'thank was removed by them and changed by us',
    ],
    [
      'a removed and a changed branch',
      removeBranch(base, 'check', 'match'),
      setCondition(base, 'check', 'match', 0, { value: 'a' }),
      'A branch of check',
    ],
    [
      'two renames of a widget',
      renamed(base, 'ask', 'a'),
      renamed(base, 'ask', 'b'),
      'ask was renamed to a by us and to b by them',
    ],
    [
      'two widgets of one name',
      addWidget(base, 'say-play', { x: 0, y: 0 }, 'x').definition,
      addWidget(base, 'send-message', { x: 0, y: 0 }, 'x').definition,
      'Both sides added a widget named x',
    ],
    ['two descriptions', setDescription(base, 'A'), setDescription(base, 'B'), "'description' of the flow"],
  ])('reports %s as a conflict with both sides', (_, ours, theirs, text) => {
    const result = merge({ base, ours, theirs });
    expect(result.ok).toBe(false);
    if (result.ok) return;
    expect(result.conflicts.map((each) => each.text).join('\n')).toContain(text);
    expect(result.conflicts[0]?.versions.ours).not.toEqual(result.conflicts[0]?.versions.theirs);
  });

  it('reports a connection to a widget that the other side removed', () => {
    const ours = removeWidgets(base, ['thank']);
    const theirs = connect(base, { widget: 'ask', outlet: 'timeout' }, 'thank');
    expect(conflicts(ours, theirs).join()).toContain('(ask)');
  });

  it('takes our position of two, and a removal of what was only moved', () => {
    const [mine, yours] = [10, 20].map((x) => moveWidgets(base, new Map([['thank', { x, y: 0 }]])));
    if (mine === undefined || yours === undefined) throw new Error('No flows.');
    expect(widget(merged(mine, yours), 'thank').properties?.offset).toEqual({ x: 10, y: 0 });
    expect(widget(merged(removeWidgets(base, ['thank']), yours), 'thank')).toEqual({});
  });

  it('refuses flows without a common origin', () => {
    const other = ['a', 'b', 'c', 'd'].reduce(
      (all, name) => addWidget(all, 'say-play', { x: 0, y: 0 }, name).definition,
      removeWidgets(base, ['greet', 'ask', 'check', 'thank']),
    );
    expect(merge({ base, ours: other, theirs: base })).toEqual({
      ok: false,
      conflicts: [],
      refusal: 'These flows have no common origin.',
    });
  });
});

describe('any merge', () => {
  it('is a valid flow when both sides are, or names its conflicts', () => {
    fc.assert(
      fc.property(grownFlow, editScript, editScript, (flow, first, second) => {
        const [ours, theirs] = [first.reduce(perform, flow), second.reduce(perform, flow)];
        const result = merge({ base: flow, ours, theirs });
        if (result.ok) {
          const known = [ours, theirs].flatMap(errorsOf);
          expect(errorsOf(result.definition).filter((each) => !known.includes(each))).toEqual([]);
          expect(canonicalText(result.definition)).toBe(
            canonicalText(canonicalDefinition(result.definition)),
          );
        } else expect(result.conflicts.length > 0 || 'refusal' in result).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it('of edits of different widgets has no conflict and has both', () => {
    fc.assert(
      fc.property(grownFlow, fc.nat(), fc.nat(), (flow, first, second) => {
        const names = flow.states.map(({ name = '' }) => name).filter((name) => name !== 'Trigger');
        const mine = names[first % names.length] ?? '';
        const others = names.filter((name) => name !== mine);
        const yours = others[second % others.length] ?? '';
        const ours = setProperty(renamed(flow, mine, 'mine'), 'mine', 'note', 'ours');
        const theirs = setFlags(setProperty(flow, yours, 'note', 'theirs'), {
          allow_concurrent_calls: false,
        });
        const result = merge({ base: flow, ours, theirs });
        expect(result).toMatchObject({ ok: true });
        if (!result.ok) return;
        expect(widget(result.definition, 'mine').properties?.note).toBe('ours');
        expect(widget(result.definition, yours).properties?.note).toBe('theirs');
        expect(result.definition.flags).toEqual({ allow_concurrent_calls: false });
      }),
    );
  });

  it('of any edits of different widgets has the edits of both', () => {
    fc.assert(
      fc.property(grownFlow, knownEdits, knownEdits, (flow, first, second) => {
        const taken = new Set<string>();
        const ours = performKnown(flow, first, taken);
        const theirs = performKnown(flow, second, taken);
        const result = merge({ base: flow, ours: ours.flow, theirs: theirs.flow });
        expect(result).toMatchObject({ ok: true });
        if (!result.ok) return;
        expect(
          diff(flow, result.definition)
            .changes.map(({ kind, widget: name }) => `${kind} ${name}`)
            .sort(),
        ).toEqual(
          [...ours.expected, ...theirs.expected].map(({ kind, widget: name }) => `${kind} ${name}`).sort(),
        );
      }),
      { numRuns: 150 },
    );
  });

  it('of two values in one place reports the conflict', () => {
    fc.assert(
      fc.property(grownFlow, fc.nat(), fc.integer(), fc.integer(), (flow, at, mine, yours) => {
        const { name = '' } = flow.states[at % flow.states.length] ?? {};
        const result = merge({
          base: flow,
          ours: setProperty(flow, name, 'note', mine),
          theirs: setProperty(flow, name, 'note', yours),
        });
        expect(result.ok).toBe(mine === yours);
      }),
    );
  });
});

describe('the merge of texts', () => {
  it.each([
    ['one two three', 'ONE two three', 'one two THREE', 'ONE two THREE'],
    ['one two three', 'ONE two three', 'uno two three', null],
    ['a\nb\nc\n', 'a\nb\nc\nd\n', 'x\nb\nc\n', 'x\nb\nc\nd\n'],
    ['{{a | b}} and c', '{{a | x}} and c', '{{a | b}} and d', '{{a | x}} and d'],
    ['{{a | b}} c', '{{a | x}} c', '{{z | b}} c', null],
    ['', 'a', 'a', 'a'],
  ])('of %j, %j and %j is %j', (original, ours, theirs, result) => {
    expect(mergeText({ base: original, ours, theirs })).toBe(result);
  });

  it('keeps a text that one side left alone', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (original, ours) => {
        expect(mergeText({ base: original, ours, theirs: original })).toBe(ours);
      }),
    );
  });
});

function errorsOf(definition: FlowDefinition): string[] {
  return validate(definition)
    .filter(({ severity }) => severity === 'error')
    .map(({ message }) => message);
}

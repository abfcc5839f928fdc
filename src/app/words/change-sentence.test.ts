/** Every kind of change has its sentence in each language; in English it is the one that the API has. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FlowDefinition } from '#flow/definition.ts';
import { changeKinds } from '#flow/diff/change.ts';
import { diff } from '#flow/diff/diff.ts';
import { summarizeChanges } from '#flow/diff/summarize-changes.ts';
import { addWidget } from '#flow/edit/add-widget.ts';
import { addBranch, moveBranch, removeBranch, setCondition } from '#flow/edit/branches.ts';
import { connect } from '#flow/edit/connect.ts';
import { moveWidgets } from '#flow/edit/move-widgets.ts';
import { removeWidgets } from '#flow/edit/remove-widgets.ts';
import { renameWidget } from '#flow/edit/rename-widget.ts';
import { setDescription, setFlags } from '#flow/edit/set-flow.ts';
import { setProperty } from '#flow/edit/set-property.ts';
import { appointmentFlow, isReply } from '#flow/testing/test-flow.ts';
import './chunks/change-words.ts';
import { changeSentence, changeSummary } from './change-sentence.ts';
import { german } from './german/german.ts';
import { i18n } from './translator.ts';

const flow = appointmentFlow();

function renamed(definition: FlowDefinition): FlowDefinition {
  const result = renameWidget(definition, 'ask', 'question');
  return result.ok ? result.definition : definition;
}

/** `thank` with other keys of its state. */
function withState(state: object): FlowDefinition {
  return {
    ...flow,
    states: flow.states.map((each) => (each.name === 'thank' ? { ...each, ...state } : each)),
  };
}

const branched = addBranch(flow, 'check', [isReply('Failed')]).definition;

const edited: readonly [FlowDefinition, FlowDefinition][] = [
  [flow, addWidget(flow, 'say-play', { x: 0, y: 0 }, 'said').definition],
  [flow, removeWidgets(flow, ['thank'])],
  [flow, renamed(flow)],
  [flow, moveWidgets(flow, new Map([['ask', { x: 900, y: 900 }]]))],
  [flow, setProperty(setProperty(flow, 'greet', 'body', 'Hi'), 'greet', 'from', 'Bot')],
  [setProperty(flow, 'greet', 'from', 'Bot'), flow],
  [flow, setProperty(flow, 'greet', 'foreign', ['x'])],
  [setProperty(flow, 'greet', 'foreign', ['x']), flow],
  [flow, withState({ type: 'foreign' })],
  [flow, withState({ foreign: 1 })],
  [flow, connect(flow, { widget: 'Trigger', outlet: 'incomingCall' }, 'greet')],
  [flow, connect(flow, { widget: 'check', outlet: 'noMatch' }, 'thank')],
  [flow, setCondition(flow, 'check', 'match', 0, { value: 'sure' })],
  [flow, setCondition(flow, 'check', 'match', 0, { type: 'contains' })],
  [flow, moveBranch(flow, 'check', 'match', 1)],
  [flow, branched],
  [flow, removeBranch(flow, 'check', 'match')],
  [flow, setFlags(setDescription(flow, 'Other'), { allow_concurrent_calls: false })],
  [flow, { ...flow, foreign: 1 } as FlowDefinition],
];

const diffs = edited.map(([before, after]) => diff(before, after).changes);
const changes = diffs.flat();

it('each kind of change is among the examples', () => {
  expect([...new Set(changes.map(({ kind }) => kind))].sort()).toEqual([...changeKinds].sort());
});

it('in English a change and a summary read as in the API', () => {
  expect(changes.map(changeSentence)).toEqual(changes.map(({ text }) => text));
  expect(diffs.map(changeSummary)).toEqual(diffs.map((each) => summarizeChanges(each)));
});

describe('in German', () => {
  beforeEach(() => {
    for (const name of ['changeTexts', 'widgetTypes', 'widgetLabels'] as const)
      i18n.addTexts('de', name, german[name]);
    i18n.language = 'de';
  });
  afterEach(() => {
    i18n.language = 'en';
  });

  it.each(changes)('"$text" is a sentence without gaps', (change) => {
    const sentence = changeSentence(change);
    expect(sentence).toMatch(/^[\p{L}„].*\.$/u);
    expect(sentence).not.toMatch(/\{\{|„“|^: | : |\b(is|of|the|now|goes|branch)\b/i);
    expect(sentence).not.toBe(change.text);
  });

  it('fields, outlets and widget types have their names on the page, and branches their own', () => {
    const sentences = (before: FlowDefinition, after: FlowDefinition) =>
      diff(before, after).changes.map(changeSentence);
    expect(sentences(flow, setProperty(flow, 'greet', 'body', 'Hi'))).toEqual([
      'Nachricht von greet: jetzt „Hi“ statt „Hello“.',
    ]);
    expect(sentences(flow, connect(flow, { widget: 'check', outlet: 'noMatch' }, 'thank'))).toEqual([
      '„Kein Treffer“ von check führt jetzt zu thank statt zu ask.',
    ]);
    expect(sentences(branched, connect(branched, { widget: 'check', outlet: 'match~3' }, 'thank'))).toEqual([
      '„Failed“ von check führt jetzt zu thank.',
    ]);
    expect(sentences(flow, addWidget(flow, 'say-play', { x: 0, y: 0 }, 'said').definition)).toEqual([
      `Fügt said (${german.widgetTypes['say-play']}) hinzu.`,
    ]);
  });

  it('a summary is one sentence', () => {
    const after = moveWidgets(
      setProperty(removeWidgets(renamed(flow), ['thank']), 'greet', 'body', 'Hi'),
      new Map([
        ['greet', { x: 900, y: 0 }],
        ['question', { x: 900, y: 900 }],
      ]),
    );
    expect(changeSummary(diff(flow, after).changes)).toBe(
      'Entfernt thank, benennt ask in question um, ändert greet (body) und check (match) und verschiebt 2 Widgets.',
    );
  });
});

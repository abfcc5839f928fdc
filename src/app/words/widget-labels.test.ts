/** Every label of the widget table and of a quick fix has its word in German; names that somebody gave stay. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emptyDefinition, type FlowDefinition, propertiesOf } from '#flow/definition.ts';
import { nameError } from '#flow/edit/rename-widget.ts';
import type { Json } from '#flow/json/json.ts';
import { context, exampleDefinition, ruleExamples } from '#flow/testing/rule-examples.ts';
import { quickFix } from '#flow/validation/quick-fixes.ts';
import { validate } from '#flow/validation/validate.ts';
import { type ConditionSpec, conditionTypes } from '#flow/widgets/conditions.ts';
import { fieldsOf } from '#flow/widgets/fields.ts';
import { requiredFields } from '#flow/widgets/required-fields.ts';
import { widgetTypes } from '#flow/widgets/widget-types.ts';
import { editText } from '../changes/edit-text.ts';
import { german } from './german/german.ts';
import { i18n } from './translator.ts';
import { fixText, nameErrorText, shownField, shownOutlets, widgetLabel } from './widget-labels.ts';

const comparisons = Object.values<ConditionSpec>(conditionTypes).flatMap(({ label, phrase, help }) => [
  ...[label, phrase],
  ...(help === undefined ? [] : [help]),
]);

const labels = Object.values(widgetTypes).flatMap((type) => [
  ...requiredFields[type.type].flatMap(({ consequence }) => (consequence === '' ? [] : [consequence])),
  ...type.events.map(({ label }) => label),
  ...fieldsOf(type).flatMap(({ title, help, choices }) => [
    title,
    ...(help === '' ? [] : [help]),
    ...choices.flatMap(({ value, label }) => (value === label ? [] : [label])),
  ]),
]);

/** The English words of the summaries of some filled widgets. */
function summaryWords(): string[] {
  const said = new Set<string>();
  const words = {
    wordOf: (english: string) => {
      said.add(english);
      return english;
    },
    flowName: () => undefined,
  };
  const others: Record<string, Json>[] = [
    { content_sid: 'HX1', play: 'a.mp3', record_call: false, stream_action: 'stop', queue_name: 'q' },
    { digits: '12', transcribe: true, detect_answering_machine: true, timeout: 172_800, noun: 'number' },
    { workflow_sid: 'WW1', workflow: 'W', connector: 'c', connector_name: 'c', flow_sid: 'FW1', to: '+1' },
    { flow_sid: 'FW1', flow_revision: 'LatestPublished', max_length: 60, stream_url: 'wss://a.example' },
  ];
  for (const { example, summary } of Object.values(widgetTypes))
    for (const properties of [propertiesOf(example), ...others]) summary(properties, example, words);
  return [...said];
}

const fixes = Object.values(ruleExamples).flatMap(({ bad }) => {
  const definition = exampleDefinition(bad) as unknown as FlowDefinition;
  return validate(definition, context(bad)).flatMap((finding) => {
    const fix = quickFix(definition, finding);
    return fix === null ? [] : [fix.label];
  });
});

describe('in German', () => {
  beforeEach(async () => {
    for (const name of ['widgetLabels', 'widgetTypes', 'designer'] as const)
      i18n.addTexts('de', name, german[name]);
    i18n.language = 'de';
  });
  afterEach(() => {
    i18n.language = 'en';
  });

  it('each label of a widget has its word: add those that this lists to german/widget-labels.ts', () => {
    expect([...labels, ...comparisons].filter((label) => !Object.hasOwn(german.widgetLabels, label))).toEqual(
      [],
    );
  });

  it('each word of a summary has its word', () => {
    const words = summaryWords();
    expect(words.length).toBeGreaterThan(20);
    expect(words.filter((each) => !Object.hasOwn(german.widgetLabels, each))).toEqual([]);
  });

  it('each quick fix has its words', () => {
    expect(fixes.length).toBeGreaterThan(10);
    const same = fixes.filter((label) => fixText(label) === label);
    expect(same).toEqual([]);
    expect(fixText('Rename to $& mood')).toBe('In $& mood umbenennen');
    expect(fixText('Change to Send message')).toBe('In „Nachricht senden“ ändern');
  });

  it('outlets and fields are named, and what somebody named keeps its name', () => {
    const named = { friendly_name: 'Failed', type: 'expression', arguments: [], value: '' };
    const split = {
      type: 'split-based-on',
      transitions: [{ event: 'noMatch' }, { event: 'match', conditions: [named] }],
    };
    expect(shownOutlets(split).map(({ label }) => label)).toEqual(['Kein Treffer', 'Failed']);
    const late = { friendly_name: '', type: 'contains', arguments: [], value: 'spät' };
    const yes = { ...late, type: 'equal_to', value: 'ja' };
    const compared = { ...split, transitions: [{ event: 'match', conditions: [yes, late] }] };
    expect(shownOutlets(compared).map(({ label }) => label)).toContain('ist ja und enthält spät');
    const trigger = shownOutlets({ type: 'trigger' }).map(({ label }) => label);
    expect(trigger.slice(0, 2)).toEqual(['Eingehender Anruf', 'Eingehende Nachricht']);
    const [message] = fieldsOf(widgetTypes['send-message']).map(shownField);
    expect(message?.title).toBe('Nachricht');
    expect(widgetLabel('my_own_property')).toBe('my_own_property');
  });

  it('each refusal of a name has its words', () => {
    const flow = { ...emptyDefinition(), states: [{ name: 'Trigger' }, { name: 'ask' }] };
    const refusal = (widget: string, name: string) =>
      nameErrorText(nameError(flow, widget, name) ?? 'none', name);
    expect(['', '1', 'a b'].map((name) => refusal('Trigger', name))).toEqual([
      'Ein Widget braucht einen Namen.',
      'Ein Name beginnt mit einem Buchstaben.',
      'Ein Name hat nur Buchstaben, Ziffern, _ und -.',
    ]);
    expect(refusal('gone', 'new')).toBe('Dieses Widget ist nicht mehr in diesem Flow.');
    expect(refusal('ask', 'Trigger')).toBe('Ein anderes Widget heißt Trigger.');
  });

  it('an edit that was made at an English page is said in German', () => {
    const label = { name: 'disconnect', widget: 'ask', outlet: 'No reply' } as const;
    expect(editText(label)).toContain('Keine Antwort');
  });
});

it('in English the labels are those of the widget table', () => {
  expect(shownOutlets({ type: 'send-message' }).map(({ label }) => label)).toEqual(['Sent', 'Failed']);
  expect(fixText('Use https')).toBe('Use https');
});

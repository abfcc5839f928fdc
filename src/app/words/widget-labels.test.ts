/** Every label of the widget table and of a quick fix has its word in German; names that somebody gave stay. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FlowDefinition } from '#flow/definition.ts';
import { quickFix } from '#flow/validation/quick-fixes.ts';
import { context, exampleDefinition } from '#flow/validation/rule-docs.ts';
import { ruleExamples } from '#flow/validation/rules/rule-examples.ts';
import { validate } from '#flow/validation/validate.ts';
import { type ConditionSpec, conditionTypes } from '#flow/widgets/conditions.ts';
import { fieldsOf } from '#flow/widgets/fields.ts';
import { requiredFields } from '#flow/widgets/required-fields.ts';
import { widgetTypes } from '#flow/widgets/widget-types.ts';
import { editText } from '../changes/edit-text.ts';
import { german } from './german/german.ts';
import { i18n } from './use-words.ts';
import { fixText, shownField, shownOutlets, widgetLabel } from './widget-labels.ts';

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

  it('an edit that was made at an English page is said in German', () => {
    const label = { name: 'disconnect', widget: 'ask', outlet: 'No reply' } as const;
    expect(editText(label)).toContain('Keine Antwort');
  });
});

it('in English the labels are those of the widget table', () => {
  expect(shownOutlets({ type: 'send-message' }).map(({ label }) => label)).toEqual(['Sent', 'Failed']);
  expect(fixText('Use https')).toBe('Use https');
});

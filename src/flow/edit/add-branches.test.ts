import { describe, expect, it } from 'vitest';
import { emptyDefinition, propertiesOf } from '../definition.ts';
import { outletsOf } from '../graph.ts';
import { validate } from '../validation/validate.ts';
import { addBranches, readComparison, splitAnswers } from './add-branches.ts';
import { addWidget } from './add-widget.ts';
import { connect } from './connect.ts';
import { prefillSplit } from './followed-variable.ts';

const labelsOf = (text: string) => {
  const { definition } = addWidget(emptyDefinition(), 'split-based-on', { x: 0, y: 0 }, 'split');
  const split = addBranches(definition, 'split', text).states[1] ?? {};
  return outletsOf(split).map(({ label }) => label);
};

describe('answers of a split', () => {
  it.each([
    ['yes, no, maybe', ['yes', 'no', 'maybe']],
    ['- Yes\n- No, thanks\n', ['Yes', 'No, thanks']],
    ['1. first\n2. second', ['first', 'second']],
    ['“yes”; "no"', ['yes', 'no']],
    [' , yes,,yes ', ['yes']],
    ['', []],
  ])('are read from %j', (text, answers) => {
    expect(splitAnswers(text)).toEqual(answers);
  });

  it('are a branch each, whose label says the comparison', () => {
    expect(labelsOf('yes, > 0, contains late')).toEqual(['No match', 'is yes', '> 0', 'contains late']);
    expect(labelsOf('yes, y, ok\nno')).toEqual(['No match', 'is yes, y, ok', 'is no']);
  });

  it('compare with any of a list', () => {
    expect(readComparison('yes, y')).toEqual({ type: 'matches_any_of', value: 'yes, y' });
    expect(readComparison('is not late')).toEqual({ type: 'not_equal_to', value: 'late' });
    expect(readComparison('is late')).toEqual({ type: 'equal_to', value: 'late' });
    expect(readComparison('enthält spät')).toEqual({ type: 'contains', value: 'spät' });
    expect(readComparison('ist nicht ja')).toEqual({ type: 'not_equal_to', value: 'ja' });
  });
});

describe('the variable of a split', () => {
  it.each([
    ['send-and-wait-for-reply', 'incomingMessage', '{{widgets.before.inbound.Body}}'],
    ['gather-input-on-call', 'keypress', '{{widgets.before.Digits}}'],
    ['gather-input-on-call', 'speech', '{{widgets.before.SpeechResult}}'],
    ['send-and-wait-for-reply', 'timeout', ''],
  ])('after %s and %s is what arrives there', (type, outlet, input) => {
    const before = addWidget(emptyDefinition(), type, { x: 0, y: 0 }, 'before').definition;
    const { definition } = addWidget(before, 'split-based-on', { x: 0, y: 0 }, 'split');
    const from = { widget: 'before', outlet };
    const filled = prefillSplit(connect(definition, from, 'split'), 'split', from);
    expect(propertiesOf(filled.states[2] ?? {}).input).toBe(input);
    const unknown = validate(filled).filter(({ code }) => code.toString().includes('variable'));
    expect(unknown).toEqual([]);
  });
});

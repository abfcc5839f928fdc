/** Every rule objects to its bad example and accepts its good one; quick fixes resolve what they are offered for. */

import { describe, expect, it } from 'vitest';
import type { FlowDefinition } from '../definition.ts';
import { context, type ExampleFlow, exampleDefinition, ruleExamples } from '../testing/rule-examples.ts';
import { isValid } from './finding.ts';
import { fixableCodes, quickFix } from './quick-fixes.ts';
import { flowRules, widgetRules } from './rules/rules.ts';
import { createMemoizedValidate, validate } from './validate.ts';

const rules = [...new Map([...flowRules, ...widgetRules].map((rule) => [rule.code, rule])).values()];
const findingsOf = (example: ExampleFlow) => validate(exampleDefinition(example), context(example));

describe('the rules', () => {
  it('are at least 25, at least 10 with a quick fix', () => {
    expect(rules.length).toBeGreaterThanOrEqual(25);
    expect(fixableCodes().length).toBeGreaterThanOrEqual(10);
  });

  it('each have an example', () => {
    expect(Object.keys(ruleExamples).sort()).toEqual(rules.map(({ code }) => code).sort());
  });
});

describe.each(rules.map(({ code, severity }) => ({ code, severity, example: ruleExamples[code] })))(
  '$code',
  ({ code, severity, example }) => {
    it('objects to its bad example', () => {
      const found = findingsOf(example?.bad ?? { states: [] }).filter((each) => each.code === code);
      expect(found[0]?.severity).toBe(severity);
    });

    it('accepts its good example, which has no finding at all', () => {
      expect(findingsOf(example?.good ?? { states: [] })).toEqual([]);
    });

    it('prevents saving only where it is an error', () => {
      expect(isValid(findingsOf(example?.bad ?? { states: [] }))).toBe(severity !== 'error');
    });

    it.runIf(fixableCodes().includes(code))(
      'is resolved by its quick fix, which changes nothing in place',
      () => {
        const definition = exampleDefinition(example?.bad ?? { states: [] }) as FlowDefinition;
        const before = structuredClone(definition);
        const known = context(example?.bad ?? { states: [] });
        const findings = validate(definition, known);
        const finding = findings.find((each) => each.code === code);
        const fix = finding && quickFix(definition, finding);
        expect(fix?.label).toMatch(/^[A-Z]/);
        const after = fix?.edit(definition);
        expect(definition).toEqual(before);
        const left = validate(after, known);
        expect(left.filter((each) => each.code === code)).toEqual([]);
        expect(left.filter((each) => each.severity === 'error').length).toBeLessThanOrEqual(
          findings.filter((each) => each.severity === 'error').length,
        );
      },
    );
  },
);

describe('a flow of 1,000 widgets', () => {
  const states = Array.from({ length: 1000 }, (_, index) => ({
    name: `w${index}`,
    type: index % 3 === 0 ? 'send-and-wait-for-reply' : index % 3 === 1 ? 'set-variables' : 'send-message',
    properties:
      index % 3 === 1
        ? { variables: [{ key: `v${index}`, value: `{{widgets.w${index - 1}.inbound.Body}}` }] }
        : {
            body: `Text {{flow.variables.v${index % 3 === 0 ? 1 : index - 1}}}`,
            from: '{{flow.channel.address}}',
          },
    transitions: [
      { event: ['incomingMessage', 'next', 'sent'][index % 3] ?? '', next: `w${(index + 1) % 1000}` },
      { event: 'timeout', next: `w${Math.floor(index / 2)}` },
    ].slice(0, index % 3 === 0 ? 2 : 1),
  }));
  const definition = exampleDefinition({ states: states.slice(0, 999) });

  it('has the same findings with and without the cache after an edit', () => {
    const memoized = createMemoizedValidate();
    memoized(definition);
    const edited = {
      ...definition,
      states: (definition.states as object[]).map((state, index) =>
        index === 500 ? { ...state, transitions: [] } : state,
      ),
    };
    expect(memoized(edited)).toEqual(validate(edited));
  });
});

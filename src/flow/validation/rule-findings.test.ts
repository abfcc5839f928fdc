/** What each rule says of its bad example, where, and what its quick fix is called: the sentences that people read. */

import { describe, expect, it } from 'vitest';
import type { FlowDefinition } from '../definition.ts';
import { context, exampleDefinition, ruleExamples } from '../testing/rule-examples.ts';
import sentences from '../testing/rule-findings.json' with { type: 'json' };
import { quickFix } from './quick-fixes.ts';
import { validate } from './validate.ts';

describe('what the rules say', () => {
  it.each(Object.entries(ruleExamples))('of the bad example of %s', (code, { bad }) => {
    const definition = exampleDefinition(bad) as FlowDefinition;
    const lines = validate(definition, context(bad)).flatMap((finding) => {
      const fix = quickFix(definition, finding);
      const line = `${finding.severity} ${finding.code} ${finding.property_path}: ${finding.message}`;
      return fix === null ? [line] : [line, `fix: ${fix.label}`];
    });
    expect(lines).toEqual(sentences[code as keyof typeof sentences]);
  });
});

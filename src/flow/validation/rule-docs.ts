/** Generates the Markdown reference of all rules from their tables and examples. */

import type { JsonObject } from '../json/json.ts';
import { fixableCodes } from './quick-fixes.ts';
import type { ExampleFlow } from './rules/rule.ts';
import { ruleExamples } from './rules/rule-examples.ts';
import { flowRules, widgetRules } from './rules/rules.ts';
import { validate } from './validate.ts';

const introduction = `# Rules

Written by \`node bin/write-rule-docs.ts\` from \`src/flow/validation/rules\`: change it there.

What the designer, \`patchbay check\` and the API look for in a flow beside the schema of its definition. An **error**
prevents saving. A **warning** does not, and the API reports it. A **note** is advice: the designer and
\`patchbay check\` show it, the API does not. A rule that is wrong about a widget can be silenced there with a reason,
except an error. Each rule has a flow that it objects to, and one that it accepts.`;

/** The text of `docs/reference/rules.md`. */
export function renderRuleDocs(): string {
  const rules = [...flowRules, ...widgetRules]
    .filter(({ code }, at, all) => all.findIndex((each) => each.code === code) === at)
    .sort((a, b) => (a.code < b.code ? -1 : 1));
  const fixable = new Set(fixableCodes());
  const table = [
    '| Rule | Severity | Quick fix |',
    '| --- | --- | --- |',
    ...rules.map(
      ({ code, severity }) => `| [\`${code}\`](#${code}) | ${severity} | ${fixable.has(code) ? 'yes' : ''} |`,
    ),
  ].join('\n');
  return `${[introduction, table, ...rules.map(({ code, severity }) => section(code, severity))].join('\n\n')}\n`;
}

function section(code: string, severity: string): string {
  const example = ruleExamples[code];
  if (example === undefined) return `## ${code}\n\n${severity}`;
  const finding = validate(exampleDefinition(example.bad), context(example.bad)).find(
    (each) => each.code === code,
  );
  return [
    `## ${code}`,
    `${severity[0]?.toUpperCase()}${severity.slice(1)}. ${example.why}`,
    `> ${finding?.message ?? ''}`,
    'Objected to:',
    json(example.bad),
    'Accepted:',
    json(example.good),
  ].join('\n\n');
}

/** The whole definition of an example. */
export function exampleDefinition(example: ExampleFlow): JsonObject {
  if ('definition' in example) return example.definition;
  const { states, event = 'incomingMessage' } = example;
  const trigger = {
    name: 'Trigger',
    type: 'trigger',
    properties: {},
    transitions: [{ event, next: states[0]?.name ?? '' }],
  };
  return { description: '', initial_state: 'Trigger', states: [trigger, ...states] } as unknown as JsonObject;
}

/** What is known beside the definition of an example. */
export function context(example: ExampleFlow): { sid?: string } {
  return 'definition' in example && example.sid !== undefined ? { sid: example.sid } : {};
}

function json(example: ExampleFlow): string {
  const shown =
    'definition' in example
      ? example.definition
      : example.states.map((state) => state as unknown as JsonObject);
  return `\`\`\`json\n${JSON.stringify(shown, null, 2)}\n\`\`\``;
}

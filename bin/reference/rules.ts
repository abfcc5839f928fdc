/** Generates the Markdown reference of all rules from their tables and examples. */

import { context, type ExampleFlow, exampleDefinition, ruleExamples } from '#flow/testing/rule-examples.ts';
import { fixableCodes } from '#flow/validation/quick-fixes.ts';
import { flowRules, widgetRules } from '#flow/validation/rules/rules.ts';
import { validate } from '#flow/validation/validate.ts';

const introduction = `# Rules

Written by \`npm run docs\` from \`src/flow/validation/rules\`: change it there.

What the designer, \`patchbay check\` and the API look for in a flow besides the schema of its definition. An **error**
prevents saving. A **warning** does not, and the API reports it. A **note** is advice: the designer and
\`patchbay check\` show it, the API does not. A rule that is wrong about a widget can be silenced there with a reason,
except an error. Each rule has a flow that it objects to, and one that it accepts.`;

/** Written by hand from the findings themselves, when a rule or the corpus changes. */
const review = `## On real flows

\`node e2e/corpus/main.ts FOLDER\` prints how often each rule objects. In 69 flows of public repositories it is as follows;
rules that are not listed object to nothing there. Each finding was looked at with its widget and what leads to it, but those
of \`failure-path\` by widget type, and a random 30 of the 70 in this way. A false alarm is a finding where the flow does
what it seems to be meant to do: 29 before two rules were mended, and 6 now, in three flows, if the reminders and the
split of \`split-input\` are counted: one in 12 flows by findings, one in 23 by flows that have any.

| Rule | Findings | Flows | What was seen |
| --- | --- | --- | --- |
| \`dead-end\` | 107 | 33 | Questions without a path for no reply (60), key menus without one (13), splits on a reply or a key that no branch expects (28), calls that are busy or not answered (4), a redirect and an agent (2). Four appointment messages may be meant to end without a reply. 25 splits on other data (a counter, a channel, an opening time) were false alarms or could not be told, so the rule leaves those alone now |
| \`failure-path\` | 70 | 30 | Functions (45), requests (20), calls, subflows and an agent whose failure ends the execution without a word. None of the 30 is a false alarm |
| \`unknown-key\` | 33 | 5 | Invented or misspelt properties of generated flows |
| \`split-input\` | 17 | 3 | Copied conditions that compare the variable of another split (15). In one split (2) the conditions seem to be meant and what it tests is left over: its card misleads, but the quick fix would change what the flow does |
| \`unknown-variable\` | 14 | 1 | \`{{Digits}}\` and \`{{From}}\`, which nothing sets |
| \`unset-variable\` | 12 | 6 | Widgets that were renamed or removed, or that run only on another path |
| \`unused-variable\` | 9 | 7 | Set and not read. Four more were results of the execution, set last: the rule leaves those alone now |
| \`unreachable\` | 6 | 3 | Left-over widgets |
| \`long-message\` | 3 | 1 | Messages of 11, 28 and 35 segments |
| \`repeated-event\`, \`unused-conditions\` | 3, 3 | 1 | A split that was written as other widgets |
| \`single-prompt\` | 2 | 2 | An empty text to say |
| \`endless-loop\`, \`shadowed-condition\`, \`template-error\`, \`trigger-variable\` | 1 each | 1 each | A loop around a sleep; \`0\` after \`less than 5\`; a brace that is not closed; data of a request in a flow for calls |`;

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
  return `${[introduction, table, review, ...rules.map(({ code, severity }) => section(code, severity))].join('\n\n')}\n`;
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

function json(example: ExampleFlow): string {
  const shown = 'definition' in example ? example.definition : example.states;
  return `\`\`\`json\n${JSON.stringify(shown, null, 2)}\n\`\`\``;
}

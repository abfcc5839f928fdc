/** Variables in a summary become chips with the last segment of their path. */

import { expect, it } from 'vitest';
import { splitSummary } from './summary-text.tsx';

it('splits text and variables, and drops filters', () => {
  expect(splitSummary('Hi {{flow.data.name | upcase}}, see {{ widgets.ask.inbound.Body }}!')).toEqual([
    { text: 'Hi ', isVariable: false },
    { text: 'name', isVariable: true },
    { text: ', see ', isVariable: false },
    { text: 'Body', isVariable: true },
    { text: '!', isVariable: false },
  ]);
});

it('leaves text that is not a variable as it is', () => {
  expect(splitSummary('a {{ }} b {{open')).toEqual([
    { text: 'a ', isVariable: false },
    { text: '{{ }}', isVariable: false },
    { text: ' b {{open', isVariable: false },
  ]);
});

/** Variables in a summary become chips with the last segment of their path. */

import { expect, it } from 'vitest';
import { splitSummary } from './summary-text.tsx';

it('splits text and variables, and drops filters', () => {
  expect(splitSummary('Hi {{flow.data.name | upcase}}, see {{ widgets.ask.inbound.Body }}!')).toEqual([
    { text: 'Hi ', variable: false },
    { text: 'name', variable: true },
    { text: ', see ', variable: false },
    { text: 'Body', variable: true },
    { text: '!', variable: false },
  ]);
});

it('leaves what is no variable as it is written', () => {
  expect(splitSummary('a {{ }} b {{open')).toEqual([
    { text: 'a ', variable: false },
    { text: '{{ }}', variable: false },
    { text: ' b {{open', variable: false },
  ]);
});

/** Variables in a summary become chips with the last segment of their path. */

import { expect, it } from 'vitest';
import { partsOf } from './summary.tsx';

it('splits text and variables, and drops filters', () => {
  expect(partsOf('Hi {{flow.data.name | upcase}}, see {{ widgets.ask.inbound.Body }}!')).toEqual([
    { text: 'Hi ', variable: false },
    { text: 'name', variable: true },
    { text: ', see ', variable: false },
    { text: 'Body', variable: true },
    { text: '!', variable: false },
  ]);
});

it('leaves what is no variable as it is written', () => {
  expect(partsOf('a {{ }} b {{open')).toEqual([
    { text: 'a ', variable: false },
    { text: '{{ }}', variable: false },
    { text: ' b {{open', variable: false },
  ]);
});

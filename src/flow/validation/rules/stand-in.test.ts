import { expect, it } from 'vitest';
import { isStandIn } from './stand-in.ts';

it.each(['${' + 'sid}', 'a ${' + 'sid} b', 'FILL_IN', 'FILL_IN_NUMBER_2', 'A1_B2', '<number>', '<a b>'])(
  '%s stands for a value',
  (text) => expect(isStandIn(text)).toBe(true),
);

it.each([
  ...[
    '',
    '$a',
    '{sid}',
    'FILL',
    'fill_in',
    '1A_B',
    'FILL_',
    '_IN',
    'xFILL_IN',
    'FILL_IN.',
    'FILL__IN',
    'Fill_IN',
  ],
  ...['<>', 'a <number>', '<number> b', 'number>'],
])('%s does not', (text) => expect(isStandIn(text)).toBe(false));

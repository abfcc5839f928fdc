import { expect, it } from 'vitest';
import { emptyDefinition } from '../definition.ts';
import { fixableCodes, quickFix } from './quick-fixes.ts';

it.each([
  ...[
    'address-form',
    'deprecated-type',
    'insecure-media',
    'insecure-request',
    'no-branches',
    'number-as-text',
  ],
  ...[
    'similar-name',
    'split-input',
    'unknown-output',
    'unknown-variable',
    'unreachable',
    'variable-name',
    'widget-name',
  ],
])('of %s is none for a widget that is gone', (code) => {
  expect(fixableCodes()).toContain(code);
  const finding = {
    severity: 'warning',
    code,
    message: '',
    property_path: '#/states/7/properties/x',
  } as const;
  expect(quickFix(emptyDefinition(), finding)).toBeNull();
});

it('of a rule that leaves it to the author is none', () =>
  expect(
    quickFix(emptyDefinition(), {
      severity: 'warning',
      code: 'dead-end',
      message: '',
      property_path: '#/states/0',
    }),
  ).toBeNull());

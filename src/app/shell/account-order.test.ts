/** The order of accounts in the switcher, and their search. */

import { expect, it } from 'vitest';
import { arrangeAccounts, findAccounts } from './account-order.ts';

const account = (name: string, parent: string | null = null) => ({
  account_sid: `AC${name.toLowerCase()}`,
  friendly_name: name,
  parent_sid: parent,
  role: 'author' as const,
  is_current: false,
});

const accounts = [account('Alder', 'ACpine'), account('Birch'), account('Elm', 'ACunknown'), account('Pine')];

it('those below stand after theirs, and those of an unknown one by themselves', () => {
  expect(arrangeAccounts(accounts).map(({ friendly_name, isBelow }) => [friendly_name, isBelow])).toEqual([
    ['Birch', false],
    ['Elm', false],
    ['Pine', false],
    ['Alder', true],
  ]);
});

it('they are found by words of their names, and by their SID', () => {
  const found = (query: string) =>
    findAccounts(arrangeAccounts(accounts), query).map(({ friendly_name: name }) => name);
  expect(found('')).toHaveLength(4);
  expect(found('IN pi')).toEqual(['Pine']);
  expect(found('acbir')).toEqual(['Birch']);
  expect(found('oak')).toEqual([]);
});

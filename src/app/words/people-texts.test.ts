/** Every permission and every role has its words in both languages; the English ones of a permission are those of the API. */

import { expect, it } from 'vitest';
import { permissionNames, permissions, roles } from '#api/people/roles.ts';
import { people as english } from './english/people.ts';
import { shell as englishShell } from './english/shell.ts';
import { people as german } from './german/people.ts';
import { shell as germanShell } from './german/shell.ts';

type Texts = { readonly [key: string]: string | Texts };

function textAt(texts: Texts, key: string): string | undefined {
  const found = key
    .split('.')
    .reduce<string | Texts | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), texts);
  return typeof found === 'string' ? found : undefined;
}

it.each(permissionNames)('%s has its words', (name) => {
  expect(textAt(english.permissions, name)).toBe(permissions[name].text);
  expect(textAt(german.permissions, name)).toMatch(/\S/);
  expect(textAt(english.areas, permissions[name].area)).toMatch(/\S/);
});

it.each(roles)('the role %s has its name, and what it may do', (role) => {
  for (const texts of [englishShell.roles, germanShell.roles, english.roleTexts, german.roleTexts])
    expect(textAt(texts, role)).toMatch(/\S/);
});

it('no permission has words that is not there any more', () => {
  const names = Object.entries(english.permissions).flatMap(([area, texts]) =>
    Object.keys(texts).map((name) => `${area}.${name}`),
  );
  expect(names.sort()).toEqual([...permissionNames].sort());
});

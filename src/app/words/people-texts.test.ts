/** Every permission and every role has its words in both languages; the English ones of a permission are those of the API. */

import { expect, it } from 'vitest';
import { isAllowed, permissionNames, permissions, roles } from '#api/people/roles.ts';
import { designer as englishDesigner } from './english/designer.ts';
import { reading as englishReading } from './english/reading.ts';
import { people as english } from './english/settings/people.ts';
import { shell as englishShell } from './english/shell.ts';
import { designer as germanDesigner } from './german/designer.ts';
import { reading as germanReading } from './german/reading.ts';
import { people as german } from './german/settings/people.ts';
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

it.each([
  ['flows.publish', englishDesigner.publishNeedsRole, germanDesigner.publishNeedsRole],
  ['flows.write', englishReading.needsRole, germanReading.needsRole],
] as const)(
  'the sentence of who lacks %s names the least role that has it',
  (permission, inEnglish, inGerman) => {
    const least = roles.find((role) => isAllowed(role, permission)) ?? 'owner';
    expect(inEnglish).toContain(englishShell.roles[least]);
    expect(inGerman).toContain(germanShell.roles[least]);
  },
);

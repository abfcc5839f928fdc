/** Where the system forces its colours, every token is one of them, and no part has a colour of its own. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const app = join(import.meta.dirname, '../..');
const tokens = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
const literal = /#[0-9a-f]{3,8}\b|rgba?\(/;

/** What keeps its colours: the people of a flow, who are told apart by them, and what is shown on white paper. */
const own = ['ui/marks/person-mark.css', 'designer/import/import-dialog.css'];
const paper = ['settings/email/sent/sent-emails.css'];

test('forced colours give every coloured token and every shadow a colour of the system', () => {
  const [light = '', forced = ''] = [tokens, tokens.split('@media (forced-colors: active)')[1]].map(
    (text) => text?.split('\n}')[0],
  );
  const coloured = light
    .split(';')
    .filter((declaration) => literal.test(declaration))
    .map((declaration) => /--[\w-]+/.exec(declaration)?.[0]);
  expect(coloured.length).toBeGreaterThan(60);
  for (const token of coloured) expect(forced).toContain(`${token}: `);
  expect(forced).not.toMatch(literal);
});

test('style sheets use tokens, no colours of their own', () => {
  const sheets = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.css') && !file.endsWith('tokens.css') && ![...own, ...paper].includes(file),
  );
  const coloured = sheets.filter((file) => {
    const text = readFileSync(join(app, file), 'utf8');
    // A shadow below a thumb is black in every theme.
    return literal.test(text.replaceAll(/rgba\(0, 0, 0, [\d.]+\)/g, ''));
  });
  expect(coloured).toEqual([]);
});

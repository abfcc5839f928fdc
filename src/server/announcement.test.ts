/** What a start tells the operator, without starting a server. */

import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { announcementLines } from './announcement.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-announcement-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('creates a private data folder for the sign-in link where nothing else has needed one', () => {
  const dataDir = join(folder, 'data');
  const lines = announcementLines(
    { url: 'http://a', smtpPort: null, signInLink: 'http://a/in', linkMinutes: 10, createdAccount: null },
    { isTerminal: false, dataDir },
  );
  const file = join(dataDir, 'sign-in-link.txt');
  expect(lines.join('\n')).toContain(file);
  expect(readFileSync(file, 'utf8')).toBe('http://a/in\n');
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
});

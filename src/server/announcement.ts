/** What a start tells the operator. Secrets go to a terminal; where the output is a file or a log, they do not. */

import { join } from 'node:path';
import { makeFolderPrivate, writePrivateFile } from './platform/private-files.ts';
import type { Running } from './start.ts';

type Announced = Pick<Running, 'url' | 'smtpPort' | 'signInLink' | 'linkMinutes' | 'createdAccount'>;

type Output = { isTerminal: boolean; dataDir: string };

/**
 * The lines to print. Without a terminal the sign-in link and the first token are written to files in the data folder that
 * only their owner may read, and the lines have their paths.
 *
 * @throws when a file cannot be written
 */
export function announcementLines(running: Announced, output: Output): string[] {
  const { url, smtpPort } = running;
  return [
    `Patchbay is ready at ${url}`,
    ...(smtpPort === null ? [] : [`Email is received on SMTP port ${smtpPort}`]),
    ...linkLines(running, output),
    ...credentialLines(running, output),
  ];
}

function linkLines({ signInLink, linkMinutes }: Announced, { isTerminal, dataDir }: Output): string[] {
  if (signInLink === null) return [];
  const terms = `this link works once, within ${linkMinutes} minutes`;
  if (isTerminal) return [`Sign in (${terms}): ${signInLink}`];
  const file = writeToDataFolder(dataDir, 'sign-in-link.txt', `${signInLink}\n`);
  return [`Sign in (${terms}): see the file ${file}`];
}

function credentialLines({ createdAccount }: Announced, { isTerminal, dataDir }: Output): string[] {
  if (createdAccount === null) return [];
  const secrets = [`Account SID: ${createdAccount.account_sid}`, `Auth token: ${createdAccount.auth_token}`];
  if (isTerminal) return [...secrets, 'Keep the auth token: it is not shown again.'];
  const file = writeToDataFolder(dataDir, 'first-credentials.txt', `${secrets.join('\n')}\n`);
  return [`Account SID and auth token: see the file ${file}, and delete it once you keep them elsewhere.`];
}

/** The path of the file. With PostgreSQL and a secret key by environment nothing else has needed the folder yet. */
function writeToDataFolder(dataDir: string, name: string, text: string): string {
  makeFolderPrivate(dataDir);
  const file = join(dataDir, name);
  writePrivateFile(file, text);
  return file;
}

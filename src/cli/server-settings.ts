/** Address and key of the server: PATCHBAY_URL and PATCHBAY_KEY, from the environment or ~/.config/patchbay. */

import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { CommandError, type ServerSettings } from './command.ts';

const names = { url: 'PATCHBAY_URL', key: 'PATCHBAY_KEY' } as const;

/**
 * Each value is taken from the environment, else from the configuration file, whose lines are `PATCHBAY_URL=…` and
 * `PATCHBAY_KEY=…`.
 *
 * @throws CommandError that says what is missing and where it belongs
 */
export function serverSettings(environment: Record<string, string | undefined>): ServerSettings {
  const file = join(environment.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'patchbay');
  const stored = readSettings(file);
  const url = environment[names.url] ?? stored[names.url];
  const key = environment[names.key] ?? stored[names.key];
  if (url === undefined || key === undefined) {
    const missing = [url === undefined ? names.url : null, key === undefined ? names.key : null];
    throw new CommandError(
      `${missing.filter((name) => name !== null).join(' and ')} not set: in the environment or in ${file}, as PATCHBAY_URL=http://127.0.0.1:4000 and PATCHBAY_KEY=SID:SECRET.`,
    );
  }
  if (!/^https?:\/\//.test(url)) throw new CommandError(`${names.url} must begin with http:// or https://.`);
  if (!/^[A-Z]{2}[0-9a-fA-F]{32}:.+$/.test(key))
    throw new CommandError(
      `${names.key} must be an account SID and its auth token, or an API key: SID:SECRET.`,
    );
  return { url, key };
}

function readSettings(file: string): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch {
    // There need not be one; what is missing is said above, with the name of the file.
    return {};
  }
}

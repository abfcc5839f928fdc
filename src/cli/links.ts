/** Which file of a folder is which flow of the server: `patchbay.json`, which belongs in version control. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '#flow/json/json.ts';
import { CommandError } from './command.ts';
import { parseJson } from './parse-json.ts';

/** `revision` is the newest one of the server that the file is based on. */
export type Link = { sid: string; revision: number };

const fileName = 'patchbay.json';

/** The links by file name. @throws CommandError when the file cannot be read as that */
export function readLinks(folder: string): Map<string, Link> {
  const file = join(folder, fileName);
  if (!existsSync(file)) return new Map();
  const value = parseJson(readFileSync(file, 'utf8'));
  const flows = isObject(value) ? value.flows : null;
  if (!isObject(flows)) throw new CommandError(`${fileName} has no "flows".`);
  return new Map(
    Object.entries(flows).map(([name, link]) => {
      if (!isObject(link) || typeof link.sid !== 'string' || typeof link.revision !== 'number')
        throw new CommandError(`${fileName}: "${name}" needs a "sid" and a "revision".`);
      return [name, { sid: link.sid, revision: link.revision }];
    }),
  );
}

/** Stores the link of one file. */
export function writeLink(folder: string, name: string, link: Link): void {
  const links = [...readLinks(folder).set(name, link)].sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify({ flows: Object.fromEntries(links) }, null, 2);
  writeFileSync(join(folder, fileName), `${text}\n`);
}

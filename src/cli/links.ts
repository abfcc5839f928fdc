/** Which file is which flow of the server: `patchbay.json`, which belongs in version control. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { isObject } from '#flow/json/json.ts';
import { CommandError } from './command.ts';
import { parseJson } from './parse-json.ts';

/** `revision` is the newest one of the server that the file is based on. */
export type Link = { sid: string; revision: number };

/** `flows` by file name, relative to `folder`, in which `patchbay.json` is or would be. */
export type Links = { folder: string; flows: Map<string, Link> };

const fileName = 'patchbay.json';

/**
 * The links of a folder: its `patchbay.json`, or the nearest one above it in the same repository.
 *
 * @throws CommandError when the file cannot be read as that
 */
export function readLinks(folder: string): Links {
  const found = nearestFolder(folder);
  if (found === null) return { folder, flows: new Map() };
  const file = join(found, fileName);
  const value = parseJson(readFileSync(file, 'utf8'));
  const flows = isObject(value) ? value.flows : null;
  if (!isObject(flows)) throw new CommandError(`${file} has no "flows".`);
  const entries = Object.entries(flows).map(([name, link]): [string, Link] => {
    if (!isObject(link) || typeof link.sid !== 'string' || typeof link.revision !== 'number')
      throw new CommandError(`${file}: "${name}" needs a "sid" and a "revision".`);
    return [name, { sid: link.sid, revision: link.revision }];
  });
  return { folder: found, flows: new Map(entries) };
}

/** The link of a file, which is named relative to `folder`. @throws CommandError as `readLinks` */
export function linkOf(folder: string, file: string): Link | undefined {
  const links = readLinks(dirname(resolve(folder, file)));
  return links.flows.get(nameIn(links, resolve(folder, file)));
}

/** Stores the link of one file: in the nearest `patchbay.json`, or in a new one in `folder` where the file is below it. */
export function writeLink(folder: string, file: string, link: Link): void {
  const path = resolve(folder, file);
  const found = readLinks(dirname(path));
  const isAbove = !relative(folder, path).startsWith('..');
  const links = found.flows.size === 0 && isAbove ? readLinks(folder) : found;
  const entries = [...links.flows.set(nameIn(links, path), link)].sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify({ flows: Object.fromEntries(entries) }, null, 2);
  writeFileSync(join(links.folder, fileName), `${text}\n`);
}

function nameIn({ folder }: Links, path: string): string {
  return relative(folder, path).replaceAll('\\', '/');
}

/** The search ends at the top of a repository: what is above it belongs to something else. */
function nearestFolder(folder: string): string | null {
  if (existsSync(join(folder, fileName))) return folder;
  const above = dirname(folder);
  return existsSync(join(folder, '.git')) || above === folder ? null : nearestFolder(above);
}

/** Reads a flow from a file, or from a server by its SID: `FW…@12`, `FW…@LatestPublished`, `FW…`. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { FlowDefinition } from '#flow/definition.ts';
import { readDefinition } from '#flow/import-export/read-definition.ts';
import { CommandError, type Io } from './command.ts';
import { conflictLine } from './conflict-markers.ts';
import type { Link } from './links.ts';
import { createServerClient } from './server-client.ts';

/** `origin` says which revision of a server it is; null for a file. */
export type SourcedFlow = { definition: FlowDefinition; origin: Link | null };

const revisionPattern = /^(FW[0-9a-fA-F]{32})(?:@(\w+))?$/;

/** Whether it names a revision of a server, not a file. */
export function isRevision(source: string): boolean {
  return revisionPattern.test(source);
}

/** @throws CommandError when there is no such file or revision, or it is no flow; the message says what it is instead */
export async function readSource(source: string, io: Io): Promise<SourcedFlow> {
  const [, sid, wanted = 'LatestRevision'] = revisionPattern.exec(source) ?? [];
  if (sid === undefined) return { definition: readFlowFile(source, io), origin: null };
  const { definition, revision } = await createServerClient(io.server()).fetchRevision(sid, wanted);
  if (definition === null) throw new CommandError(`${source}: the server sent no definition.`);
  return { definition, origin: { sid, revision } };
}

/** As `readSource`. */
export async function readFlow(source: string, io: Io): Promise<FlowDefinition> {
  return (await readSource(source, io)).definition;
}

/** @throws CommandError */
export function readFlowFile(file: string, io: Io): FlowDefinition {
  const text = readText(file, io);
  const line = conflictLine(text);
  if (line !== null)
    throw new CommandError(
      `${file} has a conflict at line ${line}: keep one of the two sides, and remove the lines that begin with <<<<<<<, ======= and >>>>>>>.`,
    );
  const read = readDefinition(text);
  if (!read.ok) throw new CommandError(`${file}: ${read.sentence}`);
  return read.definition;
}

/** The text of a file. @throws CommandError */
export function readText(file: string, io: Io): string {
  try {
    return readFileSync(resolve(io.folder, file), 'utf8');
  } catch (error) {
    throw new CommandError(fileErrorMessage(file, error));
  }
}

/** Writes a file, and the folders that it needs. @throws CommandError */
export function writeText(file: string, text: string, io: Io): void {
  try {
    mkdirSync(dirname(resolve(io.folder, file)), { recursive: true });
    writeFileSync(resolve(io.folder, file), text);
  } catch (error) {
    throw new CommandError(fileErrorMessage(file, error));
  }
}

function fileErrorMessage(file: string, error: unknown): string {
  switch (error instanceof Error && 'code' in error ? error.code : null) {
    case 'ENOENT':
      return `There is no file ${file}.`;
    case 'EISDIR':
      return `${file} is a folder, not a file.`;
    case 'ENOTDIR':
    case 'EEXIST':
      return `${file} cannot be there: a part of this path is a file, not a folder.`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `${file} may not be read or written by this user.`;
    default:
      return `${file}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

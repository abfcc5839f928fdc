/** Reads a flow from a file, or from a server by its SID: `FW…@12`, `FW…@LatestPublished`, `FW…`. */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FlowDefinition } from '#flow/definition.ts';
import { readDefinition } from '#flow/import-export/read-definition.ts';
import { CommandError, type Io } from './command.ts';
import { createServerClient } from './server-client.ts';

/** @throws CommandError when there is no such file or revision, or it is no flow; the message says what it is instead */
export async function readFlow(source: string, io: Io): Promise<FlowDefinition> {
  const [, sid, revision = 'LatestRevision'] = /^(FW[0-9a-fA-F]{32})(?:@(\w+))?$/.exec(source) ?? [];
  if (sid === undefined) return readFlowFile(source, io);
  const { definition } = await createServerClient(io.server()).fetchRevision(sid, revision);
  if (definition === null) throw new CommandError(`${source}: the server sent no definition.`);
  return definition;
}

/** @throws CommandError */
export function readFlowFile(file: string, io: Io): FlowDefinition {
  const read = readDefinition(readText(file, io));
  if (!read.ok) throw new CommandError(`${file}: ${read.sentence}`);
  return read.definition;
}

/** The text of a file. @throws CommandError */
export function readText(file: string, io: Io): string {
  try {
    return readFileSync(resolve(io.folder, file), 'utf8');
  } catch (error) {
    throw new CommandError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

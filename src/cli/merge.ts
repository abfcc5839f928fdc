/** `patchbay merge`, and the merge of a file with a newer revision: what git does with text, done with flows. */

import { parseArgs } from 'node:util';
import { canonicalText } from '#flow/canonical/canonical.ts';
import { mergeText } from '#flow/change/merge-text.ts';
import { emptyDefinition, type FlowDefinition } from '#flow/definition.ts';
import { readDefinition } from '#flow/import-export/read-definition.ts';
import { type Conflict, conflictKey, type MergeResult, merge, type Side } from '#flow/merge/merge.ts';
import type { Versions } from '#flow/merge/merge-values.ts';
import { type Command, exactly, exitCodes, type Io } from './command.ts';
import { conflictLine, markConflicts } from './conflict-markers.ts';
import { isRevision, readFlowFile, readSource, readText, writeText } from './flow-source.ts';
import { linkOf, writeLink } from './links.ts';

export const mergeCommand: Command = {
  name: 'merge',
  usage: 'BASE OURS THEIRS [--write]',
  means:
    'print OURS with what THEIRS changed since BASE; conflicts go to standard error, exit code 1; --write changes OURS, with both sides of a conflict in it, and makes THEIRS its base',
  async run(args, io) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { write: { type: 'boolean', default: false } },
    });
    const [base, ours, theirs] = exactly(positionals, ['BASE', 'OURS', 'THEIRS']);
    if (values.write) return mergeIntoFile(base, ours, theirs, io);
    const result = merge({
      base: await readBase(base, io),
      ours: (await readSource(ours, io)).definition,
      theirs: (await readSource(theirs, io)).definition,
    });
    if (result.ok) io.out(canonicalText(result.definition));
    return reportConflicts(result, io);
  },
};

/**
 * Merges into the file `ours`. Where it cannot be decided, both sides stand in the file between markers. When `theirs`
 * is a revision of the flow that the file is linked to, the file is based on that one from now on.
 *
 * @returns the exit code
 */
export async function mergeIntoFile(base: string, ours: string, theirs: string, io: Io): Promise<number> {
  if (areTexts([base, ours, theirs], io)) return mergeTextFiles({ base, ours, theirs }, io);
  const { definition, origin } = await readSource(theirs, io);
  const versions = { base: await readBase(base, io), ours: readFlowFile(ours, io), theirs: definition };
  const result = merge(versions);
  const text = result.ok
    ? canonicalText(result.definition)
    : markConflicts(decided('ours', versions, result), decided('theirs', versions, result), origin);
  writeText(ours, text, io);
  const link = linkOf(io.folder, ours);
  if (origin !== null && link?.sid === origin.sid && link.revision < origin.revision)
    writeLink(io.folder, ours, origin);
  return reportConflicts(result, io);
}

/** Git gives a merge driver every file that its pattern fits, flows or not. */
function areTexts(sources: readonly string[], io: Io): boolean {
  if (sources.some(isRevision)) return false;
  return sources.slice(1).some((file) => {
    const text = readText(file, io);
    return conflictLine(text) === null && !readDefinition(text).ok;
  });
}

function mergeTextFiles(files: Versions<string>, io: Io): number {
  const [ours, theirs] = [readText(files.ours, io), readText(files.theirs, io)];
  const merged = mergeText({ base: readText(files.base, io), ours, theirs });
  writeText(files.ours, merged ?? markConflicts(ours, theirs, null), io);
  if (merged !== null) return exitCodes.ok;
  io.error('CONFLICT Both sides changed the same lines, and these files are no flows.\n');
  return exitCodes.found;
}

/** The text in which every conflict is decided for one side; all of that side where they cannot be decided one by one. */
function decided(side: Side, versions: Versions<FlowDefinition>, { conflicts }: { conflicts: Conflict[] }) {
  const result = merge(versions, new Map(conflicts.map((conflict) => [conflictKey(conflict), side])));
  return canonicalText(result.ok ? result.definition : versions[side]);
}

function reportConflicts(result: MergeResult, io: Io): number {
  if (result.ok) return exitCodes.ok;
  if ('refusal' in result) io.error(`${result.refusal}\n`);
  for (const { text, versions } of result.conflicts) {
    io.error(`CONFLICT ${text}\n`);
    if (versions.ours !== undefined || versions.theirs !== undefined)
      io.error(`  ours:   ${shown(versions.ours)}\n  theirs: ${shown(versions.theirs)}\n`);
  }
  return exitCodes.found;
}

/** An empty file is what git gives where both sides have added the file. */
async function readBase(source: string, io: Io): Promise<FlowDefinition> {
  const isEmpty = !isRevision(source) && readText(source, io).trim() === '';
  return isEmpty ? emptyDefinition() : (await readSource(source, io)).definition;
}

function shown(value: unknown): string {
  return value === undefined ? '(absent)' : JSON.stringify(value);
}

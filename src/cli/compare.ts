/** `patchbay diff`, `patch`, `format` and `picture`: what git does with text, done with flows. */

import { parseArgs } from 'node:util';
import { canonicalText } from '#flow/canonical/canonical.ts';
import { applyDiff } from '#flow/diff/apply.ts';
import { type Change, changeKinds, type FlowDiff } from '#flow/diff/change.ts';
import { diff } from '#flow/diff/diff.ts';
import { isObject } from '#flow/json/json.ts';
import { comparisonPicture } from '#flow/picture/comparison-picture.ts';
import { flowPicture } from '#flow/picture/picture.ts';
import { type Command, CommandError, exactly, exitCodes } from './command.ts';
import { readFlow, readFlowFile, readText, writeText } from './flow-source.ts';

export const diffCommand: Command = {
  name: 'diff',
  usage: 'A B [--json]',
  means: 'what changes from A to B, files or FW…@REVISION; exit code 1 when something does',
  async run(args, io) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { json: { type: 'boolean', default: false } },
    });
    const [a, b] = exactly(positionals, ['A', 'B']);
    const result = diff(await readFlow(a, io), await readFlow(b, io));
    io.out(values.json ? `${JSON.stringify(result, null, 2)}\n` : sentencesOf(result));
    return result.changes.length === 0 ? exitCodes.ok : exitCodes.found;
  },
};

export const patchCommand: Command = {
  name: 'patch',
  usage: 'A DIFF',
  means: 'print A with the changes of a file that diff --json wrote',
  async run(args, io) {
    const { positionals } = parseArgs({ args, allowPositionals: true });
    const [a, file] = exactly(positionals, ['A', 'DIFF']);
    const applied = applyDiff(await readFlow(a, io), readDiff(file, readText(file, io)));
    if (!applied.ok) throw new CommandError(`The diff does not fit ${a}: ${applied.reason}`, exitCodes.found);
    io.out(canonicalText(applied.definition));
    return exitCodes.ok;
  },
};

export const formatCommand: Command = {
  name: 'format',
  usage: 'FILE [--write]',
  means: 'print a flow in canonical order, layout last; --write changes the file',
  async run(args, io) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { write: { type: 'boolean', default: false } },
    });
    const [file] = exactly(positionals, ['FILE']);
    const text = canonicalText(readFlowFile(file, io));
    if (values.write) writeText(file, text, io);
    else io.out(text);
    return exitCodes.ok;
  },
};

function sentencesOf({ behaviour, changes }: FlowDiff): string {
  if (changes.length === 0) return 'No changes.\n';
  const lines = changes.map(({ text }) => text);
  return `${[...lines, ...(behaviour === 'same' ? ['No change in behaviour.'] : [])].join('\n')}\n`;
}

/** @throws CommandError when it is no diff */
function readDiff(file: string, text: string): FlowDiff {
  const value: unknown = parsed(file, text);
  const changes = isObject(value) && Array.isArray(value.changes) ? value.changes : null;
  if (changes === null || !changes.every(isChange))
    throw new CommandError(`${file} is no diff: write one with patchbay diff A B --json.`);
  return { behaviour: 'changed', changes: changes as Change[] };
}

function isChange(value: unknown): boolean {
  return (
    isObject(value) &&
    changeKinds.some((kind) => kind === value.kind) &&
    typeof value.path === 'string' &&
    (value.kind === 'flow-changed' || typeof value.widget === 'string')
  );
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

export const pictureCommand: Command = {
  name: 'picture',
  usage: 'A [B]',
  means: 'print A as SVG, or B with what it adds to A, removes and changes',
  async run(args, io) {
    const { positionals } = parseArgs({ args, allowPositionals: true });
    const [a, b, ...more] = positionals;
    if (a === undefined || more.length > 0) throw new CommandError('It needs A, or A and B.');
    const first = await readFlow(a, io);
    io.out(b === undefined ? flowPicture(first) : comparisonPicture(first, await readFlow(b, io)));
    return exitCodes.ok;
  },
};

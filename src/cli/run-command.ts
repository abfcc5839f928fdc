/** The table of the commands for authors: finds the one that is called, and makes sentences and exit codes of its errors. */

import { applyCommand } from './apply/apply.ts';
import { check } from './check.ts';
import { type Command, CommandError, exitCodes, type Io } from './command.ts';
import { diffCommand, formatCommand, patchCommand, pictureCommand } from './compare.ts';
import { contactCommand } from './contact.ts';
import { mergeCommand } from './merge.ts';
import { pull, push, status } from './sync.ts';
import { testCommand } from './test.ts';

const commands: readonly Command[] = [
  check,
  testCommand,
  diffCommand,
  patchCommand,
  mergeCommand,
  formatCommand,
  pictureCommand,
  pull,
  push,
  status,
  applyCommand,
  contactCommand,
];

/** The exit code; null when there is no command of that name. */
export async function runCommand([name, ...args]: readonly string[], io: Io): Promise<number | null> {
  const command = commands.find((each) => each.name === name);
  if (command === undefined) return null;
  if (args.includes('--help')) {
    io.out(`Usage:\n${usageOf(command)}`);
    return exitCodes.ok;
  }
  try {
    return await command.run(args, io);
  } catch (error) {
    const isWrongCall =
      error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
    if (!isWrongCall && !(error instanceof CommandError)) throw error;
    io.error(`patchbay ${command.name}: ${error.message}\n`);
    if (isWrongCall) io.error(`Usage:\n${usageOf(command)}`);
    return error instanceof CommandError ? error.code : exitCodes.unusable;
  }
}

/** The list of the commands. */
export function usage(): string {
  return `Flows:\n${commands.map(usageOf).join('')}`;
}

function usageOf({ name, usage: more, means }: Command): string {
  const call = `  npx patchbay ${name} ${more}`.trimEnd();
  return `${call}\n${' '.repeat(8)}${means}\n`;
}

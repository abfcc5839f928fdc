/** `npx patchbay …`: commands for authors, on files and on a server by its API. Those for operators are the server's. */

import { exitCodes, type Io } from './command.ts';
import { runCommand, usage } from './run-command.ts';
import { serverSettings } from './server-client.ts';

const io: Io = {
  folder: process.cwd(),
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
  variable: (name) => process.env[name],
  server: () => serverSettings(process.env),
};

const args = process.argv.slice(2);
process.exitCode = (await runCommand(args, io)) ?? (await runOther(args));

/** What is no command for authors: one for operators, the list of all commands, or a mistake, which prints that list too. */
async function runOther([name, ...more]: readonly string[]): Promise<number> {
  // Loads the server's modules.
  const operator = await import('#server/cli.ts');
  const code = name === undefined ? null : await operator.runOperatorCommand([name, ...more]);
  if (code !== null) return code;
  const list = `${usage()}\n${operator.usage}`;
  if (name === 'help' || name === '--help') {
    io.out(list);
    return exitCodes.ok;
  }
  const call = [name, ...more].join(' ');
  io.error(
    `${name === undefined ? '' : `patchbay: "${call}" is no command, or its arguments are wrong.\n\n`}${list}`,
  );
  return exitCodes.unusable;
}

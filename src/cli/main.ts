/** `npx patchbay …`: commands for authors, on files and on a server by its API. Those for operators are the server's. */

import type { Io } from './command.ts';
import { runCommand, usage } from './run-command.ts';
import { serverSettings } from './server-settings.ts';

const io: Io = {
  folder: process.cwd(),
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
  server: () => serverSettings(process.env),
};

const args = process.argv.slice(2);
const code = await runCommand(args, io);
if (code !== null) process.exitCode = code;
else {
  const [name] = args;
  if (name === undefined || name === 'help' || name === '--help') io.out(usage());
  // Reads its own arguments and sets the exit code.
  await import('#server/cli.ts');
}

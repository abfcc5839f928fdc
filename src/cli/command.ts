/** What a command of `npx patchbay` is: a name, its usage, and a function from arguments to an exit code. */

/** Where a command reads and writes; tests give their own. */
export type Io = {
  /** The folder that file names are relative to. */
  folder: string;
  out(text: string): void;
  error(text: string): void;
  /** A variable of the environment. */
  variable(name: string): string | undefined;
  /** The address and the key of the server, from the environment or the configuration file. */
  server(): ServerSettings;
};

/** `key` is `SID:secret`: an account with its auth token, or an API key. */
export type ServerSettings = { url: string; key: string };

export type Command = {
  name: string;
  /** What follows the name, and what it does, for the list of commands. */
  usage: string;
  means: string;
  /** @throws CommandError */
  run(args: string[], io: Io): Promise<number>;
};

/** Exit codes: nothing to report; a difference, a conflict, an error in a flow; no flow, or a wrong call. */
export const exitCodes = { ok: 0, found: 1, unusable: 2 } as const;

/** Why a command cannot do its work: a sentence for the terminal, and the exit code. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly code: number;

  constructor(message: string, code: number = exitCodes.unusable) {
    super(message);
    this.code = code;
  }
}

/** The arguments, as many as there are names. @throws CommandError naming what is missing or too much */
export function exactly<const Names extends readonly string[]>(
  given: readonly string[],
  names: Names,
): { [Index in keyof Names]: string } {
  if (given.length !== names.length) throw new CommandError(`It takes ${names.join(' ')}.`);
  return [...given] as { [Index in keyof Names]: string };
}

/** `patchbay contact`: what a server has of one contact, as counts, or as a file that is complete or not there. */

import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { erasurePaths } from '#api/erasures/paths.ts';
import { type Command, CommandError, exitCodes, type Io } from './command.ts';
import { createServerClient } from './server-client.ts';

export const contactCommand: Command = {
  name: 'contact',
  usage: 'search VALUE… | export VALUE… --out FILE [--reason TEXT]',
  means:
    'count, or write to a file as JSON Lines, everything that names one contact: numbers, addresses, a full name; - reads them from standard input, one a line',
  async run(args, io) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { out: { type: 'string' }, reason: { type: 'string' } },
    });
    const [action, ...given] = positionals;
    const isExport = action === 'export';
    if (!isExport && action !== 'search') throw new CommandError('Either search or export.');
    const named = given.length === 1 && given[0] === '-' ? await linesOfInput() : given;
    if (named.length === 0) throw new CommandError('Which numbers or addresses?');
    const form = { Values: JSON.stringify(named), Reason: values.reason };
    if (isExport) return exportTo(io, form, values.out);
    const lines = await textOf(
      await createServerClient(io.server()).stream(erasurePaths.contactSearch, form),
    );
    const { counts, is_complete } = JSON.parse(lines.trimEnd().split('\n').at(-1) ?? '') as {
      counts: Record<string, number>;
      is_complete: boolean;
    };
    if (!is_complete) throw broken();
    for (const [kind, count] of Object.entries(counts)) io.out(`${count}\t${kind}\n`);
    if (Object.keys(counts).length === 0) io.out('Nothing names this contact.\n');
    return exitCodes.ok;
  },
};

type Form = { Values: string; Reason: string | undefined };

/** It has its name once its last line has come, and that is of the lines before. */
async function exportTo(io: Io, form: Form, out: string | undefined): Promise<number> {
  if (out === undefined) throw new CommandError('--out says to which file.');
  const body = await createServerClient(io.server()).stream(erasurePaths.contactExport, form);
  const file = join(io.folder, out);
  const part = `${file}.part`;
  const end = new LastLine();
  try {
    await pipeline(body, (chunks) => end.follow(chunks), createWriteStream(part, { mode: 0o600 }));
    if (!end.isOfThoseBefore()) throw broken();
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error instanceof CommandError ? error : broken();
  }
  io.out(`${out} has everything of the contact: ${end.lines - 2} rows, signed.\n`);
  return exitCodes.ok;
}

const broken = () =>
  new CommandError('The response of the server broke off; nothing was written. Try again.', exitCodes.found);

/** Passes chunks on; knows the digest of all lines but the last one. */
class LastLine {
  lines = 0;
  readonly #before = createHash('sha256');
  #last: Buffer[] = [];

  async *follow(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      let from = 0;
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
        this.#add(chunk.subarray(from, at + 1));
        from = at + 1;
      }
      if (from < chunk.length) this.#add(chunk.subarray(from));
      yield chunk;
    }
  }

  #add(piece: Buffer): void {
    if (this.#last.at(-1)?.at(-1) === 10) {
      for (const each of this.#last) this.#before.update(each);
      this.#last = [];
    }
    this.#last.push(piece);
    if (piece.at(-1) === 10) this.lines += 1;
  }

  isOfThoseBefore(): boolean {
    try {
      const { certificate } = JSON.parse(Buffer.concat(this.#last).toString()) as { certificate: string };
      return (JSON.parse(certificate) as { sha256: string }).sha256 === this.#before.digest('hex');
    } catch {
      return false;
    }
  }
}

async function linesOfInput(): Promise<string[]> {
  const lines = (await textOf(process.stdin)).split('\n');
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

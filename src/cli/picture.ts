/** `patchbay picture`: a flow, or what differs between two, as SVG. */

import { parseArgs } from 'node:util';
import { comparisonPicture } from '#flow/picture/comparison-picture.ts';
import { flowPicture } from '#flow/picture/picture.ts';
import { type Command, CommandError, exitCodes } from './command.ts';
import { readFlow } from './flow-source.ts';

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

/** Sends edits of a working copy as a page or program does. */

import { paths } from '#api/paths.ts';
import { post, sendTo, type Target } from './hostile-request.ts';

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** The operations of one command. */
export type EditCommand = Json[];

const label = { name: 'changeProperty' };
let commands = 0;

/** Sends commands with new ids, as made on the copy after edit `base`. */
export function sendEdits(
  target: Target,
  flow: string,
  client: string,
  base: number,
  lists: readonly EditCommand[],
): Promise<{ status: number; body: string }> {
  const Commands = JSON.stringify(
    lists.map((operations) => ({ id: `attack-${commands++}`, label, operations })),
  );
  const form = new URLSearchParams({ Base: String(base), Client: client, Commands });
  return sendTo(target, post(paths.edits(flow), 'form', form.toString()));
}

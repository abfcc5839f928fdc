/** Commands: the serialisable form of an edit, which several people can make at once. */

import type { Operation } from '../change/operation.ts';

/** What a person did and to what, for the history list: a name and its arguments. */
export type CommandLabel = { name: string } & { [argument: string]: string | number };

/**
 * One edit. `id` is chosen by its author, and makes sending it again harmless. `base` is the number of the newest edit in
 * the copy that it was made on, apart from the author's own commands before it.
 */
export type Command = {
  id: string;
  base: number;
  label: CommandLabel;
  operations: readonly Operation[];
};

/** A command at its place in the log of the flow, with the operations as they apply there. */
export type LoggedCommand = Omit<Command, 'base'> & {
  seq: number;
  /** SID of a user; null when the author is unknown. */
  author: string | null;
  /** The name that the author had. */
  author_name: string;
  /** Which page or program sent it. */
  client: string;
  /** Epoch milliseconds. */
  at: number;
};

/** Characters of the operations of one command: well below the limit of bytes, as long as texts are mostly Latin. */
const maxLength = 40_000;
const maxOperations = 1_000;

/** The operations in order, in batches that fit into a command each; one operation alone may be larger. */
export function inBatches(operations: readonly Operation[]): Operation[][] {
  const batches: Operation[][] = [];
  let length = 0;
  for (const operation of operations) {
    const more = JSON.stringify(operation).length;
    const last = batches.at(-1);
    if (last === undefined || length + more > maxLength || last.length >= maxOperations) {
      batches.push([operation]);
      length = more;
    } else {
      last.push(operation);
      length += more;
    }
  }
  return batches;
}

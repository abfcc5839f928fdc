/** Splits what is too much for one command. */

import type { Operation } from '../change/operation.ts';

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

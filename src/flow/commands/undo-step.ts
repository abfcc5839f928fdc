/** One step of the undo list. */

import type { Operation } from '../change/operation.ts';
import type { CommandLabel } from './command.ts';

/** Who made an edit. */
export type EditedBy = { author: string; client: string };

/** An operation of a step, with who has changed the text since that it is about. */
export type StepOperation = Operation & { contested?: EditedBy };

/** What undoes one step, or does it again: operations as they are once all newer steps are undone. */
export type UndoStep = {
  label: CommandLabel;
  gesture: string | null;
  operations: readonly StepOperation[];
  /** Where the step is about one text: what that was before, null where there was none. */
  text?: string | null;
};

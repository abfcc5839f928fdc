/**
 * Asks the person to confirm that it is still them, when the server wants that before it does something. One question at a time:
 * requests that come meanwhile wait for its answer.
 */

import { showDialog } from '../open-dialog.ts';

let question: { answer: Promise<boolean>; settle(isConfirmed: boolean): void } | null = null;

/** True once they have confirmed it, false when they do not want to. */
export function askToConfirm(): Promise<boolean> {
  if (question === null) {
    const { promise: answer, resolve: settle } = Promise.withResolvers<boolean>();
    question = { answer, settle };
    showDialog('confirmation');
  }
  return question.answer;
}

export function settleConfirmation(isConfirmed: boolean): void {
  question?.settle(isConfirmed);
  question = null;
  showDialog(null);
}

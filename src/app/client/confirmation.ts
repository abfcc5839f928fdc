/**
 * Asks the person to confirm that it is still them, when the server wants that before it does something. One question at a time:
 * requests that come meanwhile wait for its answer.
 */

import { useSyncExternalStore } from 'react';

type Question = { answer: Promise<boolean>; settle(isConfirmed: boolean): void };

let question: Question | null = null;
const listeners = new Set<() => void>();

function show(next: Question | null): void {
  question = next;
  for (const listener of listeners) listener();
}

/** True once they have confirmed it, false when they do not want to. */
export function askToConfirm(): Promise<boolean> {
  if (question === null) {
    let settle: (isConfirmed: boolean) => void = () => {};
    const answer = new Promise<boolean>((resolve) => {
      settle = resolve;
    });
    show({ answer, settle });
    return answer;
  }
  return question.answer;
}

export function settleConfirmation(isConfirmed: boolean): void {
  question?.settle(isConfirmed);
  show(null);
}

/** Whether the question is open. */
export function useIsAsked(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => question !== null,
  );
}

/** Folds texts within the work budget of a turn: each once, as one text is often compared with many. */

import { foldText } from '#flow/text/fold-text.ts';
import type { WorkBudget } from '#flow/work-budget/work-budget.ts';

const ascii = /^[\0-\x7f]*$/;

/** Arabic words in one character, which become up to 18. */
const words = /[\ufdf0-\ufdfc]/g;
const workOfWord = 8;

const known = new WeakMap<WorkBudget, Map<string, string>>();

/** Spends what folding the text costs. @throws LimitExceeded when `work` does not suffice */
export function spendFolding(text: string, work: WorkBudget): void {
  if (ascii.test(text)) return;
  work.spend('folded character', text.length + workOfWord * (text.match(words)?.length ?? 0));
}

/** The text as it is compared. @throws LimitExceeded when `work` does not suffice */
export function foldWithin(text: string, work: WorkBudget): string {
  if (ascii.test(text)) return foldText(text);
  const texts = known.get(work) ?? new Map<string, string>();
  known.set(work, texts);
  const before = texts.get(text);
  if (before !== undefined) return before;
  spendFolding(text, work);
  const folded = foldText(text);
  texts.set(text, folded);
  return folded;
}

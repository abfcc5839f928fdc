/** What each author has edited, in sentences. */

import type { FlowEdit } from '#api/flows/working-copy.ts';
import { editAuthor } from '../flow-state/edit-author.ts';
import { isOwnPage } from '../unsaved-work/own-pages.ts';
import { doneText } from './edit-text.ts';
import { groupEdits } from './group-edits.ts';

/** `count` is the number of changes, `sentences` are what they were, the newest first and each once. */
export type AuthorEdits = { name: string; isOwn: boolean; count: number; sentences: string[] };

/** `edits` are newest first. The person at this browser is the last; saving what is there already is no change. */
export function editsByAuthor(edits: readonly FlowEdit[]): AuthorEdits[] {
  const authors = new Map<string, AuthorEdits>();
  for (const row of groupEdits(edits.filter(({ operations }) => operations.length > 0))) {
    const [name, isOwn] = [editAuthor(row), isOwnPage(row.client)];
    const author = authors.get(`${isOwn} ${name}`) ?? { name, isOwn, count: 0, sentences: [] };
    const sentence = doneText(row.label);
    author.count += 1;
    if (!author.sentences.includes(sentence)) author.sentences.push(sentence);
    authors.set(`${isOwn} ${name}`, author);
  }
  return [...authors.values()].sort((a, b) => Number(a.isOwn) - Number(b.isOwn));
}

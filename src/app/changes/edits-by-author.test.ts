import { describe, expect, it } from 'vitest';
import type { FlowEdit } from '#api/flows/working-copy.ts';
import type { Operation } from '#flow/change/operation.ts';
import { pageClient } from '../unsaved-work/page-lock.ts';
import { editsByAuthor } from './edits-by-author.ts';

const operation: Operation = { kind: 'set', widget: 'ask', path: ['properties', 'body'], to: 'Hi' };
let seq = 0;

function edit(client: string, author_name: string, field: string, operations = [operation]): FlowEdit {
  seq += 1;
  const label = { name: 'changeProperty', widget: 'ask', field };
  return { seq, id: `${seq}`, author: null, author_name, client, at: 0, revision: null, label, operations };
}

describe('what each author has edited', () => {
  it('is counted and said, with the person at this browser last', () => {
    const edits = [
      edit(pageClient, 'Me', 'Message'),
      edit('b', 'Ben', 'Message'),
      edit('b', 'Ben', 'Message'),
      edit('c', 'Ben', 'Timeout'),
      edit('api', '', 'Message'),
    ];
    expect(editsByAuthor(edits.reverse())).toEqual([
      { name: 'API', isOwn: false, count: 1, sentences: ['Changed Message of ask'] },
      {
        name: 'Ben',
        isOwn: false,
        count: 2,
        sentences: ['Changed Timeout of ask', 'Changed Message of ask'],
      },
      { name: 'You', isOwn: true, count: 1, sentences: ['Changed Message of ask'] },
    ]);
  });

  it('does not count what only saves', () => {
    expect(editsByAuthor([edit('b', 'Ben', 'Message', [])])).toEqual([]);
  });
});

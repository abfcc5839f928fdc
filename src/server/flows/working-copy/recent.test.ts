import { describe, expect, it } from 'vitest';
import { type WorkingCopy, workingCopyOf } from '#flow/change/working-copy.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { recallCopy, recallEdits, recentLog, rememberCopy, rememberEdit, rememberEdits } from './recent.ts';
import { withNewerEdits } from './recent-log.ts';
import type { LoggedEdit } from './stored-copy.ts';

/** As after a revision that a program saved: nothing of it is shared with the copy before. */
function savedCopy(text: string): WorkingCopy {
  const state = { name: 'Trigger', type: 'trigger', properties: { text }, transitions: [] };
  return workingCopyOf({
    name: 'Large',
    definition: { description: '', initial_state: 'Trigger', states: [state] },
  });
}

const edit = (seq: number): LoggedEdit => ({
  ...{ seq, id: `revision-${seq}`, author: null, author_name: '', client: 'api', at: 0, revision: seq },
  ...{ label: { name: 'saveRevision', revision: seq }, operations: [] },
});

describe('the edits in memory', () => {
  const ctx = { changes: {} } as ServiceContext;

  it('of a flow have 4 MB at most, and always the newest copy', () => {
    rememberCopy(ctx, 'FW1', { seq: 0, copy: savedCopy('x'.repeat(1_000_000)) });
    for (let seq = 1; seq <= 100; seq += 1)
      rememberEdit(ctx, 'FW1', edit(seq), { seq, copy: savedCopy(`${seq}${'x'.repeat(1_000_000)}`) });
    expect(recallCopy(ctx, 'FW1', 100)?.seq).toBe(100);
    expect(recallEdits(ctx, 'FW1', 97, 100)).toHaveLength(3);
    expect(recallEdits(ctx, 'FW1', 94, 100)).toBeNull();
  });

  it('of all flows have 4 MB at most: the flow that was used last stays', () => {
    for (let flow = 0; flow < 50; flow += 1)
      rememberCopy(ctx, `FW2.${flow}`, { seq: 0, copy: savedCopy('x'.repeat(1_000_000)) });
    const known = Array.from({ length: 50 }, (_, flow) => recallCopy(ctx, `FW2.${flow}`, 0) !== null);
    expect(known.at(-1)).toBe(true);
    expect(known.filter(Boolean)).toHaveLength(4);
  });

  it('are not applied twice where they are read from the log and heard of at once', () => {
    rememberCopy(ctx, 'FW3', { seq: 0, copy: savedCopy('') });
    const typed: LoggedEdit = {
      ...edit(1),
      operations: [{ kind: 'edit-text', widget: null, path: ['name'], edit: ['Very '] }],
    };
    const log = withNewerEdits(recentLog(ctx, 'FW3'), [typed, { ...edit(2) }]);
    expect(rememberEdits(ctx, 'FW3', [typed])).toBe(true);
    expect(log.copy(2)).toMatchObject({ seq: 2, copy: { name: 'Very Large' } });
  });
});

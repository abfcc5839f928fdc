import { describe, expect, it } from 'vitest';
import type { ExecutionView } from '#api/executions/schemas.ts';
import { RequestError } from '../request.ts';
import { conflictingExecution, pollInterval, withMissingSteps } from './executions.ts';

const moved = Date.parse('2026-01-01T00:00:00Z');
const view = (status: 'active' | 'ended') =>
  ({ execution: { status, date_created: '2026-01-01T00:00:00Z' }, steps: [] }) as unknown as ExecutionView;

describe('the polling interval of an execution', () => {
  it('is a second while it moves, backs off while it does not, and polling stops once it has ended', () => {
    expect(pollInterval(undefined, moved)).toBe(1_000);
    expect(pollInterval(view('active'), moved + 59_000)).toBe(1_000);
    expect(pollInterval(view('active'), moved + 120_000)).toBe(3_000);
    expect(pollInterval(view('active'), moved + 86_400_000)).toBe(10_000);
    expect(pollInterval(view('ended'), moved)).toBe(false);
  });

  it('is not shorter when the clocks of page and server differ', () => {
    expect(pollInterval(view('active'), moved - 3_600_000)).toBe(1_000);
  });
});

describe('a conflicting start', () => {
  it('has the SID of the active execution in the error', () => {
    const details = { conflicting_execution_sid: 'FN1' };
    expect(conflictingExecution(new RequestError('busy', 409, 20409, details))).toBe('FN1');
    expect(conflictingExecution(new RequestError('busy', 409, 20409))).toBeNull();
    expect(conflictingExecution(new Error('other'))).toBeNull();
  });
});

describe('missing steps', () => {
  const step = (seq: number) =>
    ({ sid: `FT${seq}`, seq, date_created: `2026-01-01T00:00:0${seq}Z` }) as ExecutionView['steps'][number];

  it('stand in the list with their numbers and without a SID', () => {
    const filled = withMissingSteps([step(2), step(5)]);
    expect(filled.map(({ seq, sid }) => [seq, sid])).toEqual([
      [1, ''],
      [2, 'FT2'],
      [3, ''],
      [4, ''],
      [5, 'FT5'],
    ]);
  });

  it('are none where every number is there', () => {
    expect(withMissingSteps([step(1), step(2)])).toEqual([step(1), step(2)]);
  });
});

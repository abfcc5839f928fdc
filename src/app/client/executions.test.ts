import { describe, expect, it } from 'vitest';
import type { ExecutionView } from '#api/executions/resources.ts';
import { conflictingExecution, pollInterval } from './executions.ts';
import { nextPagePath } from './paging.ts';
import { shouldRetry } from './query-client.ts';
import { RequestError } from './request.ts';

const moved = Date.parse('2026-01-01T00:00:00Z');
const view = (status: 'active' | 'ended') =>
  ({ execution: { status, date_created: '2026-01-01T00:00:00Z' }, steps: [] }) as unknown as ExecutionView;

describe('watching an execution', () => {
  it('looks every second while it moves, less often while it stands, and never once it has ended', () => {
    expect(pollInterval(undefined, moved)).toBe(1_000);
    expect(pollInterval(view('active'), moved + 59_000)).toBe(1_000);
    expect(pollInterval(view('active'), moved + 120_000)).toBe(3_000);
    expect(pollInterval(view('active'), moved + 86_400_000)).toBe(10_000);
    expect(pollInterval(view('ended'), moved)).toBe(false);
  });

  it('does not look more often when the clocks of page and server differ', () => {
    expect(pollInterval(view('active'), moved - 3_600_000)).toBe(1_000);
  });
});

describe('reading the answers of the server', () => {
  it('follows the next page on this site, whatever host the link names', () => {
    const meta = { next_page_url: 'https://elsewhere.test/v2/Flows?PageSize=50&Page=1&PageToken=PA1' };
    expect(nextPagePath({ ...meta } as Parameters<typeof nextPagePath>[0])).toBe(
      '/v2/Flows?PageSize=50&Page=1&PageToken=PA1',
    );
    expect(nextPagePath({ next_page_url: null } as Parameters<typeof nextPagePath>[0])).toBeNull();
  });

  it('finds the execution that stands in the way', () => {
    const details = { conflicting_execution_sid: 'FN1' };
    expect(conflictingExecution(new RequestError('busy', 409, 20409, details))).toBe('FN1');
    expect(conflictingExecution(new RequestError('busy', 409, 20409))).toBeNull();
    expect(conflictingExecution(new Error('other'))).toBeNull();
  });

  it('tries again what may go better, never what was refused', () => {
    expect(shouldRetry(0, new RequestError('', 0))).toBe(true);
    expect(shouldRetry(1, new RequestError('', 503))).toBe(true);
    expect(shouldRetry(2, new RequestError('', 503))).toBe(false);
    expect(shouldRetry(0, new RequestError('', 404))).toBe(false);
    expect(shouldRetry(0, new Error('a bug'))).toBe(false);
  });
});

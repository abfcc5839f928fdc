/** Errors of both databases as faults of the storage, and how long a fault lasts. */

import { describe, expect, it, vi } from 'vitest';
import { StorageHealth, StorageUnavailable } from './storage-fault.ts';

const sqliteError = (errcode: number) => Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode });
const postgresError = (code: string) => Object.assign(new Error('x'), { code });

describe('faults of the storage', () => {
  it.each([
    [sqliteError(13), 'full'],
    [sqliteError(8), 'read-only'],
    // IOERR_WRITE: the primary code is the last byte.
    [sqliteError(778), 'failing'],
    [sqliteError(11), 'damaged'],
    [postgresError('53100'), 'full'],
    [postgresError('58030'), 'failing'],
    [postgresError('XX001'), 'damaged'],
  ])('%s is a refusal', (error, fault) => {
    const health = new StorageHealth();
    const refusal = health.explain(error);
    expect(refusal).toBeInstanceOf(StorageUnavailable);
    expect(refusal).toMatchObject({ kind: 'unavailable', fault, cause: error });
    expect(health.explain(refusal)).toBe(refusal);
    expect(health.fault).toBe(fault);
  });

  it('are no errors of a query', () => {
    const health = new StorageHealth();
    for (const error of [sqliteError(2067), postgresError('23505'), new Error('x'), null])
      expect(health.explain(error)).toBe(error);
    expect(health.fault).toBeNull();
  });

  it('are over with a commit some seconds later, but for damage', () => {
    vi.useFakeTimers();
    const health = new StorageHealth();
    health.explain(sqliteError(13));
    vi.advanceTimersByTime(4_000);
    health.explain(sqliteError(13));
    vi.advanceTimersByTime(4_000);
    // A write that needs no new page succeeds on a full disk, too.
    health.noteCommit();
    expect(health.fault).toBe('full');
    vi.advanceTimersByTime(1_000);
    expect(health.fault).toBe('full');
    health.noteCommit();
    expect(health.fault).toBeNull();
    vi.useRealTimers();
    health.noteDamage();
    health.noteCommit();
    expect(health.fault).toBe('damaged');
  });
});

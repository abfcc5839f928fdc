/** The client of object stores: its signatures, and what it does when a store fails. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ObjectStoreStandIn, startObjectStore } from '../../testing/object-store.ts';
import { type BackupPlace, parseBackupPlace } from '../config.ts';
import { createObjectStore, type ObjectStore, signRequest } from './object-store.ts';

const now = () => Date.UTC(2026, 10, 6, 12);

describe('a signature', () => {
  /** The examples of "Signature Calculations for the Authorization Header" in the reference of the protocol. */
  it.each([
    [{ lifecycle: '' }, 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
    [{ prefix: 'J', 'max-keys': '2' }, '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
  ])('over %j is that of the reference', (query, signature) => {
    const place = { bucket: '', prefix: '', region: 'us-east-1', keyId: 'AKIAIOSFODNN7EXAMPLE' };
    const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
    const { headers } = signRequest(
      { ...place, origin: 'https://examplebucket.s3.amazonaws.com', secret },
      { method: 'GET', key: '', query },
      Date.UTC(2013, 4, 24),
    );
    expect(headers.authorization).toMatch(new RegExp(`Signature=${signature}$`));
  });
});

describe('an object store', () => {
  let stand: ObjectStoreStandIn;
  let store: ObjectStore;
  let folder: string;
  const open = (url: string) => {
    const place = parseBackupPlace(url) as Extract<BackupPlace, { kind: 'bucket' }>;
    return createObjectStore(place, now);
  };
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'patchbay-objects-'));
    stand = await startObjectStore(now);
    store = open(stand.url("a clinic's"));
  });
  afterEach(async () => {
    await stand.close();
    rmSync(folder, { recursive: true });
  });
  const file = (bytes: Buffer) => {
    writeFileSync(join(folder, 'given'), bytes);
    return join(folder, 'given');
  };

  it('has what was uploaded in parts, lists it page by page, and gives it back', async () => {
    const large = Buffer.alloc(17 * 1024 * 1024, 'a text of the file');
    stand.objects.set('elsewhere/x', Buffer.from('x'));
    for (const [name, bytes] of [
      ['b+1 (ä).db', large],
      ['a.db', Buffer.alloc(0)],
      ['c.db', Buffer.from('c')],
    ] as const)
      await store.upload(name, file(bytes));
    expect(await store.list()).toEqual(['a.db', 'b+1 (ä).db', 'c.db']);
    await store.download('b+1 (ä).db', join(folder, 'got'));
    expect(readFileSync(join(folder, 'got')).equals(large)).toBe(true);
    await store.remove('b+1 (ä).db');
    expect([...stand.objects.keys()].sort()).toEqual(["a clinic's/a.db", "a clinic's/c.db", 'elsewhere/x']);
    expect(stand.uploads.size).toBe(0);
  });

  it('that fails for a moment is asked again; one that refuses is named with its reason', async () => {
    stand.faults.push({ method: 'PUT', status: 503, body: '<Error><Code>SlowDown</Code></Error>' });
    await store.upload('a.db', file(Buffer.from('a')));
    expect(stand.objects.get("a clinic's/a.db")?.toString()).toBe('a');
    await expect(store.download('none.db', join(folder, 'got'))).rejects.toThrow(
      /responded to GET a clinic's\/none\.db with 404 \(NoSuchKey\)$/,
    );
    const other = open(stand.url('').replace('KEY-OF-TEST', 'ANOTHER-KEY'));
    await expect(other.list()).rejects.toThrow('responded to GET backups with 403 (SignatureDoesNotMatch)');
  });

  it('keeps nothing of an upload that failed, also where it says so with 200', async () => {
    stand.faults.push({ method: 'PUT', status: 403, body: '<Error><Code>QuotaExceeded</Code></Error>' });
    await expect(store.upload('a.db', file(Buffer.from('a')))).rejects.toThrow('with 403 (QuotaExceeded)');
    expect([stand.objects.size, stand.uploads.size]).toEqual([0, 0]);
    const begin = { method: 'POST', status: 200, body: '<R><UploadId>1</UploadId></R>' };
    stand.uploads.set('1', []);
    stand.faults.push(begin, {
      method: 'POST',
      status: 200,
      body: '<Error><Code>InternalError</Code></Error>',
    });
    await expect(store.upload('a.db', file(Buffer.from('a')))).rejects.toThrow(
      'did not keep a.db (InternalError)',
    );
    expect([stand.objects.size, stand.uploads.size]).toEqual([0, 0]);
  });
});

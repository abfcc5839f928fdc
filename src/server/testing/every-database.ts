/** Runs one suite of tests on each database that Patchbay can stand on. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import type { Database } from '../platform/database/database.ts';
import { openMigratedFile } from './migrated-file.ts';
import {
  isOnCitus,
  isPoolOfOne,
  openTestPostgres,
  sharedTestPostgres,
  type TestPostgres,
} from './postgres.ts';

/** `current()` is a migrated, otherwise empty database, the same for all tests of one suite. */
export type DatabaseUnderTest = { current(): Database; isSingleConnection: boolean };

/** A database begins within a second or two, but not on a machine that does much else. */
const startTimeoutMs = 60_000;

/**
 * Describes `suite` twice: on the embedded file and on PostgreSQL. `isSingleConnection` is true where a read waits for the transaction
 * under way.
 */
export function describeOnEveryDatabase(title: string, suite: (subject: DatabaseUnderTest) => void): void {
  describe.skipIf(isOnCitus() || isPoolOfOne)(`${title}, embedded`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-store-'));
    afterAll(() => rmSync(folder, { recursive: true, force: true }));
    suite(openForSuite(() => openMigratedFile(folder), false));
  });
  describe(`${title}, PostgreSQL`, () => {
    let server: TestPostgres | undefined;
    beforeAll(async () => {
      server = sharedTestPostgres();
    }, startTimeoutMs);
    afterAll(() => server?.stop());
    suite(
      openForSuite(async () => {
        if (server === undefined) throw new Error('PostgreSQL did not start.');
        return openTestPostgres(await server.createMigrated());
      }, isPoolOfOne),
    );
  });
}

function openForSuite(open: () => Promise<Database>, alone: boolean): DatabaseUnderTest {
  let database: Database | undefined;
  beforeAll(async () => {
    database = await open();
  }, startTimeoutMs);
  afterAll(() => database?.close());
  return {
    isSingleConnection: alone,
    current() {
      if (database === undefined) throw new Error('The database is open while tests run, not before.');
      return database;
    },
  };
}

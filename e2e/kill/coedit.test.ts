/** Crash test of editing together: no acknowledged edit is lost or applied twice, and all editors have the same bytes. */

import { expect, it } from 'vitest';
import { startPostgres } from '#server/testing/postgres.ts';
import { editUnderKills } from '../coedit/scenario.ts';
import { kills } from './kills.ts';

/** Half of them on each database. */
const killsOfEach = Math.ceil(kills / 2);

it('five editors lose nothing on the embedded file', async () => {
  const { acknowledged, problems } = await editUnderKills(killsOfEach, {});
  expect(problems).toEqual([]);
  expect(acknowledged).toBeGreaterThan(0);
});

it('five editors lose nothing on PostgreSQL, over three processes', async () => {
  const postgres = await startPostgres();
  try {
    const { acknowledged, problems } = await editUnderKills(killsOfEach, { DATABASE_URL: postgres.url }, 3);
    expect(problems).toEqual([]);
    expect(acknowledged).toBeGreaterThan(0);
  } finally {
    await postgres.stop();
  }
});

/** Carriers of accounts, and what was told of messages and calls that went through them. */

import type { Migration } from '../migration.ts';

export const carriers: Migration = { name: '004-carriers', async up() {} };

/** Service endpoints of accounts; chat channels and shared objects of the embedded services. */

import type { Migration } from '../migration.ts';

export const services: Migration = { name: '005-services', async up() {} };

/** Mail that goes out, its events, and who does not want any. */

import type { Migration } from '../migration.ts';

export const outboundMail: Migration = { name: '011-outbound-mail', async up() {} };

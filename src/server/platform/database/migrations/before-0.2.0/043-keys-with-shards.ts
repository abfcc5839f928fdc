/**
 * The keys of the hot tables that have a shard contain it, on PostgreSQL (docs/decisions/047). The embedded file is one
 * shard, and cannot alter a key in place.
 */

import { isPostgres } from '../../dialect.ts';
import type { Migration } from '../migration.ts';
import { type Key, primary, replaceKeys, unique } from './replace-keys.ts';

const keys: readonly Key[] = [
  primary('executions', 'executions_pkey', 'sid'),
  {
    table: 'executions',
    name: 'executions_one_per_pair',
    kind: 'index',
    columns: ['shard', 'account', 'contact', 'channel'],
    where: `status = 'active' and exclusive = 1`,
  },
  primary('steps', 'steps_key', 'execution', 'seq'),
  {
    table: 'live_turns',
    name: 'live_turns_by_place',
    kind: 'index',
    columns: ['account', 'xid', 'serial', 'shard'],
  },
  // The SID first, as the account is much alike, and all its rows are found by other indexes.
  primary('messages', 'messages_key', 'sid', 'account'),
  primary('calls', 'calls_key', 'sid', 'account'),
  primary('tasks', 'tasks_pkey', 'sid'),
  primary('short_links', 'short_links_pkey', 'id'),
  primary('jobs', 'jobs_pkey_3', 'key'),
  primary('conversation_carriers', 'conversation_carriers_key', 'account', 'conversation'),
  primary('conversation_authors', 'conversation_authors_key', 'account', 'conversation', 'author'),
  primary('start_counts', 'start_counts_pkey', 'account', 'door', 'second'),
  primary('chat_channels', 'chat_channels_pkey', 'sid'),
  unique('chat_channels', 'chat_channels_once', 'account', 'unique_name'),
  primary('chat_members', 'chat_members_pkey', 'sid'),
  unique('chat_members', 'chat_members_once', 'channel', 'identity'),
  primary('sync_objects', 'sync_objects_pkey', 'sid'),
  unique('sync_objects', 'sync_objects_once', 'account', 'name'),
];

/** From a column with a SID to the table that has it as its key, in the same shard. */
const foreignKeys = [
  ['executions', 'parent', 'executions'],
  ['steps', 'execution', 'executions'],
  ['short_links', 'execution', 'executions'],
  ['jobs', 'execution', 'executions'],
  ['chat_members', 'channel', 'chat_channels'],
] as const;

export const keysWithShards: Migration = {
  name: '043-keys-with-shards',
  locks:
    'Each of its tables against reads and writes, for a moment. It builds its indexes and checks its foreign keys while writes go on, in a time that grows with `steps` and `messages`, and meanwhile needs room for each key twice.',
  transaction: false,
  async up(db) {
    if (!isPostgres(db)) return;
    await replaceKeys(
      db,
      keys,
      foreignKeys.map(([table, column, target]) => ({ table, column, target, targetColumn: 'sid' })),
    );
  },
};

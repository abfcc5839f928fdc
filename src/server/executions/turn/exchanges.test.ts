/** What a message costs on PostgreSQL: each exchange is a wait, with a row of the contact locked. */

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { flowOf, widget } from '../../flows/testing/flows.ts';
import {
  addFlow,
  type MultiServer,
  openMultiServer,
  postMessage,
  type ServerInstance,
} from '../../testing/multi-server.ts';
import { isOnCitus } from '../../testing/postgres.ts';
import { recordPostgres, type SentTransaction, transactionsWith } from '../../testing/postgres-exchanges.ts';
import { startTimeoutMs } from '../../testing/running-server.ts';

const from = '{{flow.channel.address}}';
const message = { body: 'Hello', from, to: '{{contact.channel.address}}' };
const hello = widget('send-message', 'hello', message, {});
const conversation = flowOf(
  widget('send-message', 'hello', message, { sent: 'ask' }),
  widget('send-and-wait-for-reply', 'ask', { body: 'How are you?', from }, { incomingMessage: 'ask' }),
);

/** Begin and commit do not count. */
const counted = ({ statements, exchanges }: SentTransaction) => ({
  exchanges,
  statements: statements.length - 2,
});

/**
 * On Citus the rows of a turn are three statements, sent together, and those of a first turn wait for its execution. One statement, once
 * for all that share a transaction, has its nodes wait for locked rows no longer than a group should.
 */
const expected = isOnCitus()
  ? {
      first: { exchanges: 5, statements: 8 },
      twoReplies: { exchanges: 5, statements: 9 },
      next: { exchanges: 4, statements: 8 },
    }
  : {
      first: { exchanges: 3, statements: 5 },
      twoReplies: { exchanges: 3, statements: 6 },
      next: { exchanges: 3, statements: 5 },
    };

describe('a message on PostgreSQL', () => {
  let cluster: MultiServer;
  let server: ServerInstance;
  let flow: string;
  let greeting: string;
  let messages = 0;

  beforeAll(async () => {
    cluster = await openMultiServer('PostgreSQL');
    server = await cluster.start({ START_LIMIT_INBOUND: '0' });
    flow = await addFlow(server, cluster.account, conversation);
    greeting = await addFlow(server, cluster.account, flowOf(hello));
    // The definitions are parsed once.
    await write('+4930100');
    await write('+4930109', greeting);
    if (isOnCitus()) await vi.waitUntil(sharesCommits, { timeout: 30_000 });
  }, startTimeoutMs);
  afterAll(() => cluster.close(), startTimeoutMs);

  const write = (contact: string, to = flow) => {
    messages += 1;
    const sid = `SM${String(messages).padStart(32, '0')}`;
    return postMessage(server, cluster.account, to, { from: contact, body: 'Hi', sid });
  };

  /** Which node has a shard is read beside the first writes, and each of them goes by itself until then. */
  const sharesCommits = async () => {
    const sent = await recordPostgres(() => write('+4930109', greeting));
    return sent.some(({ sql }) => sql.startsWith('set local lock_timeout'));
  };

  it('that begins an execution with a reply', async () => {
    const sent = await recordPostgres(() => write('+4930103', greeting));
    expect(transactionsWith('insert into "messages"', sent).map(counted)).toEqual([expected.first]);
  });

  it('that begins an execution with two replies', async () => {
    const sent = await recordPostgres(() => write('+4930101'));
    expect(transactionsWith('insert into "messages"', sent).map(counted)).toEqual([expected.twoReplies]);
  });

  it('that goes on with one, with a reply', async () => {
    await write('+4930102');
    const sent = await recordPostgres(() => write('+4930102'));
    expect(transactionsWith('insert into "messages"', sent).map(counted)).toEqual([expected.next]);
  });
});

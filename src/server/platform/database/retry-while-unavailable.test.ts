/** Which errors are of the connection, of a node of a cluster, or of the query. */

import { describe, expect, it } from 'vitest';
import {
  isConnectionLost,
  isNodeLost,
  isUnavailable,
  retryWhileUnavailable,
} from './retry-while-unavailable.ts';

/** As the client library gives what PostgreSQL says. */
const said = (message: string, code = 'XX000', where?: string) =>
  Object.assign(new Error(message), { severity: 'ERROR', code, where });
const onNode = 'while executing command on 10.0.0.7:5432';

describe('an error', () => {
  it.each([
    [
      'connection to the remote node postgres@10.0.0.7:5432 failed with the following error: refused',
      '08006',
    ],
    ['could not establish any connections to the node 10.0.0.7:5432 after 5000 ms', '08006'],
    ['failure on connection marked as essential: 10.0.0.7:5432', 'XX000'],
    ['could not commit transaction for shard 102049 on at least one active node', 'XX000'],
    ['failed to COPY to shard 102049 on 10.0.0.7:5432', '58030'],
    ['server closed the connection unexpectedly', 'XX000', onNode],
    ['terminating connection due to administrator command', '57P01', onNode],
  ])('is of a node: %s', (message, code, where?: string) => {
    const error = said(message, code, where);
    expect([isNodeLost(error), isConnectionLost(error), isUnavailable(error)]).toEqual([true, false, true]);
  });

  it.each([
    said('terminating connection due to administrator command', '57P01'),
    said('the database system is starting up', '57P03'),
    new Error('Connection terminated unexpectedly'),
    Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
  ])('is of the connection: %s', (error) => {
    expect([isNodeLost(error), isConnectionLost(error), isUnavailable(error)]).toEqual([false, true, true]);
  });

  it.each([
    said('relation "steps_102049" does not exist', '42P01', onNode),
    said('could not find valid entry for shard 102049'),
    said('shard for the given value does not exist', '40001'),
  ])('is of a shard that was moved: %s', (error) => {
    expect([isNodeLost(error), isConnectionLost(error), isUnavailable(error)]).toEqual([false, false, true]);
  });

  it.each([
    said('relation "steps" does not exist', '42P01'),
    said('server closed the connection unexpectedly'),
    said('duplicate key value violates unique constraint "steps_pkey_102049"', '23505', onNode),
    new Error('connection to the remote node is what somebody wrote'),
    'text',
  ])('is of the query: %s', (error) => {
    expect([isNodeLost(error), isConnectionLost(error), isUnavailable(error)]).toEqual([false, false, false]);
  });

  it('of a node is retried, unless it is wanted at once', async () => {
    const lost = said('failure on connection marked as essential: 10.0.0.7:5432');
    let attempts = 0;
    const attempt = async () => {
      attempts += 1;
      if (attempts === 1) throw lost;
      return 'done';
    };
    expect(await retryWhileUnavailable(attempt)).toBe('done');
    attempts = 0;
    await expect(retryWhileUnavailable(attempt, isConnectionLost)).rejects.toBe(lost);
  });
});

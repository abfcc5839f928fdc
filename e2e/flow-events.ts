/** What the event stream of a flow tells of its executions. */

import { paths } from '#api/paths.ts';
import type { RunningServer } from './server.ts';

/**
 * The names of an execution's steps once there are `count`: read when the event stream of its flow begins, and again after
 * each event. Has no timeout of its own.
 */
export async function readSteps(
  { url }: Pick<RunningServer, 'url'>,
  account: RunningServer['account'],
  flow: { sid: string },
  count: number,
  read: () => Promise<string[]>,
): Promise<string[]> {
  for await (const _ of eventsOf(`${url}${paths.flowEvents(flow.sid)}`, account)) {
    const names = await read();
    if (names.length >= count) return names;
  }
  throw new Error(`The event stream ended before there were ${count} steps.`);
}

/** The snapshot with which a stream begins, and each event; a heartbeat is none. */
async function* eventsOf(address: string, { sid, token }: RunningServer['account']): AsyncGenerator<string> {
  const authorization = `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}`;
  const response = await fetch(address, { headers: { authorization } });
  if (!response.ok || response.body === null) throw new Error(`${response.status} ${await response.text()}`);
  let rest = '';
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    yield* blocks.filter((block) => /^data:/m.test(block));
  }
}

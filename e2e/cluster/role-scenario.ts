/**
 * Scenario with separate roles: one API process and one worker process. While the worker is stopped, the API
 * process accepts messages and their jobs wait; after its restart they are processed.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { ServerProcess } from '../kill/server-process.ts';
import { countSteps, listAll, waitUntilEnded } from './execution-counts.ts';
import { expectedPath } from './flow.ts';
import type { Counts } from './kill-scenario.ts';
import { RetryingClient } from './retrying-client.ts';
import { addFlow, CountingReceiver, environmentOf, sendMessage } from './test-environment.ts';

/** Messages sent with the worker running, and again while it is stopped. */
const messages = 40;
/** Longer than an execution takes with a running worker: its timers are 1 s and 2 s. */
const idleMs = 5_000;

/** Returns the counts, and the expected values of some of them. */
export async function runRoles(
  ports: { api: number; worker: number },
  environment: Record<string, string>,
): Promise<{ counts: Counts; expected: Counts }> {
  const receiver = await CountingReceiver.start();
  const api = new ServerProcess(environmentOf(ports.api, { ...environment, ROLE: 'api' }));
  const worker = new ServerProcess(environmentOf(ports.worker, { ...environment, ROLE: 'worker' }));
  const client = new RetryingClient([`http://127.0.0.1:${ports.api}`]);
  const sendMessages = async (flow: string, first: number) => {
    for (let number = first; number < first + messages; number += 1) {
      await sendMessage(client, flow, number);
    }
  };
  try {
    await Promise.all([api.start(), worker.start()]);
    const flow = await addFlow(client, receiver.url);
    await sendMessages(flow, 0);
    const stuckBefore = await waitUntilEnded(client, flow);
    const effectsBefore = receiver.keyCount;
    await worker.stop();
    await sendMessages(flow, messages);
    await sleep(idleMs);
    const executions = await listAll(client, `/v2/Flows/${flow}/Executions?PageSize=1000`, 'executions');
    const waiting = executions.filter(({ status }) => status === 'active').length;
    const effectsWithout = receiver.keyCount - effectsBefore;
    await worker.start();
    const stuck = await waitUntilEnded(client, flow);
    const steps = await countSteps(client, flow);
    return {
      counts: {
        'executions with both': messages - stuckBefore,
        'requests rejected or failed': client.responses503 + client.failedConnections,
        'waiting without a worker': waiting,
        'HTTP effects without a worker': effectsWithout,
        ...{ executions: steps.executions, steps: steps.total, duplicated: steps.duplicated },
        ...{ 'on another path': steps.otherPath, stuck, 'HTTP effects': receiver.keyCount },
      },
      expected: {
        ...{ 'executions with both': messages, 'requests rejected or failed': 0 },
        ...{ 'waiting without a worker': messages, 'HTTP effects without a worker': 0 },
        ...{ executions: 2 * messages, steps: 2 * messages * expectedPath.length, duplicated: 0 },
        ...{ 'on another path': 0, stuck: 0, 'HTTP effects': 2 * messages * 3 },
      },
    };
  } finally {
    await Promise.all([api.kill(), worker.kill()]);
    receiver.stop();
  }
}

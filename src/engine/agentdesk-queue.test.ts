/** A caller waits in a queue until a person has completed the task. */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#flow/json/json.ts';
import { widgetTypes } from '#flow/widgets/widget-types.ts';
import { advance } from './advance.ts';
import { begin, flowOf } from './testing/start-flow.ts';

const call = 'CA00000000000000000000000000000001';

function queued(properties: JsonObject) {
  const type = 'send-to-agentdesk';
  const transitions = widgetTypes[type].events.map(({ name }) => ({ event: name }));
  const flow = flowOf({ name: 'hand_over', type, properties, transitions });
  const { execution } = begin(flow, { call });
  const result = { ok: true as const, open: true as const, data: { sid: 'WT1' } };
  return advance(flow, execution, { kind: 'result', effect: '2.task', result }, 0).execution.wait;
}

const held = {
  verb: 'enqueue',
  queue: 'hand_over',
  workflow: '',
  task: { attributes: '{}', priority: null, timeout_s: null },
  wait_url: '',
  wait_url_method: '',
};

describe('a caller with an open task', () => {
  it('waits in a queue that is named after the widget', () => {
    expect(queued({ timeout: 60 })).toEqual({
      id: '2',
      for: 'call',
      effect: '2.task',
      timeout_ms: 60_000,
      verbs: [held],
    });
  });

  it('waits in the queue of the workflow, with what is heard there', () => {
    const waitUrl = ' https://files.example/wait.mp3 ';
    expect(queued({ workflow: ' sales ', waitUrl, waitUrlMethod: 'GET' })).toMatchObject({
      timeout_ms: 3_600_000,
      verbs: [
        {
          ...held,
          queue: 'sales',
          wait_url: 'https://files.example/wait.mp3',
          wait_url_method: 'GET',
        },
      ],
    });
  });

  it('waits two weeks at most, in a queue whose name is cut', () => {
    expect(queued({ workflow: 'w'.repeat(65), timeout: 2_000_000 })).toMatchObject({
      timeout_ms: 1_209_600_000,
      verbs: [{ queue: 'w'.repeat(64) }],
    });
  });
});

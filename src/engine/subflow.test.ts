/** What a subflow gets from its parent, and what it returns. */

import { describe, expect, it } from 'vitest';
import { newExecution } from './advance.ts';
import type { Command } from './commands/command.ts';
import { startByCall, startByConversation, startByMessage, startByRequest } from './starts.ts';
import { resumingSignal, subflowFailure, subflowResult, subflowStart } from './subflow.ts';

type StartSubflow = Extract<Command, { kind: 'start-subflow' }>;

const command: StartSubflow = {
  kind: 'start-subflow',
  effect: '2.subflow',
  flow_sid: 'FW00000000000000000000000000000002',
  revision: 'LatestPublished',
  parameters: { plan: 'basic' },
  trigger: { parent: { flow_sid: 'FW00000000000000000000000000000001', parameters: { plan: 'basic' } } },
};
const step = 'FT00000000000000000000000000000001';

describe('a subflow', () => {
  it('starts with the parameters, the call and the count of its parent', () => {
    const parent = { ...newExecution(), call: 'CA1', steps: 4 };
    expect(subflowStart(command, step, parent)).toEqual({
      event: 'incomingParent',
      trigger: { parent: { ...(command.trigger.parent as object), step_sid: step } },
      data: {},
      call: 'CA1',
      counted: 4,
    });
    expect(subflowStart(command, step, { ...parent, elsewhere: 40 }).counted).toBe(44);
  });

  it('starts with a trigger of another form as it is', () => {
    const trigger = { parent: 'none' };
    expect(subflowStart({ ...command, trigger }, step, newExecution()).trigger).toEqual(trigger);
  });

  it('returns the variables that it set, and how many steps it made', () => {
    const { context } = newExecution();
    const ended = { context: { ...context, flow: { variables: { plan: 'pro' } } }, steps: 3 };
    expect(subflowResult(ended)).toEqual({ ok: true, data: { plan: 'pro' }, steps: 3 });
    const without = { context: { ...context, flow: {} }, steps: 1 };
    expect(subflowResult(without)).toEqual({ ok: true, data: {}, steps: 1 });
  });

  it('resumes its parent with its result, with a failure when it was stopped, and with a hang-up as it is', () => {
    const child = { ...newExecution(), steps: 5 };
    const { context } = child;
    expect(resumingSignal({ kind: 'timeout', wait: '1' }, '2.subflow', child)).toEqual({
      kind: 'result',
      effect: '2.subflow',
      result: subflowResult({ context, steps: 5 }),
    });
    expect(resumingSignal({ kind: 'stop' }, '2.subflow', child)).toEqual({
      kind: 'result',
      effect: '2.subflow',
      result: { ok: false, code: 81024, message: 'The subflow was stopped', data: {} },
    });
    expect(resumingSignal({ kind: 'hangup', call: { CallStatus: 'completed' } }, '2.subflow', child)).toEqual(
      {
        kind: 'hangup',
        call: { CallStatus: 'completed' },
      },
    );
    expect(subflowFailure('Not found')).toEqual({ ok: false, code: 81024, message: 'Not found', data: {} });
  });
});

describe('what starts an execution', () => {
  it('is readable as trigger', () => {
    const fields = { Body: 'Hello' };
    const start = { data: {}, call: null };
    expect(startByMessage(fields)).toEqual({
      ...start,
      event: 'incomingMessage',
      trigger: { message: fields },
    });
    expect(startByConversation(fields)).toEqual({
      ...start,
      event: 'incomingConversationMessage',
      trigger: { conversation: fields },
    });
    expect(startByCall('CA1', fields)).toEqual({
      ...start,
      event: 'incomingCall',
      trigger: { call: fields },
      call: 'CA1',
    });
    expect(startByRequest('+15550199', '+15550100', { plan: 'pro' })).toEqual({
      event: 'incomingRequest',
      trigger: { request: { from: '+15550199', to: '+15550100', parameters: { plan: 'pro' } } },
      data: { plan: 'pro' },
      call: null,
    });
  });
});

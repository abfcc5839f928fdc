import { describe, expect, it } from 'vitest';
import type { Condition, FlowDefinition, State } from '#flow/definition.ts';
import { quickReplies } from './quick-replies.ts';

const condition = (type: string, value: string): Condition => ({
  friendly_name: '',
  arguments: ['{{widgets.ask.inbound.Body}}'],
  type,
  value,
});

const flow = (...states: State[]): FlowDefinition => ({ description: '', initial_state: 'ask', states });

const ask = (next: string): State => ({
  name: 'ask',
  type: 'send-and-wait-for-reply',
  transitions: [
    { event: 'incomingMessage', next },
    { event: 'timeout', next: 'late' },
  ],
});

const split = (...conditions: Condition[]): State => ({
  name: 'check',
  type: 'split-based-on',
  transitions: [{ event: 'noMatch' }, ...conditions.map((each) => ({ event: 'match', conditions: [each] }))],
});

describe('quick replies', () => {
  it('are a text for each condition of the split that follows', () => {
    const definition = flow(
      ask('check'),
      split(
        condition('matches_any_of', 'yes, y, ok'),
        condition('equal_to', 'no, thanks'),
        condition('contains', 'late'),
      ),
    );
    expect(quickReplies(definition, 'ask', 'incomingMessage')).toEqual(['yes', 'no, thanks', 'late']);
  });

  it('look past a widget that sets variables', () => {
    const keep: State = {
      name: 'keep',
      type: 'set-variables',
      transitions: [{ event: 'next', next: 'check' }],
    };
    const definition = flow(ask('keep'), keep, split(condition('equal_to', 'yes')));
    expect(quickReplies(definition, 'ask', 'incomingMessage')).toEqual(['yes']);
  });

  it('leave out patterns, templates and what is not connected', () => {
    const definition = flow(
      ask('check'),
      split(condition('regex', '[1-5]'), condition('equal_to', '{{flow.data.code}}')),
    );
    expect(quickReplies(definition, 'ask', 'incomingMessage')).toEqual([]);
    expect(quickReplies(definition, 'ask', 'timeout')).toEqual([]);
    expect(quickReplies(definition, 'gone', 'incomingMessage')).toEqual([]);
  });
});

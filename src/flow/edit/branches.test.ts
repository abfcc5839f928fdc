import { describe, expect, it } from 'vitest';
import { appointmentFlow, isReply, widget } from '../testing/test-flow.ts';
import { addBranch, moveBranch, removeBranch, setCondition, setConditions } from './branches.ts';

const flow = appointmentFlow();
const values = (definition: typeof flow) =>
  widget(definition, 'check').transitions?.map((each) => each.conditions?.[0]?.value ?? each.event);

describe('the branches of a split', () => {
  it('are added last, with the input of the split', () => {
    const { definition, outlet } = addBranch(flow, 'check');
    expect(outlet).toBe('match~3');
    expect(widget(definition, 'check').transitions?.[3]).toEqual({
      event: 'match',
      conditions: [
        {
          friendly_name: 'If value equal_to',
          arguments: ['{{widgets.ask.inbound.Body}}'],
          type: 'equal_to',
          value: '',
        },
      ],
    });
    expect(addBranch(flow, 'greet')).toEqual({ definition: flow, outlet: null });
    expect(addBranch(flow, 'nobody')).toEqual({ definition: flow, outlet: null });
  });

  it('are removed with their cord', () => {
    expect(values(removeBranch(flow, 'check', 'match'))).toEqual(['noMatch', 'no']);
    expect(removeBranch(flow, 'check', 'noMatch')).toBe(flow);
    expect(removeBranch(flow, 'check', 'match~9')).toBe(flow);
  });

  it('are reordered with their cords', () => {
    const definition = moveBranch(flow, 'check', 'match', 1);
    expect(values(definition)).toEqual(['noMatch', 'no', 'yes']);
    expect(widget(definition, 'check').transitions?.[2]?.next).toBe('thank');
    expect(moveBranch(flow, 'check', 'match~2', 99)).toBe(flow);
    expect(moveBranch(definition, 'check', 'match~2', -1)).toEqual(flow);
  });

  it('regenerate the name of a changed condition', () => {
    const definition = setCondition(flow, 'check', 'match', 0, { value: 'sure' });
    expect(widget(definition, 'check').transitions?.[1]?.conditions).toEqual([isReply('sure')]);
    expect(setCondition(flow, 'check', 'match', 0, { value: 'yes' })).toBe(flow);
    expect(setCondition(flow, 'check', 'match', 3, { value: 'x' })).toBe(flow);
  });

  it('keep the custom name of a condition', () => {
    const named = setCondition(flow, 'check', 'match', 0, { friendly_name: 'Agrees' });
    const definition = setCondition(named, 'check', 'match', 0, { type: 'contains' });
    expect(widget(definition, 'check').transitions?.[1]?.conditions?.[0]).toEqual({
      ...isReply('yes'),
      friendly_name: 'Agrees',
      type: 'contains',
    });
  });

  it('are not there in another outlet or widget', () => {
    for (const [id, outlet] of [
      ['check', 'noMatch'],
      ['greet', 'sent'],
      ['nobody', 'match'],
    ] as const) {
      expect(setConditions(flow, id, outlet, [])).toBe(flow);
      expect(moveBranch(flow, id, outlet, 1)).toBe(flow);
      expect(removeBranch(flow, id, outlet)).toBe(flow);
      expect(setCondition(flow, id, outlet, 0, { value: 'x' })).toBe(flow);
    }
    expect(moveBranch(flow, 'check', 'match', 0)).toBe(flow);
  });

  it('are called match when there is no other one', () => {
    const only = ['match~2', 'match'].reduce((now, outlet) => removeBranch(now, 'check', outlet), flow);
    expect(addBranch(only, 'check').outlet).toBe('match');
    expect(values(addBranch(only, 'check', [isReply('x'), isReply('y')]).definition)).toEqual([
      'noMatch',
      'x',
    ]);
  });

  it('keep the other conditions when one changes', () => {
    const two = setConditions(flow, 'check', 'match', [isReply('yes'), isReply('sure')]);
    const changed = setCondition(two, 'check', 'match', 1, { value: 'ok' });
    expect(widget(changed, 'check').transitions?.[1]?.conditions).toEqual([isReply('yes'), isReply('ok')]);
  });

  it('may have several conditions', () => {
    const definition = setConditions(flow, 'check', 'match~2', [isReply('no'), isReply('never')]);
    expect(widget(definition, 'check').transitions?.[2]?.conditions).toEqual([
      isReply('no'),
      isReply('never'),
    ]);
    expect(setConditions(flow, 'check', 'match', [isReply('yes')])).toBe(flow);
  });
});

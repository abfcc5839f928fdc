import { describe, expect, it } from 'vitest';
import type { FlowDefinition } from '../definition.ts';
import { renameVariable } from '../edit/rename-variable.ts';
import { subflowUses, variableUses, widgetUses } from './where-used.ts';

const FW = 'FW00000000000000000000000000000001';

const flow: FlowDefinition = {
  description: '',
  initial_state: 'Trigger',
  states: [
    {
      name: 'Trigger',
      type: 'trigger',
      properties: {},
      transitions: [{ event: 'incomingMessage', next: 'keep' }],
    },
    {
      name: 'keep',
      type: 'set-variables',
      properties: {
        variables: [
          { key: 'name', value: '{{trigger.message.Body}}' },
          { key: 'names', value: '1' },
        ],
      },
      transitions: [{ event: 'next', next: 'tell' }],
    },
    {
      name: 'tell',
      type: 'send-message',
      properties: {
        body: 'Hi {{ flow.variables.name | upcase }}, {{flow.variables["name"]}}, {{widgets.keep.name}}; flow.variables.name stays, {{flow.variables.names}} too',
      },
      transitions: [{ event: 'sent', next: 'sub' }],
    },
    { name: 'sub', type: 'run-subflow', properties: { flow_sid: FW, flow_revision: '1' }, transitions: [] },
  ],
};

describe('where a flow uses', () => {
  it('a variable: what sets it and what reads it', () => {
    const told = { widget: 'tell', place: '#/states/2/properties/body' };
    expect(variableUses(flow)).toEqual([
      {
        ...{ key: 'name', readBy: [told, told, told] },
        setBy: [{ widget: 'keep', place: '#/states/1/properties/variables/0' }],
      },
      {
        ...{ key: 'names', readBy: [told] },
        setBy: [{ widget: 'keep', place: '#/states/1/properties/variables/1' }],
      },
    ]);
  });

  it('variables by their keys, of other widgets only what these set', () => {
    const body =
      '{{flow.variables.zoo}}{{flow.variables.ape}}{{flow.variables}}{{flow.other.name}}{{other.variables.name}}' +
      '{{widgets.tell.name}}{{widgets.keep}}{{other.keep.name}}{{widgets.keep.other}}';
    const states = flow.states.map((state) =>
      state.name === 'tell' ? { ...state, properties: { body } } : state,
    );
    const told = [{ widget: 'tell', place: '#/states/2/properties/body' }];
    expect(variableUses({ ...flow, states }).map(({ key, readBy }) => [key, readBy])).toEqual([
      ['ape', told],
      ['name', []],
      ['names', []],
      ['zoo', told],
    ]);
    expect(widgetUses({ ...flow, states }, 'keep').readBy).toEqual([...told, ...told]);
    expect(widgetUses({ ...flow, states }, 'kee')).toEqual({ ledFrom: [], readBy: [] });
  });

  it('a widget: what leads to it and what reads its variables', () => {
    expect(widgetUses(flow, 'keep')).toEqual({
      ledFrom: ['Trigger'],
      readBy: [{ widget: 'tell', place: '#/states/2/properties/body' }],
    });
  });

  it('a subflow', () => {
    expect(subflowUses(flow)).toEqual([{ sid: FW, runBy: ['sub'] }]);
    const run = (name: string, type: string, flow_sid?: string) => ({ name, type, properties: { flow_sid } });
    const states = [
      run('a', 'run-subflow', FW),
      run('b', 'send-message', FW),
      run('c', 'run-subflow'),
      run('d', 'run-subflow', ''),
      run('e', 'run-subflow', 'FW2'),
      run('f', 'run-subflow', FW),
    ] as FlowDefinition['states'];
    expect(subflowUses({ ...flow, states })).toEqual([
      { sid: FW, runBy: ['a', 'f'] },
      { sid: 'FW2', runBy: ['e'] },
    ]);
  });
});

describe('renaming a variable', () => {
  it('follows in keys and templates, and leaves all other text alone', () => {
    const renamed = renameVariable(flow, 'name', 'first_name');
    expect(renamed.ok && renamed.definition.states[1]?.properties?.variables).toMatchObject([
      { key: 'first_name' },
      { key: 'names' },
    ]);
    expect(renamed.ok && renamed.definition.states[2]?.properties?.body).toBe(
      'Hi {{ flow.variables.first_name | upcase }}, {{flow.variables["first_name"]}}, {{widgets.keep.first_name}}; flow.variables.name stays, {{flow.variables.names}} too',
    );
    expect(renamed.ok && renamed.definition.states[0]).toBe(flow.states[0]);
  });

  it('is refused for a name that is taken or cannot be read', () => {
    expect(renameVariable(flow, 'name', 'names')).toEqual({
      ok: false,
      reason: 'Another variable is called names.',
    });
    expect(renameVariable(flow, 'name', 'a b').ok).toBe(false);
  });
});

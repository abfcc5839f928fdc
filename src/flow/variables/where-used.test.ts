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
    const [name] = variableUses(flow);
    expect(name).toMatchObject({
      key: 'name',
      setBy: [{ widget: 'keep', place: '#/states/1/properties/variables/0' }],
    });
    expect(name?.readBy).toHaveLength(3);
    expect(name?.readBy[0]).toEqual({ widget: 'tell', place: '#/states/2/properties/body' });
  });

  it('a widget: what leads to it and what reads its variables', () => {
    expect(widgetUses(flow, 'keep')).toEqual({
      ledFrom: ['Trigger'],
      readBy: [{ widget: 'tell', place: '#/states/2/properties/body' }],
    });
  });

  it('a subflow', () => expect(subflowUses(flow)).toEqual([{ sid: FW, runBy: ['sub'] }]));
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

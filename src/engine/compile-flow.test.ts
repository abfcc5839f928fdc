import { describe, expect, it } from 'vitest';
import type { FlowDefinition, State } from '#flow/definition.ts';
import { compileFlow } from './compile-flow.ts';

const flowOf = (states: unknown): FlowDefinition =>
  ({ description: '', initial_state: 'start', states }) as FlowDefinition;

describe('a compiled flow', () => {
  it('is compiled once', () => {
    const definition = flowOf([{ name: 'start', type: 'trigger' }]);
    expect(compileFlow(definition)).toBe(compileFlow(definition));
  });

  it('has the first of two widgets with one name, and the first of two transitions of one event', () => {
    const first: State = {
      name: 'a',
      type: 'send-message',
      transitions: [
        { event: 'sent', next: 'b' },
        { event: 'sent', next: 'c' },
      ],
    };
    const { widgets } = compileFlow(flowOf([first, { name: 'a', type: 'say-play' }]));
    expect([...widgets.keys()]).toEqual(['a']);
    expect(widgets.get('a')).toMatchObject({ type: 'send-message', state: first });
    expect(widgets.get('a')?.first.get('sent')?.next).toBe('b');
  });

  it('knows the events of a type and those of the transitions', () => {
    const transitions = [{ event: 'arrived' }];
    const { widgets } = compileFlow(
      flowOf([
        { name: 'a', type: 'send-message', transitions },
        { name: 'b', type: 'teleport', transitions },
        { name: 'c', type: 4 },
      ]),
    );
    const eventsOf = (name: string) => [...(widgets.get(name)?.events ?? [])];
    expect(eventsOf('a')).toEqual(['sent', 'failed', 'arrived']);
    expect(eventsOf('b')).toEqual(['arrived']);
    expect(widgets.get('c')).toMatchObject({ type: '', behaviour: null, transitions: [] });
  });

  it('leaves out what is no widget', () => {
    const nameless = { type: 'trigger' };
    const { widgets, initial } = compileFlow(flowOf([null, { type: 'say-play' }, { name: 7 }, nameless]));
    expect([...widgets.keys()]).toEqual(['start']);
    expect(initial?.state).toBe(nameless);
    expect(compileFlow(flowOf('none'))).toEqual({ initial: undefined, widgets: new Map() });
  });
});

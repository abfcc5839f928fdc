import { describe, expect, it } from 'vitest';
import type { State } from '../definition.ts';
import { addWidget } from '../edit/add-widget.ts';
import { connect, disconnect } from '../edit/connect.ts';
import { setProperty } from '../edit/set-property.ts';
import { appointmentFlow } from '../testing/test-flow.ts';
import { variableReads, variablesAt } from './variables.ts';

const flow = appointmentFlow();
const pathsAt = (id: string, definition = flow) => variablesAt(definition, id).map(({ path }) => path);

describe('the variables at a widget', () => {
  it('are those of widgets that may have run before it, nearest first', () => {
    const paths = pathsAt('thank');
    expect(paths).toContain('widgets.ask.inbound.Body');
    expect(paths.indexOf('widgets.ask.inbound.Body')).toBeLessThan(
      paths.indexOf('widgets.greet.outbound.Sid'),
    );
    expect(paths.some((path) => path.startsWith('widgets.thank.'))).toBe(false);
  });

  it('are found in linear time where paths fork and join repeatedly', () => {
    const rows = 60;
    const states: State[] = Array.from({ length: rows * 2 }, (_, index) => {
      const row = Math.floor(index / 2) + 1;
      const transitions = ['sent', 'failed'].map((event, side) => ({ event, next: `w${row * 2 + side}` }));
      return { name: `w${index}`, type: 'send-message', properties: {}, transitions };
    });
    const ladder = { description: '', initial_state: 'w0', states };
    expect(pathsAt(`w${rows * 2 - 1}`, ladder)).toContain('widgets.w0.outbound.Sid');
  });

  it('are not those of widgets that come later', () => {
    expect(pathsAt('greet').some((path) => path.startsWith('widgets.'))).toBe(false);
  });

  it('include its own once a loop leads back', () => {
    expect(pathsAt('ask')).toContain('widgets.ask.inbound.Body');
  });

  it('are those of the triggers that lead to it', () => {
    expect(pathsAt('greet')).toContain('trigger.message.Body');
    expect(pathsAt('greet')).not.toContain('trigger.call.From');
    const called = connect(flow, { widget: 'Trigger', outlet: 'incomingCall' }, 'thank');
    expect(pathsAt('thank', called)).toContain('trigger.call.From');
    expect(pathsAt('ask', called)).not.toContain('trigger.call.From');
  });

  it('always include contact and flow, even for an unreachable widget', () => {
    const alone = disconnect(flow, { widget: 'Trigger', outlet: 'incomingMessage' });
    expect(pathsAt('greet', alone)).toEqual([
      'contact.channel.address',
      'flow.channel.address',
      'flow.sid',
      'flow.flow_sid',
    ]);
  });

  it('include those of set-variables with keys that a path can name', () => {
    const added = addWidget(flow, 'set-variables', { x: 0, y: 0 }, 'keep').definition;
    const set = setProperty(added, 'keep', 'variables', [
      { key: 'tries', value: '1' },
      { key: 'two words', value: '' },
      7,
    ]);
    const led = connect(set, { widget: 'keep', outlet: 'next' }, 'greet');
    expect(variablesAt(led, 'greet').slice(0, 2)).toEqual([
      { path: 'flow.variables.tries', means: 'Set by keep.', from: 'keep' },
      { path: 'widgets.keep.tries', means: 'The same as flow.variables.tries.', from: 'keep' },
    ]);
    expect(pathsAt('greet', led)).not.toContain('widgets.keep.KEY');
  });

  it('include the variable of a saved reply', () => {
    const stored = setProperty(flow, 'ask', 'save_response_as', 'answer');
    expect(pathsAt('check', stored)).toContain('flow.variables.answer');
  });

  it('include dynamic keys that the flow reads elsewhere', () => {
    const requested = connect(flow, { widget: 'Trigger', outlet: 'incomingRequest' }, 'greet');
    const read = setProperty(
      requested,
      'ask',
      'body',
      'Dear {{flow.data.name}}, {{widgets.greet.outbound.Extra}}',
    );
    expect(pathsAt('greet', read)).toContain('flow.data.name');
    expect(pathsAt('thank', read)).toContain('widgets.greet.outbound.Extra');
    expect(new Set(pathsAt('thank', read)).size).toBe(pathsAt('thank', read).length);
  });
});

it('each read has a pointer', () => {
  const reads = variableReads(flow).filter(({ path }) => path === 'widgets.ask.inbound.Body');
  expect(reads.map(({ widget, place }) => [widget, place])).toEqual([
    ['check', '#/states/3/properties/input'],
    ['check', '#/states/3/transitions/1/conditions/0/arguments/0'],
    ['check', '#/states/3/transitions/2/conditions/0/arguments/0'],
    ['thank', '#/states/4/properties/body'],
  ]);
});

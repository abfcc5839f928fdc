import { describe, expect, it } from 'vitest';
import type { FlowDefinition } from '#flow/definition.ts';
import { projectScene } from '../../canvas/render/scene.ts';
import { readingSteps, sourcesOf } from './reading-steps.ts';

const definition: FlowDefinition = {
  description: '',
  initial_state: 'Trigger',
  states: [
    { name: 'spare', type: 'send-message', transitions: [{ event: 'sent' }, { event: 'failed' }] },
    {
      name: 'check',
      type: 'split-based-on',
      transitions: [
        { event: 'noMatch', next: 'gone' },
        {
          event: 'match',
          next: 'thank',
          conditions: [{ friendly_name: 'yes', arguments: ['{{x}}'], type: 'equal_to', value: 'yes' }],
        },
      ],
    },
    { name: 'thank', type: 'send-message', transitions: [{ event: 'sent' }, { event: 'failed' }] },
    { name: 'Trigger', type: 'trigger', transitions: [{ event: 'incomingMessage', next: 'check' }] },
  ],
};

describe('a flow as a list to read', () => {
  const scene = projectScene(definition);
  const steps = readingSteps(definition, scene);

  it('begins at the start, and ends with what no path leads to', () => {
    expect(steps.map(({ widget, isReached }) => [widget.id, isReached])).toEqual([
      ['Trigger', true],
      ['check', true],
      ['thank', true],
      ['spare', false],
    ]);
  });

  it('says where each branch leads, and that a widget is missing', () => {
    const check = steps.find(({ widget }) => widget.id === 'check');
    expect(check?.branches.map(({ label, name, target }) => [label, name, target])).toEqual([
      ['No match', 'gone', null],
      ['is yes', 'thank', 'thank'],
    ]);
  });

  it('says at which outlets the flow ends', () => {
    expect(steps.find(({ widget }) => widget.id === 'thank')?.ends).toEqual(['Sent', 'Failed']);
  });

  it('knows from where a widget is reached', () => {
    expect(sourcesOf(scene, 'thank')).toEqual([{ from: 'check', label: 'is yes' }]);
    expect(sourcesOf(scene, 'spare')).toEqual([]);
  });

  it('keeps the step of a widget that an edit did not touch', () => {
    const changed = { ...definition, states: definition.states.with(0, { name: 'other', type: 'trigger' }) };
    const after = readingSteps(changed, projectScene(changed, [], scene));
    const thankOf = (list: typeof steps) => list.find(({ widget }) => widget.id === 'thank');
    expect(thankOf(after)).toBe(thankOf(steps));
  });
});

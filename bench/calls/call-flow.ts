/** The flow of the calls: an endless menu that splits on each key and stores it. */

import type { FlowDefinition } from '#flow/definition.ts';

export const channel = '+15558888';

const offset = { x: 0, y: 0 };

/** A key causes three steps: keypress, split, set variables. */
export const definition: FlowDefinition = {
  description: 'What is measured',
  initial_state: 'Trigger',
  flags: { allow_concurrent_calls: true },
  states: [
    {
      ...{ name: 'Trigger', type: 'trigger', properties: { offset } },
      transitions: [{ event: 'incomingCall', next: 'menu' }],
    },
    {
      ...{ name: 'menu', type: 'gather-input-on-call' },
      properties: {
        ...{ offset, say: 'You pressed {{flow.variables.last}}. Press another key.', loop: 1, timeout: 5 },
        ...{ finish_on_key: '#', stop_gather: true, number_of_digits: 1 },
      },
      transitions: [{ event: 'keypress', next: 'split' }, { event: 'speech' }, { event: 'timeout' }],
    },
    {
      ...{ name: 'split', type: 'split-based-on' },
      properties: { offset, input: '{{widgets.menu.Digits}}' },
      transitions: [
        { event: 'noMatch', next: 'keep' },
        {
          event: 'match',
          conditions: [
            {
              ...{ friendly_name: 'End', type: 'equal_to', value: '0' },
              arguments: ['{{widgets.menu.Digits}}'],
            },
          ],
        },
      ],
    },
    {
      ...{ name: 'keep', type: 'set-variables' },
      properties: { offset, variables: [{ key: 'last', value: '{{widgets.menu.Digits}}' }] },
      transitions: [{ event: 'next', next: 'menu' }],
    },
  ],
};

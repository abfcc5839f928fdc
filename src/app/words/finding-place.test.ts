import { describe, expect, it } from 'vitest';
import { emptyDefinition } from '#flow/definition.ts';
import { findingPlace } from './finding-place.ts';

const definition = {
  ...emptyDefinition(),
  states: [
    {
      name: 'ask',
      type: 'send-and-wait-for-reply',
      properties: { body: '' },
      transitions: [{ event: 'timeout', next: 'gone' }],
    },
  ],
};

const placeAt = (property_path: string) =>
  findingPlace(definition, { severity: 'error', code: 'x', message: '', property_path });

describe('the place of a finding', () => {
  it('is the widget and the label of its field', () => {
    const widget = { id: 'ask', type: 'send-and-wait-for-reply' };
    expect(placeAt('#/states/0/properties/timeout')).toEqual({ widget, field: 'Wait for a reply' });
    expect(placeAt('#/states/0/transitions/0/next')).toEqual({ widget, field: 'No reply' });
    expect(placeAt('#/states/0/name')).toEqual({ widget, field: 'Name' });
    expect(placeAt('#/states/0')).toEqual({ widget, field: null });
  });

  it('is the name of a property that the type does not have', () => {
    expect(placeAt('#/states/0/properties/colour').field).toBe('colour');
  });

  it('is a field of the flow', () => {
    expect(placeAt('#/initial_state')).toEqual({ widget: null, field: 'Starts at' });
    expect(placeAt('#')).toEqual({ widget: null, field: null });
  });
});

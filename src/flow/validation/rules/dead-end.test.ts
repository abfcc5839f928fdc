import { expect, it } from 'vitest';
import { setProperty } from '../../edit/set-property.ts';
import { appointmentFlow } from '../../testing/test-flow.ts';
import { validate } from '../validate.ts';

/** The places at which a path ends unexpectedly, where the split tests `input` and has nothing for no match. */
function deadEnds(input: string): string[] {
  const flow = setProperty(appointmentFlow(), 'check', 'input', input);
  const states = flow.states.map((state) =>
    state.name === 'check'
      ? {
          ...state,
          transitions: state.transitions?.map((each) =>
            each.event === 'noMatch' ? { event: 'noMatch' } : each,
          ),
        }
      : state,
  );
  return validate({ ...flow, states }).flatMap(({ code, property_path }) =>
    code === 'dead-end' && property_path.startsWith('#/states/3') ? [property_path] : [],
  );
}

it.each(['{{widgets.ask.inbound.Body}}', '{{trigger.message.Body | downcase}}', '{{widgets.menu.Digits}}'])(
  'a reply that no branch expects is a dead end: %s',
  (input) => expect(deadEnds(input)).toHaveLength(1),
);

it.each(['{{flow.variables.attempts}}', '{{flow.data.medium}}', '{{widgets.load.parsed.open}}'])(
  'data that no branch is about may be meant to end: %s',
  (input) => expect(deadEnds(input)).toEqual([]),
);

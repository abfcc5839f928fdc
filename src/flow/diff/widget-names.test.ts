import { expect, it } from 'vitest';
import { emptyDefinition, type FlowDefinition } from '../definition.ts';
import { widgetNames } from './widget-names.ts';

/** A flow of messages, by their names and texts. */
const flow = (messages: Record<string, string>): FlowDefinition => ({
  ...emptyDefinition(),
  states: Object.entries(messages).map(([name, body]) => ({
    name,
    type: 'send-message',
    properties: { body, from: '' },
    transitions: [{ event: 'sent' }, { event: 'failed' }],
  })),
});

const revisions = [
  flow({ ask_day: 'Which day?', thank: 'Thanks' }),
  flow({ ask_date: 'Which day?', thank: 'Thanks' }),
  flow({ ask_date: 'Which day?' }),
  flow({ ask: 'Which day?' }),
];

it.each(['ask', 'ask_date', 'ask_day'])('%s has all of its names, the newest first', (name) => {
  expect(widgetNames(name, revisions)).toEqual(['ask_day', 'ask_date', 'ask']);
});

it('a widget that was added later, and one that is nowhere, has one name', () => {
  expect(widgetNames('thank', revisions)).toEqual(['thank']);
  expect(widgetNames('gone', revisions)).toEqual(['gone']);
  expect(widgetNames('ask', [])).toEqual(['ask']);
});

it('a name that another widget has now means that one', () => {
  const reused = [flow({ ask_day: 'Which day?', ask: 'Who are you?' }), ...revisions];
  expect(widgetNames('ask', reused)).toEqual(['ask']);
  expect(widgetNames('ask_day', reused)).toEqual(['ask_day', 'ask_date', 'ask']);
});

it('a widget that was gone for a revision has the names before and after apart', () => {
  const gone = [flow({ ask_day: 'Which day?' }), flow({ thank: 'Thanks' }), flow({ ask: 'Which day?' })];
  expect(widgetNames('ask_day', gone)).toEqual(['ask_day']);
  expect(widgetNames('ask', gone)).toEqual(['ask']);
  expect(widgetNames('thank', gone)).toEqual(['thank']);
});

it('a name that comes back is there once', () => {
  const back = [flow({ ask: 'Which day?' }), flow({ ask_day: 'Which day?' }), flow({ ask: 'Which day?' })];
  expect(widgetNames('ask', back)).toEqual(['ask', 'ask_day']);
});

import { describe, expect, it } from 'vitest';
import { parseFlowTest } from './parse.ts';
import { renameInFlowTest, widgetsOfFlowTest } from './rename.ts';

const test = `# ask is asked first
name: ask
start:
  trigger: incomingMessage
  body: ask
  widget: ask
  context: {widgets: {ask: {inbound: {Body: ask}}}}
mocks:
  'ask': {body: {ask: 1}}
  lookup: {status: 200}
steps:
  - expect:
      path: [lookup, "ask"] # then it waits
      sent: [ask]
      waits: ask
      variables: {widgets.ask.inbound.Body: ask, flow.variables.ask: ask}
  - send: ask
`;

describe('widgets of a flow test', () => {
  it('are found where the format names them', () => {
    expect([...widgetsOfFlowTest(test)].sort()).toEqual(['ask', 'lookup']);
    expect(widgetsOfFlowTest('a: [').size).toBe(0);
  });

  it('are renamed there and nowhere else, and the file keeps its form', () => {
    const renamed = renameInFlowTest(test, new Map([['ask', 'yes']]));
    expect(renamed).toBe(`# ask is asked first
name: ask
start:
  trigger: incomingMessage
  body: ask
  widget: yes
  context: {widgets: {yes: {inbound: {Body: ask}}}}
mocks:
  'yes': {body: {ask: 1}}
  lookup: {status: 200}
steps:
  - expect:
      path: [lookup, "yes"] # then it waits
      sent: [ask]
      waits: yes
      variables: {widgets.yes.inbound.Body: ask, flow.variables.ask: ask}
  - send: ask
`);
    expect(parseFlowTest(renamed)).toMatchObject({ ok: true, test: { start: { widget: 'yes' } } });
  });

  it('get quotes where YAML would read something else than a text', () => {
    const renamed = renameInFlowTest(test, new Map([['ask', 'null']]));
    expect(renamed).toContain('  widget: "null"');
    expect(parseFlowTest(renamed)).toMatchObject({ ok: true, test: { start: { widget: 'null' } } });
  });
});

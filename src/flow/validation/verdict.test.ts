import { describe, expect, it } from 'vitest';
import type { FlowDefinition } from '../definition.ts';
import { samples } from '../samples/samples.ts';
import { brokenSamples } from '../testing/broken-samples.ts';
import { carrierFeatures } from '../widgets/carrier-features.ts';
import { countFindings, isValid } from './finding.ts';
import { silence, splitSilenced } from './silenced.ts';
import { type ValidationContext, validate } from './validate.ts';
import { ownVerdict, verdictIn } from './verdict.ts';

const sid = `FW${'1'.repeat(32)}`;
const schemaUri = 'https://flows.example.test/schemas/flow-definition';
const carriers = [
  { name: 'None', lacks: [] },
  { name: 'Small', lacks: ['payment', 'call-recording'] as const },
  { name: 'Smallest', lacks: carrierFeatures },
];

/** By all of the context at once, as the designer does it. */
function wholeVerdict(definition: FlowDefinition, context: ValidationContext) {
  const { errors, warnings } = countFindings(splitSilenced(definition, validate(definition, context)).open);
  return { errors, warnings };
}

function expectSame(definition: FlowDefinition): void {
  const own = ownVerdict(definition, validate(definition, { sid }));
  for (const context of [{}, { schemaUri }, ...carriers.map((each) => ({ carriers: [each] })), { carriers }])
    expect(verdictIn(own, context)).toEqual(wholeVerdict(definition, { sid, ...context }));
}

const paying = (ui?: FlowDefinition['ui']): FlowDefinition => ({
  description: '',
  initial_state: 'Trigger',
  states: [
    { name: 'Trigger', type: 'trigger', transitions: [{ event: 'incomingCall', next: 'charge' }] },
    {
      ...{ name: 'charge', type: 'capture-payments', transitions: [{ event: 'success', next: 'record' }] },
      properties: { payment_connector: 'Default', payment_amount: '10' },
    },
    { name: 'record', type: 'record-call', properties: { record_call: true }, transitions: [] },
    { name: 'queue', type: 'enqueue-call', properties: { workflow_sid: 'WW1' }, transitions: [] },
    { name: 'again', type: 'run-subflow', properties: { flow_sid: sid }, transitions: [] },
  ],
  ...(ui !== undefined && { ui }),
});

describe('a verdict in parts is the one of the whole', () => {
  it.each(samples.map(({ id, definition }) => [id, definition] as const))(
    'for the sample %s',
    (_, definition) => expectSame(definition),
  );

  it.each(brokenSamples.map(({ name, definition }) => [name, definition] as const))(
    'for %s',
    (_, definition) => expectSame(definition),
  );

  it('for a flow that needs much of its carriers', () => {
    expectSame(paying());
    const own = ownVerdict(paying(), validate(paying(), { sid }));
    expect(own.needs).toEqual(['payment', 'call-recording', 'workflow']);
    expect(verdictIn(own, { carriers }).warnings).toBe(own.warnings + 3);
  });

  it('for silenced warnings, of carriers too', () => {
    const flow = silence(paying(), { widget: 'charge', rule: 'carrier-feature', reason: 'never by phone' });
    expectSame(flow);
    expect(ownVerdict(flow, []).needs).toEqual(['call-recording', 'workflow']);
    expectSame(silence(flow, { widget: 'again', rule: 'subflow-cycle', reason: 'meant' }));
  });

  it.each([
    ['its own', schemaUri, 0],
    ['none', '', 0],
    ['the one of another server', 'https://elsewhere.example.test/schemas/flow-definition', 1],
    ['that of an older address', `${schemaUri}/`, 1],
  ])('for a $schema that is %s', (_, $schema, errors) => {
    const flow: FlowDefinition = { ...paying(), $schema };
    expectSame(flow);
    const before = verdictIn(ownVerdict(flow, validate(flow)), {}).errors;
    expect(verdictIn(ownVerdict(flow, validate(flow)), { schemaUri }).errors).toBe(before + errors);
  });
});

it('breaks samples so that most have errors, in different numbers', () => {
  const verdicts = brokenSamples.map(({ definition }) => wholeVerdict(definition, {}));
  expect(verdicts).toHaveLength(50);
  expect(verdicts.filter(({ errors }) => errors > 0).length).toBeGreaterThan(20);
  expect(new Set(verdicts.map((each) => JSON.stringify(each))).size).toBeGreaterThan(5);
  expect(samples.every(({ definition }) => isValid(validate(definition)))).toBe(true);
});

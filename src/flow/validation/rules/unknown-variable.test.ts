/** What templates read that nothing sets, and what seems to be meant. */

import { describe, expect, it } from 'vitest';
import { fixed, flowOf, said, state } from '../../testing/said-by-rule.ts';
import { unknownOutput, unknownVariable } from './unknown-variable.ts';

const sources = {
  ask: 'send-and-wait-for-reply',
  tell: 'send-message',
  menu: 'gather-input-on-call',
  load: 'make-http-request',
  check: 'split-based-on',
  run: 'run-function',
  other: 'an-unknown-type',
};
const flow = (...texts: string[]) => {
  const body = Object.fromEntries(texts.map((text, at) => [`text${at}`, text]));
  return flowOf([...Object.entries(sources).map(([name, type]) => state(name, type)), state('w', 'x', body)]);
};
const place = '#/states/8/properties/text0';
const mean = (wanted: string | null) => (wanted === null ? '' : ` Did you mean '${wanted}'?`);

describe('a variable', () => {
  it.each([
    ['variables.a', 'flow.variables.a'],
    ['flow.variable.a.b', 'flow.variables.a.b'],
    ['widget.ask.inbound.Body', 'widgets.ask.inbound.Body'],
    ['data.a', 'flow.data.a'],
    ...[
      'name',
      'flow.variable',
      'x.flow.variable.a',
      'x.variables.a',
      'x.widget.a',
      'x.data.a',
      'variable',
    ].map((path): [string, null] => [path, null]),
  ])('%s is none, and is meant as %s', (path, wanted) => {
    expect(said(unknownVariable, flow(`Hi {{${path}}}.`))).toEqual([
      `warning ${place} '${path}' is not a variable of an execution: it is empty.${mean(wanted)}`,
    ]);
    expect(fixed(unknownVariable, flow(`Hi {{${path}}}.`, '{{variables.x}}'), { nth: 1 })).toEqual(
      wanted && [`Use ${wanted}`, flow(`Hi {{${wanted}}}.`, '{{variables.x}}')],
    );
  });

  it.each([
    ...['contact.variable.a', 'flow.variables.a', 'flow.data.a', 'trigger.x', 'widgets.variable'],
    'variables.a | default: "x"',
  ])('%s may be one', (path) => expect(said(unknownVariable, flow(`{{${path}}}`))).toEqual([]));
});

describe('a variable of a widget', () => {
  it.each([
    ['ask', 'Body', 'inbound.Body'],
    ['ask', 'body', 'inbound.Body'],
    ['ask', 'Inbound.body', 'inbound.Body'],
    ['ask', 'ody', null],
    ['ask', 'inboun', null],
    ['ask', 'Outbound', null],
    ['tell', 'inbound', null],
    ['menu', 'digits', 'Digits'],
    ['menu', 'Digit', null],
    ['load', 'status', null],
    ['load', 'Status_Code', 'status_code'],
    ['check', 'Body', null],
  ])('%s.%s is none, and is meant as %s', (name, path, output) => {
    const wanted = output && `widgets.${name}.${output}`;
    const [first = ''] = path.split('.');
    expect(said(unknownOutput, flow(`Hi {{widgets.${name}.${path}}}.`))).toEqual([
      `warning ${place} Widget '${name}' sets no variable '${first}'.${mean(wanted)}`,
    ]);
    expect(fixed(unknownOutput, flow(`Hi {{widgets.${name}.${path}}}.`))).toEqual(
      wanted && [`Use ${wanted}`, flow(`Hi {{${wanted}}}.`)],
    );
  });

  it.each([
    ...[
      'widgets.ask.inbound',
      'widgets.ask.inbound.Body',
      'widgets.ask',
      'widgets.gone.a',
      'widgets',
      'contact.ask.x',
    ],
    ...['widgets.load.parsed.a.b', 'widgets.run.x', 'widgets.other.x', 'widgets.menu.Digits'],
  ])('%s may be one', (path) => expect(said(unknownOutput, flow(`{{${path}}}`))).toEqual([]));
});

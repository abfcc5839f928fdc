/** End-to-end scenarios: a whole flow, the events of one execution, and the path that it must take. */

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FlowDefinition } from '#flow/definition.ts';
import type { JsonObject } from '#flow/json/json.ts';
import { advance, newExecution } from './advance.ts';
import type { TriggerSignal } from './behaviours/trigger.ts';
import type { Command } from './commands/command.ts';
import type { MarkupVerb } from './commands/markup-verb.ts';
import type { Execution, Step } from './execution.ts';
import type { Result, Signal } from './signal.ts';
import { contextAfter } from './testing/context-after.ts';
import { messageStart } from './testing/start-flow.ts';

/** Events without the ids of waits and effects: they apply to the present one. */
type ScenarioEvent =
  | { kind: 'message'; message: JsonObject }
  | { kind: 'call'; event: string; call: JsonObject }
  | { kind: 'hangup'; call: JsonObject }
  | { kind: 'timeout' }
  | { kind: 'result'; result: Result };

/**
 * `path` has one line per step: `widget event → next`. `messages` are the texts sent or spoken to the contact,
 * `commands` the kinds of all other commands. Messages are accepted by the carrier as soon as they are sent.
 */
type Scenario = {
  flow: FlowDefinition;
  start?: Partial<TriggerSignal>;
  events: ScenarioEvent[];
  expect: { path: string[]; messages: string[]; commands: string[]; variables: JsonObject; notes?: number[] };
};

const folder = new URL('./scenarios/', import.meta.url);
const names = readdirSync(folder);
const now = Date.UTC(2024, 2, 5, 14, 7, 9);

function signalOf(event: ScenarioEvent, { wait }: Execution): Signal {
  switch (event.kind) {
    case 'call':
    case 'timeout':
      return { ...event, wait: wait?.id ?? '' };
    case 'result':
      return { ...event, effect: wait?.for === 'effect' ? wait.effect : '' };
    default:
      return event;
  }
}

function run({ flow, start: given, events }: Scenario) {
  const steps: Step[] = [];
  const messages: string[] = [];
  const commands: string[] = [];
  let execution = newExecution();
  const send = (signal: Signal): void => {
    const turn = advance(flow, execution, signal, now);
    expect(turn.ignored).toEqual([]);
    execution = turn.execution;
    steps.push(...turn.steps);
    messages.push(...turn.commands.flatMap(textsOf), ...spokenIn(execution));
    for (const command of turn.commands) {
      if (command.kind === 'send-message') {
        send({ kind: 'result', effect: command.effect, result: { ok: true, data: { Status: 'sent' } } });
      } else commands.push(command.kind);
    }
  };
  send({ ...messageStart, ...given });
  for (const event of events) send(signalOf(event, execution));
  return { execution, steps, messages, commands };
}

function textsOf(command: Command): string[] {
  return command.kind === 'send-message' ? [command.body] : [];
}

function spokenIn({ wait }: Execution): string[] {
  const verbs: MarkupVerb[] = wait?.for === 'call' ? wait.verbs : [];
  return verbs.flatMap((verb) => {
    if (verb.verb === 'say') return [verb.say.text];
    return verb.verb === 'gather'
      ? verb.prompt.map((each) => (each.verb === 'say' ? each.say.text : each.url))
      : [];
  });
}

describe.each(names)('scenario %s', (name) => {
  const scenario = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Scenario;

  it('takes the expected path to the end', () => {
    const { execution, steps, messages, commands } = run(scenario);
    const notes = steps.flatMap((step) => step.notes.map((note) => note.code));
    expect({
      path: steps.map((step) => `${step.transitioned_from} ${step.name} → ${step.transitioned_to}`),
      messages,
      commands,
      variables: execution.context.flow.variables,
      ...(notes.length > 0 && { notes }),
    }).toEqual(scenario.expect);
    expect(execution.status).toBe('ended');
    expect(contextAfter(steps)).toEqual(execution.context);
    expect(steps.map((step) => step.seq)).toEqual(steps.map((_, index) => index + 1));
  });
});

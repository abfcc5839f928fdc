/** Whole flows played to the end. A story is a flow, what happens to it, and the path that it must take. */

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FlowDefinition } from '#flow/definition.ts';
import type { JsonObject } from '#flow/json/json.ts';
import { advance, newExecution } from './advance.ts';
import type { TriggerSignal } from './behaviours/trigger.ts';
import type { Command } from './commands/command.ts';
import type { MarkupVerb } from './commands/markup-verb.ts';
import { contextAfter } from './context.ts';
import type { Execution, Step } from './execution.ts';
import type { Result, Signal } from './signal.ts';
import { messageStart } from './testing/start-flow.ts';

/** Waits and effects need not be named: what happens is about the present one. */
type Happening =
  | { kind: 'message'; message: JsonObject }
  | { kind: 'call'; event: string; call: JsonObject }
  | { kind: 'hangup'; call: JsonObject }
  | { kind: 'timeout' }
  | { kind: 'result'; result: Result };

/**
 * `path` has one line per step: `widget event → next`. `heard` are the texts that reached the contact,
 * `asked` the kinds of all other commands. Messages are accepted by the carrier as soon as they are sent.
 */
type Story = {
  flow: FlowDefinition;
  start?: Partial<TriggerSignal>;
  happens: Happening[];
  expect: { path: string[]; heard: string[]; asked: string[]; variables: JsonObject; notes?: number[] };
};

const folder = new URL('./scenarios/', import.meta.url);
const names = readdirSync(folder);
const now = Date.UTC(2024, 2, 5, 14, 7, 9);

function signalOf(happening: Happening, { wait }: Execution): Signal {
  switch (happening.kind) {
    case 'call':
    case 'timeout':
      return { ...happening, wait: wait?.id ?? '' };
    case 'result':
      return { ...happening, effect: wait?.for === 'effect' ? wait.effect : '' };
    default:
      return happening;
  }
}

function play({ flow, start: given, happens }: Story) {
  const steps: Step[] = [];
  const heard: string[] = [];
  const asked: string[] = [];
  let execution = newExecution();
  const give = (signal: Signal): void => {
    const turn = advance(flow, execution, signal, now);
    expect(turn.ignored).toEqual([]);
    execution = turn.execution;
    steps.push(...turn.steps);
    heard.push(...turn.commands.flatMap(textsOf), ...spokenIn(execution));
    for (const command of turn.commands) {
      if (command.kind === 'send-message') {
        give({ kind: 'result', effect: command.effect, result: { ok: true, data: { Status: 'sent' } } });
      } else asked.push(command.kind);
    }
  };
  give({ ...messageStart, ...given });
  for (const happening of happens) give(signalOf(happening, execution));
  return { execution, steps, heard, asked };
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

describe.each(names)('the story %s', (name) => {
  const story = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Story;

  it('takes its path to the end', () => {
    const { execution, steps, heard, asked } = play(story);
    const notes = steps.flatMap((step) => step.notes.map((note) => note.code));
    expect({
      path: steps.map((step) => `${step.transitioned_from} ${step.name} → ${step.transitioned_to}`),
      heard,
      asked,
      variables: execution.context.flow.variables,
      ...(notes.length > 0 && { notes }),
    }).toEqual(story.expect);
    expect(execution.status).toBe('ended');
    expect(contextAfter(steps)).toEqual(execution.context);
    expect(steps.map((step) => step.seq)).toEqual(steps.map((_, index) => index + 1));
  });
});

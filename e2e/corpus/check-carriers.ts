/**
 * Runs random inputs through the simulator and through a stand-in carrier of each dialect: the steps must be the same. What a
 * dialect does not have is left by the outlet for that failure, in the simulator as well.
 */

import fc from 'fast-check';
import { type CarrierDialect, carrierDialects } from '#api/messaging/dialects.ts';
import { paths } from '#api/paths.ts';
import { advance } from '#engine/advance.ts';
import type { Command } from '#engine/commands/command.ts';
import type { MarkupVerb } from '#engine/commands/markup-verb.ts';
import { type FlowDefinition, type State, transitionsOf } from '#flow/definition.ts';
import { readDefinition } from '#flow/import-export/read-definition.ts';
import { canonicalType } from '#flow/widgets/widget-types.ts';
import type { CarrierRequest } from '#server/messaging/dialects/dialect.ts';
import { dialectOf } from '#server/messaging/dialects/table.ts';
import { standIns } from '#server/messaging/dialects/testing/carriers.ts';
import { StandIn } from '#server/messaging/dialects/testing/stand-in.ts';
import type { Input, Scenario, Simulation } from '#simulator/simulation.ts';
import { traceOf } from '#simulator/trace.ts';
import { waitingOf } from '#simulator/waiting.ts';
import { type CarrierLine, CarrierRun } from './carrier-run.ts';
import type { Result } from './check-flow.ts';
import { openClockedServer } from './clocked-server.ts';
import { maxInputs, responsesOf, type Served, simulate, withReachableAddresses } from './simulated-run.ts';
import { beginningOf, now } from './walk.ts';

export const carrierHeads = ['through carriers'];

const seed = 20_261_126;

export type CarrierLines = ReadonlyMap<CarrierDialect, CarrierLine> & { close(): Promise<void> };

let contacts = 0;
let channels = 0;

const conversationOf = (contact: number) => `CH${contact.toString(16).padStart(32, '0')}`;

/** A server for each dialect, whose default carrier speaks it. */
export async function openCarrierLines(): Promise<CarrierLines> {
  const lines = new Map<CarrierDialect, CarrierLine>();
  for (const dialect of carrierDialects) {
    const server = await openClockedServer();
    const carrier = await StandIn.start(standIns[dialect]);
    await server.request(paths.carriers, {
      ...{ FriendlyName: 'Phones', Dialect: dialect, BaseUrl: carrier.baseUrl },
      ConversationsUrl: `${carrier.baseUrl}/conversations`,
      ...carrier.specification.settings,
    });
    lines.set(dialect, { server, carrier });
  }
  const close = async () => {
    for (const { server, carrier } of lines.values()) {
      await server.close();
      carrier.stop();
    }
  };
  return Object.assign(lines, { close });
}

/** `runs` random scripts for each dialect. The cell counts runs, and those in which a failure outlet was taken. */
export async function checkCarriers(text: string, runs: number, lines: CarrierLines): Promise<Result> {
  const opened = readDefinition(text);
  if (!opened.ok || opened.definition.states.some(({ type }) => canonicalType(type) === undefined))
    return { cells: ['–'], passed: 0, failures: [] };
  const failures: string[] = [];
  let [passed, lacking] = [0, 0];
  for (const [dialect, line] of lines) {
    const definition = withReachableAddresses(opened.definition, line.server.origin);
    const form = {
      FriendlyName: 'at a carrier',
      Status: 'published',
      Definition: JSON.stringify(definition),
    };
    const { sid: flow } = (await line.server.request(paths.flows, form)) as { sid: string };
    channels += 1;
    const channel = `+1666${String(channels).padStart(7, '0')}`;
    const { carriers } = (await line.server.request(paths.carriers)) as { carriers: { sid: string }[] };
    const address = { FlowSid: flow, Address: channel, CarrierSid: carriers[0]?.sid ?? '' };
    await line.server.request(paths.addresses, address);
    // A carrier whose posts are no forms has none about conversations.
    const hasConversations = dialectOf({ dialect }).translatePost === undefined;
    const isBegun = hasConversations && beginsInConversation(definition);
    for (const inConversation of isBegun ? [false, true] : [false]) {
      const rules = new DialectRules(dialect, definition, inConversation);
      const scripts = fc.array(fc.nat(), { minLength: maxInputs, maxLength: maxInputs });
      for (const script of fc.sample(scripts, { numRuns: runs, seed })) {
        const failure = await compare(rules, { flow, channel }, script, line).catch(String);
        if (failure === null) passed += 1;
        else failures.push(`${dialect}${inConversation ? ' in a conversation' : ''}: ${failure}`);
      }
      lacking += rules.forced;
    }
  }
  return { cells: [`${passed} (${lacking} failure outlets)`], passed, failures };
}

function beginsInConversation({ states, initial_state }: FlowDefinition): boolean {
  const trigger = states.find(({ name }) => name === initial_state);
  const begins = (state: State) =>
    transitionsOf(state).some(({ event, next }) => event === 'incomingConversationMessage' && Boolean(next));
  return trigger !== undefined && begins(trigger);
}

async function compare(
  rules: DialectRules,
  { flow, channel }: { flow: string; channel: string },
  script: readonly number[],
  line: CarrierLine,
): Promise<string | null> {
  contacts += 1;
  const contact = `+1777${String(contacts).padStart(7, '0')}`;
  const { server } = line;
  const parties = { contact, channel, clock: server.now(), conversation: conversationOf(contacts) };
  const run = simulate(rules.scenario, parties, script, rules);
  if (run === null) return null;
  server.answerWith(contact, responsesOf(run));
  const typeAt = (widget: string | undefined) => rules.typeAt(widget);
  const service = await CarrierRun.start(line, { flow, typeAt }, run.start);
  let before = run.began;
  for (const { input, after } of run.inputs) {
    if (rules.failureAt(before) === null) await service.perform(input, before, after);
    else await service.goOn();
    before = after;
  }
  const expected = JSON.stringify(rules.expected(traceOf(before).steps));
  const steps = JSON.stringify(await service.steps());
  await service.end();
  if (steps === expected) return null;
  const inputs = run.inputs.map(({ input }) => JSON.stringify(input)).join(' ');
  return `after ${run.start.event} ${inputs}: ${steps} is not ${expected}`;
}

/** What a flow does otherwise in a dialect, in the terms of the simulator. */
class DialectRules implements Served {
  readonly #dialect: CarrierDialect;
  readonly #states: ReadonlyMap<string, State>;
  /** Widgets whose recording the carrier refuses. */
  readonly #unrecorded = new Set<string>();
  readonly #inConversation: boolean;
  readonly scenario: Scenario;
  /** How often a failure outlet was taken for what the dialect does not have. */
  forced = 0;

  /** `inConversation`: the contact writes in a conversation, and in no other way. */
  constructor(dialect: CarrierDialect, definition: FlowDefinition, inConversation: boolean) {
    this.#dialect = dialect;
    this.#inConversation = inConversation;
    this.#states = new Map(definition.states.map((state) => [state.name ?? '', state]));
    const mocks: Record<string, { status: number }> = {};
    for (const state of definition.states) {
      const command = this.#refusedCommand(definition, state);
      if (command?.kind === 'record-call') this.#unrecorded.add(state.name ?? '');
      else if (command !== null) mocks[state.name ?? ''] = { status: 500 };
    }
    const states = definition.states.map((state) => this.#withoutRecording(state));
    this.scenario = { definition: { ...definition, states }, mocks };
  }

  starts({ event }: Parameters<Served['starts']>[0]): boolean {
    return this.#inConversation === (event === 'incomingConversationMessage');
  }

  inputs(candidates: readonly Input[], before: Simulation): Input[] {
    const failure = this.failureAt(before);
    if (failure !== null) {
      this.forced += 1;
      return [failure];
    }
    // The carrier refuses a message before the contact can answer it.
    if (before.pending.length > 0) return [{ kind: 'advance', ms: 1_000 }];
    const { hears, reportsDelivery } = standIns[this.#dialect];
    return candidates.filter(
      (input) =>
        (hears || input.kind !== 'say') &&
        // Nothing is reported later of a message in a conversation.
        ((reportsDelivery && !this.#inConversation) ||
          input.kind !== 'event' ||
          input.name !== 'deliveryFailure'),
    );
  }

  /** The event by which the widget is left at which the simulation waits for what the dialect does not have. */
  failureAt(simulation: Simulation): Input | null {
    const waiting = waitingOf(simulation);
    if (waiting?.for !== 'verbs') return null;
    const { has } = dialectOf({ dialect: this.#dialect });
    const missing = waiting.verbs.find((verb) => !has(verb));
    if (missing === undefined) return null;
    const { verb } = missing;
    if (!(verb in failures)) throw new Error(`Nothing says how ${verb} fails.`);
    return failures[verb as keyof typeof failures](this.typeAt(waiting.widget) ?? '');
  }

  /** A recording that is refused leaves by another event. */
  expected(steps: ReturnType<typeof traceOf>['steps']) {
    return steps.map((step) =>
      this.#unrecorded.has(step.from) && step.event === 'success' ? { ...step, event: 'failed' } : step,
    );
  }

  typeAt(widget: string | undefined) {
    return canonicalType(this.#states.get(widget ?? '')?.type);
  }

  /** The command of a widget that the carrier's requests cannot say; null where there is none. */
  #refusedCommand(definition: FlowDefinition, state: State): Command | null {
    const beginning = beginningOf(state, { event: '' }, 0);
    if (beginning === null || this.typeAt(state.name) === 'trigger') return null;
    const { settings } = standIns[this.#dialect];
    const credentials = {
      ...{ baseUrl: 'https://carrier.example', conversationsUrl: 'https://carrier.example' },
      ...{ account: settings.CarrierAccountSid ?? '', token: settings.AuthToken ?? '' },
      application: settings.ApplicationSid ?? '',
    };
    const alone = { ...definition, initial_state: state.name ?? '' };
    const { commands } = advance(alone, beginning.execution, beginning.start, now);
    const refused = commands.find((command) => {
      const request = requestOf(command, this.#inConversation);
      const { request: write } = dialectOf({ dialect: this.#dialect });
      return request !== null && 'cannot' in write(credentials, request);
    });
    return refused ?? null;
  }

  #withoutRecording(state: State): State {
    if (!this.#unrecorded.has(state.name ?? '')) return state;
    const failed = transitionsOf(state).find(({ event }) => event === 'failed');
    const success = { event: 'success', ...(failed?.next && { next: failed.next }) };
    return { ...state, transitions: [success, { event: 'failed' }] };
  }
}

/** The failure of each verb that a dialect may be without: what `unsupported-verb.ts` reports in its place. */
const failures = {
  dial: () => ({ kind: 'event', name: 'callCompleted', data: { DialCallStatus: 'failed' } }),
  enqueue: () => ({ kind: 'event', name: 'failedToEnqueue', data: { QueueResult: 'error' } }),
  record: () => ({ kind: 'event', name: 'noAudio' }),
  pay: () => ({ kind: 'event', name: 'providerError' }),
  'virtual-agent': (type) => ({
    kind: 'event',
    name: type === 'connect-virtual-agent' ? 'return' : 'failed',
  }),
} satisfies { readonly [V in MarkupVerb['verb']]?: (type: string) => Input };

/** What is requested of the carrier for a command; null for one that is none of its. */
function requestOf(command: Command, inConversation: boolean): CarrierRequest | null {
  const urls = { url: 'https://flows.example/', statusUrl: 'https://flows.example/?FlowEffect=1' };
  switch (command.kind) {
    case 'send-message': {
      const { from, to, body, content = null } = command;
      const media = command.media_url === '' || content !== null ? [] : [command.media_url];
      if (inConversation) {
        const message = {
          service: '',
          conversation: 'CH1',
          author: from,
          body,
          media,
          attributes: '',
          content,
        };
        return { do: 'add-to-conversation', message };
      }
      return { do: 'send-message', from, to, body, media, content, statusUrl: urls.statusUrl };
    }
    case 'place-call': {
      const { from, to, timeout_s, record, options } = command;
      return { do: 'place-call', from, to, timeout_s, record, options, ...urls };
    }
    case 'record-call':
      return command.on
        ? { do: 'start-recording', call: command.call, options: command.options }
        : { do: 'stop-recording', call: command.call, recording: 'RE1' };
    default:
      return null;
  }
}

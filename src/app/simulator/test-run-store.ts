/**
 * The test run of one open flow: the moments of its simulation, from which the author can step back, and what was
 * prepared for it. Kept while the designer is open. The engine is loaded when the first run starts.
 */

import { createStore, type StoreApi } from 'zustand/vanilla';
import { connectedTriggers } from '#flow/connected-triggers.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { isObject, type JsonObject } from '#flow/json/json.ts';
import type { RecordedRun } from '#simulator/flow-test/record.ts';
import type { TestStep } from '#simulator/flow-test/scenario.ts';
import type { FlowTest } from '#simulator/flow-test/schema.ts';
import type { Mock, Mocks } from '#simulator/mock.ts';
import type { Performed } from '#simulator/perform.ts';
import type { PossibleInputs } from '#simulator/possible-inputs.ts';
import type { Input, Scenario, Simulation, SimulationStart } from '#simulator/simulation.ts';
import type { KeptTestResults } from './kept-test-results.ts';

/** What the author plays: the sender of a message, a caller, a participant of a conversation, a program. */
export type TestMode = 'message' | 'call' | 'conversation' | 'request';

const triggers: { readonly [Mode in TestMode]: SimulationStart['event'] } = {
  message: 'incomingMessage',
  call: 'incomingCall',
  conversation: 'incomingConversationMessage',
  request: 'incomingRequest',
};

/** How the author goes on with a run that was started by that event. */
const modesOf: { readonly [Event in SimulationStart['event']]: TestMode } = {
  incomingMessage: 'message',
  incomingCall: 'call',
  incomingConversationMessage: 'conversation',
  incomingRequest: 'request',
  incomingParent: 'request',
};

/** What a run starts from. `parameters` and `context` are JSON texts; `widget` is null for the trigger. */
export type TestSetup = {
  contact: string;
  channel: string;
  parameters: string;
  widget: string | null;
  context: string;
};

export type TestRunState = {
  isOpen: boolean;
  mode: TestMode;
  setup: TestSetup;
  /** How the run started; null before that. */
  start: SimulationStart | null;
  /** One for the start and for each input of the author, oldest first; empty before the run has started. */
  moments: readonly Moment[];
  /** Responses for the next runs, by widget name. */
  mocks: Mocks;
  /** IANA name of the zone in which templates format dates, as an opened test has it; null for UTC. */
  timeZone: string | null;
  /** What the tests of the flow have shown last; null where there are none, or none has run yet. */
  results: KeptTestResults | null;
  showsCoverage: boolean;
  failure: TestFailure | null;
};

/** The simulation after an input, and what it takes next. `input` is null for the start. */
export type Moment = { input: Input | null; simulation: Simulation; possible: PossibleInputs };

/**
 * Why nothing happened: a field of the setup is no JSON object, the simulator could not be loaded, the flow does not have
 * the widget at which the run begins, or the input is not possible now.
 */
export type TestFailure =
  | { kind: 'parameters' | 'context' | 'loading' }
  | { kind: 'widget'; widget: string }
  | { kind: 'refused'; reason: string };

export type TestRunStore = StoreApi<TestRunState> & {
  toggle(): void;
  close(): void;
  setMode(mode: TestMode): void;
  prepare(change: Partial<TestSetup>): void;
  /** Begins a new run; `body` is the first message. Resolves once it waits or has ended. */
  start(body?: string): Promise<void>;
  /** A message of the contact: the first one starts the run. */
  send(body: string): Promise<void>;
  /** Applies an input to the newest moment, with the definition as it is now. */
  input(input: Input): Promise<void>;
  /** Answers the request that the run waits for; `keep` answers the next ones of the widget too. */
  answer(mock: Mock, keep: boolean): Promise<void>;
  forgetMock(widget: string): void;
  /** Back to the moment before the last input. */
  stepBack(): void;
  /**
   * Opens the panel and runs a test of the flow, without its expectations, up to its step number `until` (from 1; all
   * of them where it is left out). The author goes on from there.
   */
  open(test: FlowTest, until?: number): Promise<void>;
  /** Says in the panel why a run could not be opened. */
  fail(reason: string): void;
  /** Ends the run and clears it. */
  reset(): void;
  /** The run so far as the YAML of a flow test; null before it has started. */
  written(): Promise<string | null>;
  /** Whether the canvas shows which outlets the tests take. */
  showCoverage(isShown: boolean): void;
  /** The tests of the flow have run. */
  setResults(results: KeptTestResults | null): void;
};

/** What the store needs from outside: the definition as it is now, the clock, and the engine. */
export type TestRunSources = {
  definition(): FlowDefinition;
  now(): number;
  loadSimulator(): Promise<Simulator>;
};

/** The functions of the simulator, loaded on first use. */
export type Simulator = {
  startSimulation(scenario: Scenario, start: SimulationStart): Simulation;
  perform(scenario: Scenario, simulation: Simulation, input: Input): Performed;
  possibleInputs(scenario: Scenario, simulation: Simulation): PossibleInputs;
  startOfTest(test: FlowTest): SimulationStart;
  mocksOfTest(test: FlowTest): Mocks;
  stepsOfTest(test: FlowTest): TestStep[];
  flowTestOf(run: RecordedRun): FlowTest;
  writeFlowTest(test: FlowTest): string;
};

const emptySetup: TestSetup = {
  contact: '+15005550001',
  channel: '+15005550006',
  parameters: '',
  widget: null,
  context: '',
};

export function createTestRun(sources: TestRunSources): TestRunStore {
  const store = createStore<TestRunState>(() => ({
    isOpen: false,
    mode: 'message',
    setup: emptySetup,
    start: null,
    moments: [],
    mocks: {},
    timeZone: null,
    results: null,
    showsCoverage: false,
    failure: null,
  }));
  const runner = new Runner(store, sources);
  /** Until the author or an opened test has chosen, the mode is that of the flow's first connected trigger. */
  let isModeChosen = false;
  const fittingMode = (): Partial<TestRunState> => {
    if (isModeChosen || store.getState().moments.length > 0) return {};
    const [event] = connectedTriggers(sources.definition());
    return { mode: event === undefined ? 'message' : modesOf[event] };
  };
  /** One input after the other, also while the engine is still loading. */
  let last: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>) => {
    last = last.then(work, work);
    return last;
  };
  return Object.assign(store, {
    toggle: () => store.setState(({ isOpen }) => ({ isOpen: !isOpen, ...(!isOpen && fittingMode()) })),
    close: () => store.setState({ isOpen: false }),
    setMode(mode: TestMode) {
      isModeChosen = true;
      store.setState({ mode, moments: [], timeZone: null, failure: null });
    },
    prepare: (change: Partial<TestSetup>) =>
      store.setState(({ setup }) => ({ setup: { ...setup, ...change }, failure: null })),
    start: (body?: string) => inTurn(() => runner.start(body)),
    send: (body: string) =>
      inTurn(() =>
        newestOf(store.getState().moments) === null
          ? runner.start(body)
          : runner.input({ kind: 'message', body }),
      ),
    input: (given: Input) => inTurn(() => runner.input(given)),
    async answer(mock: Mock, keep: boolean) {
      const widget = store.getState().moments.at(-1)?.simulation.missing?.widget;
      if (keep && widget !== undefined)
        store.setState(({ mocks }) => ({ mocks: { ...mocks, [widget]: mock } }));
      await inTurn(() => runner.input({ kind: 'answer', mock }));
    },
    forgetMock: (widget: string) => store.setState(({ mocks: { [widget]: _, ...mocks } }) => ({ mocks })),
    open: (test: FlowTest, until = Number.POSITIVE_INFINITY) =>
      inTurn(() => {
        isModeChosen = true;
        return runner.open(test, until);
      }),
    fail: (reason: string) => store.setState({ isOpen: true, failure: { kind: 'refused', reason } }),
    stepBack: () => store.setState(({ moments }) => ({ moments: moments.slice(0, -1), failure: null })),
    reset: () => store.setState({ moments: [], failure: null }),
    written: () => runner.written(),
    showCoverage: (showsCoverage: boolean) => store.setState({ showsCoverage }),
    setResults: (results: KeptTestResults | null) => store.setState({ results }),
  });
}

/** The simulation of a test run: starting it, and each input of it, as moments in the store. */
class Runner {
  readonly #store: StoreApi<TestRunState>;
  readonly #sources: TestRunSources;

  constructor(store: StoreApi<TestRunState>, sources: TestRunSources) {
    this.#store = store;
    this.#sources = sources;
  }

  async start(body?: string): Promise<void> {
    const { mode, setup } = this.#store.getState();
    const parameters = objectOf(setup.parameters);
    if (parameters === null) return this.#fail({ kind: 'parameters' });
    const context = objectOf(setup.context);
    if (context === null) return this.#fail({ kind: 'context' });
    const simulator = await this.#load();
    if (simulator === null) return;
    const { contact, channel, widget } = setup;
    this.#begin(simulator, {
      ...{ event: triggers[mode], contact, channel, clock: this.#sources.now(), parameters },
      ...(body !== undefined && { body }),
      ...(widget !== null && { widget, context }),
    });
  }

  async input(given: Input): Promise<void> {
    const simulator = await this.#load();
    const { moments } = this.#store.getState();
    const newest = moments.at(-1);
    if (simulator === null || newest === undefined) return;
    const performed = simulator.perform(this.#scenario(), newest.simulation, given);
    if (!performed.ok) return this.#fail({ kind: 'refused', reason: performed.reason });
    const moment = this.#momentOf(simulator, given, performed.simulation);
    this.#store.setState({ moments: [...moments, moment], failure: null });
  }

  async open(test: FlowTest, until: number): Promise<void> {
    this.#store.setState({ isOpen: true });
    const simulator = await this.#load();
    if (simulator === null) return;
    const from = simulator.startOfTest(test);
    this.#store.setState({
      ...{ mode: modesOf[from.event], setup: setupOf(from) },
      ...{ mocks: simulator.mocksOfTest(test), timeZone: test.time_zone ?? null },
    });
    if (!this.#begin(simulator, from)) return;
    for (const step of simulator.stepsOfTest(test).slice(0, until)) {
      if ('expect' in step) continue;
      await this.input(step.input);
      if (this.#store.getState().failure !== null) return;
    }
  }

  async written(): Promise<string | null> {
    const simulator = await this.#load();
    const { start, moments, mocks, timeZone } = this.#store.getState();
    const [first, ...later] = moments;
    if (simulator === null || start === null || first === undefined) return null;
    const inputs = later.flatMap(({ input: given, simulation: after }) =>
      given === null ? [] : [{ input: given, after }],
    );
    const began = first.simulation;
    const zone = timeZone !== null && { timeZone };
    return simulator.writeFlowTest(simulator.flowTestOf({ start, mocks, began, inputs, ...zone }));
  }

  /** False where the flow has lost the widget at which the run begins. */
  #begin(simulator: Simulator, from: SimulationStart): boolean {
    const { widget = null } = from;
    const { states } = this.#sources.definition();
    if (widget !== null && !states.some(({ name }) => name === widget)) {
      this.#store.setState({ moments: [], failure: { kind: 'widget', widget } });
      return false;
    }
    const simulation = simulator.startSimulation(this.#scenario(), from);
    const moments = [this.#momentOf(simulator, null, simulation)];
    this.#store.setState({ start: from, moments, failure: null });
    return true;
  }

  #load(): Promise<Simulator | null> {
    return this.#sources.loadSimulator().catch((reason: unknown) => {
      console.error(reason);
      this.#fail({ kind: 'loading' });
      return null;
    });
  }

  #scenario(): Scenario {
    const { mocks, timeZone } = this.#store.getState();
    return { definition: this.#sources.definition(), mocks, ...(timeZone !== null && { timeZone }) };
  }

  #momentOf(simulator: Simulator, given: Input | null, simulation: Simulation): Moment {
    return { input: given, simulation, possible: simulator.possibleInputs(this.#scenario(), simulation) };
  }

  #fail(failure: TestFailure): void {
    this.#store.setState({ failure });
  }
}

function setupOf({ contact, channel, parameters, widget, context }: SimulationStart): TestSetup {
  const written = (value: object | undefined) =>
    value === undefined || Object.keys(value).length === 0 ? '' : JSON.stringify(value, null, 2);
  return {
    ...{ contact, channel, parameters: written(parameters), widget: widget ?? null },
    context: widget === undefined ? '' : written(context),
  };
}

/** An empty text is an empty object; null for what is no JSON object. */
function objectOf(text: string): JsonObject | null {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** The newest moment; null before a run has started. */
export function newestOf(moments: readonly Moment[]): Moment | null {
  return moments.at(-1) ?? null;
}

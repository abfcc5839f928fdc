/**
 * Generates tests: searches for inputs that reach each transition of a flow. A best-first search over simulations, which
 * are values: every candidate input is tried at a state, and states at widgets that were tried least come first. Where a
 * run came to a split with branches that no run has taken, it is run again with what these branches need put in, the
 * rest as it was. An input that leads back to its widget is repeated as long as the flow counts, up to where it leads
 * elsewhere.
 */

import { type FlowDefinition, type State, transitionsOf } from '#flow/definition.ts';
import { reachableNames } from '#flow/graph.ts';
import type { Json } from '#flow/json/json.ts';
import { canonicalType } from '#flow/widgets/widget-types.ts';
import { allTransitions, hitsOf, sumOfHits, transitionKey } from '../coverage.ts';
import { flowTestOf } from '../flow-test/record.ts';
import { runFlowTest } from '../flow-test/run.ts';
import type { FlowTest } from '../flow-test/schema.ts';
import type { Mocks } from '../mock.ts';
import { perform } from '../perform.ts';
import { hasEnded, type Input, type Scenario, type Simulation, type SimulationStart } from '../simulation.ts';
import { startSimulation } from '../start.ts';
import { unreachableTransitions } from '../unreachable/unreachable-transitions.ts';
import { waitingOf } from '../waiting.ts';
import { candidateInputs, candidateStarts } from './candidate-inputs.ts';
import { changedRuns, type PutIn } from './changed-run.ts';
import { type InputSlots, inputSlotsOf } from './input-slots.ts';

/** `reached` are the keys of the transitions that the tests take; `turns` is how many inputs were tried. */
export type GeneratedTests = { tests: FlowTest[]; reached: ReadonlySet<string>; turns: number };

/** `turns` bounds the search; `flow` is the name of the flow's file in the tests. */
export type GenerateOptions = {
  subflows?: Readonly<Record<string, FlowDefinition>>;
  turns?: number;
  flow?: string;
};

const defaultTurns = 20_000;

/** States that are explored at one widget: loops with counters would have no end. */
const maxStatesPerWidget = 400;

/** States at one widget from which a way to the end of a test is looked for, whatever their values. */
const maxVisits = 3;

/** The same where each state has other values, as in a loop that counts: a queue that polls for a day is one. */
const maxCountedVisits = 60;

/** Times that an input is repeated which leads back to its widget. */
const maxRepetitions = 64;

/** Runs that are changed for one branch: the first may come to it with other values that rule it out. */
const maxChanges = 12;

/** A state with the way to it. */
type Node = {
  start: SimulationStart;
  mocks: Mocks;
  began: Simulation;
  inputs: readonly { input: Input; after: Simulation }[];
};

const stateOf = ({ began, inputs }: Node): Simulation => inputs.at(-1)?.after ?? began;

/** Tests that together take the transitions that were found to be reachable: few, and each from the start. */
export function generateTests(definition: FlowDefinition, options: GenerateOptions = {}): GeneratedTests {
  const search = new Search(definition, options);
  search.run();
  const flow = { definition, ...(options.subflows !== undefined && { subflows: options.subflows }) };
  const ran = fewest(search.kept)
    .map((node) => testOf(search.answered(node), options.flow))
    .map((test) => ({ test, result: runFlowTest(test, flow) }));
  // A run that still asks for responses in a loop is no test.
  const passed = ran.filter(({ result }) => result.passed);
  const reached = sumOfHits(passed.map(({ result }) => hitsOf(result.simulation.steps)));
  return {
    tests: passed.map(({ test }) => test),
    reached: new Set(reached.keys()),
    turns: search.turns,
  };
}

class Search {
  readonly reached = new Set<string>();
  /** Runs that were the first to take a transition. */
  readonly kept: Node[] = [];
  turns = 0;
  readonly #definition: FlowDefinition;
  readonly #options: GenerateOptions;
  readonly #slots: InputSlots;
  readonly #queue = new Map<string, Node[]>();
  readonly #expanded = new Map<string, number>();
  readonly #known = new Map<string, Set<string>>();
  readonly #wanted: ReadonlySet<string>;
  readonly #failing: Set<string>;
  readonly #byName: ReadonlyMap<string, State>;
  /** Runs to start again with changed inputs, by the branch for which they are. */
  readonly #changes: { key: string; run: PutIn; mocks: Mocks }[] = [];
  readonly #changed = new Map<string, number>();

  constructor(definition: FlowDefinition, options: GenerateOptions) {
    this.#definition = definition;
    this.#options = options;
    this.#slots = inputSlotsOf(definition);
    this.#wanted = wantedTransitions(definition);
    this.#failing = messageFailures(definition);
    this.#byName = new Map(definition.states.map((state) => [state.name ?? '', state]));
  }

  run(): void {
    for (const start of candidateStarts(this.#definition, this.#slots)) {
      this.turns += 1;
      const began = startSimulation(this.#scenario({}), start);
      this.#add({ start, mocks: {}, began, inputs: [] });
    }
    this.#tryChanges();
    for (let node = this.#next(); node !== undefined; node = this.#next()) {
      if (this.#isOver()) return;
      this.#expand(node);
      this.#tryChanges();
    }
  }

  /**
   * The run with its last request answered, so that it does not end with a question: by the shortest way to where no
   * response is needed, which in a loop of requests is often a failure or the end of a count. The node itself where none
   * is found.
   */
  answered(node: Node): Node {
    const scenario = this.#scenario(node.mocks);
    const visits = new Map<string, number>();
    const known = new Set<string>();
    const queue = [node];
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const widget = stateOf(next).missing?.widget;
      if (widget === undefined) return next;
      const count = (visits.get(widget) ?? 0) + 1;
      visits.set(widget, count);
      const digest = `${widget} ${this.#digestOf(stateOf(next))}`;
      if (count > (known.has(digest) ? maxVisits : maxCountedVisits)) continue;
      known.add(digest);
      for (const input of candidateInputs(scenario, stateOf(next), this.#slots)) {
        const performed = perform(scenario, stateOf(next), input);
        if (performed.ok)
          queue.push({ ...next, inputs: [...next.inputs, { input, after: performed.simulation }] });
      }
    }
    return node;
  }

  #scenario(mocks: Mocks): Scenario {
    const { subflows } = this.#options;
    return { definition: this.#definition, mocks, ...(subflows !== undefined && { subflows }) };
  }

  #isOver(): boolean {
    return this.turns >= (this.#options.turns ?? defaultTurns) || this.#isDone();
  }

  #isDone(): boolean {
    for (const key of this.#wanted) if (!this.reached.has(key)) return false;
    return true;
  }

  #expand(node: Node): void {
    const scenario = this.#scenario(node.mocks);
    const simulation = stateOf(node);
    for (const input of candidateInputs(scenario, simulation, this.#slots)) {
      this.turns += 1;
      const performed = perform(scenario, simulation, input);
      if (!performed.ok) continue;
      const after = { ...node, inputs: [...node.inputs, { input, after: performed.simulation }] };
      this.#add(after);
      this.#repeat(scenario, after, input);
    }
  }

  /** Goes on with the same input while it leads back to its widget and the flow counts, up to where it leads on. */
  #repeat(scenario: Scenario, node: Node, input: Input): void {
    const widget = waitingOf(stateOf(node))?.widget;
    const before = node.inputs.at(-2)?.after ?? node.began;
    if (widget === undefined || widget !== waitingOf(before)?.widget) return;
    let last = node;
    let digest = this.#digestOf(before);
    for (let count = 0; count < maxRepetitions; count += 1) {
      const state = stateOf(last);
      if (waitingOf(state)?.widget !== widget || this.#digestOf(state) === digest) break;
      digest = this.#digestOf(state);
      this.turns += 1;
      const performed = perform(scenario, state, input);
      if (!performed.ok) break;
      last = { ...last, inputs: [...last.inputs, { input, after: performed.simulation }] };
    }
    if (last !== node) this.#add(last);
  }

  #add(node: Node): void {
    const isNew = this.#keep(node);
    this.#failMessages(node);
    this.#change(node);
    const simulation = stateOf(node);
    const widget = waitingOf(simulation)?.widget;
    if (hasEnded(simulation) || widget === undefined) return;
    const known = this.#known.get(widget) ?? new Set<string>();
    const digest = this.#digestOf(simulation);
    if (known.has(digest) || (known.size >= maxStatesPerWidget && !isNew)) return;
    this.#known.set(widget, known.add(digest));
    const others = this.#queue.get(widget) ?? [];
    // What has just led somewhere new goes on first.
    this.#queue.set(widget, isNew ? [node, ...others] : [...others, node]);
  }

  /** True for a run that is the first to take a transition. */
  #keep(node: Node): boolean {
    const taken = [...hitsOf(stateOf(node).steps).keys()].filter((key) => !this.reached.has(key));
    for (const key of taken) this.reached.add(key);
    if (taken.length > 0) this.kept.push(node);
    return taken.length > 0;
  }

  /** Notes changed runs for branches that nothing has taken, of the splits that the last input has led to. */
  #change(node: Node): void {
    const before = node.inputs.length < 2 ? 0 : (node.inputs.at(-2)?.after.steps.length ?? 0);
    for (const { transitioned_from: name } of stateOf(node).steps.slice(
      node.inputs.length === 0 ? 0 : before,
    )) {
      const state = this.#byName.get(name);
      if (canonicalType(state?.type) !== 'split-based-on' || state === undefined) continue;
      for (const index of transitionsOf(state).keys()) {
        const key = transitionKey(name, index);
        if (this.reached.has(key) || !this.#wanted.has(key)) continue;
        for (const run of changedRuns(node, state, index, this.#slots)) {
          const count = this.#changed.get(key) ?? 0;
          if (count >= maxChanges) break;
          this.#changed.set(key, count + 1);
          this.#changes.push({ key, run, mocks: node.mocks });
        }
      }
    }
  }

  #tryChanges(): void {
    for (let next = this.#changes.shift(); next !== undefined; next = this.#changes.shift()) {
      const { key, run, mocks } = next;
      if (this.#isOver()) return;
      if (!this.reached.has(key)) this.#add(this.#replay(run, mocks));
    }
  }

  /** A message that was sent is sent again, in a run in which the carrier rejects it. */
  #failMessages(node: Node): void {
    for (const { transitioned_from: widget } of stateOf(node).steps) {
      if (!this.#failing.delete(widget)) continue;
      const run = { start: node.start, inputs: node.inputs.map(({ input }) => input) };
      this.#add(this.#replay(run, { ...node.mocks, [widget]: { status: 400, body: {} } }));
    }
  }

  /** A run from its start, as far as its inputs are possible. */
  #replay({ start, inputs }: PutIn, mocks: Mocks): Node {
    const scenario = this.#scenario(mocks);
    let node: Node = { start, mocks, began: startSimulation(scenario, start), inputs: [] };
    for (const input of inputs) {
      this.turns += 1;
      const performed = perform(scenario, stateOf(node), input);
      if (!performed.ok) return node;
      node = { ...node, inputs: [...node.inputs, { input, after: performed.simulation }] };
    }
    return node;
  }

  /** A state at the widget that was explored least. */
  #next(): Node | undefined {
    const [first] = [...this.#queue.keys()].toSorted(
      (a, b) => (this.#expanded.get(a) ?? 0) - (this.#expanded.get(b) ?? 0),
    );
    if (first === undefined) return undefined;
    const [node, ...rest] = this.#queue.get(first) ?? [];
    this.#expanded.set(first, (this.#expanded.get(first) ?? 0) + 1);
    if (rest.length === 0) this.#queue.delete(first);
    else this.#queue.set(first, rest);
    return node;
  }

  /** The values that conditions compare: states that agree in them lead to the same widgets. */
  #digestOf({ flow, calls }: Simulation): string {
    const { context, call } = flow.execution;
    const values = [...this.#slots.tested].map((path) =>
      path
        .split(/[.[\]"']+/)
        .reduce<Json | undefined>(
          (value, key) =>
            typeof value === 'object' && value !== null ? (value as Record<string, Json>)[key] : undefined,
          context as Json,
        ),
    );
    return JSON.stringify([call === null, calls.length, values]);
  }
}

/** What a search can take: transitions of widgets that the graph reaches, without those that no value leads to. */
function wantedTransitions(definition: FlowDefinition): Set<string> {
  const reachable = reachableNames(definition);
  const unreachable = unreachableTransitions(definition);
  return new Set(
    allTransitions(definition)
      .filter(({ widget }) => reachable.has(widget))
      .map(({ widget, index }) => transitionKey(widget, index))
      .filter((key) => !unreachable.has(key)),
  );
}

/** Widgets that send a message and have a transition for its failure. */
function messageFailures(definition: FlowDefinition): Set<string> {
  return new Set(
    definition.states
      .filter(({ type }) => canonicalType(type) === 'send-message')
      .flatMap(({ name }) => name ?? []),
  );
}

/** A few of the runs that together take what all of them take, found greedily: the one that adds most comes first. */
function fewest(nodes: readonly Node[]): Node[] {
  const left = new Set(nodes.flatMap((node) => [...hitsOf(stateOf(node).steps).keys()]));
  const taken = nodes.map((node) => ({ node, keys: [...hitsOf(stateOf(node).steps).keys()] }));
  const chosen: Node[] = [];
  while (left.size > 0) {
    const gains = taken.map(({ keys }) => keys.filter((key) => left.has(key)).length);
    const best = taken[gains.indexOf(Math.max(...gains))];
    if (best === undefined) break;
    for (const key of best.keys) left.delete(key);
    chosen.push(best.node);
  }
  return chosen;
}

function testOf({ start, mocks, began, inputs }: Node, flow: string | undefined): FlowTest {
  return flowTestOf({ ...(flow !== undefined && { flow }), start, mocks, began, inputs });
}

/**
 * What becomes of a selection as a subflow: where it is entered, where it is left, which values cross its border in
 * which direction, or what stands against it.
 */

import { type FlowDefinition, type State, transitionsOf } from '../../definition.ts';
import { cordsOf, outletsOf, widgetIds } from '../../graph.ts';
import { widgetsAlong } from '../../graph-reach.ts';
import { setKeysOf } from '../../variables/set-keys.ts';
import { canonicalType } from '../../widgets/widget-types.ts';
import type { SubflowObstacle } from './obstacle.ts';
import { type Following, followingOf, reachAmong } from './reach.ts';
import { pathText, readsOf, type TemplateRead } from './template-reads.ts';
import { crossingNames, KeyTable } from './transfer.ts';

/** A value that crosses the border under `key`; `names` are its path in the flow. Only its text counts for `isText`. */
export type CrossingValue = { key: string; names: readonly string[]; isText: boolean };

/** A target of the selection outside, and the value by which the subflow says that it was left for it. */
export type Exit = { target: string; value: string };

export type Extraction = {
  /** Names of the widgets, in the order of the flow; ids are the same. */
  widgets: readonly string[];
  entry: string;
  /** Read inside, set outside. */
  parameters: readonly CrossingValue[];
  /**
   * Variables that inside changes and that have a value before: the subflow begins with setting them. Without another
   * widget that sets it, a variable is what the subflow left in the round before.
   */
  seeded: readonly { key: string; isSetOutside: boolean }[];
  /** Values of widgets inside that are read outside. */
  results: readonly CrossingValue[];
  /** Variables that only inside sets and outside reads. */
  variables: readonly string[];
  /** Variables that inside and outside set: the flow sets them again after the subflow. */
  restored: readonly string[];
  exits: readonly Exit[];
  /** The variable with the exit; null where there is only one way out. */
  exitKey: string | null;
};

export type ExtractionPlan = { ok: true; plan: Extraction } | { ok: false; obstacles: SubflowObstacle[] };

/** Plans the extraction of the widgets with these ids; triggers among them stay where they are. Grows: n in widgets. */
export function planExtraction(definition: FlowDefinition, selected: Iterable<string>): ExtractionPlan {
  const selection = new Selection(definition, selected);
  const shape = selection.obstacles();
  if (shape.length > 0) return { ok: false, obstacles: shape };
  const [entry = ''] = selection.entries;
  return new Border(definition, selection, entry).plan();
}

/** The selected widgets and the cords around them. */
class Selection {
  readonly widgets: readonly string[];
  readonly inside: readonly State[];
  readonly outside: readonly State[];
  readonly entries: readonly string[];
  readonly #definition: FlowDefinition;
  readonly #names: ReadonlySet<string>;
  readonly #following: Following;

  constructor(definition: FlowDefinition, selected: Iterable<string>) {
    const ids = widgetIds(definition);
    const wanted = new Set(selected);
    const isInside = (state: State, index: number) =>
      wanted.has(ids[index] ?? '') && state.type !== 'trigger';
    this.#definition = definition;
    this.inside = definition.states.filter(isInside);
    this.outside = definition.states.filter((state, index) => !isInside(state, index));
    this.widgets = ids.filter((_, index) => isInside(definition.states[index] ?? {}, index));
    this.#names = new Set(this.widgets);
    this.#following = followingOf(definition);
    this.entries = this.#findEntries();
  }

  has(widget: string): boolean {
    return this.#names.has(widget);
  }

  /** The widgets outside that the selection leads to, in the order of the flow's cords. */
  targets(): string[] {
    const cords = cordsOf(this.#definition).filter(({ from, to }) => this.has(from) && !this.has(to));
    return [...new Set(cords.map(({ to }) => to))];
  }

  /** True when a path ends inside, or at a widget that cannot run: then the flow has to end after the subflow as well. */
  endsInside(): boolean {
    const names = new Set(this.#definition.states.map(({ name }) => name));
    return this.inside.some(
      (state) =>
        canonicalType(state.type) === undefined ||
        outletsOf(state).some(({ next }) => next === null || !names.has(next)),
    );
  }

  /** The widgets that are reached from one without leaving the selection, itself included. */
  reach(from: string, without: string | null = null): Set<string> {
    return reachAmong(this.#following, this.#names, from, without);
  }

  /** True when the flow can come back to the selection after it has left it. */
  isEnteredAgain(): boolean {
    return this.entries.some((entry) =>
      widgetsAlong(this.#definition, this.targets(), 'downstream').has(entry),
    );
  }

  /** What stands against it whatever its templates read. */
  obstacles(): SubflowObstacle[] {
    const found: SubflowObstacle[] = [];
    if (this.widgets.length === 0) return [{ code: 'nothing' }];
    for (const [index, id] of this.widgets.entries()) {
      const state = this.inside[index] ?? {};
      const type = canonicalType(state.type);
      if (state.name !== id) found.push({ code: 'unnamed', widget: id });
      if (type === 'run-subflow') found.push({ code: 'nested', widget: id });
      if (this.#definition.initial_state === id) found.push({ code: 'start', widget: id });
      if (type?.startsWith('make-outgoing-call') === true && this.targets().length > 0)
        found.push({ code: 'ownCall', widget: id });
      if (setKeysOf(state).isComputed) found.push({ code: 'computedKey', widget: id });
    }
    if (this.entries.length === 0) found.push({ code: 'noEntry' });
    if (this.entries.length > 1) found.push({ code: 'severalEntries', widgets: this.entries });
    if (this.#runsAsSubflow()) found.push({ code: 'isSubflow' });
    return [...found, ...this.#hangups()];
  }

  /** What outside leads to; without that the one widget that nothing leads to. */
  #findEntries(): string[] {
    const cords = cordsOf(this.#definition);
    const entered = new Set(
      cords.filter(({ from, to }) => !this.has(from) && this.has(to)).map(({ to }) => to),
    );
    if (entered.size > 0) return this.widgets.filter((widget) => entered.has(widget));
    const led = new Set(cords.map(({ to }) => to));
    return this.widgets.filter((widget) => !led.has(widget));
  }

  #runsAsSubflow(): boolean {
    const ids = widgetIds(this.#definition);
    const starts = this.#definition.states.flatMap((state, index) =>
      state.type === 'trigger'
        ? cordsOf(this.#definition).filter(
            ({ from, event }) => from === ids[index] && event === 'incomingParent',
          )
        : [],
    );
    const reached = widgetsAlong(
      this.#definition,
      starts.map(({ to }) => to),
      'downstream',
    );
    return this.widgets.some((widget) => reached.has(widget));
  }

  /** A hang-up ends a subflow and the flow: nothing outside would follow it. */
  #hangups(): SubflowObstacle[] {
    const cords = cordsOf(this.#definition);
    return cords
      .filter(({ from, event }) => event === 'hangup' && this.has(from))
      .flatMap(({ from, to }) => {
        const after = this.has(to) ? this.reach(to) : new Set<string>();
        const left = this.has(to) ? cords.find((cord) => after.has(cord.from) && !this.has(cord.to))?.to : to;
        return left === undefined ? [] : [{ code: 'hangup' as const, widget: from, target: left }];
      });
  }
}

/** The values that cross the border of a selection. */
class Border {
  readonly #selection: Selection;
  readonly #entry: string;
  readonly #isLoop: boolean;
  readonly #insideKeys: ReadonlySet<string>;
  readonly #outsideKeys: ReadonlySet<string>;
  readonly #isAnySetOutside: boolean;
  readonly #names: ReadonlySet<string>;
  readonly #obstacles: SubflowObstacle[] = [];

  constructor(definition: FlowDefinition, selection: Selection, entry: string) {
    const { inside, outside } = selection;
    this.#selection = selection;
    this.#entry = entry;
    this.#isLoop = selection.isEnteredAgain();
    this.#insideKeys = new Set(inside.flatMap((state) => setKeysOf(state).keys));
    this.#outsideKeys = new Set(outside.flatMap((state) => setKeysOf(state).keys));
    this.#isAnySetOutside = outside.some((state) => setKeysOf(state).isComputed);
    this.#names = new Set(definition.states.flatMap(({ name }) => name ?? []));
  }

  plan(): ExtractionPlan {
    const { widgets } = this.#selection;
    const outward = this.#readOutside();
    const inward = this.#readInside();
    if (this.#obstacles.length > 0) return { ok: false, obstacles: this.#obstacles };
    const isSetBefore = (key: string) => this.#isSetOutside(key) || this.#isLoop;
    const changed = [...this.#insideKeys].filter(
      (key) => inward.variables.has(key) || outward.variables.has(key),
    );
    const seeded = changed.filter(isSetBefore).map((key) => ({ key, isSetOutside: this.#isSetOutside(key) }));
    const restored = changed.filter(
      (key) => this.#isSetOutside(key) && (outward.variables.has(key) || this.#isLoop),
    );
    const keys = new KeyTable(this.#insideKeys);
    const results = named(outward.values, keys);
    const targets = this.#selection.targets();
    const ways = targets.length + (this.#selection.endsInside() ? 1 : 0);
    const plan = {
      ...{ widgets, entry: this.#entry, seeded, restored, results },
      parameters: named(inward.values, new KeyTable(seeded.map(({ key }) => key))),
      variables: [...outward.variables].filter((key) => !restored.includes(key)),
      exits: exitsTo(targets),
      exitKey: targets.length > 0 && ways > 1 ? keys.free('exit') : null,
    };
    return { ok: true, plan };
  }

  #readInside(): Reads {
    const reads = new Reads();
    for (const state of this.#selection.inside) {
      const reader = state.name ?? '';
      for (const read of readsOf(state)) {
        const names = this.#crossing(reader, read, () => true);
        if (names === null) continue;
        const [root, second = '', key = ''] = names;
        if (root === 'widgets' && this.#selection.has(second)) this.#expectRun(second, reader);
        else if (root === 'widgets' && !this.#names.has(second)) continue;
        else if (root === 'flow' && second === 'variables' && this.#insideKeys.has(key))
          reads.variables.add(key);
        else if (root === 'flow' && second === 'variables' && !this.#isSetOutside(key)) continue;
        else reads.add(names, read);
      }
    }
    return reads;
  }

  #readOutside(): Reads {
    const reads = new Reads();
    for (const state of this.#selection.outside) {
      const reader = state.name ?? '';
      for (const read of readsOf(state)) {
        const names = this.#crossing(reader, read, (root) => root === 'widgets' || this.#insideKeys.size > 0);
        if (names === null) continue;
        const [root, second = '', key = ''] = names;
        if (root === 'flow' && second === 'variables' && this.#insideKeys.has(key)) reads.variables.add(key);
        if (root !== 'widgets' || !this.#selection.has(second)) continue;
        this.#expectRun(second, null, reader);
        reads.add(names, read);
      }
    }
    return reads;
  }

  /** The names of what crosses; null for what does not. Reading everything at once is an obstacle where it `matters`. */
  #crossing(
    widget: string,
    { names, isComputed }: TemplateRead,
    matters: (root: string) => boolean,
  ): readonly string[] | null {
    const count = crossingNames(names, isComputed);
    if (count === null) return null;
    if (count !== 'all') return names.slice(0, count);
    if (matters(names[0] ?? '')) this.#obstacles.push({ code: 'readsAll', widget, path: pathText(names) });
    return null;
  }

  /**
   * In a loop a value may be one of an earlier round, which a subflow has forgotten: unless its widget runs before the
   * reader in every round. `reader` is null for one outside.
   */
  #expectRun(widget: string, reader: string | null, outside = ''): void {
    if (!this.#isLoop) return;
    const without = this.#selection.reach(this.#entry, widget);
    const isMissed =
      reader === null
        ? this.#selection.targets().length > 0 && this.#leaves(without)
        : without.has(reader) || reader === widget;
    const obstacle = { code: 'earlierRound' as const, reader: reader ?? outside, widget };
    if (isMissed && !this.#obstacles.some((each) => JSON.stringify(each) === JSON.stringify(obstacle)))
      this.#obstacles.push(obstacle);
  }

  #leaves(widgets: ReadonlySet<string>): boolean {
    return this.#selection.inside.some(
      (state) =>
        widgets.has(state.name ?? '') &&
        transitionsOf(state).some(
          ({ next }) => typeof next === 'string' && this.#names.has(next) && !this.#selection.has(next),
        ),
    );
  }

  #isSetOutside(key: string): boolean {
    return this.#isAnySetOutside || this.#outsideKeys.has(key);
  }
}

/** Reads on one side: variables that the selection sets, by key, and other values by their names. */
class Reads {
  readonly variables = new Set<string>();
  readonly values = new Map<string, { names: readonly string[]; isText: boolean }>();

  add(names: readonly string[], { isOutput, names: whole }: TemplateRead): void {
    const isText = isOutput && whole.length === names.length;
    const known = this.values.get(JSON.stringify(names));
    this.values.set(JSON.stringify(names), { names, isText: isText && known?.isText !== false });
  }
}

function named(values: Reads['values'], keys: KeyTable): CrossingValue[] {
  return [...values.values()].map(({ names, isText }) => ({ key: keys.keyOf(names), names, isText }));
}

/** A split does not tell upper from lower case, so values that differ only by it get a number. */
function exitsTo(targets: readonly string[]): Exit[] {
  const seen = new Map<string, number>();
  return targets.map((target) => {
    const count = (seen.get(target.toLowerCase()) ?? 0) + 1;
    seen.set(target.toLowerCase(), count);
    return { target, value: count === 1 ? target : `${target} ${count}` };
  });
}

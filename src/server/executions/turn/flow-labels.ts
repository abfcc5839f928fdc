/**
 * Which flows have labels of their own in the metrics: an account may have any number of flows, and a monitoring system keeps
 * each label for good. The flows that run first have them; one that was idle for long gives way.
 */

export type FlowLabelLimits = {
  flows: number;
  flowsOfAccount: number;
  widgetsOfFlow: number;
  idleMs: number;
};

export const flowLabelLimits: FlowLabelLimits = {
  flows: 2_000,
  flowsOfAccount: 200,
  widgetsOfFlow: 20,
  idleMs: 3_600_000,
};

/** The label of all flows and widgets that have none of their own. */
export const otherLabel = 'other';

export type FlowLabels = { account: string; flow: string };

type Slot = { labels: FlowLabels; usedAt: number; widgets: Set<string> };

export class FlowLabelSlots {
  readonly #limits: FlowLabelLimits;
  readonly #released: (labels: FlowLabels, widgets: ReadonlySet<string>) => void;
  /** By last use: the flow that was idle longest is first. */
  readonly #slots = new Map<string, Slot>();
  readonly #counts = new Map<string, number>();

  /** `released` is called with the labels of a flow that gave way, and the widgets that had labels. */
  constructor(limits: FlowLabelLimits, released: (labels: FlowLabels, widgets: ReadonlySet<string>) => void) {
    this.#limits = limits;
    this.#released = released;
  }

  /** The labels of a flow that runs at `now` (epoch milliseconds). */
  labelsOf(account: string, flow: string, now: number): FlowLabels {
    const key = `${account} ${flow}`;
    const known = this.#slots.get(key);
    if (known !== undefined) {
      known.usedAt = now;
      this.#slots.delete(key);
      this.#slots.set(key, known);
      return known.labels;
    }
    if (!this.#makeRoom(account, now))
      return { account: this.#countOf(account) > 0 ? account : otherLabel, flow: otherLabel };
    const labels = { account, flow };
    this.#slots.set(key, { labels, usedAt: now, widgets: new Set() });
    this.#counts.set(account, this.#countOf(account) + 1);
    return labels;
  }

  /** The label of a widget of a flow whose labels were given. */
  widgetLabelOf({ account, flow }: FlowLabels, widget: string): string {
    const widgets = this.#slots.get(`${account} ${flow}`)?.widgets;
    if (widgets === undefined) return otherLabel;
    if (!widgets.has(widget) && widgets.size >= this.#limits.widgetsOfFlow) return otherLabel;
    widgets.add(widget);
    return widget;
  }

  #countOf(account: string): number {
    return this.#counts.get(account) ?? 0;
  }

  #makeRoom(account: string, now: number): boolean {
    const isAccountFull = this.#countOf(account) >= this.#limits.flowsOfAccount;
    if (!isAccountFull && this.#slots.size < this.#limits.flows) return true;
    for (const [key, { labels, usedAt, widgets }] of this.#slots) {
      if (now - usedAt < this.#limits.idleMs) return false;
      if (isAccountFull && labels.account !== account) continue;
      this.#slots.delete(key);
      const left = this.#countOf(labels.account) - 1;
      this.#counts.set(labels.account, left);
      this.#released(labels, widgets);
      if (left > 0) return true;
      this.#counts.delete(labels.account);
      this.#released({ ...labels, flow: otherLabel }, new Set());
      return true;
    }
    return false;
  }
}

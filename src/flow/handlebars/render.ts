/** Renders parsed templates with data from JSON, within a budget. No property is read but those that the data has itself. */

import type { Expression, TemplateNode } from './parse.ts';
import { callHelper, helperCost, isHelper, isTruthy, type Value } from './template-functions.ts';

/** What rendering the template of one message may take: steps, and characters that are made. */
export const renderLimits = { steps: 200_000, characters: 2 * 1024 * 1024 };

/** Bounds the work of rendering. One budget may serve several renderings. */
export class RenderBudget {
  #steps: number;
  #characters: number;

  constructor({ steps, characters }: { steps: number; characters: number }) {
    this.#steps = steps;
    this.#characters = characters;
  }

  /** @throws RenderLimitExceeded */
  take(steps: number, characters: number): void {
    this.#steps -= steps;
    this.#characters -= characters;
    if (this.#steps < 0 || this.#characters < 0) throw new RenderLimitExceeded();
  }
}

export class RenderLimitExceeded extends Error {
  override readonly name = 'RenderLimitExceeded';
}

export type RenderOptions = {
  budget: RenderBudget;
  /** Whether `{{name}}` is escaped for HTML. */
  escapesHtml: boolean;
  /** Receives each path that the data has nothing at, and where its tag begins in the source. */
  onMissing?: (path: string, at: number) => void;
};

/** Grows: n in text, n in items. @throws RenderLimitExceeded */
export function renderTemplate(nodes: readonly TemplateNode[], data: Value, options: RenderOptions): string {
  const renderer = new Renderer(data, options);
  renderer.renderAll(nodes, { value: data, parent: null, params: new Map(), item: null });
  return renderer.text();
}

/** What paths begin at. `item` is that of the innermost list. */
type Scope = {
  value: Value;
  parent: Scope | null;
  params: ReadonlyMap<string, Value>;
  item: { index: number; key: string | number; first: boolean; last: boolean } | null;
};

/** Characters that one character is escaped by. */
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
  '`': '&#x60;',
  '=': '&#x3D;',
};

class Renderer {
  readonly #root: Value;
  readonly #options: RenderOptions;
  readonly #pieces: string[] = [];
  #at = 0;

  constructor(root: Value, options: RenderOptions) {
    this.#root = root;
    this.#options = options;
  }

  text(): string {
    return this.#pieces.join('');
  }

  renderAll(nodes: readonly TemplateNode[], scope: Scope): void {
    for (const node of nodes) {
      this.#options.budget.take(1, 0);
      if (node.kind === 'text') this.#add(node.text);
      else if (node.kind === 'output') this.#renderOutput(node, scope);
      else this.#renderBlock(node, scope);
    }
  }

  #add(text: string): void {
    this.#options.budget.take(0, text.length);
    this.#pieces.push(text);
  }

  #renderOutput({ expression, isRaw, at }: Extract<TemplateNode, { kind: 'output' }>, scope: Scope): void {
    this.#at = at;
    const value = this.#evaluate(expression, scope, true);
    const text = this.#textOf(value, 0);
    if (isRaw || !this.#options.escapesHtml) this.#add(text);
    else this.#add(text.replaceAll(/[&<>"'`=]/g, (each) => escapes[each] ?? each));
  }

  #renderBlock(node: Extract<TemplateNode, { kind: 'block' }>, scope: Scope): void {
    const { expression, body, otherwise } = node;
    if (expression.kind === 'call' && expression.name === 'each') {
      const [list] = expression.args;
      const entries = entriesOf(list === undefined ? undefined : this.#evaluate(list, scope, false));
      this.#renderEach(node, entries, scope);
      if (entries.length === 0) this.renderAll(otherwise, scope);
      return;
    }
    const value = this.#evaluate(expression, scope, false);
    if (expression.kind === 'path' && Array.isArray(value)) {
      this.#renderEach(node, entriesOf(value), scope);
      if (value.length === 0) this.renderAll(otherwise, scope);
      return;
    }
    if (!isTruthy(value)) {
      this.renderAll(otherwise, scope);
      return;
    }
    const isSection = expression.kind === 'path' && typeof value === 'object';
    const inner = isSection ? { value, parent: scope, params: scope.params, item: scope.item } : scope;
    this.renderAll(body, inner);
  }

  #renderEach(
    { body, params: [itemName, keyName] }: Extract<TemplateNode, { kind: 'block' }>,
    entries: readonly (readonly [string | number, Value])[],
    parent: Scope,
  ): void {
    for (const [index, [key, value]] of entries.entries()) {
      this.#options.budget.take(1, 0);
      const params = new Map(parent.params);
      if (itemName !== undefined) params.set(itemName, value);
      if (keyName !== undefined) params.set(keyName, key);
      const item = { index, key, first: index === 0, last: index === entries.length - 1 };
      this.renderAll(body, { value, parent, params, item });
    }
  }

  #evaluate(expression: Expression, scope: Scope, isOutput: boolean): Value {
    this.#options.budget.take(1, 0);
    switch (expression.kind) {
      case 'literal':
        return expression.value;
      case 'path': {
        const value = this.#lookUp(expression, scope);
        if (isOutput && (value === undefined || value === null))
          this.#options.onMissing?.(expression.text, this.#at);
        return value;
      }
      case 'call': {
        const { name, args } = expression;
        const values = args.map((each) => this.#evaluate(each, scope, false));
        if (!isHelper(name) || name === 'each') return undefined;
        this.#options.budget.take(helperCost(name, values), 0);
        return callHelper(name, values, values);
      }
    }
  }

  #lookUp({ data, depth, parts }: Extract<Expression, { kind: 'path' }>, scope: Scope): Value {
    const [first, ...rest] = parts;
    if (data) {
      const start = first === 'root' ? this.#root : first === undefined ? undefined : itemValue(scope, first);
      return this.#descend(start, rest);
    }
    if (depth === 0 && first !== undefined && scope.params.has(first)) {
      return this.#descend(scope.params.get(first), rest);
    }
    let from: Scope | null = scope;
    for (let up = 0; up < depth; up += 1) from = from?.parent ?? null;
    return this.#descend(from?.value, parts);
  }

  #descend(start: Value, parts: readonly string[]): Value {
    let value = start;
    for (const part of parts) {
      this.#options.budget.take(1, 0);
      value = ownMember(value, part);
    }
    return value;
  }

  /** Lists as their items with commas, as text has them. Counted before it is built. */
  #textOf(value: Value, depth: number): string {
    if (value === undefined || value === null) return '';
    if (!Array.isArray(value)) return typeof value === 'object' ? '[object Object]' : String(value);
    if (depth > maxListDepth) return '';
    const texts = value.map((each) => {
      const text = this.#textOf(each, depth + 1);
      this.#options.budget.take(1, text.length);
      return text;
    });
    return texts.join(',');
  }
}

const maxListDepth = 10;

function itemValue({ item }: Scope, name: string): Value {
  return item !== null && Object.hasOwn(item, name) ? item[name as keyof typeof item] : undefined;
}

function ownMember(value: Value, name: string): Value {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, Value>)[name];
}

function entriesOf(value: Value): readonly (readonly [string | number, Value])[] {
  if (Array.isArray(value)) return [...value.entries()];
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

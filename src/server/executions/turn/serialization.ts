/** Serializes executions into the columns of their rows and back, with a cache of the large active ones. */

import { hash } from 'node:crypto';
import type { Context, Execution } from '#engine/execution.ts';
import { parseExactJson } from '#flow/json/parse-json.ts';
import { requireReadable } from '../../platform/database/cell-cipher.ts';
import type { ExecutionRow } from '../../platform/database/schema/tables.ts';
import type { ServiceContext } from '../../platform/service-context.ts';

type SerializedExecution = Pick<ExecutionRow, 'sid' | 'state' | 'context'>;

/** Characters of the rows that stay cached; the parsed objects take a few times as much memory. */
const maxCachedCharacters = 8_000_000;

/**
 * Characters of a row from which on it is cached. A smaller one is parsed in microseconds, which is less than what keeping it
 * costs: each turn replaces the entry, and what it replaces has become part of the old generation of the heap.
 */
const minCachedCharacters = 32_000;

/** Least recently serialized entries are evicted first. */
class ExecutionCache {
  readonly #entries = new Map<string, { row: SerializedExecution; execution: Execution }>();
  #characters = 0;

  /** The row's texts are compared, so an entry of a rolled back turn or of an older version is never used. */
  get({ sid, state, context }: SerializedExecution): Execution | undefined {
    const entry = this.#entries.get(sid);
    return entry?.row.context === context && entry.row.state === state ? entry.execution : undefined;
  }

  set(row: SerializedExecution, execution: Execution): void {
    this.delete(row.sid);
    this.#entries.set(row.sid, { row, execution });
    this.#characters += row.state.length + row.context.length;
    for (const oldest of this.#entries.keys()) {
      if (this.#characters <= maxCachedCharacters) break;
      this.delete(oldest);
    }
  }

  delete(sid: string): void {
    const entry = this.#entries.get(sid);
    if (entry === undefined) return;
    this.#entries.delete(sid);
    this.#characters -= entry.row.state.length + entry.row.context.length;
  }
}

const caches = new WeakMap<ServiceContext, ExecutionCache>();

/** The engine's execution of a row; callers must not change it. @throws where the row cannot be decrypted */
export function deserializeExecution(ctx: ServiceContext, row: SerializedExecution): Execution {
  const cached = caches.get(ctx)?.get(row);
  if (cached !== undefined) return cached;
  const state = parseExactJson(requireReadable(row.state)) as Omit<Execution, 'context'>;
  return { ...state, context: parseExactJson(requireReadable(row.context)) as Context };
}

/** The columns that hold the engine's execution. */
export function serializeExecution(
  ctx: ServiceContext,
  sid: string,
  execution: Execution,
): Pick<ExecutionRow, 'state' | 'context'> {
  const { context: variables, ...rest } = execution;
  const [state, context] = [JSON.stringify(rest), JSON.stringify(variables)];
  const cache = caches.get(ctx) ?? new ExecutionCache();
  caches.set(ctx, cache);
  if (execution.status === 'active' && state.length + context.length >= minCachedCharacters)
    cache.set({ sid, state, context }, execution);
  else cache.delete(sid);
  return { state, context };
}

/**
 * The SID of an execution's step, derived from its number: the child of a subflow can name the step that started it
 * before that step has ended.
 */
export function stepSid(execution: string, seq: number): string {
  return `FT${hash('md5', `${execution}.${seq}`)}`;
}

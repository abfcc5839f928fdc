/**
 * Counts the work of a function without a clock: each character of source that runs counts one, each time that it runs
 * (from the block coverage of the engine), and what built-in functions go through counts too. Built-in work that cannot be
 * seen is that of spreading and copying objects.
 */

import { Session } from 'node:inspector';

type CoverageRange = { startOffset: number; endOffset: number; count: number };
type Coverage = { result: { url: string; functions: { ranges: CoverageRange[] }[] }[] };

const session = new Session();
let builtIn = 0;

/** Has to be called before the modules to measure are loaded: blocks are numbered when they are compiled. */
export function startCounting(): void {
  session.connect();
  post('Profiler.enable');
  post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  countBuiltIns();
}

/** The work since the last call. */
export function takeWork(): number {
  const before = builtIn;
  const { result } = post('Profiler.takePreciseCoverage') as Coverage;
  let sum = before;
  for (const { url, functions } of result)
    if (!isOwn(url)) for (const { ranges } of functions) sum += charactersRun(ranges);
  builtIn = 0;
  return sum;
}

/** How work grows with an input that doubles twice: by what the second doubling adds, so that what is done once does not count. */
export function exponentOf([first = 0, second = 0, third = 0]: readonly number[]): number {
  const [more, evenMore] = [second - first, third - second];
  return more <= 0 || evenMore <= 0 ? 0 : Math.max(0, Math.log2(evenMore / more));
}

const isOwn = (url: string) => url.startsWith('node:') || url.includes('/testing/growth/');

/** Ranges are nested, outer ones first; a character counts as often as the innermost range that has it. */
function charactersRun(ranges: readonly CoverageRange[]): number {
  let sum = 0;
  const outer: CoverageRange[] = [];
  for (const range of ranges) {
    while (outer.length > 0 && (outer.at(-1)?.endOffset ?? 0) <= range.startOffset) outer.pop();
    const around = outer.at(-1)?.count ?? 0;
    sum += (range.endOffset - range.startOffset) * (range.count - around);
    outer.push(range);
  }
  return sum;
}

/** An in-process session answers before `post` returns. */
function post(method: string, parameters: object = {}): unknown {
  let answer: unknown;
  session.post(method, parameters, (error, result) => {
    if (error !== null) throw new Error(error.message);
    answer = result;
  });
  return answer;
}

type BuiltIn = (this: unknown, ...parameters: unknown[]) => unknown;

/** Has each call count what `cost` says of it. */
export function count(
  owner: object,
  name: string | symbol,
  cost: (self: unknown, result: unknown, parameters: unknown[]) => number,
): void {
  const original = Reflect.get(owner, name) as BuiltIn;
  const counted: BuiltIn = function (...parameters) {
    const result = original.apply(this, parameters);
    builtIn += cost(this, result, parameters);
    return result;
  };
  Object.defineProperty(owner, name, { value: counted, configurable: true, writable: true });
}

const lengthOf = (value: unknown) => (value as { length?: number } | null)?.length ?? 1;
const sizeOf = (value: unknown) => (value as { size?: number } | null)?.size ?? 1;

function countBuiltIns(): void {
  const lists = Array.prototype;
  const found = (self: unknown, result: unknown, [, from]: unknown[]) =>
    result === -1 ? lengthOf(self) : Math.max(1, Number(result) - Number(from ?? 0));
  count(lists, 'indexOf', found);
  const { indexOf } = lists;
  // What it went through is known by the place alone.
  count(lists, 'includes', (self, result, [item]) =>
    result === true ? Math.max(1, indexOf.call(self as unknown[], item)) : lengthOf(self),
  );
  for (const name of ['slice', 'splice', 'concat', 'toReversed', 'with'])
    count(lists, name, (_, result) => lengthOf(result));
  for (const name of ['shift', 'unshift', 'reverse', 'join', 'sort', 'toSorted', 'flat'])
    count(lists, name, lengthOf);
  const iterators = [[][Symbol.iterator](), new Map()[Symbol.iterator](), new Set()[Symbol.iterator]()];
  for (const each of iterators) count(Object.getPrototypeOf(each), 'next', () => 1);
  const texts = String.prototype;
  count(texts, 'indexOf', found);
  count(texts, 'includes', lengthOf);
  for (const name of ['split', 'replace', 'replaceAll', 'toLowerCase', 'normalize', 'trim', 'concat'])
    count(texts, name, lengthOf);
  count(RegExp.prototype, 'exec', (self, result, [text]) => {
    const { sticky } = self as RegExp;
    const match = result as RegExpExecArray | null;
    if (match === null) return sticky ? 1 : lengthOf(text);
    return match[0].length + 1;
  });
  count(JSON, 'stringify', (_, text) => lengthOf(text));
  count(JSON, 'parse', (_, __, [text]) => lengthOf(text));
  for (const name of ['keys', 'values', 'entries', 'fromEntries'])
    count(Object, name, (_, result, [from]) => Math.max(lengthOf(result), sizeOf(from)));
}

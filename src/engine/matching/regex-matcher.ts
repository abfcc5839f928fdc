/**
 * Regular expression matcher: simulates a Thompson NFA with a set of threads (Pike's VM without captures; K. Thompson,
 * "Regular Expression Search Algorithm", CACM 11(6), 1968; R. Cox, "Regular Expression Matching: the Virtual Machine
 * Approach", 2009). It never backtracks: a text of n characters takes O(n × program), with a
 * lookahead O(n² × program), so that no text from a contact can stall the server (ReDoS).
 */

import { parseRegex, type RegexNode } from './regex-parser.ts';

/** An instruction of the VM. `next` are indices of instructions; `end` accepts. */
type Instruction =
  | { kind: 'character'; test: (character: string) => boolean; next: number }
  | { kind: 'fork'; next: number[] }
  | { kind: 'assert'; at: 'start' | 'end' | 'word' | 'inside'; next: number }
  | { kind: 'ahead'; program: Instruction[]; negative: boolean; next: number }
  | { kind: 'end' };

/** True when the pattern matches the whole text, case-insensitively. */
export type RegexMatcher = (text: string) => boolean;

const maxProgramLength = 2_000;
const maxCachedMatchers = 500;
const matcherCache = new Map<string, RegexMatcher | string>();

/** The cached matcher of a pattern, or a sentence that says why the pattern is not supported. */
export function compileRegex(pattern: string): RegexMatcher | string {
  const cached = matcherCache.get(pattern);
  if (cached !== undefined) return cached;
  if (matcherCache.size >= maxCachedMatchers) matcherCache.clear();
  const matcher = buildMatcher(pattern);
  matcherCache.set(pattern, matcher);
  return matcher;
}

function buildMatcher(pattern: string): RegexMatcher | string {
  try {
    const program = compileProgram(parseRegex(pattern), { left: maxProgramLength });
    return (text) => matches(program, [...text], 0, true);
  } catch (failure) {
    return failure instanceof Error ? failure.message : String(failure);
  }
}

function compileProgram(node: RegexNode, budget: { left: number }, isLookahead = false): Instruction[] {
  const program = new Program(budget, isLookahead);
  program.append(node);
  program.instructions.push({ kind: 'end' });
  return program.instructions;
}

/** Compiles syntax nodes into a program: each part continues at the instruction after it. */
class Program {
  readonly instructions: Instruction[] = [];
  readonly #budget: { left: number };
  readonly #isLookahead: boolean;

  /** `budget` counts down over the whole pattern; nested lookaheads would multiply the cost. */
  constructor(budget: { left: number }, isLookahead: boolean) {
    this.#budget = budget;
    this.#isLookahead = isLookahead;
  }

  append(part: RegexNode): void {
    if (--this.#budget.left < 0) throw new SyntaxError('The pattern is too long.');
    const next = this.instructions.length + 1;
    switch (part.kind) {
      case 'character':
        this.instructions.push({ kind: 'character', test: part.test, next });
        return;
      case 'assert':
        this.instructions.push({ kind: 'assert', at: part.at, next });
        return;
      case 'ahead':
        if (this.#isLookahead) throw new SyntaxError('Looking ahead cannot be nested.');
        this.instructions.push({
          kind: 'ahead',
          program: compileProgram(part.node, this.#budget, true),
          negative: part.negative,
          next,
        });
        return;
      case 'sequence':
        for (const each of part.nodes) this.append(each);
        return;
      case 'choice':
        this.#appendChoice(part.nodes);
        return;
      case 'repeat':
        this.#appendRepeat(part);
        return;
    }
  }

  /** Emits a fork whose targets are patched later. */
  #fork(): number[] {
    const next: number[] = [];
    this.instructions.push({ kind: 'fork', next });
    return next;
  }

  #appendChoice(nodes: readonly RegexNode[]): void {
    const targets = this.#fork();
    const exits: number[][] = [];
    for (const each of nodes) {
      targets.push(this.instructions.length);
      this.append(each);
      exits.push(this.#fork());
    }
    for (const exit of exits) exit.push(this.instructions.length);
  }

  #appendRepeat({ node, min, max }: Extract<RegexNode, { kind: 'repeat' }>): void {
    for (let count = 0; count < min; count++) this.append(node);
    const exits: number[][] = [];
    for (let count = min; max !== Number.POSITIVE_INFINITY && count < max; count++) {
      exits.push(this.#optional(node));
    }
    if (max === Number.POSITIVE_INFINITY) {
      const start = this.instructions.length;
      exits.push(this.#optional(node));
      this.#fork().push(start);
    }
    for (const exit of exits) exit.push(this.instructions.length);
  }

  /** Emits an optional part; the target that skips it is patched later. */
  #optional(node: RegexNode): number[] {
    const targets = this.#fork();
    targets.push(this.instructions.length);
    this.append(node);
    return targets;
  }
}

function matches(program: Instruction[], characters: string[], from: number, whole: boolean): boolean {
  let threads = new Set<number>();
  addThread(program, 0, threads, characters, from);
  for (let at = from; ; at++) {
    const ended = threads.has(program.length - 1);
    if (ended && (!whole || at === characters.length)) return true;
    const character = characters[at];
    if (character === undefined || threads.size === 0) return false;
    const nextThreads = new Set<number>();
    for (const thread of threads) {
      const instruction = program[thread];
      if (instruction?.kind === 'character' && instruction.test(character)) {
        addThread(program, instruction.next, nextThreads, characters, at + 1);
      }
    }
    threads = nextThreads;
  }
}

/** Adds a thread and its epsilon closure: all instructions that are reachable without consuming a character. */
function addThread(
  program: Instruction[],
  start: number,
  threads: Set<number>,
  characters: string[],
  at: number,
): void {
  const open = [start];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (threads.has(next)) continue;
    threads.add(next);
    const instruction = program[next];
    if (instruction?.kind === 'fork') open.push(...instruction.next);
    else if (instruction?.kind === 'assert' && assertionHolds(instruction.at, characters, at))
      open.push(instruction.next);
    else if (instruction?.kind === 'ahead') {
      if (matches(instruction.program, characters, at, false) !== instruction.negative)
        open.push(instruction.next);
    }
  }
}

function assertionHolds(
  wanted: 'start' | 'end' | 'word' | 'inside',
  characters: string[],
  at: number,
): boolean {
  if (wanted === 'start') return at === 0;
  if (wanted === 'end') return at === characters.length;
  const boundary = isWord(characters[at - 1]) !== isWord(characters[at]);
  return boundary === (wanted === 'word');
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /\w/.test(character);
}

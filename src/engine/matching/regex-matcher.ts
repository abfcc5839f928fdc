/**
 * Regular expression matcher: simulates a Thompson NFA with a set of threads (Pike's VM without captures; K. Thompson,
 * "Regular Expression Search Algorithm", CACM 11(6), 1968; R. Cox, "Regular Expression Matching: the Virtual Machine
 * Approach", 2009). It never backtracks: a text of n characters takes O(n × program), lookaheads included, and each
 * step is spent from the turn's budget, so that no text from a contact can stall the server (ReDoS).
 */

import type { WorkBudget } from '#flow/work-budget/work-budget.ts';
import { parseRegex, type RegexNode } from './regex-parser.ts';

/** An instruction of the VM. `next` are indices of instructions; `end` accepts. The program of `ahead` is reversed. */
type Instruction =
  | { kind: 'character'; test: (character: string) => boolean; next: number }
  | { kind: 'fork'; next: number[] }
  | { kind: 'assert'; at: 'start' | 'end' | 'word' | 'inside'; next: number }
  | { kind: 'ahead'; program: Program; negative: boolean; next: number }
  | { kind: 'end' };

type Program = readonly Instruction[];

/** True when the pattern matches the whole text, case-insensitively. @throws LimitExceeded */
export type RegexMatcher = (text: string, work: WorkBudget) => boolean;

const maxProgramLength = 2_000;
const maxCachedPatterns = 500;
/** `parts` is what compiling it counts as; `program` is a sentence where the pattern is not supported. */
type CompiledPattern = { program: Program | string; parts: number };

const patternCache = new Map<string, CompiledPattern>();

/** How many parts a character class counts as. */
const partsOfClass = 8;

/** How many steps the test of a character counts as that is not ASCII, whose result is not cached. */
const uncachedTestSteps = 5;

/**
 * The matcher of a pattern, or a sentence that says why the pattern is not supported. Compiled patterns are cached;
 * the price is the same.
 * @throws LimitExceeded when `work` does not suffice to compile it
 */
export function compileRegex(pattern: string, work: WorkBudget): RegexMatcher | string {
  const cached = patternCache.get(pattern);
  const { program, parts } = cached ?? compilePattern(pattern);
  if (cached === undefined) {
    if (patternCache.size >= maxCachedPatterns) patternCache.clear();
    patternCache.set(pattern, { program, parts });
  }
  work.spend('regular expression part', parts);
  if (typeof program === 'string') return program;
  return (text, budget) => {
    budget.spend('byte', text.length);
    return new Match(text, budget).matches(program);
  };
}

function compilePattern(pattern: string): CompiledPattern {
  try {
    const { node, classes } = parseRegex(pattern);
    const program = compileProgram(node, { left: maxProgramLength });
    return { program, parts: program.length + classes * partsOfClass };
  } catch (failure) {
    const reason = failure instanceof Error ? failure.message : String(failure);
    return { program: reason, parts: Math.min(pattern.length, maxProgramLength) * partsOfClass };
  }
}

function compileProgram(node: RegexNode, budget: { left: number }, isLookahead = false): Program {
  const compiler = new ProgramCompiler(budget, isLookahead);
  compiler.append(node);
  compiler.instructions.push({ kind: 'end' });
  return compiler.instructions;
}

/**
 * Compiles syntax nodes into a program: each part continues at the instruction after it. That of a lookahead is
 * reversed: it reads the text from right to left.
 */
class ProgramCompiler {
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
        for (const each of this.#isLookahead ? part.nodes.toReversed() : part.nodes) this.append(each);
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

/** A match of one text: its characters, and for each lookahead where it holds. */
class Match {
  readonly #characters: readonly string[];
  readonly #work: WorkBudget;
  readonly #lookaheads = new Map<Program, Uint8Array>();
  /** Instructions whose closure is still to be computed; each lookahead that runs meanwhile has its own. */
  #open: number[] = [];

  constructor(text: string, work: WorkBudget) {
    this.#characters = [...text];
    this.#work = work;
  }

  /** Whether the program matches the whole text. @throws LimitExceeded */
  matches(program: Program): boolean {
    const { length } = this.#characters;
    let threads = new ThreadSet(program.length);
    let following = new ThreadSet(program.length);
    this.#addThread(program, 0, threads, 0);
    for (let at = 0; at < length && threads.count > 0; at++) {
      this.#advance(program, threads, following, at, at + 1);
      [threads, following] = [following, threads];
    }
    return threads.has(program.length - 1);
  }

  /**
   * For each position whether the lookahead's pattern matches a text that begins there. Its reversed program runs once
   * from the end to the beginning with a new thread at each position, so that lookaheads take linear time too.
   */
  #lookahead(program: Program): Uint8Array {
    const known = this.#lookaheads.get(program);
    if (known !== undefined) return known;
    const { length } = this.#characters;
    const holds = new Uint8Array(length + 1);
    this.#lookaheads.set(program, holds);
    const open = this.#open;
    this.#open = [];
    let threads = new ThreadSet(program.length);
    let following = new ThreadSet(program.length);
    for (let at = length; at >= 0; at--) {
      this.#addThread(program, 0, threads, at);
      holds[at] = threads.has(program.length - 1) ? 1 : 0;
      if (at > 0) this.#advance(program, threads, following, at - 1, at - 1);
      [threads, following] = [following, threads];
    }
    this.#open = open;
    return holds;
  }

  /** Moves all threads over the character at index `over`; those that remain are at position `to`. */
  #advance(program: Program, threads: ThreadSet, following: ThreadSet, over: number, to: number): void {
    const character = this.#characters[over] ?? '';
    const price = character > '\x7f' ? uncachedTestSteps : 1;
    this.#work.spend('regular expression step', 1 + threads.count * price);
    following.clear();
    for (let index = 0; index < threads.count; index++) {
      const instruction = program[threads.at(index)];
      if (instruction?.kind === 'character' && instruction.test(character)) {
        this.#addThread(program, instruction.next, following, to);
      }
    }
  }

  /** Adds a thread and its epsilon closure: all instructions that are reachable without consuming a character. */
  #addThread(program: Program, start: number, threads: ThreadSet, at: number): void {
    const open = this.#open;
    open.push(start);
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (!threads.add(next)) continue;
      const instruction = program[next];
      if (instruction?.kind === 'fork') for (const each of instruction.next) open.push(each);
      else if (instruction?.kind === 'assert' && this.#assertionHolds(instruction.at, at))
        open.push(instruction.next);
      else if (instruction?.kind === 'ahead') {
        if ((this.#lookahead(instruction.program)[at] === 1) !== instruction.negative)
          open.push(instruction.next);
      }
    }
  }

  #assertionHolds(wanted: 'start' | 'end' | 'word' | 'inside', at: number): boolean {
    const characters = this.#characters;
    if (wanted === 'start') return at === 0;
    if (wanted === 'end') return at === characters.length;
    const boundary = isWord(characters[at - 1]) !== isWord(characters[at]);
    return boundary === (wanted === 'word');
  }
}

/** Indices of instructions, each once, in the order of their insertion (a sparse set). */
class ThreadSet {
  count = 0;
  readonly #members: Uint16Array;
  readonly #places: Uint16Array;

  constructor(size: number) {
    this.#members = new Uint16Array(size);
    this.#places = new Uint16Array(size);
  }

  at(index: number): number {
    return this.#members[index] ?? 0;
  }

  has(member: number): boolean {
    const place = this.#places[member] ?? 0;
    return place < this.count && this.#members[place] === member;
  }

  /** False when it is there already. */
  add(member: number): boolean {
    if (this.has(member)) return false;
    this.#places[member] = this.count;
    this.#members[this.count++] = member;
    return true;
  }

  clear(): void {
    this.count = 0;
  }
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /\w/.test(character);
}

/** Matches a pattern by keeping all places of it that the text so far leads to: no step is ever taken back. */

import { parseRegex, type RegexNode } from './regex-parser.ts';

/** `next` are indices of instructions; the pattern has matched at `end`. */
type Instruction =
  | { kind: 'letter'; test: (letter: string) => boolean; next: number }
  | { kind: 'fork'; next: number[] }
  | { kind: 'assert'; at: 'start' | 'end' | 'word' | 'inside'; next: number }
  | { kind: 'ahead'; program: Instruction[]; negative: boolean; next: number }
  | { kind: 'end' };

/** True when the pattern matches the whole text, letters compared without case. */
export type RegexMatcher = (text: string) => boolean;

const maxProgramLength = 2_000;
const maxCachedMatchers = 500;
const matcherCache = new Map<string, RegexMatcher | string>();

/** The matcher of a pattern, or a sentence that says why it cannot be used. */
export function compileRegex(pattern: string): RegexMatcher | string {
  const known = matcherCache.get(pattern);
  if (known !== undefined) return known;
  if (matcherCache.size >= maxCachedMatchers) matcherCache.clear();
  const made = buildMatcher(pattern);
  matcherCache.set(pattern, made);
  return made;
}

function buildMatcher(pattern: string): RegexMatcher | string {
  try {
    const program = compileProgram(parseRegex(pattern), { left: maxProgramLength });
    return (text) => matches(program, [...text], 0, true);
  } catch (failure) {
    return failure instanceof Error ? failure.message : String(failure);
  }
}

function compileProgram(node: RegexNode, room: { left: number }, isAhead = false): Instruction[] {
  const program = new Program(room, isAhead);
  program.append(node);
  program.instructions.push({ kind: 'end' });
  return program.instructions;
}

/** A program being written: each part goes on at the instruction that is written after it. */
class Program {
  readonly instructions: Instruction[] = [];
  readonly #room: { left: number };
  readonly #isAhead: boolean;

  /** `room` counts down over the whole pattern; looking ahead inside looking ahead would cost too much. */
  constructor(room: { left: number }, isAhead: boolean) {
    this.#room = room;
    this.#isAhead = isAhead;
  }

  append(part: RegexNode): void {
    if (--this.#room.left < 0) throw new SyntaxError('The pattern is too long.');
    const next = this.instructions.length + 1;
    switch (part.kind) {
      case 'letter':
        this.instructions.push({ kind: 'letter', test: part.test, next });
        return;
      case 'assert':
        this.instructions.push({ kind: 'assert', at: part.at, next });
        return;
      case 'ahead':
        if (this.#isAhead) throw new SyntaxError('Looking ahead cannot be nested.');
        this.instructions.push({
          kind: 'ahead',
          program: compileProgram(part.node, this.#room, true),
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

  /** Writes a fork whose ways are still to be filled in. */
  #fork(): number[] {
    const next: number[] = [];
    this.instructions.push({ kind: 'fork', next });
    return next;
  }

  #appendChoice(nodes: readonly RegexNode[]): void {
    const ways = this.#fork();
    const exits: number[][] = [];
    for (const each of nodes) {
      ways.push(this.instructions.length);
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

  /** Writes a part that may be left out; the way around it is still to be filled in. */
  #optional(node: RegexNode): number[] {
    const ways = this.#fork();
    ways.push(this.instructions.length);
    this.append(node);
    return ways;
  }
}

function matches(program: Instruction[], letters: string[], from: number, whole: boolean): boolean {
  let places = new Set<number>();
  addThread(program, 0, places, letters, from);
  for (let at = from; ; at++) {
    const ended = places.has(program.length - 1);
    if (ended && (!whole || at === letters.length)) return true;
    const letter = letters[at];
    if (letter === undefined || places.size === 0) return false;
    const following = new Set<number>();
    for (const place of places) {
      const instruction = program[place];
      if (instruction?.kind === 'letter' && instruction.test(letter)) {
        addThread(program, instruction.next, following, letters, at + 1);
      }
    }
    places = following;
  }
}

/** Adds `place` and all that can be reached from it without reading a letter. */
function addThread(
  program: Instruction[],
  place: number,
  places: Set<number>,
  letters: string[],
  at: number,
): void {
  const open = [place];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (places.has(next)) continue;
    places.add(next);
    const instruction = program[next];
    if (instruction?.kind === 'fork') open.push(...instruction.next);
    else if (instruction?.kind === 'assert' && assertionHolds(instruction.at, letters, at))
      open.push(instruction.next);
    else if (instruction?.kind === 'ahead') {
      if (matches(instruction.program, letters, at, false) !== instruction.negative)
        open.push(instruction.next);
    }
  }
}

function assertionHolds(wanted: 'start' | 'end' | 'word' | 'inside', letters: string[], at: number): boolean {
  if (wanted === 'start') return at === 0;
  if (wanted === 'end') return at === letters.length;
  const boundary = isWord(letters[at - 1]) !== isWord(letters[at]);
  return boundary === (wanted === 'word');
}

function isWord(letter: string | undefined): boolean {
  return letter !== undefined && /\w/.test(letter);
}

/** Matches a pattern by keeping all places of it that the text so far leads to: no step is ever taken back. */

import { type PatternNode, parsePattern } from './pattern.ts';

/** `next` are indices of instructions; the pattern has matched at `end`. */
type Instruction =
  | { kind: 'letter'; test: (letter: string) => boolean; next: number }
  | { kind: 'fork'; next: number[] }
  | { kind: 'assert'; at: 'start' | 'end' | 'word' | 'inside'; next: number }
  | { kind: 'ahead'; program: Instruction[]; negative: boolean; next: number }
  | { kind: 'end' };

/** True when the pattern matches the whole text, letters compared without case. */
export type Matcher = (text: string) => boolean;

const longestProgram = 2_000;
const keptMatchers = 500;
const matchers = new Map<string, Matcher | string>();

/** The matcher of a pattern, or a sentence that says why it cannot be used. */
export function matcherOf(pattern: string): Matcher | string {
  const known = matchers.get(pattern);
  if (known !== undefined) return known;
  if (matchers.size >= keptMatchers) matchers.clear();
  const made = makeMatcher(pattern);
  matchers.set(pattern, made);
  return made;
}

function makeMatcher(pattern: string): Matcher | string {
  try {
    const program = compiled(parsePattern(pattern), { left: longestProgram });
    return (text) => matches(program, [...text], 0, true);
  } catch (failure) {
    return failure instanceof Error ? failure.message : String(failure);
  }
}

/** `room` counts down over the whole pattern; looking ahead inside looking ahead would cost too much. */
function compiled(node: PatternNode, room: { left: number }, isAhead = false): Instruction[] {
  const program: Instruction[] = [];
  const emit = (instruction: Instruction): void => {
    program.push(instruction);
  };
  /** Appends `part` so that it goes on at the instruction appended after it. */
  const append = (part: PatternNode): void => {
    if (--room.left < 0) throw new SyntaxError('The pattern is too long.');
    switch (part.kind) {
      case 'letter':
        emit({ kind: 'letter', test: part.test, next: program.length + 1 });
        return;
      case 'assert':
        emit({ kind: 'assert', at: part.at, next: program.length + 1 });
        return;
      case 'ahead':
        if (isAhead) throw new SyntaxError('Looking ahead cannot be nested.');
        emit({
          kind: 'ahead',
          program: compiled(part.node, room, true),
          negative: part.negative,
          next: program.length + 1,
        });
        return;
      case 'sequence':
        part.nodes.forEach(append);
        return;
      case 'choice':
        appendChoice(part.nodes);
        return;
      case 'repeat':
        appendRepeat(part);
        return;
    }
  };
  const fork = (): number[] => {
    const next: number[] = [];
    emit({ kind: 'fork', next });
    return next;
  };
  const appendChoice = (nodes: PatternNode[]): void => {
    const ways = fork();
    const exits: number[][] = [];
    for (const each of nodes) {
      ways.push(program.length);
      append(each);
      exits.push(fork());
    }
    for (const exit of exits) exit.push(program.length);
  };
  const appendRepeat = ({ node: part, min, max }: Extract<PatternNode, { kind: 'repeat' }>): void => {
    for (let count = 0; count < min; count++) append(part);
    if (max === Number.POSITIVE_INFINITY) {
      const start = program.length;
      const ways = fork();
      ways.push(program.length);
      append(part);
      fork().push(start);
      ways.push(program.length);
      return;
    }
    const exits: number[][] = [];
    for (let count = min; count < max; count++) {
      const ways = fork();
      ways.push(program.length);
      exits.push(ways);
      append(part);
    }
    for (const exit of exits) exit.push(program.length);
  };
  append(node);
  emit({ kind: 'end' });
  return program;
}

function matches(program: Instruction[], letters: string[], from: number, whole: boolean): boolean {
  let places = new Set<number>();
  enter(program, 0, places, letters, from);
  for (let at = from; ; at++) {
    const ended = places.has(program.length - 1);
    if (ended && (!whole || at === letters.length)) return true;
    const letter = letters[at];
    if (letter === undefined || places.size === 0) return false;
    const following = new Set<number>();
    for (const place of places) {
      const instruction = program[place];
      if (instruction?.kind === 'letter' && instruction.test(letter)) {
        enter(program, instruction.next, following, letters, at + 1);
      }
    }
    places = following;
  }
}

/** Adds `place` and all that can be reached from it without reading a letter. */
function enter(
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
    else if (instruction?.kind === 'assert' && holds(instruction.at, letters, at))
      open.push(instruction.next);
    else if (instruction?.kind === 'ahead') {
      if (matches(instruction.program, letters, at, false) !== instruction.negative)
        open.push(instruction.next);
    }
  }
}

function holds(wanted: 'start' | 'end' | 'word' | 'inside', letters: string[], at: number): boolean {
  if (wanted === 'start') return at === 0;
  if (wanted === 'end') return at === letters.length;
  const boundary = isWord(letters[at - 1]) !== isWord(letters[at]);
  return boundary === (wanted === 'word');
}

function isWord(letter: string | undefined): boolean {
  return letter !== undefined && /\w/.test(letter);
}

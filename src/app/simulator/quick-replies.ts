/** Replies that the author can choose instead of typing them: what the branches ahead look for. Pure. */

import { type FlowDefinition, type State, transitionsOf } from '#flow/definition.ts';

const maxReplies = 4;
/** Widgets between the question and the split that reads its answer, such as one that sets variables. */
const maxDistance = 3;

/** The first text of each condition of the split that follows `event` of the widget; [] where none follows soon. */
export function quickReplies(definition: FlowDefinition, widget: string, event: string): string[] {
  const byName = new Map(definition.states.map((state) => [state.name ?? '', state]));
  let state = byName.get(widget);
  let leaving: string | null = event;
  for (let distance = 0; distance < maxDistance; distance += 1) {
    const next = state === undefined ? undefined : nextOf(state, leaving);
    state = next === undefined ? undefined : byName.get(next);
    if (state === undefined) return [];
    if (state.type === 'split-based-on') return repliesOf(state);
    leaving = null;
  }
  return [];
}

/** Where the event leads; null for the first connection there is. */
function nextOf(state: State, event: string | null): string | undefined {
  const connected = transitionsOf(state).filter(({ next }) => typeof next === 'string' && next !== '');
  return (event === null ? connected[0] : connected.find((each) => each.event === event))?.next ?? undefined;
}

function repliesOf(split: State): string[] {
  const texts = transitionsOf(split).flatMap(({ conditions }) => {
    const [condition] = Array.isArray(conditions) ? conditions : [];
    const text = condition === undefined ? '' : fulfilling(condition.type, condition.value);
    return text === '' || text.includes('{{') ? [] : [text];
  });
  return [...new Set(texts)].slice(0, maxReplies);
}

/** A text that fulfils the condition: its value, or the first of its list; '' where there is no such text. */
function fulfilling(type: unknown, value: unknown): string {
  if (typeof value !== 'string') return '';
  if (type === 'matches_any_of') return value.split(',')[0]?.trim() ?? '';
  return type === 'equal_to' || type === 'contains' || type === 'starts_with' ? value.trim() : '';
}

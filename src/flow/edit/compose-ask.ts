/** Edit command: a question by message with its answers, the way for any other reply and for none. */

import type { FlowDefinition } from '../definition.ts';
import { splitAnswers } from './add-branches.ts';
import {
  type Composed,
  type Composition,
  type CompositionPlace,
  compose,
  type Part,
  type PartCord,
  topicOf,
} from './compose.ts';
import { asWidgetName } from './rename-widget.ts';

/** What happens: ask once more with this text, nothing (the outlet stays free), or on to a widget of the flow. */
export type Elsewise = { kind: 'again'; text: string } | { kind: 'open' } | { kind: 'goTo'; widget: string };

/** One answer: the words that count as it, the first one gives its name; and the reply, '' for none. */
export type AskAnswer = { words: readonly string[]; reply: string };

export type AskForm = {
  question: string;
  answers: readonly AskAnswer[];
  anythingElse: Elsewise;
  noReply: Elsewise;
  /** Until no reply counts as none, in seconds. */
  timeout: number;
  /** Names that were changed, by role. */
  names: Readonly<Record<string, string>>;
};

/** Words that people use for an answer, in both languages. */
const alsoSaid: readonly (readonly string[])[] = [
  ['yes', 'y', 'ok', 'sure'],
  ['no', 'n', 'not'],
  ['ja', 'j', 'ok', 'gern', 'gerne'],
  ['nein', 'n', 'nicht'],
];

/**
 * Further words that count as an answer: of “yes”, y, ok and sure. Empty for a list of words, which is complete.
 * Grows: n in answers.
 */
export function furtherWords(answer: string): readonly string[] {
  const [only, ...more] = splitAnswers(answer);
  if (only === undefined || more.length > 0) return [];
  return alsoSaid.find(([word]) => word === only.toLowerCase())?.slice(1) ?? [];
}

/** The widgets of the form with their names, as `composeAsk` makes them. Grows: n in answers. */
export function askComposition(form: AskForm): Composition {
  const { question, anythingElse, noReply, timeout, names } = form;
  const answers = form.answers.filter(({ words }) => words.length > 0);
  const topic = topicOf(question, 'question');
  const named = (role: string, name: string) => names[role] ?? asWidgetName(name);
  const asking = (role: string, name: string, row: number, body: string): Part => ({
    role,
    name: named(role, name),
    type: 'send-and-wait-for-reply',
    row,
    properties: { body, timeout: String(timeout) },
  });
  const again = anythingElse.kind === 'again';
  const reminds = noReply.kind === 'again';
  const replied = answers.flatMap(({ reply, words }, index) =>
    reply.trim() === '' ? [] : [{ role: `said${index}`, index, reply, word: words[0] ?? '' }],
  );
  const parts: Part[] = [
    asking('ask', `ask_${topic}`, 0, question),
    {
      role: 'split',
      name: named('split', `answer_${topic}`),
      type: 'split-based-on',
      row: 1,
      properties: {},
    },
    ...(reminds ? [asking('remind', `remind_${topic}`, 1, noReply.text)] : []),
    ...(again ? [asking('again', 'ask_again', 2, anythingElse.text)] : []),
    ...replied.map(({ role, word, reply }): Part => {
      return {
        role,
        name: named(role, `said_${word}`),
        type: 'send-message',
        row: 2,
        properties: { body: reply },
      };
    }),
  ];
  const cords: PartCord[] = parts
    .filter(({ type }) => type === 'send-and-wait-for-reply')
    .map(({ role }) => ({ from: role, outlet: 'incomingMessage', to: 'split' }));
  if (again) cords.push({ from: 'split', outlet: 'noMatch', to: 'again' });
  if (anythingElse.kind === 'goTo')
    cords.push({ from: 'split', outlet: 'noMatch', existing: anythingElse.widget });
  if (reminds) cords.push({ from: 'ask', outlet: 'timeout', to: 'remind' });
  if (noReply.kind === 'goTo') cords.push({ from: 'ask', outlet: 'timeout', existing: noReply.widget });
  for (const { role, index } of replied) cords.push({ from: 'split', outlet: matchKey(index), to: role });
  const [first] = replied;
  return {
    parts,
    branches: answers.map(({ words }) => ({
      part: 'split',
      type: words.length > 1 ? 'matches_any_of' : 'equal_to',
      value: words.join(', '),
    })),
    cords,
    goesOn:
      first !== undefined && first.index === 0
        ? { from: first.role, outlet: 'sent' }
        : { from: 'split', outlet: 'match' },
  };
}

/** The key of the outlet of that branch, from 0. */
export function matchKey(index: number): string {
  return index === 0 ? 'match' : `match~${index + 1}`;
}

/**
 * Adds the question with all that follows it. The split tests the newest reply: to the repeated question when there is
 * one, else to the reminder, else to the question.
 * Grows: n² in answers and widgets.
 */
export function composeAsk(definition: FlowDefinition, form: AskForm, place: CompositionPlace): Composed {
  return compose(definition, askComposition(form), place, (names) => {
    const asked = ['again', 'remind', 'ask'].flatMap((role) => names.get(role) ?? []);
    const [newest, ...others] = asked.map((name) => `widgets.${name}.inbound.Body`);
    return `{{${[newest, ...others.map((path) => `default: ${path}`)].join(' | ')}}}`;
  });
}

/** Finds widgets by synonyms and intent, by title and by description, and says how that is done which no widget does. */

import '../../words/add-late-words.ts';
import './finding.css';
import { matchWords } from '#flow/search/match-words.ts';
import type { WidgetTypeName } from '#flow/widgets/widget-type.ts';
import { wordsOf } from '../../words/use-words.ts';
import { type HowName, type Intent, intents, wordsOfIntent } from './intents.ts';
import { rankTypes } from './match-types.ts';
import { isReadyMade, type ReadyMade, titleOfAny } from './ready-made.ts';

/** A type that was found, what it does in a few words, and the heading of the group in which it is shown. */
export type FoundType = { type: WidgetTypeName | ReadyMade; does: string; heading: string };

/** What no widget does: a title and a sentence. `leaveOpen`: the label of a button where an outlet may stay free. */
export type FoundHow = { title: string; text: string; leaveOpen: string | null };

/** `isGuess`: at best a misspelt word or a description has what was typed, or nothing has, and `types` is what others do instead. */
export type FoundWidgets = { types: readonly FoundType[]; how: FoundHow | null; isGuess: boolean };

/** The longest misspelt query that is looked for letter by letter. */
const longestMisspelt = 40;

const searched = intents.map((intent) => ({ intent, words: wordsOfIntent(intent).map(folded) }));

/** An intent with a rank below this one is what was meant; above it, it may be. */
const guessed = 3;

/**
 * How well one of the words of an intent fits: 0 the same, 1 its beginning, 2 the query is a sentence with the word in
 * it, 3 and more with misspelt letters; null not at all. The longest word of a sentence fits best.
 */
function rankOfWords(wanted: string, words: readonly string[]): number | null {
  const ranks = words.flatMap((word) => {
    if (word === wanted) return 0;
    if (wanted.length > 1 && word.startsWith(wanted)) return 1;
    if (` ${wanted} `.includes(` ${word} `)) return 2 + 1 / (1 + word.length);
    const misspelt = wanted.length > 3 && wanted.length <= longestMisspelt ? matchWords(wanted, word) : null;
    return misspelt === null ? [] : guessed + misspelt / 10;
  });
  return ranks.length === 0 ? null : Math.min(...ranks);
}

/** Widgets by the best of intent and title, and the explanation of the intent that fits best. */
export function findWidgets(query: string): FoundWidgets {
  const t = wordsOf('finding');
  const wanted = folded(query);
  const doesOf = (type: WidgetTypeName | ReadyMade) =>
    isReadyMade(type) ? wordsOf('designer')(`readyMade.${type}Text`) : t(`does.${type}`);
  const meant = searched
    .flatMap(({ intent, words }) => {
      const rank = rankOfWords(wanted, words);
      return rank === null ? [] : [{ intent, rank }];
    })
    .sort((a, b) => a.rank - b.rank);
  const ranks = new Map<WidgetTypeName | ReadyMade, { rank: number; isMeant: boolean }>();
  // A title that begins with the query comes after a word that is the query, one with several words of it in a row before.
  for (const { type, rank } of rankTypes(query)) {
    const isPhrase = wanted.includes(' ') && folded(titleOfAny(type)).includes(wanted);
    ranks.set(type, { rank: isPhrase ? rank - guessed : rank + 0.5, isMeant: isPhrase });
  }
  for (const { intent, rank } of meant)
    intent.finds.forEach((type, index) => {
      const placed = rank + index / 100;
      if (placed < (ranks.get(type)?.rank ?? Number.POSITIVE_INFINITY))
        ranks.set(type, { rank: placed, isMeant: rank < guessed });
    });
  const [best] = meant;
  const how = best !== undefined && best.rank < guessed ? howOf(best.intent) : null;
  const forQuery = how === null ? t('forQuery', { query: query.trim() }) : t('nearTo');
  const types = [...ranks]
    .sort(([, a], [, b]) => a.rank - b.rank)
    .map(([type, { isMeant }]) => ({
      type,
      does: doesOf(type),
      heading: isMeant ? forQuery : t('alsoFound'),
    }));
  const isGuess = Math.min(...[...ranks.values()].map(({ rank }) => rank)) >= guessed;
  if (types.length > 0) return { types: grouped(types), how, isGuess };
  const title = t('nothingFor', { query: query.trim() });
  const instead = (['make-http-request', 'run-function-v2'] as const).map((type) => ({
    type,
    does: doesOf(type),
    heading: t('instead'),
  }));
  return { types: instead, how: { title, text: t('nothingText'), leaveOpen: null }, isGuess: true };
}

/** Each heading once, in the order in which they come first. */
function grouped(types: readonly FoundType[]): FoundType[] {
  const headings = [...new Set(types.map(({ heading }) => heading))];
  return headings.flatMap((heading) => types.filter((each) => each.heading === heading));
}

/** What the explanations name, as it is written in a field. */
const templates = {
  now: '{{ "now" | date: "%H:%M" }}',
  day: '{{ "now" | date: "%A" }}',
  seconds: '{{ "now" | date: "%S" }}',
};

const leftOpen: ReadonlySet<HowName> = new Set<HowName>(['hangUp', 'end']);

function howOf({ how }: Intent): FoundHow | null {
  if (how === undefined) return null;
  const t = wordsOf('finding');
  return {
    title: t(`how.${how}`),
    text: t(`how.${how}Text`, templates),
    leaveOpen: leftOpen.has(how) ? t('leaveOpen') : null,
  };
}

function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim().replaceAll(/\s+/g, ' ');
}

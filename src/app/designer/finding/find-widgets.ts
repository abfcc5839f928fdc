/** Finds widgets by synonyms and intent, by title and by description, and says how that is done which no widget does. */

import '../../words/chunks/late-words.ts';
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

const articles = new Set('a an the my der die das den dem ein eine einen einem'.split(' '));

const searched = intents.map((intent) => ({ intent, words: wordsOfIntent(intent).map(folded) }));

/** An intent with a rank below this one is what was meant; above it, it may be. */
const guessed = 3;

/** From this rank on only a part of the query is a word of the intent. */
const sentence = 2;

/** A word in the plural, or otherwise bent, in both languages. */
const endings = new Set(['', 's', 'e', 'n', 'en', 'es']);

/**
 * How well one of the words of an intent fits: 0 the same, a little more with another ending, 1 its beginning, 2 the query
 * is a sentence with the word in it; null not at all. The longest word of a sentence fits best.
 */
function rankOfWords(wanted: string, words: readonly string[]): number | null {
  const ranks = words.flatMap((word) => {
    if (word === wanted) return 0;
    if (wanted.startsWith(word) && endings.has(wanted.slice(word.length))) return 0.1;
    if (wanted.length > 1 && word.startsWith(wanted)) return 1;
    return hasWord(wanted, word) ? sentence + 1 / (1 + word.length) : [];
  });
  return ranks.length === 0 ? null : Math.min(...ranks);
}

/** The same for a query with misspelt letters: 3 and more. */
function rankOfMisspelt(wanted: string, words: readonly string[]): number | null {
  const ranks = words.flatMap((word) => matchWords(wanted, word) ?? []);
  return ranks.length === 0 ? null : guessed + Math.min(...ranks) / 10;
}

/** Intents with their ranks, best first. Where the query is a word, nothing is guessed. */
function rankIntents(wanted: string): { intent: Intent; rank: number }[] {
  const ranked = searched.map(({ intent, words }) => ({ intent, words, rank: rankOfWords(wanted, words) }));
  const isKnown = ranked.some(({ rank }) => rank !== null && rank < sentence);
  const isGuessed = !isKnown && wanted.length > 3 && wanted.length <= longestMisspelt;
  return ranked
    .flatMap(({ intent, words, rank }) => {
      const found = rank ?? (isGuessed ? rankOfMisspelt(wanted, words) : null);
      return found === null ? [] : [{ intent, rank: found }];
    })
    .sort((a, b) => a.rank - b.rank);
}

function hasWord(wanted: string, word: string): boolean {
  for (let at = wanted.indexOf(word); at !== -1; at = wanted.indexOf(word, at + 1)) {
    const [ending = ''] = wanted.slice(at + word.length).split(' ', 1);
    if ((at === 0 || wanted[at - 1] === ' ') && endings.has(ending)) return true;
  }
  return false;
}

/** Widgets by the best of intent and title, and the explanation of the intent that fits best. */
export function findWidgets(query: string): FoundWidgets {
  const t = wordsOf('finding');
  const wanted = folded(query);
  const doesOf = (type: WidgetTypeName | ReadyMade) =>
    isReadyMade(type) ? wordsOf('designer')(`readyMade.${type}Text`) : t(`does.${type}`);
  const meant = rankIntents(wanted);
  const ranks = new Map<WidgetTypeName | ReadyMade, { rank: number; isMeant: boolean }>();
  // A title that begins with the query comes after a word that is the query, one with several words of it in a row before.
  for (const { type, rank } of rankTypes(query)) {
    const isPhrase = wanted.includes(' ') && folded(titleOfAny(type)).includes(wanted);
    ranks.set(type, { rank: isPhrase ? rank - guessed : rank + 0.5, isMeant: isPhrase });
  }
  for (const { intent, rank } of meant)
    intent.finds.forEach((type, index) => {
      // A sentence may have words of several intents: the best widget of each comes before the second ones.
      const placed = rank + index / (rank < sentence ? 100 : 5);
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

/** Without case, accents, hyphens and articles: “end the call” is “end call”. */
function folded(text: string): string {
  const words = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[\s-]+/)
    .filter(Boolean);
  // The last word may only have been begun.
  return words.filter((word, index) => index === words.length - 1 || !articles.has(word)).join(' ');
}

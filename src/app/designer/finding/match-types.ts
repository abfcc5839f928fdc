/** Widget types, and what is ready-made, by the words of their titles, names and descriptions. Pure. */

import type { WidgetTypeName } from '#flow/widgets/widget-type.ts';
import { widgetTypes } from '#flow/widgets/widget-types.ts';
import { type ReadyMade, readyMades, titleOfAny } from './ready-made.ts';

/** 0 when the title begins with the query, 1 when it has all its words, 2 with the type's name, 3 with its description. */
export type RankedType = { type: WidgetTypeName | ReadyMade; rank: number };

/** Those that match all words of `query`, best first. */
export function rankTypes(query: string): RankedType[] {
  const wanted = query.trim().toLocaleLowerCase();
  const all: { type: WidgetTypeName | ReadyMade; means: string }[] = [
    ...Object.values(widgetTypes),
    ...readyMades.map((type) => ({ type, means: '' })),
  ];
  return all
    .flatMap(({ type, means }) => {
      const rank = rankOf([titleOfAny(type), type.replaceAll('-', ' '), means], wanted);
      return rank === null ? [] : [{ type, rank }];
    })
    .sort((a, b) => a.rank - b.rank);
}

function rankOf(texts: readonly string[], wanted: string): number | null {
  const [title = '', name = '', description = ''] = texts.map((text) => text.toLocaleLowerCase());
  const words = wanted.split(/\s+/);
  const hasAll = (text: string) => words.every((word) => text.includes(word));
  if (title.startsWith(wanted)) return 0;
  if (hasAll(title)) return 1;
  if (hasAll(`${title} ${name}`)) return 2;
  return hasAll(`${title} ${name} ${description}`) ? 3 : null;
}

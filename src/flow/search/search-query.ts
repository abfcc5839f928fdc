/** The language of the search in a flow: words that texts contain, and filters such as `type:` and `is:invalid`. */

/**
 * What a query asks for. Everything must hold for a widget: it contains all `texts`, its type is one of `types`, it uses
 * all of `uses`. `unknown` are filters that do not exist, as they were written.
 */
export type SearchQuery = {
  texts: string[];
  types: string[];
  uses: string[];
  isInvalid: boolean;
  isUnreachable: boolean;
  unknown: string[];
};

/** Filters that a query may hold; the page lists them. */
export const searchFilters = ['type:', 'uses:', 'is:invalid', 'is:unreachable'] as const;

/** A longer query is cut, in characters: no one types that much. */
export const maxQueryLength = 500;

const term = /(type|is|uses):("[^"]*"?|\S*)|"([^"]*)"?|(\S+)/giu;

/**
 * Reads a query. Text in quotes is one word; an empty filter, which is still being typed, asks for nothing.
 * Grows: n in words.
 */
export function parseSearchQuery(text: string): SearchQuery {
  const query: SearchQuery = {
    texts: [],
    types: [],
    uses: [],
    isInvalid: false,
    isUnreachable: false,
    unknown: [],
  };
  for (const [written, filter, value = '', quoted, word] of text.slice(0, maxQueryLength).matchAll(term)) {
    const wanted = (filter === undefined ? (quoted ?? word ?? '') : value).replaceAll('"', '').toLowerCase();
    if (wanted === '') continue;
    switch (filter?.toLowerCase()) {
      case undefined:
        query.texts.push(quoted ?? word ?? '');
        break;
      case 'type':
        query.types.push(wanted);
        break;
      case 'uses':
        query.uses.push(wanted);
        break;
      default:
        if (wanted === 'invalid') query.isInvalid = true;
        else if (wanted === 'unreachable') query.isUnreachable = true;
        else query.unknown.push(written);
    }
  }
  return query;
}

/** True when the query asks for nothing, so that it finds nothing. */
export function isEmptyQuery({
  texts,
  types,
  uses,
  isInvalid,
  isUnreachable,
  unknown,
}: SearchQuery): boolean {
  return texts.length + types.length + uses.length + unknown.length === 0 && !isInvalid && !isUnreachable;
}

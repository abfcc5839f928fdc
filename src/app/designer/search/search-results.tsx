/** What the search in the flow finds: a link for each widget and each place in it. */

import { Link } from '@tanstack/react-router';
import { useCallback, useDeferredValue, useMemo, useRef } from 'react';
import type { FlowDefinition } from '#flow/definition.ts';
import { pathOf } from '#flow/json/json-pointer.ts';
import { type SearchMatch, type SearchResult, searchFlow } from '#flow/search/search-flow.ts';
import { isEmptyQuery, parseSearchQuery, searchFilters } from '#flow/search/search-query.ts';
import { type Finding, stateIndex } from '#flow/validation/finding.ts';
import { tabOf } from '../../inspector/focus-control.ts';
import { asTyped } from '../../ui/as-typed.ts';
import { useWindowedRows } from '../../ui/display/use-windowed-rows.ts';
import { useWords } from '../../words/use-words.ts';
import { useDesigner, useDocument, useFindings } from '../designer-context.tsx';
import { WidgetChip } from '../panels/widget-chip.tsx';
import { selectWidgets } from '../view-store.ts';
import { AnnotationResults } from './annotation-results.tsx';
import { MatchText } from './match-text.tsx';
import { placeName } from './place-name.ts';

/** More places of one widget are only counted. */
const maxPlaces = 4;

/** `hasCanvas` is false in the layout for reading, which shows no notes and groups. */
type SearchResultsProps = { query: string; hasCanvas?: boolean; onFilter(filter: string): void };

export function SearchResults({ query, hasCanvas = true, onFilter }: SearchResultsProps) {
  const t = useWords('search');
  const definition = useDeferredValue(useDocument((state) => state.history.present.definition));
  const findings = useFindings((state) => state.findings);
  const text = useDeferredValue(query);
  const parsed = useMemo(() => parseSearchQuery(text), [text]);
  const results = useMemo(
    () => searchFlow(definition, parsed, { invalid: () => statesWithProblems(findings) }),
    [definition, parsed, findings],
  );
  const [unknown] = parsed.unknown;
  if (isEmptyQuery(parsed)) return <FilterHelp onFilter={onFilter} />;
  if (unknown !== undefined) return <p className="none pad">{t('unknown', { filter: unknown })}</p>;
  return (
    <>
      <p className="result-count" role="status">
        {results.length === 0 ? t('none') : t('found', { count: results.length })}
      </p>
      <div className="scroll">
        <Results results={results} definition={definition} />
        {hasCanvas && <AnnotationResults definition={definition} query={parsed} />}
      </div>
    </>
  );
}

/** A name and one place. */
const usualHeight = 52;

type ResultsProps = { results: readonly SearchResult[]; definition: FlowDefinition };

/** Of many results those in view are drawn: a letter finds most widgets of a large flow. */
function Results({ results, definition }: ResultsProps) {
  const t = useWords('search');
  const list = useRef<HTMLUListElement>(null);
  const keyOf = useCallback((index: number) => results[index]?.widget ?? '', [results]);
  const { from, to, above, below } = useWindowedRows({ list, total: results.length, keyOf, usualHeight });
  const isPart = to - from < results.length;
  return (
    <ul className="outline" aria-label={t('title')} ref={list}>
      {above > 0 && <li aria-hidden style={{ height: above }} />}
      {results.slice(from, to).map((result, nth) => (
        <Result
          key={result.widget}
          result={result}
          definition={definition}
          {...(isPart && { 'aria-setsize': results.length, 'aria-posinset': from + nth + 1 })}
        />
      ))}
      {below > 0 && <li aria-hidden style={{ height: below }} />}
    </ul>
  );
}

function FilterHelp({ onFilter }: Pick<SearchResultsProps, 'onFilter'>) {
  const t = useWords('search');
  return (
    <div className="scroll">
      <p className="none">{t('hint')}</p>
      <h3 className="lab">{t('filters')}</h3>
      <ul>
        {searchFilters.map((filter) => (
          <li key={filter}>
            <button type="button" className="w filter" data-step onClick={() => onFilter(filter)}>
              <code>{filter}</code>
              <span className="what">{t(`filterHelp.${filter}`)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

type ResultProps = {
  result: SearchResult;
  definition: FlowDefinition;
  'aria-setsize'?: number;
  'aria-posinset'?: number;
};

function Result({ result, definition, ...position }: ResultProps) {
  const t = useWords('search');
  const state = definition.states[result.index] ?? {};
  const [first] = result.matches;
  const name = first !== undefined && isName(first) ? first : null;
  const places = result.matches.filter((match) => match !== name);
  return (
    <li data-row={result.widget} {...position}>
      <ResultLink widget={result.widget} place={name}>
        <WidgetChip type={state.type} soft />
        <span className="grow name clip" {...asTyped}>
          {name === null ? result.widget : <MatchText match={name} />}
        </span>
      </ResultLink>
      {places.slice(0, maxPlaces).map((match) => (
        <ResultLink key={`${match.place} ${match.start}`} widget={result.widget} place={match}>
          <span className="place clip">
            <span className="where">{placeName(state, match.place)}</span> <MatchText match={match} />
          </span>
        </ResultLink>
      ))}
      {places.length > maxPlaces && <p className="more">{t('more', { count: places.length - maxPlaces })}</p>}
    </li>
  );
}

type ResultLinkProps = { widget: string; place: SearchMatch | null; children: React.ReactNode };

/** Selects the widget on the tab that shows the place, and pans to it; the link opens the same in a new tab. */
function ResultLink({ widget, place, children }: ResultLinkProps) {
  const { view } = useDesigner();
  const tab = place === null ? 'config' : tabOf(place.place);
  return (
    <Link
      to="."
      search={{ widget, ...(tab !== 'config' && { tab }) }}
      className="w result"
      data-step
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        selectWidgets(view, new Set([widget]));
        view.setState({ reveal: [widget], tab });
      }}
    >
      {children}
    </Link>
  );
}

function isName({ place }: SearchMatch): boolean {
  return pathOf(place)[2] === 'name';
}

/** The indices of the states with an error or a warning. */
function statesWithProblems(findings: readonly Finding[]): ReadonlySet<number> {
  return new Set(
    findings.flatMap((finding) => (finding.severity === 'note' ? [] : (stateIndex(finding) ?? []))),
  );
}

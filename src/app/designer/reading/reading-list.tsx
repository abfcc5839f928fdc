/** The flow from its start to its ends, one card below the other, with the search in it. */

import { Workflow } from 'lucide-react';
import { type RefObject, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useScene } from '../../canvas/render/use-scene.ts';
import { Button } from '../../ui/button.tsx';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { useWords } from '../../words/use-words.ts';
import { useDesigner, useDocument, useFindings, useView } from '../designer-context.tsx';
import { SearchResults } from '../search/search-results.tsx';
import { selectWidgets } from '../view-store.ts';
import { ReadingCard } from './reading-card.tsx';
import { setEditsAnyway } from './reading-layout-choice.ts';
import { ReadingProblems } from './reading-problems.tsx';
import { readingSteps } from './reading-steps.ts';
import '../search/search.css';

export function ReadingList() {
  const t = useWords('search');
  const [query, setQuery] = useState('');
  return (
    <div className="reading-body">
      <SearchField label={t('field')} value={query} onChange={setQuery} />
      {query.trim() === '' ? (
        <>
          <ReadingProblems />
          <Steps />
        </>
      ) : (
        <div className="search-panel">
          <SearchResults
            query={query}
            hasCanvas={false}
            onFilter={(filter) => setQuery(`${query.trimEnd()} ${filter}`.trimStart())}
          />
        </div>
      )}
    </div>
  );
}

function Steps() {
  const t = useWords('reading');
  const { view } = useDesigner();
  const definition = useDeferredValue(useDocument((state) => state.history.present.definition));
  const findings = useDeferredValue(useFindings((state) => state.findings));
  const scene = useScene(definition, findings);
  const steps = useMemo(() => readingSteps(definition, scene), [definition, scene]);
  const list = useRef<HTMLOListElement>(null);
  const [shown, jump] = useJump(list);
  const open = useCallback((widget: string) => selectWidgets(view, new Set([widget])), [view]);
  const edit = <Button onPress={() => setEditsAnyway(true)}>{t('editAnyway')}</Button>;
  const isEmpty = steps.every(({ widget }) => widget.summary.isTrigger);
  return (
    <section aria-label={t('steps')}>
      <ol className="reading-steps" ref={list}>
        {steps.map((step) => (
          <ReadingCard
            key={step.widget.id}
            step={step}
            isShown={shown === step.widget.id}
            onOpen={open}
            onJump={jump}
          />
        ))}
      </ol>
      {isEmpty ? (
        <EmptyState icon={Workflow} title={t('emptyTitle')} actions={edit}>
          {t('emptyText')}
        </EmptyState>
      ) : (
        <div className="reading-foot">
          <p>{t('forReading')}</p>
          {edit}
        </div>
      )}
    </section>
  );
}

/** The card that was jumped to last, and the jump: it comes into view, marked and with the focus. */
function useJump(listRef: RefObject<HTMLElement | null>): [string | null, (widget: string) => void] {
  const { view } = useDesigner();
  const [shown, setShown] = useState<string | null>(null);
  const show = useCallback(
    (widget: string): HTMLElement | null => {
      const card =
        listRef.current?.querySelector<HTMLElement>(`[data-widget="${CSS.escape(widget)}"]`) ?? null;
      setShown(widget);
      card?.scrollIntoView({ block: 'center' });
      // Cards on the way have an estimated height until they are in view.
      requestAnimationFrame(() => card?.scrollIntoView({ block: 'center' }));
      return card;
    },
    [listRef],
  );
  const reveal = useView((state) => state.reveal);
  useEffect(() => {
    if (reveal === null) return;
    view.setState({ reveal: null });
    // A place between the widgets is nowhere in a list.
    const [first] = reveal === 'all' || 'place' in reveal ? [] : reveal;
    if (first !== undefined) show(first);
  }, [reveal, view, show]);
  const jump = useCallback(
    (widget: string) => show(widget)?.querySelector('button')?.focus({ preventScroll: true }),
    [show],
  );
  return [shown, jump];
}

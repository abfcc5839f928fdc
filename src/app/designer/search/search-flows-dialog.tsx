/** The search over all flows: links to the widgets of each flow in which something is found. */

import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { FoundFlow } from '#api/flows/search.ts';
import { useFlowSearch } from '../../client/flow-search.ts';
import { Button } from '../../ui/button.tsx';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useWords } from '../../words/use-words.ts';
import { useDesigner, useView } from '../designer-context.tsx';
import { moveFocusByKey } from '../panels/arrow-key-focus.ts';
import './search.css';

/** A request follows the last key after so long. */
const debounceMs = 250;

export function SearchFlowsDialog() {
  const t = useWords('search');
  const { view } = useDesigner();
  const [query, setQuery] = useState(useView((state) => state.searchedFor));
  const settled = useSettled(query);
  const search = useFlowSearch(settled);
  const flows = search.data?.pages.flatMap(({ found_flows }) => found_flows) ?? [];
  const close = () => view.setState({ dialog: null });
  return (
    <Dialog title={t('allFlows')} isOpen bare size="wide" onClose={close}>
      <div
        className="all-flows"
        role="presentation"
        onKeyDownCapture={(event) => {
          if (moveFocusByKey(event.currentTarget, event.key)) event.preventDefault();
        }}
      >
        <SearchField label={t('allField')} autoFocus value={query} onChange={setQuery} />
        <p className="mut" role="status">
          {search.isFetching
            ? t('searching')
            : search.isError
              ? t('failed')
              : settled.trim() === ''
                ? t('hint')
                : flows.length > 0
                  ? ''
                  : t(search.hasNextPage ? 'searchedSoFar' : 'allNone')}
        </p>
        <div className="items">
          {flows.map((flow) => (
            <Found key={flow.flow_sid} flow={flow} onChoose={close} />
          ))}
          {search.hasNextPage && (
            <Button isDisabled={search.isFetching} onPress={() => void search.fetchNextPage()}>
              {t('goOn')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

function Found({ flow, onChoose }: { flow: FoundFlow; onChoose(): void }) {
  const t = useWords('search');
  return (
    <section aria-label={flow.friendly_name}>
      <h3>
        {flow.friendly_name} <span className="where">{t('found', { count: flow.widget_count })}</span>
      </h3>
      {flow.widgets.map(({ name, places: [place] }) => (
        <Link
          key={name}
          to="/flows/$sid"
          params={{ sid: flow.flow_sid }}
          search={{ widget: name }}
          className="w clip"
          data-step
          onClick={onChoose}
        >
          {name}{' '}
          {place !== undefined && (
            <bdi className="where">
              {place.before}
              {place.found !== '' && <mark>{place.found}</mark>}
              {place.after}
            </bdi>
          )}
        </Link>
      ))}
      {flow.widget_count > flow.widgets.length && (
        <p className="where">{t('more', { count: flow.widget_count - flow.widgets.length })}</p>
      )}
    </section>
  );
}

/** The value once it has stayed the same for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), debounceMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

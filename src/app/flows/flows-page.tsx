/** The flows page: search, filter, create and import flows. */

import '../words/chunks/list-words.ts';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Plus, SearchX, Upload, Workflow } from 'lucide-react';
import { lazy, Suspense, useRef } from 'react';
import { deletionKey, useDeferredKeys } from '../client/deferred-requests.ts';
import { useFlowSummaries } from '../client/flows.ts';
import { useMay, useSession } from '../client/people/session.ts';
import { FileDrop } from '../file-import/file-drop.tsx';
import { usePageTitle } from '../shell/page-title.ts';
import { Button } from '../ui/button.tsx';
import { SearchField } from '../ui/forms/search-field.tsx';
import { Count } from '../ui/marks/count.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { ErrorState } from '../ui/states/error-state.tsx';
import { Skeleton } from '../ui/states/skeleton.tsx';
import { useAfterFirstFrame } from '../ui/states/use-after-first-frame.ts';
import { useSlashFocus } from '../ui/use-slash-focus.ts';
import { useLocalDrafts } from '../unsaved-work/local-drafts.ts';
import { useWords } from '../words/use-words.ts';
import { FlowFilters } from './flow-filters.tsx';
import { FlowTable } from './flow-table.tsx';
import './flows.css';
import { isShown, type Row, rowsOf, searchRows, taggedRows } from './rows.ts';
import { useFileChooser } from './use-file-chooser.ts';
import { useImports } from './use-imports.ts';

const FirstOwnerCard = lazy(() =>
  import('../people/first-owner-card.tsx').then((m) => ({ default: m.FirstOwnerCard })),
);
const ImportList = lazy(() => import('./import-list.tsx').then((m) => ({ default: m.ImportList })));
const NewFlowDialog = lazy(() => import('./new-flow-dialog.tsx').then((m) => ({ default: m.NewFlowDialog })));
const TagFilter = lazy(() => import('./tag-filter.tsx').then((m) => ({ default: m.TagFilter })));
const TemplateStrip = lazy(() => import('./template-strip.tsx').then((m) => ({ default: m.TemplateStrip })));

const route = getRouteApi('/shell/flows');

export function FlowsPage() {
  const t = useWords('flows');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const summaries = useFlowSummaries();
  const mayWrite = useMay('flows.write');
  const needsOwner = useSession().data?.needs_owner === true;
  const locals = useLocalDrafts();
  const waiting = useDeferredKeys();
  const imports = useImports();
  const isListed = useAfterFirstFrame(summaries.data !== undefined);
  const searchBox = useRef<HTMLInputElement>(null);
  usePageTitle(t('title'));
  useSlashFocus(searchBox);

  const importFiles = async (files: File[]) => {
    const results = await imports.start(files);
    const [only] = results;
    if (results.length !== 1 || only === undefined || only.kind === 'refused') return;
    if (only.kind === 'created') await navigate({ to: '/flows/$sid', params: { sid: only.sid } });
    else await navigate({ to: '/flows/local/$id', params: { id: only.id } });
  };
  const chooseFiles = useFileChooser(importFiles);
  const openNew = (template: string) => void navigate({ search: (now) => ({ ...now, new: template }) });

  const flows = summaries.data?.filter(({ sid }) => !waiting.has(deletionKey(sid)));
  const rows = rowsOf(flows ?? [], locals.data?.filter(({ id }) => !waiting.has(deletionKey(id))) ?? []);
  const searched = searchRows(rows, search.q ?? '');
  const found = taggedRows(searched, search.tags ?? []);

  const start = (
    <>
      <Button icon={Upload} onPress={chooseFiles}>
        {t('importJson')}
      </Button>
      <Button kind="primary" icon={Plus} onPress={() => openNew('blank')}>
        {t('newFlow')}
      </Button>
    </>
  );

  return (
    <div className="page flows-page">
      <header className="topbar flat">
        <h1>{t('title')}</h1>
        {summaries.data && <Count value={rows.length} />}
        <span className="grow" />
        <div className="find">
          <SearchField
            label={t('search')}
            size="sm"
            shortcut="/"
            inputRef={searchBox}
            value={search.q ?? ''}
            onChange={(q) =>
              void navigate({ search: ({ q: _, ...rest }) => ({ ...rest, ...(q && { q }) }), replace: true })
            }
          />
        </div>
        {mayWrite && start}
      </header>
      <Suspense>
        {isListed && needsOwner && <FirstOwnerCard />}
        {imports.files.length > 0 && <ImportList files={imports.files} onClose={imports.clear} />}
      </Suspense>
      {summaries.isPending && <Skeleton lines={8} />}
      {summaries.isError && rows.length === 0 && (
        <ErrorState title={t('failedTitle')} onRetry={() => void summaries.refetch()}>
          {summaries.error.message}
        </ErrorState>
      )}
      {locals.isError && (
        <p className="mut" role="alert">
          {t('draftsFailed')}
        </p>
      )}
      {rows.length > 0 && <FoundRows rows={rows} searched={searched} found={found} />}
      {flows && rows.length === 0 && (
        <EmptyState icon={Workflow} title={t('emptyTitle')} actions={mayWrite && start}>
          {t('emptyText')}
        </EmptyState>
      )}
      <Suspense>
        {isListed && mayWrite && !search.q && <TemplateStrip onChoose={openNew} />}
        {search.new !== undefined && mayWrite && (
          <NewFlowDialog template={search.new} onImport={importFiles} />
        )}
      </Suspense>
      {mayWrite && <FileDrop title={t('dropHere')} hint={t('dropHint')} onFiles={importFiles} />}
    </div>
  );
}

type FoundRowsProps = { rows: readonly Row[]; searched: readonly Row[]; found: readonly Row[] };

/** Of all `rows` those that the search has found; `found` have the tags, too. */
function FoundRows({ rows, searched, found }: FoundRowsProps) {
  const t = useWords('flows');
  const { tags, show = 'all' } = route.useSearch();
  return (
    <>
      <FlowFilters rows={found} />
      <Suspense>
        {(tags !== undefined || rows.some((row) => row.tags.length > 0)) && <TagFilter rows={searched} />}
      </Suspense>
      <FlowTable rows={found} />
      {!found.some((row) => isShown(row, show)) && (
        <EmptyState
          icon={SearchX}
          title={t('noMatchTitle')}
          actions={
            <Link to="/flows" className="btn">
              {t('clear')}
            </Link>
          }
        >
          {t(searched.length === 0 ? 'noMatchText' : 'noneInFilterText')}
        </EmptyState>
      )}
    </>
  );
}

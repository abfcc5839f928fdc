/** What publishing the working copy changes, and which active executions are affected. */

import { type ReactNode, useMemo } from 'react';
import type { FlowDefinition } from '#flow/definition.ts';
import { alteredWidgets } from '#flow/diff/behaviour.ts';
import { diff } from '#flow/diff/diff.ts';
import { ChangeSentences } from '../../../changes/change-sentences.tsx';
import { PublishImpactText } from '../../../changes/publish-impact.tsx';
import { usePublishImpact } from '../../../client/revisions.ts';
import { ExecutionReplay } from '../../../replay/execution-replay.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { useWords } from '../../../words/use-words.ts';
import { useDocument } from '../../designer-context.tsx';
import { useUnpublished } from '../../unpublished/use-unpublished.ts';

/** Of a flow that is stored on the server. `authors` says who made the changes. */
export function PublishPreview({ sid, authors }: { sid: string; authors: ReactNode }) {
  const t = useWords('revisions');
  const working = useDocument((state) => state.history.present.definition);
  const name = useDocument((state) => state.history.present.name);
  const saved = useDocument((state) => state.base?.draft.definition ?? null);
  const savedRevision = useDocument((state) => state.base?.flow.revision ?? null);
  const impact = usePublishImpact(sid, 'LatestRevision');
  const { revision: publishedRevision, state, before: content, failure } = useUnpublished();
  const before = content?.definition ?? null;
  const changes = useMemo(() => (before === null ? null : diff(before, working)), [before, working]);
  const isSaved = useMemo(
    () => saved !== null && diff(saved, working).changes.length === 0,
    [saved, working],
  );
  const unsavedWidgets = useMemo(
    () => (before === null ? [] : alteredExceptTrigger(before, working)),
    [before, working],
  );
  // The counts are those of the newest revision on the server.
  const isCounted = isSaved && impact.data?.revision === savedRevision;
  return (
    <>
      <section className="publish-part">
        <h3>
          {publishedRevision === null ? t('changes') : t('changesSince', { revision: publishedRevision })}
        </h3>
        {failure !== null && <p className="failure">{failure.message}</p>}
        {impact.data !== undefined && publishedRevision === null && <p>{t('firstPublish')}</p>}
        {publishedRevision !== null && changes === null && failure === null && <Skeleton lines={2} />}
        {state === 'published' && <p>{t('noChanges')}</p>}
        {content !== null && content.name !== name && (
          <p>{t('renamesFlow', { before: content.name, after: name })}</p>
        )}
        {changes !== null && changes.changes.length > 0 && <ChangeSentences diff={changes} />}
      </section>
      {authors}
      {before !== null && changes?.behaviour === 'changed' && (
        <ExecutionReplay sid={sid} before={before} after={working} />
      )}
      <section className="publish-part">
        <h3>{t('activeExecutions')}</h3>
        <PublishImpactText impact={impact} {...(!isCounted && { unsavedWidgets })} />
      </section>
    </>
  );
}

/** No execution waits at the trigger. */
function alteredExceptTrigger(before: FlowDefinition, after: FlowDefinition): string[] {
  const triggers = new Set(before.states.filter(({ type }) => type === 'trigger').map(({ name }) => name));
  return [...alteredWidgets(before, after).keys()].filter((name) => !triggers.has(name));
}

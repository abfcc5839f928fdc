/** Which past executions would go elsewhere on the later of two definitions, replayed on request. */

import type { FlowDefinition } from '#flow/definition.ts';
import { useMay } from '../client/people/session.ts';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/states/error-state.tsx';
import { numberText } from '../words/locale.ts';
import { useWords } from '../words/use-words.ts';
import { DifferentExecutions } from './different-executions.tsx';
import { maxReplayedExecutions, type ReplayCounts } from './replay-past-executions.ts';
import { useReplay } from './use-replay.ts';
import './replay.css';

export type ExecutionReplayProps = { sid: string; before: FlowDefinition; after: FlowDefinition };

export function ExecutionReplay({ sid, before, after }: ExecutionReplayProps) {
  const t = useWords('replay');
  const { phase, counts, error, start, stop } = useReplay({ sid, before, after });
  // Masked records lead nowhere.
  if (!useMay('contacts.unmasked')) return null;
  return (
    <section className="execution-replay" aria-label={t('title')}>
      <h3>{t('title')}</h3>
      {phase === 'idle' && <p>{t('text', { limit: numberText(maxReplayedExecutions) })}</p>}
      <p role="status">
        {phase === 'running' &&
          t('progress', { count: counts.replayed, number: numberText(counts.replayed) })}
        {(phase === 'done' || phase === 'stopped') && <Result counts={counts} />}
      </p>
      {phase === 'failed' && (
        <ErrorState title={t('failed')} onRetry={start}>
          {error?.message}
        </ErrorState>
      )}
      {(phase === 'done' || phase === 'stopped') && (
        <>
          <DifferentExecutions sid={sid} after={after} executions={counts.different} />
          <LeftOut counts={counts} />
        </>
      )}
      {phase === 'running' ? (
        <Button onPress={stop}>{t('stop')}</Button>
      ) : (
        phase !== 'failed' && <Button onPress={start}>{t(phase === 'idle' ? 'start' : 'again')}</Button>
      )}
    </section>
  );
}

function Result({ counts: { replayed, different } }: { counts: ReplayCounts }) {
  const t = useWords('replay');
  if (replayed === 0) return t('none');
  const [count, total] = [different.length, numberText(replayed)];
  return count === 0 ? t('same', { total }) : t('different', { count, number: numberText(count), total });
}

/** What could not be compared, and why. */
function LeftOut({ counts: { unknown, removed, tooLarge, notFollowed } }: { counts: ReplayCounts }) {
  const t = useWords('replay');
  const reasons = { unknown, removed, tooLarge, notFollowed };
  return (
    <ul className="left-out">
      {(Object.keys(reasons) as (keyof typeof reasons)[])
        .filter((reason) => reasons[reason] > 0)
        .map((reason) => (
          <li key={reason}>{t(reason, { count: reasons[reason], number: numberText(reasons[reason]) })}</li>
        ))}
    </ul>
  );
}

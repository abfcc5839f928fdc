/** Responses that a widget got in recent executions, each of which becomes a mock by one press. */

import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Mock } from '#simulator/mock.ts';
import type { MissingMock } from '#simulator/simulation.ts';
import { executionQuery, executionsQuery } from '../client/executions/executions.ts';
import { dateAndTime } from '../words/date-time.ts';
import { useWords } from '../words/use-words.ts';
import { recordedSteps } from './recorded-execution.ts';

/** Newest executions of the flow that are looked at. */
const maxExecutions = 15;
/** Responses that are offered. */
const maxResponses = 3;
/** Characters of a response that are shown. */
const shownLength = 80;

/** `at` is the time of the execution, as ISO 8601. */
type RecordedResponse = { execution: string; at: string; mock: Mock };

export type RecordedResponsesProps = {
  /** The flow on the server. */
  sid: string;
  missing: MissingMock;
  onChoose(mock: Mock): void;
};

export function RecordedResponses({ sid, missing, onChoose }: RecordedResponsesProps) {
  const t = useWords('simulator');
  const cache = useQueryClient();
  const { widget, command } = missing;
  const { data, isPending } = useQuery({
    queryKey: ['recorded-responses', sid, widget, command.kind],
    queryFn: () => findResponses(cache, sid, missing),
    staleTime: 60_000,
  });
  if (isPending) return <p className="mut">{t('mock.searching')}</p>;
  if (data === undefined || data.length === 0) return <p className="mut">{t('mock.noneRecorded')}</p>;
  return (
    <ul className="recorded-responses" aria-label={t('mock.recorded')}>
      {data.map(({ execution, at, mock }) => (
        <li key={execution}>
          <button type="button" onClick={() => onChoose(mock)}>
            <span>{t('mock.use', { time: dateAndTime(at) })}</span>
            <span className="code clip mut">{summaryOf(mock)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

async function findResponses(
  cache: QueryClient,
  sid: string,
  { widget, command }: MissingMock,
): Promise<RecordedResponse[]> {
  const [{ recordedMoments }, { recordedMock }] = await Promise.all([
    import('#simulator/recorded/execution-record.ts'),
    import('#simulator/recorded/recorded-mock.ts'),
  ]);
  const { pages } = await cache.fetchInfiniteQuery(executionsQuery(sid, 'all'));
  const recent = pages.flatMap(({ executions }) => executions).slice(0, maxExecutions);
  const found: RecordedResponse[] = [];
  for (const { sid: execution, date_created: at } of recent) {
    if (found.length === maxResponses) break;
    const view = await cache.fetchQuery(executionQuery(sid, execution));
    // Personal data that were removed took the response with them.
    if (view.execution.contact_channel_address === null) continue;
    const step = recordedMoments(recordedSteps(view)).findLast(
      ({ transitioned_from }) => transitioned_from === widget,
    );
    if (step !== undefined) found.push({ execution, at, mock: recordedMock(command.kind, step) });
  }
  return found;
}

function summaryOf({ status, body, fault }: Mock): string {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  return [fault ?? status, text.slice(0, shownLength)].filter((part) => part !== '').join(' ');
}

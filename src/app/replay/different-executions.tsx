/** Executions that would go elsewhere, by the first widget that they leave in another way, each a link. */

import { Link } from '@tanstack/react-router';
import type { FlowDefinition } from '#flow/definition.ts';
import type { DifferentRun, Exit } from '#simulator/behaviour-diff.ts';
import { dateAndTime } from '../words/date-time.ts';
import { numberText } from '../words/locale.ts';
import { useWords } from '../words/use-words.ts';
import { shownOutlets } from '../words/widget-labels.ts';
import type { DifferentExecution } from './replay-past-executions.ts';

/** Executions of one way that are linked; the rest is counted. */
const maxListed = 20;

export type DifferentExecutionsProps = {
  sid: string;
  after: FlowDefinition;
  executions: readonly DifferentExecution[];
};

export function DifferentExecutions({ sid, after, executions }: DifferentExecutionsProps) {
  const t = useWords('replay');
  return byCount(executions, ({ widget }) => widget).map(([widget, ofWidget]) => (
    <details key={widget}>
      <summary>
        {t('from', { widget })} <span className="mut">{numberText(ofWidget.length)}</span>
      </summary>
      {byCount(ofWidget, (each) => exitsText(t, after, each)).map(([text, all]) => (
        <div key={text} className="ways">
          <p>
            {text} <span className="mut">{numberText(all.length)}</span>
          </p>
          <ul>
            {all.slice(0, maxListed).map(({ id, date }) => (
              <li key={id}>
                <Link
                  to="/flows/$sid/executions/$executionSid"
                  params={{ sid, executionSid: id }}
                  target="_blank"
                  className="link"
                >
                  {dateAndTime(date)}
                </Link>
              </li>
            ))}
            {all.length > maxListed && (
              <li>
                {t('more', { count: all.length - maxListed, number: numberText(all.length - maxListed) })}
              </li>
            )}
          </ul>
        </div>
      ))}
    </details>
  ));
}

/** The groups of `executions` by `key`, the largest first. */
function byCount(executions: readonly DifferentExecution[], key: (each: DifferentExecution) => string) {
  return [...Map.groupBy(executions, key)].sort(([, a], [, b]) => b.length - a.length);
}

function exitsText(
  t: ReturnType<typeof useWords<'replay'>>,
  definition: FlowDefinition,
  execution: DifferentExecution,
): string {
  const { before, after } = exitsOf(definition, execution);
  const target = (widget: string | null) => widget ?? t('end');
  if (before !== null && after !== null && before.label === after.label)
    return t('sameEvent', {
      event: after.label,
      after: target(after.target),
      before: target(before.target),
    });
  const [was, is] = [before, after].map((exit) =>
    exit === null ? t('notReached') : t('exit', { event: exit.label, widget: target(exit.target) }),
  );
  return t('exits', { before: was ?? '', after: is ?? '' });
}

/** `target` is null where the flow ends. */
type NamedExit = { label: string; target: string | null } | null;

/** The name of the end of a flow in steps. */
const end = 'Ended';

/** Both exits of an execution that goes elsewhere, with the labels of the outlets in `definition`. */
function exitsOf(
  definition: FlowDefinition,
  { widget, before, after }: DifferentRun,
): { before: NamedExit; after: NamedExit } {
  const outlets = shownOutlets(definition.states.find(({ name }) => name === widget) ?? {});
  const named = (exit: Exit): NamedExit => {
    if (exit === null) return null;
    const target = exit.to === end || exit.to === '' ? null : exit.to;
    const ofEvent = outlets.filter(({ event }) => event === exit.event);
    // Of several branches the one that leads there; an event of one outlet has its label wherever it leads.
    const outlet = ofEvent.length === 1 ? ofEvent[0] : ofEvent.find(({ next }) => (next || null) === target);
    return { label: outlet?.label ?? exit.event, target };
  };
  return { before: named(before), after: named(after) };
}

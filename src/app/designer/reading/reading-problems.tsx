/** What is wrong with the flow, or with one of its widgets: each a link to the settings of its widget. */

import { CircleAlert, Lightbulb, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import type { Finding } from '#flow/validation/finding.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { findingText } from '../../words/flow-texts.ts';
import { useWords } from '../../words/use-words.ts';
import { useDesigner, useDocument, useFindings, useView } from '../designer-context.tsx';
import { problemPlace } from '../panels/problem-place.ts';
import { WidgetLink } from './widget-link.tsx';

/** More are shown when they are asked for, so that the flow stays near. */
const shownAtFirst = 3;

const icons: Record<Finding['severity'], LucideIcon> = {
  error: CircleAlert,
  warning: TriangleAlert,
  note: Lightbulb,
};

/** Nothing while there are no problems. */
export function ReadingProblems() {
  const t = useWords('reading');
  const words = useWords('designer');
  const { view } = useDesigner();
  const findings = useFindings((state) => state.findings);
  const errors = useFindings((state) => state.errors);
  const isOpen = useView((state) => state.problemsOpen);
  const title = useId();
  if (findings.length === 0) return null;
  const shown = isOpen ? findings : findings.slice(0, shownAtFirst);
  return (
    <section className="reading-problems" aria-labelledby={title}>
      <h2 id={title}>
        {t('problems', { count: findings.length })}
        {errors > 0 && <span className="mut"> · {words('blocking', { count: errors })}</span>}
      </h2>
      <ProblemList findings={shown} />
      {findings.length > shown.length && (
        <Button kind="ghost" onPress={() => view.setState({ problemsOpen: true })}>
          {t('allProblems', { count: findings.length })}
        </Button>
      )}
    </section>
  );
}

/** `within` is the widget whose settings are shown: its problems need no link to it. */
export function ProblemList({ findings, within }: { findings: readonly Finding[]; within?: string }) {
  const definition = useDocument((state) => state.history.present.definition);
  return (
    <ul>
      {findings.map((finding) => {
        const { widget, field } = problemPlace(definition, finding);
        const place = [widget?.id === within ? null : widget?.id, field].filter(Boolean).join(' · ');
        const content = <Problem finding={finding} place={place} />;
        return (
          <li key={`${finding.property_path} ${finding.code} ${finding.message}`}>
            {widget === null || widget.id === within ? (
              <div className="reading-problem">{content}</div>
            ) : (
              <WidgetLink widget={widget.id} className="reading-problem">
                {content}
              </WidgetLink>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Problem({ finding, place }: { finding: Finding; place: string }) {
  const t = useWords('designer');
  return (
    <>
      <span className={`severity ${finding.severity}`}>
        <Icon of={icons[finding.severity]} />
        <span className="vh">{t(finding.severity)}</span>
      </span>
      <span>
        {findingText(finding)}
        {place !== '' && <span className="reading-place">{place}</span>}
      </span>
    </>
  );
}

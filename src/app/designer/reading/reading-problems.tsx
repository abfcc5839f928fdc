/** What is wrong with the flow, or with one of its widgets: each a link to the settings of its widget. */

import { useId } from 'react';
import type { Finding } from '#flow/validation/finding.ts';
import { Button } from '../../ui/button.tsx';
import { findingPlace } from '../../words/finding-place.ts';
import { findingSentence } from '../../words/finding-texts.ts';
import { useWords } from '../../words/use-words.ts';
import { useDesigner, useDocument, useFindings, useView } from '../designer-context.tsx';
import { FindingIcon } from '../panels/problems/finding-icon.tsx';
import { WidgetLink } from './widget-link.tsx';

/** More are shown when they are asked for, so that the flow stays near. */
const shownAtFirst = 3;

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
        const { widget } = findingPlace(definition, finding);
        const isElsewhere = widget !== null && widget.id !== within;
        const content = (
          <>
            <FindingIcon finding={finding} />
            <span>
              {findingSentence(definition, finding)}
              {isElsewhere && <span className="reading-place">{widget.id}</span>}
            </span>
          </>
        );
        return (
          <li key={`${finding.property_path} ${finding.code} ${finding.message}`}>
            {isElsewhere ? (
              <WidgetLink widget={widget.id} className="reading-problem">
                {content}
              </WidgetLink>
            ) : (
              <div className="reading-problem">{content}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

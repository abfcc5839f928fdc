/** The problems of the flow in the publish dialog. Each opens its place; errors come first, as they stop the publish. */

import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { Finding } from '#flow/validation/finding.ts';
import { Icon } from '../../ui/icon.tsx';
import { findingText } from '../../words/flow-texts.ts';
import { useWords } from '../../words/use-words.ts';
import { useDesigner, useDocument, useFindings } from '../designer-context.tsx';
import { problemPlace } from './problem-place.ts';

export function PublishProblems() {
  const t = useWords('publishing');
  const { view, commands } = useDesigner();
  const findings = useFindings((state) => state.findings);
  const definition = useDocument((state) => state.history.present.definition);
  if (findings.length === 0) return null;
  const open = (finding: Finding) => {
    view.setState({ dialog: null, problemsOpen: true });
    commands.showFinding(finding);
  };
  const isError = ({ severity }: Finding) => severity === 'error';
  const sorted = [...findings.filter(isError), ...findings.filter((each) => !isError(each))];
  return (
    <section className="publish-part publish-problems">
      <h3>{t('problems')}</h3>
      <ul>
        {sorted.map((finding) => (
          <li key={`${finding.property_path} ${finding.code} ${finding.message}`}>
            <button type="button" onClick={() => open(finding)}>
              <span className={isError(finding) ? 'severity error' : 'severity warning'}>
                <Icon of={isError(finding) ? CircleAlert : TriangleAlert} size={14} />
                <span className="vh">{t(isError(finding) ? 'error' : 'warning')}</span>
              </span>
              <span className="grow">{findingText(finding)}</span>
              <span className="mut">{problemPlace(definition, finding).widget?.id}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

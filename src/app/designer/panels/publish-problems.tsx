/** The problems of the flow in the publish dialog. Each opens its place; errors come first, as they stop the publish. */

import type { Finding } from '#flow/validation/finding.ts';
import { findingPlace } from '../../words/finding-place.ts';
import { findingSentence } from '../../words/finding-texts.ts';
import { useWords } from '../../words/use-words.ts';
import { useDesigner, useDocument, useFindings } from '../designer-context.tsx';
import { FindingIcon } from './finding-icon.tsx';

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
  return (
    <section className="publish-part publish-problems">
      <h3>{t('problems')}</h3>
      <ul>
        {findings.map((finding) => (
          <li key={`${finding.property_path} ${finding.code} ${finding.message}`}>
            <button type="button" onClick={() => open(finding)}>
              <FindingIcon finding={finding} size={14} />
              <span className="grow">{findingSentence(definition, finding)}</span>
              <span className="mut">{findingPlace(definition, finding).widget?.id}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

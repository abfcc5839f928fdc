/** The findings of the flow, the gravest first, with quick fixes, the tests that fail, and what is silenced. */

import { useState } from 'react';
import type { Finding } from '#flow/validation/finding.ts';
import { type SilencedFinding, unsilence } from '#flow/validation/silenced.ts';
import type { failingTests } from '../../../simulator/kept-test-results.ts';
import { Button } from '../../../ui/button.tsx';
import { Count } from '../../../ui/marks/count.tsx';
import { lateComponent } from '../../../ui/states/late-component.tsx';
import { LatePart } from '../../../ui/states/late-part.tsx';
import { useWords } from '../../../words/use-words.ts';
import { useDesigner, useFindings } from '../../designer-context.tsx';
import { ProblemLink, ProblemRow } from './problem-row.tsx';
import { SilenceDialog } from './silence-dialog.tsx';

const FailingTestRow = lateComponent(async () => (await import('./failing-test-row.tsx')).FailingTestRow);

export function ProblemList({ failing }: { failing: ReturnType<typeof failingTests> }) {
  const { findings, silenced } = useFindings((state) => state);
  const [silencing, setSilencing] = useState<Finding | null>(null);
  return (
    <>
      <ul>
        {findings.map((finding, index) => (
          <ProblemRow
            key={`${finding.property_path} ${finding.code} ${finding.message}`}
            finding={finding}
            n={index + 1}
            onSilence={setSilencing}
          />
        ))}
        {failing.map((test) => (
          <LatePart key={test.sid}>
            <FailingTestRow test={test} />
          </LatePart>
        ))}
        {silenced.length > 0 && <Silenced silenced={silenced} />}
      </ul>
      {silencing !== null && <SilenceDialog finding={silencing} onClose={() => setSilencing(null)} />}
    </>
  );
}

function Silenced({ silenced }: { silenced: readonly SilencedFinding[] }) {
  const t = useWords('designer');
  const { document, findings } = useDesigner();
  return (
    <li>
      <div className="problem-group">
        {t('silenced')}
        <Count value={silenced.length} />
      </div>
      <ul aria-label={t('silenced')}>
        {silenced.map((finding) => (
          <li className="problem" key={`${finding.property_path} ${finding.code} ${finding.message}`}>
            <div className="problem-row">
              <ProblemLink finding={finding} />
              <span className="problem-reason clip" title={finding.reason}>
                {finding.widget === '' ? '' : `${finding.widget}: `}
                {finding.reason}
              </span>
              <Button
                kind="ghost"
                onPress={() => {
                  document.apply(
                    { name: 'unsilence', rule: finding.rule, widget: finding.widget },
                    (definition) => unsilence(definition, finding.widget, finding.rule),
                  );
                  void findings.check();
                }}
              >
                {t('unsilence')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </li>
  );
}

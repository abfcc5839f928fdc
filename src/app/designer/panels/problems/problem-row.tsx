/** One problem: a link to its field, its quick fix, and more about it. */

import { Link } from '@tanstack/react-router';
import { BellOff, Info, Wrench } from 'lucide-react';
import { useState } from 'react';
import type { Finding } from '#flow/validation/finding.ts';
import { quickFix } from '#flow/validation/quick-fixes.ts';
import { tabOf } from '../../../inspector/focus-control.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Kbd } from '../../../ui/marks/kbd.tsx';
import { findingPlace } from '../../../words/finding-place.ts';
import { findingSentence } from '../../../words/finding-texts.ts';
import { useWords } from '../../../words/use-words.ts';
import { fixText } from '../../../words/widget-labels.ts';
import { shortcutKeys } from '../../commands/command-table.ts';
import { useDesigner, useDocument, useView } from '../../designer-context.tsx';
import { WidgetChip } from '../widget-chip.tsx';
import { FindingIcon } from './finding-icon.tsx';

/**
 * `content`: what belongs there only a person knows. `target`: the same of where a connection leads. `path`: other widgets have
 * to change with it. `secret`: a flow has no safe place for it. `type`: no other type does the same.
 */
type NoFixReason = 'content' | 'target' | 'path' | 'secret' | 'type';

const reasons: Readonly<Record<string, NoFixReason>> = {
  'dead-end': 'target',
  'failure-path': 'target',
  'next-widget': 'target',
  'same-target': 'target',
  'call-without-call': 'path',
  'endless-loop': 'path',
  'endless-poll': 'path',
  'impossible-condition': 'path',
  'reply-during-call': 'path',
  'subflow-cycle': 'path',
  'trigger-variable': 'path',
  'unset-variable': 'path',
  'hard-coded-secret': 'secret',
  'deprecated-type': 'type',
  'legacy-format': 'type',
  'unknown-type': 'type',
};

/** Why a problem has no quick fix. */
function noFixReason({ code }: Pick<Finding, 'code'>): NoFixReason {
  return reasons[code] ?? 'content';
}

export type ProblemRowProps = {
  finding: Finding;
  /** Its number in the panel, from 1. */
  n: number;
  /** Given: the rule may be silenced here. */
  onSilence?(finding: Finding): void;
};

export function ProblemRow({ finding, n, onSilence }: ProblemRowProps) {
  const t = useWords('designer');
  const { document } = useDesigner();
  const definition = useDocument((state) => state.history.present.definition);
  const [showsDetails, setShowsDetails] = useState(false);
  const fix = quickFix(definition, finding);
  return (
    <li className="problem">
      <div className="problem-row">
        <ProblemLink finding={finding} />
        {fix === null ? (
          <span className="problem-no-fix clip">{t(`noFix.${noFixReason(finding)}`)}</span>
        ) : (
          <Button
            kind="ghost"
            icon={Wrench}
            onPress={() => document.apply({ name: 'quickFix', fix: fix.label }, fix.edit)}
          >
            {fixText(fix.label)}
          </Button>
        )}
        {onSilence !== undefined && finding.severity !== 'error' && (
          <IconButton icon={BellOff} label={t('silenceProblem', { n })} onPress={() => onSilence(finding)} />
        )}
        <IconButton
          icon={Info}
          label={t('detailsOf', { n })}
          isOn={showsDetails}
          onPress={() => setShowsDetails(!showsDetails)}
        />
      </div>
      {showsDetails && (
        <dl className="problem-details">
          <dt>{t('jsonPath')}</dt>
          <dd className="mono">{finding.property_path}</dd>
          <dt>{t('rule')}</dt>
          <dd className="mono">{finding.code}</dd>
          <dt>{t('ruleMessage')}</dt>
          <dd>{finding.message}</dd>
        </dl>
      )}
    </li>
  );
}

/** The link to the widget, tab and field of a problem. */
export function ProblemLink({ finding }: { finding: Finding }) {
  const t = useWords('designer');
  const { commands } = useDesigner();
  const definition = useDocument((state) => state.history.present.definition);
  const isCurrent = useView((state) => state.problem === finding.property_path);
  const { widget } = findingPlace(definition, finding);
  const tab = tabOf(finding.property_path);
  const text = findingSentence(definition, finding);
  return (
    <Link
      to="."
      search={{
        ...(widget !== null && { widget: widget.id }),
        ...(tab !== 'config' && { tab }),
        problem: finding.property_path,
      }}
      className={isCurrent ? 'problem-link on' : 'problem-link'}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        commands.showFinding(finding);
      }}
    >
      <FindingIcon finding={finding} />
      <span className="problem-text" title={text}>
        {text}
      </span>
      <span className="problem-widget">
        {widget === null ? (
          t('wholeFlow')
        ) : (
          <>
            <WidgetChip type={widget.type} />
            <span className="clip">{widget.id}</span>
          </>
        )}
      </span>
      {isCurrent && <Kbd keys={shortcutKeys('nextProblem')} />}
    </Link>
  );
}

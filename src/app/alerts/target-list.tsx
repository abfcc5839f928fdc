/** Where the alerts of a rule go: the targets, and adding one. */

import { Mail, Plus, Webhook, Workflow, X } from 'lucide-react';
import { useState } from 'react';
import { maxTargets } from '#api/alerts/kinds.ts';
import { useFlowSummaries } from '../client/flows.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Icon } from '../ui/marks/icon.tsx';
import { useWords } from '../words/use-words.ts';
import type { DraftTarget } from './draft-target.ts';
import { TargetDialog } from './target-dialog.tsx';

type TargetListProps = {
  targets: readonly DraftTarget[];
  onChange(targets: readonly DraftTarget[]): void;
  isDisabled: boolean;
};

const icons = { email: Mail, webhook: Webhook, flow: Workflow };

export function TargetList({ targets, onChange, isDisabled }: TargetListProps) {
  const t = useWords('alerts');
  const flows = useFlowSummaries();
  const [isAdding, setAdding] = useState(false);
  const nameOf = ({ kind, to, flow_sid }: DraftTarget) => {
    const flow = flows.data?.find(({ sid }) => sid === flow_sid)?.friendly_name ?? t('target.unknownFlow');
    return kind === 'flow' ? t('target.flowText', { flow, to }) : to;
  };
  return (
    <div className="alert-targets">
      <h3>{t('panel.targets')}</h3>
      {targets.length === 0 && <p className="sec">{t('panel.noTargets')}</p>}
      <ul>
        {targets.map((target) => (
          <li key={`${target.kind} ${target.to} ${target.flow_sid ?? ''}`}>
            <Icon of={icons[target.kind]} size={14} />
            <span className="clip grow">{nameOf(target)}</span>
            {!isDisabled && (
              <IconButton
                icon={X}
                label={t('panel.remove', { target: nameOf(target) })}
                onPress={() => onChange(targets.filter((each) => each !== target))}
              />
            )}
          </li>
        ))}
      </ul>
      {!isDisabled && (
        <Button icon={Plus} isDisabled={targets.length >= maxTargets} onPress={() => setAdding(true)}>
          {t('panel.addTarget')}
        </Button>
      )}
      {isAdding && (
        <TargetDialog
          onClose={() => setAdding(false)}
          onAdd={(added) =>
            onChange([...targets.filter(({ kind, to }) => kind !== added.kind || to !== added.to), added])
          }
        />
      )}
    </div>
  );
}

/** The variables of a test run, with what the last step changed. A press copies the expression that reads one. */

import { useMemo, useState } from 'react';
import { pathOf } from '#flow/json/json-pointer.ts';
import type { Simulation } from '#simulator/simulation.ts';
import { contextAfter } from '../execution-steps/context-after.ts';
import { announce } from '../shell/announce.tsx';
import { copyOrSay } from '../ui/copy-text.ts';
import { JsonTree } from '../ui/display/json-tree.tsx';
import { toast } from '../ui/overlays/toast.ts';
import { useWords } from '../words/use-words.ts';

export function RunVariables({ simulation }: { simulation: Simulation }) {
  const t = useWords('simulator');
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="test-run-variables" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('variables')}</summary>
      {/* They can be a megabyte, and each input changes them. */}
      {isOpen && <Variables simulation={simulation} />}
    </details>
  );
}

function Variables({ simulation }: { simulation: Simulation }) {
  const t = useWords('simulator');
  const own = useMemo(() => simulation.steps.filter(({ role }) => role === 'flow'), [simulation.steps]);
  const { context, marks } = useMemo(() => contextAfter(own, own.length), [own]);
  const copy = async (pointer: string) => {
    const expression = `{{${pathOf(pointer).join('.')}}}`;
    await copyOrSay(expression, () => {
      toast({ message: t('copied', { expression }) });
      announce(t('copied', { expression }));
    });
  };
  return (
    <>
      <p className="mut">{t('variablesHelp')}</p>
      <JsonTree label={t('variables')} value={context} marks={marks} onAction={(at) => void copy(at)} />
    </>
  );
}

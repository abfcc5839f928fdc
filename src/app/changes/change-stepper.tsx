/** Which of the changes is looked at, with buttons to the next and the previous one. */

import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '../ui/icon-button.tsx';
import { useWords } from '../words/use-words.ts';

export type ChangeStepperProps = {
  /** From 0; -1 before the first one is chosen. */
  at: number;
  count: number;
  onStep(by: 1 | -1): void;
};

export function ChangeStepper({ at, count, onStep }: ChangeStepperProps) {
  const t = useWords('comparison');
  return (
    <span className="change-stepper">
      <IconButton
        icon={ChevronLeft}
        label={t('previous')}
        keys={['P']}
        isDisabled={count === 0}
        onPress={() => onStep(-1)}
      />
      <span className="num">{t('position', { at: at + 1, count })}</span>
      <IconButton
        icon={ChevronRight}
        label={t('next')}
        keys={['N']}
        isDisabled={count === 0}
        onPress={() => onStep(1)}
      />
    </span>
  );
}

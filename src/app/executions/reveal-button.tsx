/** In the bar above an execution, for those who see contacts masked: shows them, and says until when. */

import { Eye } from 'lucide-react';
import { useState } from 'react';
import { useShownUntil } from '../client/executions/reveals.ts';
import { useMay } from '../client/people/session.ts';
import { Button } from '../ui/button.tsx';
import { Pill } from '../ui/marks/pill.tsx';
import { clockTime } from '../words/date-time.ts';
import { useWords } from '../words/use-words.ts';
import { LateRevealDialog } from './late-reveal-dialog.tsx';

export function RevealButton({ sid }: { sid: string }) {
  const t = useWords('executions');
  const seesAll = useMay('contacts.unmasked');
  const mayReveal = useMay('contacts.reveal');
  const until = useShownUntil(sid);
  const [isOpen, setOpen] = useState(false);
  if (seesAll || !mayReveal) return null;
  return (
    <>
      {until === null ? (
        <Button icon={Eye} onPress={() => setOpen(true)}>
          {t('reveal.show')}
        </Button>
      ) : (
        <span role="status">
          <Pill tone="warn">{t('reveal.until', { time: clockTime(until) })}</Pill>
        </span>
      )}
      {isOpen && <LateRevealDialog sid={sid} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Resends all events since a time, for receivers that were down or lost them. */

import { History } from 'lucide-react';
import { useResendEvents } from '../../../client/email/deliveries.ts';
import { Button } from '../../../ui/button.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { saidByToast } from '../../../ui/overlays/toast.ts';
import { dateAndTime } from '../../../words/date-time.ts';
import { useWords } from '../../../words/use-words.ts';
import { useEmailTarget } from '../use-email-target.ts';

const hour = 3_600_000;
const timeSpans = { hour, day: 24 * hour, threeDays: 72 * hour } as const;

type ResendMenuProps = { webhook: string; failingSince: string | null };

export function ResendMenu({ webhook, failingSince }: ResendMenuProps) {
  const t = useWords('email');
  const recover = useResendEvents(useEmailTarget());
  const from = (since: number) =>
    recover.mutate(
      { webhook, since },
      saidByToast(
        ({ events: count }) => t('deliveries.resent', { count }),
        (message) => t('resendFailed', { message }),
      ),
    );
  return (
    <Menu
      label={t('deliveries.resendEvents')}
      placement="bottom end"
      trigger={
        <Button icon={History} isBusy={recover.isPending}>
          {t('deliveries.resendEvents')}
        </Button>
      }
      items={[
        ...(failingSince === null
          ? []
          : [
              {
                id: 'failing',
                label: t('deliveries.sinceFailing', { when: dateAndTime(failingSince) }),
                onAction: () => from(new Date(failingSince).getTime()),
              },
            ]),
        ...(Object.keys(timeSpans) as (keyof typeof timeSpans)[]).map((span) => ({
          id: span,
          label: t(`deliveries.timeSpans.${span}`),
          onAction: () => from(Date.now() - timeSpans[span]),
        })),
      ]}
    />
  );
}

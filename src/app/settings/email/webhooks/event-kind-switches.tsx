/** The kinds of events as switches, in groups that say how many are on. */

import { accountStatusKind, type WebhookKind } from '#api/email/event-webhooks.ts';
import { Switch } from '../../../ui/forms/switch.tsx';
import { useWords } from '../../../words/use-words.ts';

const groups = {
  deliverability: ['processed', 'delivered', 'deferred', 'bounce', 'dropped'],
  engagement: ['open', 'click', 'spam_report', 'unsubscribe', 'group_unsubscribe', 'group_resubscribe'],
  account: [accountStatusKind],
} as const satisfies Record<string, readonly WebhookKind[]>;

type EventKindSwitchesProps = {
  isOn(kind: WebhookKind): boolean;
  onChange(kind: WebhookKind, isOn: boolean): void;
};

export function EventKindSwitches(props: EventKindSwitchesProps) {
  return (
    <div className="kinds">
      <div>
        <Group name="deliverability" {...props} />
        <Group name="account" {...props} />
      </div>
      <Group name="engagement" {...props} />
    </div>
  );
}

function Group({ name, isOn, onChange }: EventKindSwitchesProps & { name: keyof typeof groups }) {
  const t = useWords('email');
  const kinds: readonly WebhookKind[] = groups[name];
  return (
    <fieldset>
      <legend>
        {t(`webhook.groups.${name}`)}
        {kinds.length > 1 && (
          <span className="end num">
            {t('webhook.count', { on: kinds.filter(isOn).length, all: kinds.length })}
          </span>
        )}
      </legend>
      {kinds.map((kind) => (
        <Switch
          key={kind}
          label={kind}
          {...(kind !== accountStatusKind && { help: t(`webhook.kinds.${kind}`) })}
          isOn={isOn(kind)}
          onChange={(on) => onChange(kind, on)}
        />
      ))}
    </fieldset>
  );
}

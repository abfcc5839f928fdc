/** The host names whose mail is parsed, each with the URL that it is posted to. */

import { AtSign, ListChecks, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ParseSetting } from '#api/email/parse-settings.ts';
import {
  deleteParseSetting,
  parseSettingsKey,
  useParseSettings,
} from '../../../client/email/inbound-parse.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Pill } from '../../../ui/marks/pill.tsx';
import { dateAndTime } from '../../../words/date-time.ts';
import { useWords } from '../../../words/use-words.ts';
import { ResourceList } from '../../resource-list.tsx';
import { useEmailTarget } from '../use-email-target.ts';
import { useRemoval } from '../use-removal.ts';
import { Checklist } from './checklist.tsx';
import { HostForm } from './host-form.tsx';
import './inbound.css';

const parseSettings = { kind: 'parse setting', list: parseSettingsKey, send: deleteParseSetting };

export function HostList() {
  const t = useWords('email');
  const settings = useParseSettings(useEmailTarget());
  const { isRemoved } = useRemoval(parseSettings);
  const [isAdding, setAdding] = useState(false);
  return (
    <ResourceList
      title={t('inbound.hosts')}
      list={settings}
      rows={settings.data?.filter(({ hostname }) => !isRemoved(hostname)) ?? []}
      keyOf={({ hostname }) => hostname}
      failedTitle={t('inbound.failedTitle')}
      empty={{ icon: AtSign, title: t('inbound.emptyTitle'), text: t('inbound.emptyText') }}
      add={{ label: t('inbound.add'), onPress: () => setAdding(true) }}
      form={isAdding && <HostForm setting={null} onClose={() => setAdding(false)} />}
    >
      {(setting) => <HostItem setting={setting} />}
    </ResourceList>
  );
}

function HostItem({ setting }: { setting: ParseSetting }) {
  const t = useWords('email');
  const { remove } = useRemoval(parseSettings);
  const [isEditing, setEditing] = useState(false);
  const [isChecking, setChecking] = useState(false);
  const { hostname, url, spam_check, send_raw, checked_at, lost_at } = setting;
  return (
    <>
      <div className="grow">
        <p className="row">
          <b>{hostname}</b>
          {spam_check && <Pill outlined>{t('inbound.spam')}</Pill>}
          {send_raw && <Pill outlined>{t('inbound.raw')}</Pill>}
          {lost_at !== null && <Pill tone="danger">{t('inbound.lost')}</Pill>}
        </p>
        <p className="mono sec">{url}</p>
        {lost_at !== null ? (
          <p className="small bad">{t('inbound.lostSince', { at: dateAndTime(lost_at * 1000) })}</p>
        ) : (
          checked_at !== null && (
            <p className="small mut">{t('inbound.checkedAt', { at: dateAndTime(checked_at * 1000) })}</p>
          )
        )}
      </div>
      <span className="row">
        <IconButton
          icon={ListChecks}
          label={t('inbound.check', { hostname })}
          isOn={isChecking}
          onPress={() => setChecking(!isChecking)}
        />
        <IconButton
          icon={Pencil}
          label={t('inbound.edit', { hostname })}
          isOn={isEditing}
          onPress={() => setEditing(!isEditing)}
        />
        <IconButton
          icon={Trash2}
          label={t('inbound.delete', { hostname })}
          onPress={() => remove([hostname], t('inbound.deleting', { hostname }))}
        />
      </span>
      {isChecking && <Checklist hostname={hostname} />}
      {isEditing && <HostForm setting={setting} onClose={() => setEditing(false)} />}
    </>
  );
}

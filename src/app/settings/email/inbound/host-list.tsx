/** The host names whose mail is parsed, each with the URL that it is posted to. */

import { useQueryClient } from '@tanstack/react-query';
import { AtSign, ListChecks, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ParseSetting } from '#api/email/parse-settings.ts';
import { useDeferredKeys } from '../../../client/deferred-requests.ts';
import {
  deleteParseSetting,
  parseSettingsKey,
  useParseSettings,
} from '../../../client/email/inbound-parse.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { QueryList } from '../../../ui/query-list.tsx';
import { useWords } from '../../../words/use-words.ts';
import { removeWithUndo } from '../remove-with-undo.ts';
import { useEmailTarget } from '../use-email-target.ts';
import { Checklist } from './checklist.tsx';
import { HostForm } from './host-form.tsx';
import './inbound.css';

const removalKey = (hostname: string) => `remove parse setting ${hostname}`;

export function HostList() {
  const t = useWords('email');
  const settings = useParseSettings(useEmailTarget());
  const waiting = useDeferredKeys();
  const [isAdding, setAdding] = useState(false);
  const rows = settings.data?.filter(({ hostname }) => !waiting.has(removalKey(hostname))) ?? [];
  const add = (
    <Button icon={Plus} onPress={() => setAdding(true)}>
      {t('inbound.add')}
    </Button>
  );
  return (
    <section className="panel hosts" aria-label={t('inbound.hosts')}>
      <header>
        <h2>{t('inbound.hosts')}</h2>
        {!isAdding && rows.length > 0 && <div className="end">{add}</div>}
      </header>
      <QueryList
        list={settings}
        count={rows.length + Number(isAdding)}
        failedTitle={t('inbound.failedTitle')}
        empty={
          <EmptyState icon={AtSign} title={t('inbound.emptyTitle')} actions={add}>
            {t('inbound.emptyText')}
          </EmptyState>
        }
      >
        <ul aria-label={t('inbound.hosts')}>
          {isAdding && (
            <li>
              <HostForm setting={null} onClose={() => setAdding(false)} />
            </li>
          )}
          {rows.map((setting) => (
            <HostItem key={setting.hostname} setting={setting} />
          ))}
        </ul>
      </QueryList>
    </section>
  );
}

function HostItem({ setting }: { setting: ParseSetting }) {
  const t = useWords('email');
  const cache = useQueryClient();
  const target = useEmailTarget();
  const [isEditing, setEditing] = useState(false);
  const [isChecking, setChecking] = useState(false);
  const { hostname, url, spam_check, send_raw } = setting;
  const remove = () =>
    removeWithUndo({
      cache,
      key: removalKey(hostname),
      invalidates: parseSettingsKey(target),
      send: () => deleteParseSetting(target, hostname),
      message: t('inbound.deleting', { hostname }),
    });
  return (
    <li>
      <div className="grow">
        <p className="row">
          <b>{hostname}</b>
          {spam_check && <Pill outlined>{t('inbound.spam')}</Pill>}
          {send_raw && <Pill outlined>{t('inbound.raw')}</Pill>}
        </p>
        <p className="mono sec">{url}</p>
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
        <IconButton icon={Trash2} label={t('inbound.delete', { hostname })} onPress={remove} />
      </span>
      {isChecking && <Checklist hostname={hostname} />}
      {isEditing && <HostForm setting={setting} onClose={() => setEditing(false)} />}
    </li>
  );
}

/** Addresses that proved themselves by a link, and whether others may be senders too. */

import { MailCheck, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { VerifiedSender } from '#api/email/verified-senders.ts';
import {
  deleteVerifiedSender,
  useChangeSenderRule,
  useCreateVerifiedSender,
  useResendVerifiedSender,
  useSenderRule,
  useVerifiedSenders,
  verifiedSendersKey,
} from '../../../client/email/verified-senders.ts';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { Switch } from '../../../ui/forms/switch.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Pill } from '../../../ui/marks/pill.tsx';
import { saidByToast } from '../../../ui/overlays/toast.ts';
import { useWords } from '../../../words/use-words.ts';
import { useMayChange } from '../../permission-guard.tsx';
import { ResourceList } from '../../resource-list.tsx';
import { fieldError, generalError } from '../field-errors.ts';
import { useEmailTarget } from '../use-email-target.ts';
import { useRemoval } from '../use-removal.ts';

const removable = { kind: 'verified sender', list: verifiedSendersKey, send: deleteVerifiedSender };

export function VerifiedSenders() {
  const t = useWords('sendingDomains');
  const senders = useVerifiedSenders(useEmailTarget());
  const { isRemoved } = useRemoval(removable);
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <ResourceList
        title={t('senders.all')}
        list={senders}
        rows={senders.data?.results.filter(({ id }) => !isRemoved(String(id))) ?? []}
        keyOf={({ id }) => id}
        failedTitle={t('senders.failedTitle')}
        empty={{ icon: MailCheck, title: t('senders.emptyTitle'), text: t('senders.emptyText') }}
        add={{ label: t('senders.add'), onPress: () => setAdding(true) }}
        above={<SenderRule />}
      >
        {(sender) => <SenderRow sender={sender} />}
      </ResourceList>
      {isAdding && <NewSenderDialog onClose={() => setAdding(false)} />}
    </>
  );
}

function SenderRule() {
  const t = useWords('sendingDomains');
  const ofEmail = useWords('email');
  const mayChange = useMayChange();
  const target = useEmailTarget();
  const rule = useSenderRule(target);
  const change = useChangeSenderRule(target);
  if (rule.data === undefined) return null;
  return (
    <div className="inside">
      <Switch
        label={t('senders.knownOnly')}
        help={t('senders.knownOnlyHelp')}
        isOn={change.isPending ? change.variables : rule.data.known_only}
        isDisabled={!mayChange || change.isPending}
        onChange={(isOn) =>
          change.mutate(
            isOn,
            saidByToast(null, (message) => ofEmail('saveFailed', { message })),
          )
        }
      />
    </div>
  );
}

function SenderRow({ sender }: { sender: VerifiedSender }) {
  const t = useWords('sendingDomains');
  const ofEmail = useWords('email');
  const mayChange = useMayChange();
  const { remove } = useRemoval(removable);
  const resend = useResendVerifiedSender(useEmailTarget());
  const { from_email: name, nickname, verified, problem_kind: problem, problem_reply } = sender;
  const id = String(sender.id);
  return (
    <>
      <div className="grow">
        <p className="row">
          <b>{name}</b>
          {verified ? (
            <Pill tone="live" mark="dot">
              {t('senders.verified')}
            </Pill>
          ) : (
            <Pill tone={problem === null ? 'warn' : 'danger'}>{t('senders.unverified')}</Pill>
          )}
        </p>
        <p className="small sec">{nickname}</p>
        {problem !== null && (
          <p className="small bad">
            {t(`senders.problems.${problem}`)}{' '}
            {problem_reply !== null && <span className="mono">{problem_reply}</span>}
          </p>
        )}
      </div>
      {mayChange && (
        <>
          {!verified && (
            <IconButton
              icon={Send}
              label={t('senders.resend', { name })}
              isDisabled={resend.isPending}
              onPress={() =>
                resend.mutate(
                  id,
                  saidByToast(t('senders.sent', { name }), (message) => t('senders.sendFailed', { message })),
                )
              }
            />
          )}
          <IconButton
            icon={Trash2}
            label={t('delete', { name })}
            onPress={() => remove([id], ofEmail('deleting', { name }))}
          />
        </>
      )}
    </>
  );
}

const fields = ['nickname', 'from_email'];

function NewSenderDialog({ onClose }: { onClose(): void }) {
  const t = useWords('sendingDomains');
  const create = useCreateVerifiedSender(useEmailTarget());
  const [email, setEmail] = useState('');
  const [nickname, setNickname] = useState('');
  const { error } = create;
  const from_email = email.trim();
  return (
    <FormDialog
      title={t('senders.add')}
      submit={t('senders.create')}
      isBusy={create.isPending}
      isDisabled={from_email === '' || nickname.trim() === ''}
      failure={generalError(error, fields)}
      onClose={onClose}
      onSubmit={() =>
        create.mutate({ nickname: nickname.trim(), from_email, reply_to: from_email }, { onSuccess: onClose })
      }
    >
      <TextField
        label={t('senders.address')}
        help={t('senders.addressHelp')}
        placeholder="desk@example.com"
        value={email}
        onChange={setEmail}
        maxLength={256}
        error={fieldError(error, 'from_email')}
        autoFocus
      />
      <TextField
        label={t('senders.nickname')}
        help={t('senders.nicknameHelp')}
        value={nickname}
        onChange={setNickname}
        maxLength={100}
        error={fieldError(error, 'nickname')}
      />
    </FormDialog>
  );
}

/** How a sending domain and its records are, in a pill. */

import type { LinkDomain } from '#api/email/link-domains.ts';
import type { DomainRecord, DomainRecordName, SendingDomain } from '#api/email/sending-domains.ts';
import { Pill } from '../../../ui/marks/pill.tsx';
import { useWords } from '../../../words/use-words.ts';

/** The records in the order in which they matter, the signing key first. */
export function recordsOf({ dns, keys }: SendingDomain): [DomainRecordName, DomainRecord][] {
  const ofKeys = keys[1]?.state === 'signing' ? (['dkim2', 'dkim1'] as const) : (['dkim1', 'dkim2'] as const);
  const names = [...ofKeys, 'domain_spf', 'mail_server', 'subdomain_spf', 'dmarc'] as const;
  return names.map((name) => [name, dns[name]]);
}

/** It was there before: who published it does not know. */
const isLost = ({ lost_at }: DomainRecord) => lost_at !== null;
const isMissing = ({ problem }: DomainRecord) => problem === 'missing';
const isWrong = ({ problem }: DomainRecord) =>
  problem !== null && problem !== 'missing' && problem !== 'unknown';

export function DomainState({ domain }: { domain: SendingDomain }) {
  const records = recordsOf(domain).map(([, record]) => record);
  return <ChecksState isChecked={domain.checked_at !== null} isValid={domain.valid} records={records} />;
}

export const linkHost = ({ subdomain, domain }: LinkDomain) => `${subdomain}.${domain}`;

export function LinkState({ link }: { link: LinkDomain }) {
  return (
    <ChecksState
      isChecked={link.checked_at !== null}
      isValid={link.valid}
      records={Object.values(link.dns)}
    />
  );
}

type ChecksStateProps = { isChecked: boolean; isValid: boolean; records: readonly DomainRecord[] };

function ChecksState({ isChecked, isValid, records }: ChecksStateProps) {
  const t = useWords('sendingDomains');
  if (!isChecked) return <Pill mark="ring">{t('states.unchecked')}</Pill>;
  const wrong = records.filter(isWrong).length;
  const missing = records.filter(isMissing).length;
  const lost = records.filter(isLost).length;
  if (lost > 0) return <Pill tone="danger">{t('lostCount', { count: lost })}</Pill>;
  if (wrong > 0) return <Pill tone="danger">{t('wrongCount', { count: wrong })}</Pill>;
  if (missing > 0) return <Pill tone="warn">{t('missingCount', { count: missing })}</Pill>;
  return isValid ? (
    <Pill tone="live" mark="dot">
      {t('valid')}
    </Pill>
  ) : (
    <Pill mark="ring">{t('states.unknown')}</Pill>
  );
}

export function RecordState({ record }: { record: DomainRecord }) {
  const t = useWords('sendingDomains');
  if (record.valid) {
    return (
      <Pill tone="live" mark="dot">
        {t('states.found')}
      </Pill>
    );
  }
  if (isLost(record)) return <Pill tone="danger">{t('states.lost')}</Pill>;
  if (isMissing(record)) return <Pill tone="warn">{t('states.missing')}</Pill>;
  if (isWrong(record)) return <Pill tone="danger">{t('states.wrong')}</Pill>;
  return <Pill mark="ring">{t(record.problem === null ? 'states.unchecked' : 'states.unknown')}</Pill>;
}

/** The account that is signed in: its name and its SID. */

import { useSession } from '../../client/session.ts';
import { useWords } from '../../words/use-words.ts';
import { SectionHeader } from '../section-header.tsx';

export function AccountPage() {
  const t = useWords('account');
  const session = useSession().data;
  return (
    <>
      <SectionHeader title={t('title')} lead={t('lead')} />
      <div className="narrow">
        <section className="panel">
          <header>
            <h2>{session?.friendly_name}</h2>
          </header>
          <dl className="inside">
            <dt>{t('sid')}</dt>
            <dd className="mono">{session?.account_sid}</dd>
          </dl>
        </section>
      </div>
    </>
  );
}

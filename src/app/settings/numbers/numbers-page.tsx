/** Numbers: carriers, the addresses that flows answer at, and what to paste at each carrier. */

import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { useAddresses, useCarriers } from '../../client/numbers.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { useWords } from '../../words/use-words.ts';
import { LastChange } from '../last-change.tsx';
import { ChangingNeeds } from '../permission-guard.tsx';
import { SectionHeader } from '../section-header.tsx';
import { AddressList } from './address-list.tsx';
import { CarrierList } from './carrier-list.tsx';
import './numbers.css';

export function NumbersPage() {
  const t = useWords('numbers');
  const carriers = useCarriers();
  const addresses = useAddresses();
  const known = carriers.data?.[0]?.status_url ?? addresses.data?.pages[0]?.addresses[0]?.webhook_url;
  return (
    <div className="narrow numbers">
      <SectionHeader title={t('title')} lead={t('lead')} />
      <LastChange of="address" />
      {known !== undefined && isLoopback(known) && (
        <p className="caution" role="note">
          <Icon of={TriangleAlert} size={16} />
          <span>{t('loopback')}</span>
        </p>
      )}
      <Link to="/test-phone" className={`${buttonClass()} test-phone-link`}>
        {t('phone.open')}
      </Link>
      <ChangingNeeds permission="numbers.write">
        <CarrierList />
        <AddressList />
      </ChangingNeeds>
    </div>
  );
}

/** Whether an address can only be reached on the machine itself. */
function isLoopback(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? '';
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127\./.test(host);
}

/** A page of keys, for those who may see them. */

import type { ReactNode } from 'react';
import { useMay } from '../../../client/people/session.ts';
import { useWords } from '../../../words/use-words.ts';
import { SeeingNeeds } from '../../permission-guard.tsx';
import { EmailHeader } from '../email-header.tsx';

export function KeysGuard({ children }: { children: ReactNode }) {
  const t = useWords('email');
  if (useMay('keys.write')) return children;
  return (
    <>
      <EmailHeader title={t('keys.title')} lead={t('keys.lead')} />
      <SeeingNeeds permission="keys.write">{null}</SeeingNeeds>
    </>
  );
}

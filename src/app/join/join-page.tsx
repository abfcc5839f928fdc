/**
 * Where the link of an invitation leads, or of a new password. Its token is in the fragment of the address, which no browser
 * sends: no log of addresses holds it.
 */

import '../words/chunks/people-words.ts';
import { Link, useLocation } from '@tanstack/react-router';
import { usePersonLink } from '../client/people/person-links.ts';
import { isNotFound } from '../client/request.ts';
import { Gate, GateFailure } from '../people/gate.tsx';
import { Button } from '../ui/button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { Skeleton } from '../ui/states/skeleton.tsx';
import { useWords } from '../words/use-words.ts';
import { JoinForm } from './join-form.tsx';

export function JoinPage() {
  const token = useLocation({ select: ({ hash }) => hash });
  return token === '' ? <GoneLink /> : <JoinWith key={token} token={token} />;
}

function JoinWith({ token }: { token: string }) {
  const t = useWords('people');
  const link = usePersonLink(token);
  if (link.data !== undefined) return <JoinForm link={link.data} token={token} />;
  if (isNotFound(link.error)) return <GoneLink />;
  if (link.error === null) {
    return (
      <Gate title={t('join.checking')}>
        <Skeleton lines={3} />
      </Gate>
    );
  }
  return (
    <Gate title={t('join.failedTitle')}>
      <GateFailure>{link.error.message}</GateFailure>
      <Button size="lg" onPress={() => void link.refetch()} isBusy={link.isFetching}>
        {t('join.retry')}
      </Button>
    </Gate>
  );
}

/** A link that was used, has ended or was replaced: the server does not tell which. */
function GoneLink() {
  const t = useWords('people');
  return (
    <Gate title={t('join.goneTitle')} lead={t('join.goneText')}>
      <Link to="/sign-in" className={buttonClass('primary', 'lg')}>
        {t('join.toSignIn')}
      </Link>
    </Gate>
  );
}

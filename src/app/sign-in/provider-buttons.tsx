/** The ways to the identity providers, and what went wrong on the way back from one. */

import { getRouteApi } from '@tanstack/react-router';
import { signInFailures } from '#api/people/sign-in-failures.ts';
import { useSessionProviders } from '../client/people/session-providers.ts';
import { GateFailure } from '../people/gate.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { useWords } from '../words/use-words.ts';

const route = getRouteApi('/sign-in');

/** Links, and no requests of the page: the browser itself goes there, and comes back with the session. */
export function ProviderButtons() {
  const t = useWords('identity');
  const { return: back } = route.useSearch();
  const providers = useSessionProviders().data ?? [];
  const search = back === undefined ? '' : `?${new URLSearchParams({ return: back })}`;
  return providers.map(({ sid, name, url }) => (
    <a key={sid} className={buttonClass('plain', 'lg')} href={url + search}>
      <span className="provider-mark" aria-hidden>
        {[...name.trim()][0]?.toUpperCase()}
      </span>
      {t('continueWith', { name })}
    </a>
  ));
}

export function ProviderFailure() {
  const t = useWords('identity');
  const { failed = '' } = route.useSearch();
  const providers = useSessionProviders().data ?? [];
  const [what, provider] = failed.split('.');
  const failure = signInFailures.find((each) => each === what);
  if (failure === undefined) return null;
  const name = providers.find(({ sid }) => sid === provider)?.name ?? t('someProvider');
  return <GateFailure>{t(`failures.${failure}`, { name })}</GateFailure>;
}

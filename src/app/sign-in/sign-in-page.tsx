/**
 * Signing in as a person, or with the account's SID and token. The server handles the sign-in link, which loads this page
 * only when it is refused: a person with such a link has the token too.
 */

import '../words/chunks/people-words.ts';
import { getRouteApi } from '@tanstack/react-router';
import { AccountForm } from './account-form.tsx';
import { PersonForm } from './person-form.tsx';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const search = route.useSearch();
  return search.with === 'account' || search.link !== undefined ? <AccountForm /> : <PersonForm />;
}

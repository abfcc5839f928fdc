/** The words of the account section of the settings. */

export const account = {
  title: 'Account',
  lead: 'Who this installation knows you as, and what programs sign in with.',
  sid: 'Account SID',
} as const;

/** Texts of the menus at the end of the rail. */

export const railMenus = {
  account: 'Account',
  copySid: 'Copy account SID',
  copied: 'Copied',
  dark: 'Dark',
  language: 'Language',
  languageFailed: 'Could not load the language. Check the connection, then try again.',
  light: 'Light',
  signOut: 'Sign out',
  system: 'System',
  theme: 'Appearance',
  switchAccount: 'Switch account…',
  switchTitle: 'Switch account',
  switchSearch: 'Find an account by name or SID',
  switchFailed: 'Could not load your accounts',
  switchNone: 'No account has this name or SID.',
  accounts_one: '{{count}} account',
  accounts_other: '{{count}} accounts',
  hereNow: 'here now',
  switchedTitle: 'You are in another account now',
  switchedText:
    'You switched accounts on another page, and this page still shows {{name}}. What you did last here was not saved.',
  switchedBack: 'Back to {{name}}',
  switchedGoOn: 'Go on in {{name}}',
  switchedOther: 'the other account',
} as const;

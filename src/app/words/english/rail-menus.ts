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
} as const;

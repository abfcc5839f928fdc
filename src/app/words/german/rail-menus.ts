/** The menus at the end of the rail in German. */

export const railMenus = {
  account: 'Konto',
  copySid: 'Konto-SID kopieren',
  copied: 'Kopiert',
  dark: 'Dunkel',
  language: 'Sprache',
  languageFailed:
    'Die Sprache konnte nicht geladen werden. Prüfen Sie die Verbindung, und versuchen Sie es noch einmal.',
  light: 'Hell',
  signOut: 'Abmelden',
  system: 'System',
  theme: 'Darstellung',
} as const;

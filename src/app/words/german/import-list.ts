/** import-list.ts in German. */

export const importList = {
  close: 'Schließen',
  importing: '{{done}} von {{total}} wird importiert',
  title: 'Importieren',
  done_one: '{{count}} Flow importiert',
  done_other: '{{count}} Flows importiert',
  failed_one: '{{count}} Datei nicht importiert',
  failed_other: '{{count}} Dateien nicht importiert',
  created: 'Als Entwurf erstellt',
  local_one:
    'In diesem Browser gespeichert: Beheben Sie {{count}} Fehler, um ihn auf dem Server zu speichern',
  local_other:
    'In diesem Browser gespeichert: Beheben Sie {{count}} Fehler, um ihn auf dem Server zu speichern',
  unreadable:
    'Diese Datei konnte nicht gelesen werden. Prüfen Sie, ob es sie noch gibt, und wählen Sie sie erneut.',
  noStorage:
    'Nicht importiert: Der Flow hat Fehler, und dieser Browser erlaubt der Seite nicht, ihn zu speichern. Beheben Sie die Fehler in der Datei, und importieren Sie sie erneut.',
  notSaved: 'Dieser Flow konnte nicht gespeichert werden. {{message}}',
  waiting: 'Wartet',
  open: 'Flow öffnen',
} as const;

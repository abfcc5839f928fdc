/** What opens over the list of flows in German: a new flow, tags, files that are imported. */

/** The dialog that makes a flow in German. */
export const newFlow = {
  title: 'Neuer Flow',
  search: 'Vorlagen suchen',
  templates: 'Vorlagen',
  name: 'Name',
  nameMissing: 'Name ist erforderlich.',
  cancel: 'Abbrechen',
  submit: 'Entwurf erstellen',
  importText: 'Datei auswählen oder hier ablegen',
  failed: 'Der Flow konnte nicht erstellt werden. {{message}}',
  previewOf: 'Vorschau von {{name}}',
  noMatch: 'Keine Vorlagen gefunden.',
} as const;

/** The dialog of a flow’s tags in German. */
export const flowTags = {
  title: 'Tags von {{name}}',
  list: 'Tags',
  add: 'Tag hinzufügen',
  help: 'Drücken Sie nach jedem Tag die Eingabetaste.',
  remove: 'Tag {{tag}} entfernen',
  elsewhere: 'Tags anderer Flows',
  take: 'Tag {{tag}} hinzufügen',
  save: 'Tags speichern',
  tooLong: 'Ein Tag hat höchstens {{length}} Zeichen.',
  tooMany: 'Ein Flow hat höchstens {{max}} Tags.',
  failed: 'Die Tags konnten nicht gespeichert werden. {{message}}',
};

/** The list of files that are being imported in German. */
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

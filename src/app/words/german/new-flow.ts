/** new-flow.ts in German. */

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

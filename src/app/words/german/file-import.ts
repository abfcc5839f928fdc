/** Eine Datei im Designer importieren. */

export const fileImport = {
  title: '{{file}} importieren',
  drop: 'Zum Importieren ablegen',
  dropHint: 'Sie sehen, was sich ändern würde, bevor es geschieht.',
  unreadable:
    'Die Datei konnte nicht gelesen werden. Wählen Sie sie erneut, oder prüfen Sie, ob es sie noch gibt.',
  refused: 'Aus dieser Datei kann nichts importiert werden.',
  leftOut_one: '{{count}} weitere Datei wurde ausgelassen: Hier wird eine Datei nach der anderen importiert.',
  leftOut_other:
    '{{count}} weitere Dateien wurden ausgelassen: Hier wird eine Datei nach der anderen importiert.',
  preview: 'Vorschau des Flows in der Datei',
  destination: 'Importieren als',
  replace: 'Diesen Flow ersetzen',
  paste: 'In diesen Flow einfügen',
  create: 'Neuer Flow',
  replaceText: 'Der Name dieses Flows bleibt. „Rückgängig“ bringt seine Definition zurück.',
  pasteText_one: '{{count}} Widget kommt neben die anderen, mit den Verbindungen dazwischen.',
  pasteText_other: '{{count}} Widgets kommen neben die anderen, mit den Verbindungen dazwischen.',
  createText: 'Dieser Flow bleibt, wie er ist, und der neue wird geöffnet.',
  changes: 'Was sich ändert',
  noChanges: 'Die Datei hat dieselbe Definition wie dieser Flow.',
  nothingToPaste: 'Die Datei hat nur einen Trigger, und dieser Flow hat schon einen.',
  problems_one: '{{count}} Problem in der Datei',
  problems_other: '{{count}} Probleme in der Datei',
  noProblems: 'Keine Probleme in der Datei gefunden.',
  moreProblems_one: '{{count}} weiteres',
  moreProblems_other: '{{count}} weitere',
  errorsKept: 'Mit Fehlern kann er importiert und bearbeitet, aber nicht veröffentlicht werden.',
  cancel: 'Abbrechen',
  doReplace: 'Ersetzen',
  doPaste: 'Einfügen',
  doCreate: 'Flow anlegen',
  noStorage:
    'Der Flow hat Fehler, und dieser Browser speichert ihn nicht. Korrigieren Sie die Datei, oder erlauben Sie das Speichern.',
  notSaved: 'Der Flow wurde nicht gespeichert. {{message}}',
} as const;

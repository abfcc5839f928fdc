/** flow-state.ts in German. */

export const flowState = {
  draft: 'Entwurf',
  published: 'Veröffentlicht',
  changed: 'Änderungen',
  neverPublished: 'Nie veröffentlicht',
  upToDate: 'Aktuell',
  notPublished_one: '{{count}} nicht veröffentlicht',
  notPublished_other: '{{count}} nicht veröffentlicht',
  changes_one: '{{count}} Änderung',
  changes_other: '{{count}} Änderungen',
  local: 'Noch nicht gespeichert',
  localHint: 'In diesem Browser gespeichert',
  you: 'Sie',
  someone: 'Jemand',
  api: 'API',
  cli: 'Befehlszeile',
  import: 'Import',
} as const;

/** The picture of what runs now, in German. */

export const livePicture = {
  title: 'Live-Ansicht',
  failedTitle: 'Die Live-Ansicht konnte nicht geladen werden',
  hide: 'Zahlen ausblenden',
  canvas: 'Live-Ansicht von {{name}}',
  waiting_one: '{{count}} wartet jetzt',
  waiting_other: '{{count}} warten jetzt',
  elsewhere_one: '{{count}} wartet an Widgets von Revision {{revision}}',
  elsewhere_other: '{{count}} warten an Widgets von Revision {{revision}}',
  revision: 'Revision',
  allRevisions: 'Alle Revisionen',
  period: 'Zeitraum der Zahlen an den Verbindungen',
  periods: { hour: 'Letzte Stunde', day: 'Letzter Tag', week: '7 Tage' },
  failures: 'Fehler und Zeitüberschreitungen',
} as const;

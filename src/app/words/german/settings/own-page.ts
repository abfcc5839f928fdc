/** The own picture, and how the page looks, in German. */

export const ownPage = {
  picture: 'Bild',
  pictureText: 'Andere sehen es neben Ihrem Namen. Die Seite macht aus Ihrer Datei ein kleines Quadrat.',
  choose: 'Bild wählen…',
  replace: 'Anderes Bild wählen…',
  remove: 'Bild entfernen',
  set: 'Bild gespeichert.',
  removed: 'Bild entfernt.',
  unreadable:
    'Diese Datei ist kein Bild, das der Browser zeigen kann. Wählen Sie eine Datei im Format PNG, JPEG oder WebP.',
  appearance: 'Darstellung und Sprache',
  appearanceText: 'In diesem Browser gespeichert.',
} as const;

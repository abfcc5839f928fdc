/** flow-tags.ts in German. */

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

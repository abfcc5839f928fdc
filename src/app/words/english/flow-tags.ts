/** The texts of the dialog of a flow’s tags. */

export const flowTags = {
  title: 'Tags of {{name}}',
  list: 'Tags',
  add: 'Add a tag',
  help: 'Press Enter after each tag.',
  remove: 'Remove tag {{tag}}',
  elsewhere: 'Tags of other flows',
  take: 'Add tag {{tag}}',
  save: 'Save tags',
  tooLong: 'A tag has at most {{length}} characters.',
  tooMany: 'A flow has at most {{max}} tags.',
  failed: 'Could not save the tags. {{message}}',
} as const;

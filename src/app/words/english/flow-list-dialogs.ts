/** Texts of what opens over the list of flows: a new flow, tags, files that are imported. */

/** The texts of the dialog that makes a flow. */
export const newFlow = {
  title: 'New flow',
  search: 'Search templates',
  templates: 'Templates',
  name: 'Name',
  nameMissing: 'Name is required.',
  cancel: 'Cancel',
  submit: 'Create draft',
  importText: 'Choose a file, or drop it here',
  failed: 'Could not create the flow. {{message}}',
  previewOf: 'Preview of {{name}}',
  noMatch: 'No templates found.',
} as const;

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

/** Texts of the list of files that are being imported. */
export const importList = {
  close: 'Close',
  importing: 'Importing {{done}} of {{total}}',
  title: 'Import',
  done_one: '{{count}} flow imported',
  done_other: '{{count}} flows imported',
  failed_one: '{{count}} file not imported',
  failed_other: '{{count}} files not imported',
  created: 'Created as draft',
  local_one: 'Stored in this browser: fix {{count}} error to save it on the server',
  local_other: 'Stored in this browser: fix {{count}} errors to save it on the server',
  unreadable: 'Could not read this file. Check that it still exists, then choose it again.',
  noStorage:
    'Not imported: the flow has errors, and this browser does not allow the page to store it. Fix the errors in the file, then import it again.',
  notSaved: 'Could not save this flow. {{message}}',
  waiting: 'Waiting',
  open: 'Open flow',
} as const;

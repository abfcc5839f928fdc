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

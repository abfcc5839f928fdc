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

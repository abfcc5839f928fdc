/** Texts around the pages: navigation, account menu, sign-in, and pages that could not be shown. */

export const shell = {
  accountOf: 'Account {{name}}',
  breadcrumbs: 'Breadcrumbs',
  email: 'Email',
  executions: 'Executions',
  failedText: 'This part of the page stopped working. Saved work is safe. Try again, or reload the page.',
  failedTitle: 'Something went wrong',
  flows: 'Flows',
  home: 'Patchbay, all flows',
  main: 'Main',
  notFoundText: 'The address may be mistyped, or what it pointed to was deleted.',
  notFoundTitle: 'Page not found',
  offlineText: 'Check that the server is running and that you are connected, then try again.',
  offlineTitle: 'The server is not responding',
  reload: 'Reload page',
  roles: {
    viewer: 'Viewer',
    support: 'Support',
    author: 'Author',
    publisher: 'Publisher',
    admin: 'Admin',
    owner: 'Owner',
  },
  settings: 'Settings',
  skip: 'Skip to content',
  tasks: 'Tasks',
  alerts: 'Alerts',
  testPhone: 'Test phone',
  theme: 'Appearance',
  toFlows: 'Go to flows',
} as const;

/** Texts around all sections of the settings, and the names of the sections. */
export const settings = {
  title: 'Settings',
  lastChange: 'Last change',
  account: 'Account',
  numbers: 'Numbers',
  events: 'Events',
  email: 'Email',
  services: 'Services',
  operations: 'Operations',
  flow: 'Flow',
  chooseFlow: 'Choose a flow',
  testUsers: 'Test users',
  webhook: 'Webhook',
} as const;

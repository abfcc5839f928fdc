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

/** The sections of the settings in German. */

export const settings = {
  title: 'Einstellungen',
  lastChange: 'Letzte Änderung',
  account: 'Konto',
  numbers: 'Nummern',
  events: 'Ereignisse',
  email: 'E-Mail',
  services: 'Dienste',
  operations: 'Betrieb',
  flow: 'Flow',
  chooseFlow: 'Flow auswählen',
  testUsers: 'Testnutzer',
  webhook: 'Webhook',
} as const;

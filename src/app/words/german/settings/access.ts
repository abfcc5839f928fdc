/** Texte zu dem, was die Rolle einer Person nicht zeigt oder nicht ändern lässt, und die Namen der Seiten über Personen. */

export const access = {
  seeTitle: 'Ihre Rolle zeigt das nicht',
  see: 'Dafür braucht es die Rolle {{role}} oder eine höhere. Fragen Sie einen Admin oder Eigentümer des Kontos.',
  change: 'Ihre Rolle lässt Sie das sehen. Zum Ändern braucht es die Rolle {{role}} oder eine höhere.',
  people: 'Personen',
  members: 'Mitglieder',
  roles: 'Rollen',
  audit: 'Änderungsprotokoll',
  contacts: 'Kontakte',
  signIn: 'Anmeldung',
  profile: 'Profil',
  tokens: 'Tokens',
} as const;

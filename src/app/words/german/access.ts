/** Texte zu dem, was die Rolle einer Person nicht zeigt oder nicht ändern lässt. */

export const access = {
  seeTitle: 'Ihre Rolle zeigt das nicht',
  see: 'Dafür braucht es die Rolle {{role}} oder eine höhere. Fragen Sie einen Admin oder Eigentümer des Kontos.',
  change: 'Ihre Rolle lässt Sie das sehen. Zum Ändern braucht es die Rolle {{role}} oder eine höhere.',
} as const;

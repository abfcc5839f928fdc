/** Texte zum Anmelden über Identitätsanbieter: auf der Anmeldeseite und in den Einstellungen. */

export const identity = {
  continueWith: 'Weiter mit {{name}}',
  someProvider: 'Der Anbieter',
  failures: {
    away: '{{name}} antwortet nicht. Nichts wurde geändert. Versuchen Sie es noch einmal, oder melden Sie sich mit Ihrem Passwort an.',
    answer:
      'Der Antwort von {{name}} ist nicht zu trauen, deshalb wurde niemand angemeldet. Versuchen Sie es noch einmal. Bleibt es dabei, fragen Sie einen Eigentümer Ihres Kontos: Der Grund steht im Protokoll des Servers.',
    expired:
      'Diese Anmeldung hat zu lange gedauert oder wurde schon verwendet. Beginnen Sie sie noch einmal.',
    browser:
      'Diese Anmeldung wurde in einem anderen Fenster oder Browser begonnen. Beginnen Sie sie hier noch einmal.',
    refused:
      '{{name}} hat Sie nicht angemeldet. Versuchen Sie es noch einmal, oder melden Sie sich mit Ihrem Passwort an.',
    unverified:
      '{{name}} bestätigt Ihre E-Mail-Adresse nicht. Lassen Sie sie dort bestätigen, oder melden Sie sich mit Ihrem Passwort an.',
    nobody:
      '{{name}} kennt Sie, aber Sie sind hier kein Mitglied. Bitten Sie einen Eigentümer oder Admin des Kontos um eine Einladung oder um die Gruppe, die Zugang hat.',
    elsewhere:
      'Sie gehören zu Konten, für die {{name}} nicht zuständig ist. Melden Sie sich mit Ihrem Passwort an.',
    limited:
      'Von Ihrer Netzwerkadresse begannen zu viele Anmeldungen. Warten Sie eine Minute, und versuchen Sie es dann noch einmal.',
  },
  tokenOff:
    'Die Eigentümer haben das Anmelden mit dem Token auf dieser Seite abgeschaltet. Melden Sie sich als Person an. Über die API gilt das Token.',
  title: 'Anmeldung',
  lead: 'Wie sich Personen bei {{account}} und den Konten darunter anmelden.',
  delete: 'Entfernen',
  failed: '{{name}} konnte nicht geändert werden. {{message}}',
  providers: {
    title: 'Identitätsanbieter',
    failedTitle: 'Die Identitätsanbieter konnten nicht geladen werden',
    emptyTitle: 'Keine Identitätsanbieter',
    emptyText: 'Personen können sich mit dem Konto anmelden, das sie anderswo haben, über OpenID Connect.',
    add: 'Anbieter hinzufügen',
    editTitle: 'Anbieter bearbeiten',
    edit: 'Bearbeiten',
    editOf: '{{name}} bearbeiten',
    removeOf: '{{name}} entfernen',
    removeTitle: '{{name}} entfernen?',
    removeText:
      'Niemand meldet sich mehr darüber an. Seine Regeln werden mit entfernt, und mit ihnen die Mitgliedschaften, die nur sie geben.',
    removed: '{{name}} entfernt.',
    active: 'An',
    disabled: 'Aus',
    check: 'Prüfen',
    checkOf: '{{name}} prüfen',
    checked: '{{name}} antwortet und kann verwendet werden.',
    checkFailed: '{{name}} kann nicht verwendet werden. {{message}}',
    redirect: 'Redirect-URI',
    signedOut: 'Redirect-URI nach dem Abmelden',
    copyOf: '{{label}} von {{name}} kopieren',
    enter: 'Tragen Sie beide Adressen beim Anbieter ein.',
    save: 'Speichern',
    name: 'Name',
    nameHelp: 'Auf der Anmeldeseite.',
    issuer: 'Issuer',
    issuerHelp: 'Die Adresse vor /.well-known/openid-configuration. Sie bleibt danach, wie sie ist.',
    clientId: 'Client-ID',
    secret: 'Client-Secret',
    secretHelp: 'Wird verschlüsselt gespeichert. Bei einem öffentlichen Client bleibt es leer.',
    secretStored: 'Eines ist gespeichert. Lassen Sie das Feld leer, um es zu behalten.',
    scopes: 'Scopes',
    scopesHelp:
      'Mit einem Leerzeichen dazwischen. Manche Anbieter brauchen einen für die Gruppen einer Person.',
    on: 'Personen können sich darüber anmelden',
    missing: '{{field}} fehlt.',
  },
  rules: {
    title: 'Regeln',
    lead: 'Was Personen dürfen, die sich über einen Anbieter anmelden. Alle passenden Regeln gelten bei jeder Anmeldung.',
    failedTitle: 'Die Regeln konnten nicht geladen werden',
    emptyTitle: 'Keine Regeln',
    emptyText: 'Ohne Regel meldet ein Anbieter nur Personen an, die schon Mitglied sind.',
    add: 'Regel hinzufügen',
    addTitle: 'Neue Regel',
    submit: 'Regel hinzufügen',
    name: 'Name',
    nameHelp: 'Mitglieder, denen sie Zugang gibt, zeigen ihn.',
    provider: 'Anbieter',
    claim: 'Claim',
    claimHelp: 'Zum Beispiel groups oder realm_access.roles.',
    operator: 'Vergleich',
    is: 'ist',
    contains: 'enthält',
    value: 'Wert',
    account: 'Konto',
    accountHelp: 'In einem Konto über anderen gilt sie auch in diesen.',
    sentence: '{{claim}} {{operator}} {{value}}',
    gives: '{{role}} in {{account}}',
    removeOf: 'Die Regel {{name}} entfernen',
    removeTitle: 'Die Regel {{name}} entfernen?',
    removeText: 'Mitgliedschaften, die nur diese Regel gibt, enden sofort.',
    removed: 'Die Regel {{name}} ist entfernt.',
    needsProvider: 'Fügen Sie zuerst einen Anbieter hinzu.',
  },
  password: {
    title: 'Passwörter und Token',
    factor: 'Zweiten Faktor verlangen',
    factorHelp:
      'Wer sich bei diesem Konto oder einem darunter mit einem Passwort anmeldet, richtet zuerst Codes einer Authenticator-App ein. Passkeys und Anbieter gelten als zweiter Faktor.',
    token: 'Auf der Seite mit SID und Token anmelden',
    tokenHelp:
      'Programme verwenden sie über die API in jedem Fall. Es lässt sich ausschalten, sobald sich ein Eigentümer auf andere Weise anmelden kann.',
  },
  comesFrom: {
    title: 'Kommt von',
    direct: 'Direkt gegeben',
    rule: 'Regel {{name}}',
  },
} as const;

/** Was die Suche nach Widgets sagt. */

export const finding = {
  forQuery: 'Für „{{query}}“',
  alsoFound: 'Außerdem gefunden',
  nearTo: 'Kommt dem nahe',
  instead: 'Was andere stattdessen tun',
  nothingFor: 'Nichts gefunden für „{{query}}“',
  nothingText: 'Kein Widget tut das, und kein anderes Wort dafür ist bekannt.',
  leaveOpen: 'Offen lassen',
  does: {
    trigger: 'Beginnt den Flow: ein Anruf, eine Nachricht oder eine Anfrage',
    'send-message': 'Eine Textnachricht oder Chatnachricht',
    'send-and-wait-for-reply': 'Sendet und wartet dann auf eine Antwort',
    'create-chat-channel': 'Ein neuer Chat für mehrere Personen',
    'add-member-to-chat-channel': 'Fügt jemanden zu einem Chat hinzu',
    'say-play': 'Spricht einen Text oder spielt einen Ton im Anruf',
    'gather-input-on-call': 'Nimmt Tasten oder Worte des Anrufers entgegen',
    'make-outgoing-call-v2': 'Ruft den Kontakt an',
    'make-outgoing-call-v1': 'Ruft den Kontakt an, wie in älteren Flows',
    'connect-call-to': 'Ruft eine Nummer oder ein Telefon an und verbindet beide',
    'record-call': 'Zeichnet den laufenden Anruf auf',
    'record-voicemail': 'Nimmt eine Nachricht des Anrufers auf',
    'fork-stream': 'Sendet den Ton des Anrufs an Ihren eigenen Dienst',
    'add-markup-redirect': 'Übergibt den Anruf an Ihren eigenen Code',
    'capture-payments': 'Nimmt eine Kartennummer über Tasten entgegen',
    'split-based-on': 'Geht je nach Wert hier oder dort weiter',
    'set-variables': 'Speichert Werte für später',
    'make-http-request': 'Ruft einen eigenen Dienst auf',
    'run-function-v2': 'Führt ein eigenes Skript aus',
    'run-function': 'Führt ein Skript aus, wie in älteren Flows',
    understand: 'Findet heraus, worum es in einem Text geht',
    'update-sync-object': 'Speichert Werte, die andere Programme sehen',
    'enqueue-call': 'Stellt den Anrufer in eine Warteschlange',
    'create-task': 'Eine Aufgabe, die Menschen erledigen',
    'send-to-agentdesk': 'Übergibt die Konversation an einen Menschen',
    'connect-virtual-agent-v2': 'Lässt einen Sprachassistenten sprechen',
    'connect-virtual-agent': 'Lässt einen Sprachassistenten sprechen, wie in älteren Flows',
    'run-subflow': 'Geht in einem anderen Flow weiter und kommt zurück',
  },
  how: {
    hangUp: 'Zum Auflegen braucht es kein Widget',
    hangUpText:
      'Ein Anruf endet, wo seine letzte Verbindung endet. Lassen Sie den Ausgang offen, dann wird dort aufgelegt.',
    end: 'Zum Beenden braucht es kein Widget',
    endText: 'Ein Flow endet an einem Ausgang, der nirgends hinführt. Lassen Sie den Ausgang offen.',
    delay: 'Kein Widget wartet nur',
    delayText:
      '„Senden und auf Antwort warten“ geht nach der eingestellten Zeit bei „Keine Antwort“ weiter. Im Anruf tut das „Eingabe im Anruf“ nach Sekunden der Stille.',
    email: 'Kein Widget sendet E-Mails',
    emailText:
      '„HTTP-Anfrage“ tut es: POST an /v3/mail/send dieses Servers oder eines anderen E-Mail-Dienstes, mit einem API-Schlüssel im Header Authorization.',
    loop: 'Eine Verbindung zurück ist eine Schleife',
    loopText:
      'Verbinden Sie einen Ausgang mit einem früheren Widget. Um nach einigen Runden aufzuhören, zählen Sie mit „Variablen setzen“ und prüfen Sie die Zahl mit „Verzweigen nach“.',
    goTo: 'Eine Verbindung führt zu jedem Widget',
    goToText:
      'Ziehen Sie vom Ausgang zum Widget, oder wählen Sie es unter „Verbinden mit“. Mehrere Verbindungen dürfen zu einem Widget führen. „Subflow ausführen“ führt in einen anderen Flow.',
    otherwise: '„Kein Treffer“ ist für alles andere da',
    otherwiseText:
      'Jedes „Verzweigen nach“ hat den Ausgang „Kein Treffer“. Verbinden Sie ihn mit einem Widget, das noch einmal fragt, oder mit dem, bei dem es weitergeht.',
    schedule: 'Zu einer Uhrzeit beginnt ein Flow von außen',
    scheduleText:
      'Lassen Sie Ihr Programm oder Ihren Kalender die API-Anfrage senden, die eine Ausführung beginnt. Im Flow vergleicht „Verzweigen nach“ Daten und Uhrzeiten.',
    openingHours: '„Verzweigen nach“ vergleicht die Uhrzeit',
    openingHoursText:
      'Prüfen Sie {{now}} mit den Vergleichen vor und nach einer Uhrzeit, und den Wochentag mit {{day}}.',
    broadcast: 'Ein Flow läuft für einen Kontakt',
    broadcastText:
      'Um an viele zu senden, lassen Sie Ihr Programm für jeden eine Ausführung mit einer API-Anfrage beginnen. Der Flow sagt dann, was jeder bekommt.',
    note: 'Notizen und Gruppen sind keine Widgets',
    noteText:
      'N fügt der Zeichenfläche eine Notiz hinzu, M einen Kommentar, und Gruppen entstehen im Menü einer Auswahl. Sie ändern nichts daran, was der Flow tut.',
    database: 'Kein Widget liest eine Datenbank',
    databaseText:
      'Fragen Sie einen eigenen Dienst mit „HTTP-Anfrage“ oder „Funktion ausführen“. Was er antwortet, ist als Variable da.',
    random: 'Kein Widget wählt zufällig',
    randomText:
      'Lassen Sie „Verzweigen nach“ prüfen, ob {{seconds}} kleiner als 30 ist: das ist die Hälfte der Kontakte. Oder lassen Sie eine Funktion wählen.',
  },
} as const;

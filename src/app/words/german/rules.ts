/** Was jede Regel der Prüfung beanstandet. */

export const rules = {
  'address-form':
    '„{{value}}“ in „{{field}}“ ist keine Adresse: Schreiben Sie + und die Ländervorwahl, bei SIP name@host.',
  'call-without-call': 'Hierher führt kein Anruf: Starten Sie vorher einen ausgehenden Anruf.',
  'carrier-feature':
    'Der Netzbetreiber „{{value}}“ kann das nicht: Das Widget wird wie nach einem Fehler verlassen.',
  'dead-end': '„{{outlet}}“ führt nirgendwohin: Dort endet die Ausführung.',
  'deprecated-type': '{{type}} bleibt nur für ältere Flows erhalten: Verwenden Sie die neuere Version.',
  'endless-loop': 'Die Schleife wartet nie auf den Kontakt.',
  'endless-poll': 'Die Schleife fragt ohne Pause immer wieder nach.',
  'failure-path': '„{{outlet}}“ führt nirgendwohin: Nach einem Fehler bekommt der Kontakt keine Antwort.',
  'hard-coded-secret': '„{{field}}“ enthält ein Geheimnis, das alle lesen können, die den Flow öffnen.',
  'impossible-condition':
    'Die Bedingungen von „{{field}}“ können nie wahr sein: Der Zweig wird nie genommen.',
  incomplete: 'Ohne {{fields}} {{consequence}}.',
  'initial-state': 'Der Flow beginnt bei „{{value}}“, das es nicht gibt.',
  'insecure-media':
    '„{{field}}“ wird unverschlüsselt geladen, was viele Netzbetreiber ablehnen: Verwenden Sie https.',
  'insecure-request':
    '„{{field}}“ wird unverschlüsselt aufgerufen, sodass andere mitlesen können: Verwenden Sie https.',
  'invalid-json': '„{{field}}“ ist kein gültiges JSON: Prüfen Sie Anführungszeichen, Kommas und Klammern.',
  'legacy-format':
    'Der Flow hat das Exportformat vor Version 2: Exportieren Sie ihn neu im aktuellen Format.',
  'long-message':
    '„{{field}}“ hat mehr als 10 Segmente: Die meisten Netzbetreiber lehnen das ab und berechnen jedes.',
  'next-widget': '„{{field}}“ führt zu „{{value}}“, das es nicht gibt.',
  'no-branches': 'Die Verzweigung hat keinen Zweig: Sie wird immer über „Kein Treffer“ verlassen.',
  'number-as-text':
    '„{{value}}“ in „{{field}}“ ist eine Zahl, die durch ihre Anführungszeichen ein Text wird.',
  'repeated-event': '„{{field}}“ ist mehrmals verbunden: Nur die erste Verbindung zählt.',
  'repeated-key': '„{{value}}“ steht zweimal in „{{field}}“: Nur der letzte Wert zählt.',
  'reply-during-call':
    'Hierher führen nur Anrufe: Während der Flow auf eine Nachricht wartet, hört der Anrufer nichts.',
  'required-field': '„{{field}}“ ist erforderlich.',
  'same-target': 'Alle Zweige führen zu „{{value}}“: Der Vergleich hat keine Wirkung.',
  'schema-address': '„$schema“ nennt das Schema eines anderen Servers: Entfernen Sie es.',
  'shadowed-condition': '„{{field}}“ wird nie genommen: Ein früherer Zweig trifft immer schon zu.',
  'similar-name':
    'Die Namen „{{value}}“ und „{{other}}“ unterscheiden sich nur in Groß- und Kleinschreibung: Templates verwechseln sie leicht.',
  'single-prompt': '„{{field}}“ ist neben einer anderen Ansage gesetzt: Nur eine davon wird abgespielt.',
  'split-input':
    'Die Bedingung von „{{field}}“ vergleicht „{{value}}“ und nicht die Variable, die geprüft wird.',
  'subflow-cycle': '„{{field}}“ startet diesen Flow selbst, was fehlschlägt: Wählen Sie einen anderen.',
  'subflow-revision': '„{{field}}“ sollte die veröffentlichte Revision oder eine Nummer sein.',
  'subflow-sid': '„{{field}}“ muss die SID eines Flows ohne Variablen sein.',
  'template-error': 'Das Template in „{{field}}“ ist fehlerhaft.',
  'trigger-present': 'Ausführungen beginnen nicht beim Trigger.',
  'trigger-variable':
    '„{{value}}“ in „{{field}}“ gehört zu einem anderen Trigger: Die Variable ist hier leer.',
  'unique-name': 'Den Namen „{{value}}“ gibt es zweimal: Jedes Widget braucht einen eigenen.',
  'unknown-key': '„{{value}}“ ist keine bekannte Einstellung und hat keine Wirkung.',
  'unknown-output': '„{{value}}“ setzt die Variable „{{other}}“ nicht, die „{{field}}“ liest.',
  'unknown-variable': '„{{value}}“ in „{{field}}“ ist keine Variable: Sie ist leer.',
  unreachable: 'Vom Trigger führt kein Pfad hierher.',
  'unset-variable': '„{{value}}“ in „{{field}}“ wird vorher nicht gesetzt: Die Variable ist hier leer.',
  'unused-conditions':
    'Die Bedingungen von „{{field}}“ haben keine Wirkung: Nur eine Verzweigung vergleicht.',
  'unused-variable': '„{{value}}“ wird gesetzt, aber kein Widget dieses Flows liest die Variable.',
  'variable-name':
    'Ein Name in „{{field}}“ sollte nur Buchstaben, Ziffern, _ und - haben, nicht „{{value}}“.',
  'widget-name':
    'Der Name „{{value}}“ sollte mit einem Buchstaben beginnen und nur Buchstaben, Ziffern, _ und - haben.',
  missing: '„{{field}}“ ist erforderlich.',
  'wrong-type': '„{{field}}“ hat einen Wert der falschen Art.',
  'not-allowed': '„{{field}}“ hat einen Wert, der hier nicht erlaubt ist.',
  'wrong-format': '„{{field}}“ hat das falsche Format.',
  'out-of-range': '„{{field}}“ ist zu groß oder zu klein: Die Grenze ist {{bound}}.',
  'unknown-type':
    'Der Widget-Typ „{{value}}“ wird nicht unterstützt: Ersetzen oder entfernen Sie das Widget.',
  'too-large': 'Der Flow ist zu groß.',
  'more-findings': 'Es gibt weitere Probleme: Beheben Sie die ersten und prüfen Sie erneut.',
} as const;

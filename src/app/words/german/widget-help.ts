/** Help texts of the fields of widgets, by their English text. */

export const widgetHelp = {
  'What the contact reads.': 'Was der Kontakt liest.',
  'Address of a picture, sound or document that goes along.':
    'Adresse eines Bildes, Tons oder Dokuments, das mitgeschickt wird.',
  'Address or name that the message comes from.': 'Adresse oder Name, von der die Nachricht kommt.',
  'Address that the message goes to: usually the contact of this execution.':
    'Adresse, an die die Nachricht geht: meist der Kontakt dieser Ausführung.',
  'A text written here, or a template that is kept with the carrier.':
    'Ein Text, der hier steht, oder eine Vorlage, die beim Netzbetreiber liegt.',
  'SID of the template that is kept with the carrier.': 'SID der Vorlage, die beim Netzbetreiber liegt.',
  'What is filled into the content template.': 'Was in die Vorlage eingesetzt wird.',
  'Service or conversation service that the message goes through.':
    'Dienst oder Konversationsdienst, über den die Nachricht geht.',
  'Chat channel or conversation that the message is written into.':
    'Chat-Kanal oder Konversation, in den die Nachricht geschrieben wird.',
  'Further data of a chat message, as JSON.': 'Weitere Daten einer Chat-Nachricht, als JSON.',
  'Links in the message are replaced by short ones. When someone opens one, the execution notes it.':
    'Links in der Nachricht werden durch kurze ersetzt. Öffnet jemand einen, vermerkt es die Ausführung.',
  'How long to wait for the contact.': 'Wie lange auf den Kontakt gewartet wird.',
  'Name under which the reply is kept as well.': 'Name, unter dem die Antwort zusätzlich gespeichert wird.',
  'What people read.': 'Was Menschen lesen.',
  'Where a channel of that name is there already, it is that one which is used.':
    'Gibt es schon einen Kanal dieses Namens, wird er verwendet.',
  'What applications read of the channel, as JSON.': 'Was Anwendungen vom Kanal lesen, als JSON.',
  'Who may find the channel.': 'Wer den Kanal finden darf.',
  'SID or unique name of the channel; the one that the contact writes in when empty.':
    'SID oder eindeutiger Name des Kanals; leer: der, in dem der Kontakt schreibt.',
  'Who is added; the contact when empty.': 'Wer hinzugefügt wird; leer: der Kontakt.',
  'What the others read.': 'Was die anderen lesen.',
  'What the member may do, in your own words.': 'Was das Mitglied darf, in eigenen Worten.',
  'Text that is read to the contact. Either this or an audio file.':
    'Text, der dem Kontakt vorgelesen wird. Entweder dieser oder eine Audiodatei.',
  'Address of an audio file that is played instead of spoken text.':
    'Adresse einer Audiodatei, die anstelle von gesprochenem Text abgespielt wird.',
  'Keys that are sounded on the call: 0-9, #, *, w for half a second of silence.':
    'Tasten, die im Anruf ertönen: 0-9, #, *, w für eine halbe Sekunde Stille.',
  'Name of the voice that speaks, as the carrier calls it.':
    'Name der Stimme, die spricht, wie der Netzbetreiber sie nennt.',
  'Language in which the text is spoken.': 'Sprache, in der der Text gesprochen wird.',
  'How many times it is said or played.': 'Wie oft es gesagt oder abgespielt wird.',
  'How long it waits for a key or a word.': 'Wie lange auf eine Taste oder ein Wort gewartet wird.',
  'Key that ends the input; empty for none.': 'Taste, die die Eingabe beendet; leer: keine.',
  'Ends the input as soon as enough keys were pressed.':
    'Beendet die Eingabe, sobald genug Tasten gedrückt wurden.',
  'How many keys are enough.': 'Wie viele Tasten genug sind.',
  'Language in which speech is recognised.': 'Sprache, in der Gesprochenes erkannt wird.',
  'Seconds of silence after speech, or “auto”.': 'Sekunden Stille nach dem Sprechen, oder „auto“.',
  'Words that are likely, separated by commas.': 'Wahrscheinliche Wörter, durch Kommas getrennt.',
  'How speech is recognised.': 'Wie Gesprochenes erkannt wird.',
  'Replaces rude words by stars.': 'Ersetzt Schimpfwörter durch Sternchen.',
  'Name under which the input is kept as well.': 'Name, unter dem die Eingabe zusätzlich gespeichert wird.',
  'Number or address that is called.': 'Nummer oder Adresse, die angerufen wird.',
  'Number that the callee sees.': 'Nummer, die der Angerufene sieht.',
  'How long it rings before the call is abandoned.': 'Wie lange es klingelt, bevor aufgegeben wird.',
  'Records the call.': 'Zeichnet den Anruf auf.',
  'Both sides in one channel or in two.': 'Beide Seiten auf einer Spur oder auf zwei.',
  'Whether silence at both ends is cut off.': 'Ob Stille an beiden Enden abgeschnitten wird.',
  'Callback URL for the status of the recording.': 'Callback-URL für den Status der Aufzeichnung.',
  'Tells people and machines apart.': 'Unterscheidet Menschen und Anrufbeantworter.',
  'Whether to wait for the end of the announcement.': 'Ob auf das Ende der Ansage gewartet wird.',
  'Seconds, 3 to 120.': 'Sekunden, 3 bis 120.',
  'Milliseconds, 1000 to 6000.': 'Millisekunden, 1000 bis 6000.',
  'Milliseconds, 500 to 5000.': 'Millisekunden, 500 bis 5000.',
  'Milliseconds, 2000 to 10000.': 'Millisekunden, 2000 bis 10000.',
  'Keys 0-9, #, *, w for half a second of silence; 32 at most.':
    'Tasten 0-9, #, *, w für eine halbe Sekunde Stille; höchstens 32.',
  'User name for a SIP address.': 'Benutzername für eine SIP-Adresse.',
  'Password for a SIP address.': 'Passwort für eine SIP-Adresse.',
  'What kind of party is called.': 'Wer angerufen wird.',
  'Number, client name or conference; several numbers with commas, 10 at most.':
    'Nummer, Name eines Clients oder Konferenz; mehrere Nummern mit Kommas, höchstens 10.',
  'Address that is called.': 'Adresse, die angerufen wird.',
  'User name for the SIP address.': 'Benutzername für die SIP-Adresse.',
  'Password for the SIP address.': 'Passwort für die SIP-Adresse.',
  'Number that the other party sees.': 'Nummer, die die Gegenseite sieht.',
  'How long the call may last.': 'Wie lange der Anruf dauern darf.',
  'On begins the recording, off ends it.': 'Ein beginnt die Aufzeichnung, Aus beendet sie.',
  'HTTP method of the callback.': 'HTTP-Methode des Callbacks.',
  'Events that are reported, separated by spaces: in-progress completed absent.':
    'Ereignisse, die gemeldet werden, durch Leerzeichen getrennt: in-progress completed absent.',
  'Silence of this length ends the recording.': 'Stille dieser Länge beendet die Aufzeichnung.',
  'Keys that end the recording.': 'Tasten, die die Aufzeichnung beenden.',
  'How long the recording may last.': 'Wie lange die Aufzeichnung dauern darf.',
  'Sounds a beep before the recording begins.': 'Lässt vor der Aufzeichnung einen Ton hören.',
  'Writes down what was said.': 'Schreibt auf, was gesagt wurde.',
  'Address that receives the transcription.': 'Adresse, die die Transkription erhält.',
  'Whether the stream begins or ends here.': 'Ob der Stream hier beginnt oder endet.',
  'Name by which the stream can be stopped.': 'Name, mit dem der Stream beendet werden kann.',
  'Where the sound goes.': 'Wohin der Ton geht.',
  'Address of the web socket.': 'Adresse des WebSockets.',
  'Name of the recorder’s connector.': 'Name des Konnektors zum Rekorder.',
  'Which side of the call is streamed.': 'Welche Seite des Anrufs übertragen wird.',
  'Values that go along with the stream.': 'Werte, die mit dem Stream gesendet werden.',
  'Address of the application.': 'Adresse der Anwendung.',
  'HTTP method of the request.': 'HTTP-Methode der Anfrage.',
  'How long until the flow continues, 4 hours at most.':
    'Wie lange, bis der Flow weitergeht; höchstens 4 Stunden.',
  'Name of the provider’s connector.': 'Name des Konnektors zum Zahlungsdienst.',
  'Card or bank account.': 'Karte oder Bankkonto.',
  'What is charged; empty keeps the data without charging.':
    'Was abgebucht wird; leer: die Daten werden gespeichert, ohne abzubuchen.',
  'Currency of the amount.': 'Währung des Betrags.',
  'What the payment is for.': 'Wofür die Zahlung ist.',
  'Whether the token can be used again.': 'Ob das Token wiederverwendet werden kann.',
  'Cards that are accepted.': 'Karten, die angenommen werden.',
  'Kind of account.': 'Art des Kontos.',
  'The digits on the back of the card.': 'Die Ziffern auf der Rückseite der Karte.',
  '“true” asks for it, “false” does not; any other text is the code.':
    '„true“ fragt danach, „false“ nicht; jeder andere Text ist die Postleitzahl.',
  'Least number of digits.': 'Mindestzahl der Ziffern.',
  'Seconds without a key after which it asks again.':
    'Sekunden ohne Taste, nach denen noch einmal gefragt wird.',
  'How many times it asks.': 'Wie oft gefragt wird.',
  'Language of the questions.': 'Sprache der Fragen.',
  'Values for the provider.': 'Werte für den Zahlungsdienst.',
  'What the conditions compare.': 'Was die Bedingungen vergleichen.',
  'Each is readable as flow.variables.KEY afterwards. A value that reads as a number or as true or false is one; in quotes it is text.':
    'Jede ist danach als flow.variables.NAME lesbar. Ein Wert, der sich als Zahl oder als true oder false liest, ist das auch; in Anführungszeichen ist er Text.',
  'Address that is called, with http or https.': 'Adresse, die angefragt wird, mit http oder https.',
  'What the body is.': 'Was der Inhalt ist.',
  'What is sent with POST. Quotes around variables are yours to write.':
    'Was mit POST gesendet wird. Anführungszeichen um Variablen schreiben Sie selbst.',
  'Form fields with POST, query with GET.': 'Formularfelder bei POST, Abfrageteil bei GET.',
  'Only for addresses of the service’s own API.': 'Nur für Adressen der eigenen API des Dienstes.',
  'Address of the function.': 'Adresse der Funktion.',
  'What the function receives.': 'Was die Funktion erhält.',
  'SID of the service that holds the function, or “default”.':
    'SID des Dienstes, der die Funktion hat, oder „default“.',
  'SID of the environment.': 'SID der Umgebung.',
  'SID of the function.': 'SID der Funktion.',
  'What is read.': 'Was gelesen wird.',
  'The key is the name of a meaning, the value the words that it is recognised by, separated by commas.':
    'Der Name steht für eine Bedeutung, der Wert ist die Wörter, an denen sie erkannt wird, durch Kommas getrennt.',
  'For a configured service, such as en-US.': 'Für einen eingerichteten Dienst, etwa en-US.',
  'Name of the object.': 'Name des Objekts.',
  'A JSON object.': 'Ein JSON-Objekt.',
  'Keys that the data does not name.': 'Namen, die in den Daten nicht vorkommen.',
  'Name of the queue, 64 characters at most. Either this or a workflow.':
    'Name der Warteschlange, höchstens 64 Zeichen. Entweder dieser oder ein Workflow.',
  'SID of the workflow that finds someone for the call.':
    'SID des Workflows, der jemanden für den Anruf findet.',
  'What the workflow decides by, as JSON.': 'Wonach der Workflow entscheidet, als JSON.',
  'Higher comes first. With a workflow only.': 'Höhere zuerst. Nur mit einem Workflow.',
  'How long until the task is taken back. With a workflow only.':
    'Wie lange, bis die Aufgabe zurückgenommen wird. Nur mit einem Workflow.',
  'URL of the audio that is played while waiting.': 'URL des Tons, der beim Warten zu hören ist.',
  'Name or SID of the workflow that decides who gets the task.':
    'Name oder SID des Workflows, der entscheidet, wer die Aufgabe erhält.',
  'Kind of the task, such as voice or chat.': 'Art der Aufgabe, etwa voice oder chat.',
  'What people see of the task, as JSON; 1024 characters at most.':
    'Was Menschen von der Aufgabe sehen, als JSON; höchstens 1024 Zeichen.',
  'Higher comes first.': 'Höhere zuerst.',
  'SID of the workflow that decides who gets the task.':
    'SID des Workflows, der entscheidet, wer die Aufgabe erhält.',
  'SID of the channel of the task, such as voice or chat.':
    'SID des Kanals der Aufgabe, etwa voice oder chat.',
  'How long until the task is taken back, 14 days at most.':
    'Wie lange, bis die Aufgabe zurückgenommen wird; höchstens 14 Tage.',
  'URL of what a caller hears in the queue; empty for the carrier’s own music.':
    'URL dessen, was ein Anrufer in der Warteschlange hört; leer: die Musik des Netzbetreibers.',
  'Name of the connector of the virtual agent.': 'Name des Konnektors zum virtuellen Agenten.',
  'Settings such as language and voiceName.': 'Einstellungen wie language und voiceName.',
  'Values that the virtual agent receives.': 'Werte, die der virtuelle Agent erhält.',
  'How long until the flow continues.': 'Wie lange, bis der Flow weitergeht.',
  'Channel on which it talks.': 'Kanal, auf dem er spricht.',
  'URL for status callbacks.': 'URL für Status-Callbacks.',
  'Whether an earlier conversation is resumed.': 'Ob eine frühere Konversation fortgesetzt wird.',
  'How an earlier conversation is found.': 'Wie eine frühere Konversation gefunden wird.',
  'Value it is found by.': 'Wert, mit dem sie gefunden wird.',
  'Event that the virtual agent receives then.': 'Ereignis, das der virtuelle Agent dann erhält.',
  'Identifiers of the connector.': 'Kennungen des Konnektors.',
  'Language it speaks.': 'Sprache, die er spricht.',
  'Whether the caller’s mood is estimated.': 'Ob die Stimmung des Anrufers geschätzt wird.',
  'Flow that is run. Its SID is fixed: no variables here.':
    'Flow, der ausgeführt wird. Seine SID steht fest: keine Variablen.',
  'The published revision, or the number of a revision.':
    'Die veröffentlichte Revision, oder die Nummer einer Revision.',
  'Readable in the subflow as trigger.parent.parameters.': 'Im Subflow als trigger.parent.parameters lesbar.',
};

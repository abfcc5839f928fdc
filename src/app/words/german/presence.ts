/** presence.ts in German. */

export const presence = {
  here: 'Wer sonst noch hier ist',
  count_one: '{{count}} weitere Person ist hier',
  count_other: '{{count}} weitere Personen sind hier',
  somebody: 'Jemand',
  you: 'Sie',
  program: 'Ein Programm',
  looking: 'Sieht sich den Flow an',
  at: 'Bei {{widget}}',
  typing: 'Schreibt in {{field}} von {{widget}}',
  typingShort: '{{name}} schreibt in {{field}}',
  follow: 'Folgen',
  followOne: '{{name}} folgen',
  unfollow: 'Nicht mehr folgen',
  unfollowOne: '{{name}} nicht mehr folgen',
  yourName: 'Ihr Name',
  yourNameHelp: 'So sehen andere Sie. Bleibt er leer, ist es der Name des Kontos.',
  joined: '{{name}} hat den Flow geöffnet.',
  left: '{{name}} hat den Flow verlassen.',
  edited: '{{name}}: {{edit}}',
};

/** Texts about who else edits a flow. */

export const presence = {
  here: 'Who else is here',
  count_one: '{{count}} other person is here',
  count_other: '{{count}} other people are here',
  somebody: 'Somebody',
  you: 'You',
  program: 'A program',
  looking: 'Looking at the flow',
  at: 'At {{widget}}',
  typing: 'Typing in {{field}} of {{widget}}',
  typingShort: '{{name}} is typing in {{field}}',
  follow: 'Follow',
  followOne: 'Follow {{name}}',
  unfollow: 'Stop following',
  unfollowOne: 'Stop following {{name}}',
  yourName: 'Your name',
  yourNameHelp: 'How others see you. Left empty, it is the name of the account.',
  joined: '{{name}} opened the flow.',
  left: '{{name}} left the flow.',
  edited: '{{name}}: {{edit}}',
};

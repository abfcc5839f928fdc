/** Texts of what the role of a person does not show, or does not let change, and the names of the pages about people. */

export const access = {
  seeTitle: 'Your role does not show this',
  see: 'It needs the role {{role}} or a higher one. Ask an admin or owner of the account.',
  change: 'Your role lets you see this. Changing it needs the role {{role}} or a higher one.',
  people: 'People',
  members: 'Members',
  roles: 'Roles',
  audit: 'Audit log',
  contacts: 'Contacts',
  signIn: 'Sign-in',
  profile: 'Profile',
  tokens: 'Tokens',
} as const;

/** Functions that may grow faster than n log n, and why. */
export const exceptions: Readonly<Record<string, string>> = {
  membersByGroup: 'Each group is held against each card: a test of two boxes.',
  groupTitlesByWidget: 'As `membersByGroup`.',
  followMembers: 'As `membersByGroup`.',
  annotationsWith: 'As `membersByGroup`.',
  placeBelowOutlet: 'Each card that moves down is held against each other one: a test of two boxes.',
  separateCards: 'Each card is held against each other one: a test of two boxes.',
  addBranches: 'Each answer is an edit of the same widget. A person types them: they are few.',
  composeAsk: 'Each answer is an edit, and finds a place. A person types them: they are few.',
  composeMenu: 'As `composeAsk`: cards make room as in `placeBelowOutlet`.',
  planInlining: 'In a loop: for each widget that is read, the way to its readers is looked for without it.',
  diffSequences: 'The items times the differences; beyond a bound it takes a shorter way.',
  diffWords: 'As `diffSequences`.',
  diffTextLines: 'As `diffSequences`.',
};

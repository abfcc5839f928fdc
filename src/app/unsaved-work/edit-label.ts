/** What an undo step did and to what. Stored with unsaved work, so every value is JSON. */

/** `widget` is an id; of an edit of several widgets it is the first of `count`. `outlet` and `field` are labels. */
export type EditLabel =
  | { name: 'addWidget' | 'insertWidget' | 'inlineSubflow' | 'changeConditions' | 'editJson'; widget: string }
  | { name: 'changeProperty'; widget: string; field: string }
  | { name: 'connect'; widget: string; outlet: string; target: string }
  | { name: 'disconnect'; widget: string; outlet: string }
  | {
      name: 'addWidgets' | 'deleteWidgets' | 'duplicate' | 'extractSubflow' | 'moveWidgets' | 'paste';
      widget: string;
      count: number;
    }
  | { name: 'renameWidget'; widget: string; target: string }
  | { name: 'quickFix'; fix: string }
  | { name: 'silence' | 'unsilence'; rule: string; widget: string }
  | { name: 'replaceText'; text: string; replacement: string }
  | { name: 'renameVariable'; variable: string; target: string }
  | { name: 'renameFlow'; flow: string }
  | { name: 'adoptRevision' | 'mergeRevision'; revision: number }
  | { name: 'restoreEdit'; edit: number }
  | { name: 'discardChanges' | 'restoreChanges'; count: number }
  | { name: 'addNote' | 'changeNote' | 'deleteNote' }
  | { name: 'addAnnotations' | 'deleteAnnotations' }
  | { name: 'addGroup' | 'changeGroup' | 'removeGroup' }
  | { name: 'arrange' | 'describe' | 'importJson' | 'layOut' | 'setFlags' | 'earlierEdit' };

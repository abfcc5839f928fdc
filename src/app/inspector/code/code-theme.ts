/** How code and templates look inside their editor: the tokens of the design, no colour of its own. */

import { EditorView } from '@codemirror/view';

/** The text of a field: the field around it draws border and focus. */
export const codeTheme = EditorView.theme({
  '&': { background: 'transparent', color: 'var(--ink)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    font: 'inherit',
    lineHeight: 'inherit',
    overflow: 'auto',
    maxHeight: 'var(--code-max, 320px)',
  },
  '.cm-content': { padding: '0', caretColor: 'var(--accent)', minHeight: 'var(--code-min, 20px)' },
  '.cm-line': { padding: '0' },
  '.cm-placeholder': { color: 'var(--ink-3)' },
  '.cm-variable': {
    font: '500 12px/18px var(--mono)',
    letterSpacing: '-.02em',
    padding: '1px 4px',
    borderRadius: 'var(--r1)',
    background: 'var(--accent-soft)',
    color: 'var(--accent-ink)',
  },
  '.cm-tag': { font: '500 12px/18px var(--mono)', letterSpacing: '-.02em', color: 'var(--syn-num)' },
  '.cm-open': { font: '500 12px/18px var(--mono)', letterSpacing: '-.02em', color: 'var(--accent-ink)' },
  '.cm-key': { color: 'var(--syn-key)' },
  '.cm-string': { color: 'var(--syn-str)' },
  '.cm-number': { color: 'var(--syn-num)' },
  '.cm-literal': { color: 'var(--syn-bool)' },
  '.cm-fault': { textDecoration: 'underline wavy var(--danger-fill)', textUnderlineOffset: '3px' },
  '.cm-tooltip': {
    border: '0',
    background: 'var(--surface)',
    borderRadius: '10px',
    boxShadow: 'var(--sh-pop)',
    padding: '4px',
    zIndex: '60',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    font: '400 12px/16px var(--sans)',
    maxHeight: '224px',
    minWidth: '240px',
    maxWidth: '292px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '28px',
    padding: '0 8px',
    borderRadius: 'var(--r2)',
    color: 'var(--ink)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--accent-soft)',
    color: 'var(--ink)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > completion-section': {
    display: 'block',
    font: 'var(--t-micro)',
    fontFamily: 'var(--mono)',
    color: 'var(--ink-3)',
    padding: '6px 8px 4px',
    borderBottom: '0',
    opacity: '1',
  },
  '.cm-completionLabel': {
    font: '500 12px/16px var(--mono)',
    letterSpacing: '-.02em',
    color: 'var(--accent-ink)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-completionDetail': {
    marginLeft: 'auto',
    fontStyle: 'normal',
    color: 'var(--ink-3)',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    maxWidth: '150px',
  },
});

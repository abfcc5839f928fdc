/** The look of buttons, for whatever looks like one: the frame of every page draws its own without the component library. */

import './button.css';

export type ButtonKind = 'plain' | 'primary' | 'ghost' | 'danger';

/** The class of anything that looks like a button: `<Link className={buttonClass('primary')}>`. */
export function buttonClass(kind: ButtonKind = 'plain', size: 'md' | 'lg' = 'md'): string {
  const look = { plain: '', primary: ' pri', ghost: ' ghost', danger: ' danger' }[kind];
  return `btn${look}${size === 'lg' ? ' lg' : ''}`;
}

/** Attributes of an element that shows what a person has typed: in its own direction, and left alone when the browser translates the page. */
export const asTyped = { dir: 'auto', translate: 'no' } as const;

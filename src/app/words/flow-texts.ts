/** Titles of widget types in the language of the page. */

import type { WidgetTypeName } from '#flow/widgets/widget-type.ts';
import { canonicalType, widgetType } from '#flow/widgets/widget-types.ts';
import { i18n } from './translator.ts';
import { wordsOf } from './use-words.ts';

/** The title of a widget type; an unknown type is its own title, '' without one. */
export function widgetTitle(type: unknown): string {
  const known = canonicalType(type);
  if (known !== undefined) return titleOf(known);
  return typeof type === 'string' ? (widgetType(type)?.title ?? type) : '';
}

/** Looked up as it is: a title has no values and no plural, and a large flow shows a thousand at once. */
function titleOf(type: WidgetTypeName): string {
  const title = i18n.textNamed('widgetTypes', type);
  return typeof title === 'string' ? title : wordsOf('widgetTypes')(type);
}

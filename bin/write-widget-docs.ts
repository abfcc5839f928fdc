/** Writes docs/reference/widgets.md from the table of widget types. */

import { writeFileSync } from 'node:fs';
import { renderWidgetDocs } from '#flow/widgets/widget-docs.ts';

writeFileSync(new URL('../docs/reference/widgets.md', import.meta.url), renderWidgetDocs());

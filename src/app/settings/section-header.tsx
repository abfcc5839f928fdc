/** The heading of a settings section, which is also the title of the page. */

import { usePageTitle } from '../shell/page-title.ts';
import './section-header.css';

export function SectionHeader({ title, lead }: { title: string; lead: string }) {
  usePageTitle(title);
  return (
    <header className="section-header">
      <h1>{title}</h1>
      <p>{lead}</p>
    </header>
  );
}

/** The frame of a page that one sees before being signed in: a card in the middle. */

import type { ReactNode } from 'react';
import { Logo } from '../shell/logo.tsx';
import { usePageTitle } from '../shell/page-title.ts';
import { Form } from '../ui/forms/form.tsx';
import './gate.css';

type GateProps = {
  title: string;
  lead?: ReactNode;
  /** Given: the content is a form. */
  onSubmit?(): void;
  children: ReactNode;
};

export function Gate({ title, lead, onSubmit, children }: GateProps) {
  usePageTitle(title);
  const content = (
    <>
      <Logo />
      <h1>{title}</h1>
      {lead !== undefined && <p>{lead}</p>}
      {children}
    </>
  );
  return (
    <main className="sign-in">
      {onSubmit === undefined ? (
        <div className="gate">{content}</div>
      ) : (
        <Form className="gate" onSubmit={onSubmit}>
          {content}
        </Form>
      )}
    </main>
  );
}

/** Why it could not be done, announced by screen readers. */
export function GateFailure({ children }: { children: ReactNode }) {
  return (
    <p className="refused" role="alert">
      {children}
    </p>
  );
}

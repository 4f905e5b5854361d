import type { ReactElement, ReactNode } from 'react';

/** Top of a page: what it is, what it says in one line, and what can be done with the whole of it. */
export const PageHeader = ({
  title,
  note,
  tags,
  actions,
}: {
  readonly title: ReactNode;
  readonly note?: ReactNode;
  readonly tags?: ReactNode;
  readonly actions?: ReactNode;
}): ReactElement => (
  <header className="page-header">
    <div className="page-header-text">
      <h1>{title}</h1>
      {tags}
      {note ? <p>{note}</p> : null}
    </div>
    {actions ? <div className="page-header-actions">{actions}</div> : null}
  </header>
);

import type { ReactElement } from 'react';

/** The mark (a balance) and the name. */
export const Brand = ({ small }: { readonly small: boolean }): ReactElement => (
  <div className="brand">
    <img src="/favicon.svg" alt="" width="26" height="26" />
    {small ? <span className="sr-only">衡能</span> : <span className="brand-name">衡能</span>}
  </div>
);

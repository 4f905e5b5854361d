import type { ReactElement } from 'react';

/** Says that there is something newer, and takes it over when asked. */
export const UpdateHint = ({ show, onTake }: { readonly show: boolean; readonly onTake: () => void }): ReactElement => (
  <div role="status" className="update-hint">
    {show ? (
      <button type="button" onClick={onTake}>
        有更新，点击刷新
      </button>
    ) : null}
  </div>
);

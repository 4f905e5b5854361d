import { Button } from 'antd';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { AppDrawer } from './AppDrawer.tsx';
import './form-drawer.css';

/** What can be done with what a drawer shows, at its foot. */
export const DrawerActions = ({ children }: { readonly children: ReactNode }): ReactElement => (
  <div className="drawer-actions">{children}</div>
);

/** A form in a drawer: what was filled in does not go without a question. */
export const FormDrawer = ({
  saving,
  disabled = false,
  saveText = '保存',
  readOnly = false,
  onSave,
  onClose,
  ...rest
}: Omit<ComponentProps<typeof AppDrawer>, 'footer' | 'mask' | 'onClose'> & {
  readonly saving: boolean;
  readonly disabled?: boolean;
  readonly saveText?: string;
  /** The person may look at it only. */
  readonly readOnly?: boolean;
  readonly onSave: () => void;
  readonly onClose: () => void;
}): ReactElement => (
  <AppDrawer
    mask={{ closable: readOnly }}
    holdsInput={!readOnly}
    onClose={onClose}
    footer={(close) => (
      <DrawerActions>
        <Button onClick={close}>{readOnly ? '关闭' : '取消'}</Button>
        {readOnly ? null : (
          <Button type="primary" loading={saving} disabled={disabled} onClick={onSave}>
            {saveText}
          </Button>
        )}
      </DrawerActions>
    )}
    {...rest}
  />
);

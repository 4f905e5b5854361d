import { userImport, userImportErrors, userImportTemplate } from '@hengneng/contracts';
import type { ReactElement } from 'react';
import { WholeImportDialog } from '../../../engine/imports/WholeImportDialog.tsx';

/** People from a sheet. */
export const ImportDialog = ({ onClose }: { readonly onClose: () => void }): ReactElement => (
  <WholeImportDialog
    title="导入用户"
    about="每行先检查，全部正确才写入；一次最多5000人。导入的账号首次以手机验证码登录并设置密码。"
    call={userImport}
    template={userImportTemplate}
    faults={userImportErrors}
    what="账号"
    said={(created) => `已导入${created}人，首次登录用手机验证码`}
    renews="users"
    onClose={onClose}
  />
);

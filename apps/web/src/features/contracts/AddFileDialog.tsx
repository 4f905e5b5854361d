import { CONTRACT_FILE_KINDS, contractAddFile } from '@hengneng/contracts';
import { f } from '@hengneng/form-kit';
import type { ReactElement } from 'react';
import { FieldsDialog, fileOf, wordsOf } from '../../engine/views/FieldsDialog.tsx';
import { callApi } from '../../lib/api.ts';

const FIELDS = {
  kind: f.enum('类型', CONTRACT_FILE_KINDS, { required: true, hint: '同一类型再传为新版本' }),
  paper: f.file('文件', { required: true }),
  note: f.text('说明'),
};

/** Puts a paper with a contract that belongs to none of its forms. */
export const AddFileDialog = ({
  contract,
  onClose,
}: {
  readonly contract: string;
  readonly onClose: () => void;
}): ReactElement => (
  <FieldsDialog
    title={`上传附件：合同 ${contract}`}
    fields={FIELDS}
    okText="上传"
    saved="附件已保存"
    save={(values, options) =>
      callApi(
        contractAddFile,
        {
          ContractCode: contract,
          kind: CONTRACT_FILE_KINDS.find((kind) => kind === values['kind']) ?? '其他',
          paper: fileOf(values['paper']) ?? { URL: '', Size: 0, Name: '' },
          note: wordsOf(values['note']),
        },
        options,
      )
    }
    onClose={onClose}
  />
);

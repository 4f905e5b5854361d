import { dataManagementAdd, type ViewRow } from '@hengneng/contracts';
import { PAPER_STAGES } from '@hengneng/core';
import { f } from '@hengneng/form-kit';
import type { ReactElement } from 'react';
import { textOf } from '../../engine/rows/text.ts';
import { FieldsDialog, fileOf, wordsOf } from '../../engine/views/FieldsDialog.tsx';
import { callApi } from '../../lib/api.ts';

const UPLOAD = {
  subProject: f.ref('subProject', '子项目', { required: true }),
  stage: f.enum('目录', PAPER_STAGES, { required: true }),
  name: f.text('资料名称', { required: true, hint: '目录里有的资料请写同样的名称' }),
  copies: f.integer('份数', { required: true, unit: '份' }),
  madeOn: f.date('形成日期', { required: true, default: 'today' }),
  file: f.file('文件', { required: true, hint: 'PDF、图纸（dwg、dxf）或图片；隐蔽工程须有照片' }),
};

/** Hands in a paper, or a new version of the row's. */
export const PaperUploadDialog = ({
  row,
  onClose,
}: {
  readonly row: ViewRow | null;
  readonly onClose: () => void;
}): ReactElement => (
  <FieldsDialog
    title={row === null ? '上传验收资料' : `上传：${textOf(row, 'name')}`}
    fields={row === null ? UPLOAD : { copies: UPLOAD.copies, madeOn: UPLOAD.madeOn, file: UPLOAD.file }}
    start={{ copies: '1' }}
    saved="已上传，请他人审核"
    save={(values, options) => {
      const file = fileOf(values['file']);
      const given = (key: string): string => (row === null ? wordsOf(values[key]) : textOf(row, key));
      return callApi(
        dataManagementAdd,
        {
          kind: '验收资料',
          action: 'upload',
          subProject: given('subProject'),
          stage: PAPER_STAGES.find((one) => one === given('stage')) ?? '竣工',
          name: given('name'),
          copies: wordsOf(values['copies']),
          madeOn: wordsOf(values['madeOn']),
          files: file ? [file] : [],
        },
        options,
      );
    }}
    onClose={onClose}
  />
);

/** What is said of a paper that waits to be passed. */
export const AUDIT = {
  pass: f.boolean('通过并归档', { default: true, hint: '不通过的退回上传人' }),
  opinion: f.textarea('审核意见', { max: 200, hint: '退回必须写明原因' }),
};

export const PaperAuditDialog = ({
  row,
  onClose,
}: {
  readonly row: ViewRow;
  readonly onClose: () => void;
}): ReactElement => (
  <FieldsDialog
    title={`审核：${textOf(row, 'name')}`}
    fields={AUDIT}
    saved="已审核"
    okText="提交"
    save={(values, options) =>
      callApi(
        dataManagementAdd,
        {
          kind: '验收资料',
          action: 'audit',
          id: textOf(row, 'paper'),
          pass: values['pass'] === true,
          opinion: wordsOf(values['opinion']),
        },
        options,
      )
    }
    onClose={onClose}
  />
);

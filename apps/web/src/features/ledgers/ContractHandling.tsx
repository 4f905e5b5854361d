/** What is done with a signed contract of the ledger: stamped, filed, ended. */
import { contractArchive, contractSeal, contractTerminate, type ViewRow } from '@hengneng/contracts';
import { SEAL_KINDS } from '@hengneng/core';
import { f } from '@hengneng/form-kit';
import { Button } from 'antd';
import { type ReactElement, type ReactNode, useState } from 'react';
import { textOf } from '../../engine/rows/text.ts';
import { FieldsDialog, fileOf, wordsOf } from '../../engine/views/FieldsDialog.tsx';
import { callApi } from '../../lib/api.ts';

const SEAL_FIELDS = {
  onDay: f.date('用印日期', { required: true, default: 'today' }),
  sealKind: f.enum('印种', SEAL_KINDS, { required: true }),
  copies: f.integer('份数', { required: true, unit: '份', min: 1, max: 100 }),
  sealedBy: f.user('用印人', { required: true, default: 'me' }),
  application: f.text('用印申请', { hint: '申请单号或批准人，没有可不填' }),
};
const ARCHIVE_FIELDS = {
  onDay: f.date('归档日期', { required: true, default: 'today' }),
  returned: f.integer('原件回收份数', { required: true, unit: '份', min: 0, max: 100, hint: '只有电子签章的填0' }),
  place: f.text('存放位置', { required: true, hint: '如法务柜3层、档案室A-12' }),
};
const TERMINATE_FIELDS = {
  onDay: f.date('终止日期', { required: true, default: 'today' }),
  reason: f.textarea('终止原因', { required: true, max: 500 }),
  paper: f.file('清算或解除协议', { required: true }),
  Settled: f.boolean('未收未付款项已在清算中处理', { hint: '合同还有未收、未付款项时须勾选' }),
};

type Act = 'seal' | 'archive' | 'terminate';
interface Open {
  readonly act: Act;
  readonly row: ViewRow;
}

const Dialog = ({ act, row, onClose }: Open & { readonly onClose: () => void }): ReactElement => {
  const Contract = row.id;
  const of = `：${textOf(row, 'no')} ${textOf(row, 'name')}`;
  switch (act) {
    case 'seal':
      return (
        <FieldsDialog
          title={`登记用印${of}`}
          fields={SEAL_FIELDS}
          saved="用印已登记"
          save={(values, options) =>
            callApi(
              contractSeal,
              {
                Contract,
                onDay: wordsOf(values['onDay']),
                sealKind: SEAL_KINDS.find((kind) => kind === values['sealKind']) ?? '合同专用章',
                copies: Number(wordsOf(values['copies'])),
                sealedBy: wordsOf(values['sealedBy']),
                application: wordsOf(values['application']),
              },
              options,
            )
          }
          onClose={onClose}
        />
      );
    case 'archive':
      return (
        <FieldsDialog
          title={`归档${of}`}
          fields={ARCHIVE_FIELDS}
          okText="归档"
          saved="合同已归档"
          save={(values, options) =>
            callApi(
              contractArchive,
              {
                Contract,
                onDay: wordsOf(values['onDay']),
                returned: Number(wordsOf(values['returned'])),
                place: wordsOf(values['place']),
              },
              options,
            )
          }
          onClose={onClose}
        />
      );
    case 'terminate':
      return (
        <FieldsDialog
          title={`终止${of}`}
          fields={TERMINATE_FIELDS}
          okText="终止合同"
          saved="合同已终止"
          note="终止后不能再付款、结算，之后的收付款计划不再执行；不能撤回。"
          save={(values, options) =>
            callApi(
              contractTerminate,
              {
                Contract,
                onDay: wordsOf(values['onDay']),
                reason: wordsOf(values['reason']),
                paper: fileOf(values['paper']) ?? { URL: '', Size: 0, Name: '' },
                Settled: values['Settled'] === true,
              },
              options,
            )
          }
          onClose={onClose}
        />
      );
  }
};

/** The buttons of a contract's row, and the dialog that one of them opens. */
export const useHandling = (): { readonly actions: (row: ViewRow) => ReactNode; readonly dialog: ReactNode } => {
  const [open, setOpen] = useState<Open | null>(null);
  const button = (act: Act, label: string, row: ViewRow): ReactElement => (
    <Button type="link" size="small" onClick={() => setOpen({ act, row })}>
      {label}
    </Button>
  );
  return {
    actions: (row) => (
      <>
        {row['state'] === '已终止' ? null : button('seal', '用印', row)}
        {textOf(row, 'sealed') !== '' && row['originals'] == null ? button('archive', '归档', row) : null}
        {row['state'] === '已终止' || row['state'] === '已完结' ? null : button('terminate', '终止', row)}
      </>
    ),
    dialog: open === null ? null : <Dialog {...open} onClose={() => setOpen(null)} />,
  };
};

/** 其他合同 that no form registers: entered here with their paper, renewed or ended when they run out. */
import { contractSaveOther, type ViewRow } from '@hengneng/contracts';
import { OTHER_CONTRACT_KINDS, SECRECIES, shortCodeOf } from '@hengneng/core';
import { f } from '@hengneng/form-kit';
import { otherContracts } from '@hengneng/forms/views';
import { Button } from 'antd';
import { type ReactElement, type ReactNode, useState } from 'react';
import { textOf } from '../../engine/rows/text.ts';
import { type DialogValues, FieldsDialog, fileOf, wordsOf } from '../../engine/views/FieldsDialog.tsx';
import { callApi } from '../../lib/api.ts';
import { can } from '../../lib/permission.ts';

const SCREEN = shortCodeOf(otherContracts.screen);

const RENEWING = {
  endDate: f.date('到期日', { hint: '没有期限的不填' }),
  autoRenew: f.boolean('自动续期', { hint: '到期不通知对方就自动延长的' }),
  noticeDays: f.integer('终止通知期', { unit: '天', hint: '不续须提前多少天通知对方' }),
  remindOn: f.date('提醒日', { hint: '不晚于通知期前；不填为再提前30天，自动续期的必填' }),
};
const ADD = {
  kind: f.enum('类别', OTHER_CONTRACT_KINDS, { required: true }),
  name: f.text('合同名称', { required: true }),
  no: f.text('编号', { hint: '对方或本公司的合同编号，不填自动编号' }),
  counterpart: f.text('对方', { required: true }),
  keeper: f.user('经办人', { required: true, default: 'me' }),
  amount: f.money('金额', { unit: '元', hint: '无金额的不填' }),
  deposit: f.money('保证金', { unit: '元' }),
  signDate: f.date('签订日', { required: true, default: 'today' }),
  startDate: f.date('开始日期', { required: true, default: 'today' }),
  ...RENEWING,
  secrecy: f.enum('密级', SECRECIES, { required: true, default: '内部', hint: '秘密、机密的由法务登记' }),
  paper: f.file('合同文本', { required: true }),
};
const RENEW = { ...RENEWING, reason: f.textarea('说明', { required: true, max: 300 }) };
const END = {
  reason: f.textarea('原因', { required: true, max: 300 }),
  depositBack: f.boolean('保证金已收回', { hint: '有保证金的须先收回' }),
};

const renewing = (values: DialogValues) => ({
  endDate: wordsOf(values['endDate']),
  autoRenew: values['autoRenew'] === true,
  noticeDays: wordsOf(values['noticeDays']),
  remindOn: wordsOf(values['remindOn']),
});

type Open = { readonly act: 'add' } | { readonly act: 'renew' | 'end'; readonly row: ViewRow };

const titled = (what: string, row: ViewRow): string => `${what}：${textOf(row, 'no')} ${textOf(row, 'name')}`;

const Dialog = ({ open, onClose }: { readonly open: Open; readonly onClose: () => void }): ReactElement => {
  switch (open.act) {
    case 'add':
      return (
        <FieldsDialog
          title="登记合同"
          fields={ADD}
          okText="登记"
          saved="合同已登记"
          save={(values, options) =>
            callApi(
              contractSaveOther,
              {
                action: 'add',
                kind: OTHER_CONTRACT_KINDS.find((kind) => kind === values['kind']) ?? '其他协议',
                name: wordsOf(values['name']),
                no: wordsOf(values['no']),
                counterpart: wordsOf(values['counterpart']),
                keeper: wordsOf(values['keeper']),
                amount: wordsOf(values['amount']),
                deposit: wordsOf(values['deposit']),
                signDate: wordsOf(values['signDate']),
                startDate: wordsOf(values['startDate']),
                ...renewing(values),
                secrecy: SECRECIES.find((secrecy) => secrecy === values['secrecy']) ?? '内部',
                paper: fileOf(values['paper']) ?? { URL: '', Size: 0, Name: '' },
              },
              options,
            )
          }
          onClose={onClose}
        />
      );
    case 'renew':
      return (
        <FieldsDialog
          title={titled('续期', open.row)}
          fields={RENEW}
          start={{ autoRenew: open.row['autoRenew'] === true, noticeDays: textOf(open.row, 'noticeDays') }}
          okText="续期"
          saved="合同已续期"
          note={`现到期日 ${textOf(open.row, 'endDate') || '无'}`}
          save={(values, options) =>
            callApi(
              contractSaveOther,
              { action: 'renew', Id: open.row.id.slice(1), ...renewing(values), reason: wordsOf(values['reason']) },
              options,
            )
          }
          onClose={onClose}
        />
      );
    case 'end':
      return (
        <FieldsDialog
          title={titled('终止', open.row)}
          fields={END}
          okText="终止合同"
          saved="合同已终止"
          note="到期不续或提前结束的合同在这里终止，不能撤回。"
          save={(values, options) =>
            callApi(
              contractSaveOther,
              {
                action: 'end',
                Id: open.row.id.slice(1),
                reason: wordsOf(values['reason']),
                depositBack: values['depositBack'] === true,
              },
              options,
            )
          }
          onClose={onClose}
        />
      );
  }
};

/** The button that registers one, what can be done with a row, and the dialog that either opens. */
export const useOtherContracts = (): {
  readonly register: ReactNode;
  readonly actions: (row: ViewRow) => ReactNode;
  readonly dialog: ReactNode;
} => {
  const [open, setOpen] = useState<Open | null>(null);
  return {
    register: can(SCREEN, 'add') ? (
      <Button type="primary" onClick={() => setOpen({ act: 'add' })}>
        登记合同
      </Button>
    ) : null,
    actions: (row) =>
      row['byHand'] === true && row['state'] !== '已终止' && can(SCREEN, 'edit') ? (
        <>
          <Button type="link" size="small" onClick={() => setOpen({ act: 'renew', row })}>
            续期
          </Button>
          <Button type="link" size="small" onClick={() => setOpen({ act: 'end', row })}>
            终止
          </Button>
        </>
      ) : null,
    dialog: open === null ? null : <Dialog open={open} onClose={() => setOpen(null)} />,
  };
};

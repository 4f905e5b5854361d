import {
  KEY_RULE_KINDS,
  KEY_RULES,
  keyContractFollow,
  keyContractSave,
  keyContractSaveRule,
  type ViewRow,
} from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { f } from '@hengneng/form-kit';
import { keyContractFollows, keyContractRules, keyContracts } from '@hengneng/forms/views';
import { Button } from 'antd';
import { type ReactElement, type ReactNode, useState } from 'react';
import { textOf } from '../../engine/rows/text.ts';
import { FieldsDialog, wordsOf } from '../../engine/views/FieldsDialog.tsx';
import { ViewRows } from '../../engine/views/ViewRows.tsx';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { ViewTabs } from '../../engine/views/ViewTabs.tsx';
import { callApi } from '../../lib/api.ts';
import { can } from '../../lib/permission.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { contractAddress } from './address.ts';

const SCREEN = shortCodeOf(keyContracts.screen);

const everyDays = f.integer('关注频次', {
  required: true,
  unit: '天',
  min: 1,
  max: 365,
  hint: '超过这些天没有跟进标红',
});
const ADD_FIELDS = {
  ContractCode: f.contract('合同', { required: true }),
  note: f.text('原因', { required: true }),
  owner: f.user('责任人', { hint: '不选为项目经理' }),
  everyDays,
};
const EDIT_FIELDS = { owner: f.user('责任人', { required: true }), everyDays };
const LEAVE_FIELDS = { why: f.textarea('移出依据', { required: true, max: 200 }) };
const FOLLOW_FIELDS = {
  followedOn: f.date('跟进日期', { required: true, default: 'today' }),
  content: f.textarea('跟进内容', { required: true, max: 500 }),
};
const RULE_FIELDS = {
  threshold: f.decimal(2, '阈值', { required: true, min: 0 }),
  enabled: f.boolean('启用'),
};

interface Open {
  readonly what: 'add' | 'edit' | 'leave' | 'follow' | 'rule';
  readonly row: ViewRow | null;
}

const AddDialog = ({ onClose }: { readonly onClose: () => void }): ReactElement => (
  <FieldsDialog
    title="加入重点合同"
    fields={ADD_FIELDS}
    start={{ everyDays: '30' }}
    saved="已加入重点合同"
    save={(values, options) =>
      callApi(
        keyContractSave,
        {
          act: '加入',
          ContractCode: wordsOf(values['ContractCode']),
          note: wordsOf(values['note']),
          owner: wordsOf(values['owner']),
          everyDays: Number(wordsOf(values['everyDays'])),
        },
        options,
      )
    }
    onClose={onClose}
  />
);

const RowDialog = ({
  open,
  row,
  onClose,
}: {
  readonly open: Open;
  readonly row: ViewRow;
  readonly onClose: () => void;
}) => {
  const ContractCode = row.id;
  switch (open.what) {
    case 'edit':
      return (
        <FieldsDialog
          title={`责任人与频次：${ContractCode}`}
          fields={EDIT_FIELDS}
          start={{ owner: textOf(row, 'owner'), everyDays: textOf(row, 'everyDays') }}
          saved="已修改"
          save={(values, options) =>
            callApi(
              keyContractSave,
              {
                act: '修改',
                ContractCode,
                owner: wordsOf(values['owner']),
                everyDays: Number(wordsOf(values['everyDays'])),
              },
              options,
            )
          }
          onClose={onClose}
        />
      );
    case 'leave':
      return (
        <FieldsDialog
          title={`移出重点合同：${ContractCode}`}
          fields={LEAVE_FIELDS}
          okText="移出"
          saved="已移出"
          save={(values, options) =>
            callApi(keyContractSave, { act: '移出', ContractCode, why: wordsOf(values['why']) }, options)
          }
          onClose={onClose}
        />
      );
    case 'follow':
      return (
        <FieldsDialog
          title={`记跟进：${ContractCode}`}
          fields={FOLLOW_FIELDS}
          saved="跟进已记录"
          save={(values, options) =>
            callApi(
              keyContractFollow,
              { ContractCode, followedOn: wordsOf(values['followedOn']), content: wordsOf(values['content']) },
              options,
            )
          }
          onClose={onClose}
        />
      );
    default: {
      const kind = KEY_RULE_KINDS.find((one) => one === textOf(row, 'kind')) ?? '手工';
      return kind === '手工' ? null : (
        <FieldsDialog
          title={`规则：${kind}（${KEY_RULES[kind]}）`}
          fields={RULE_FIELDS}
          start={{ threshold: textOf(row, 'threshold'), enabled: row['enabled'] === true }}
          saved="规则已保存并重算"
          save={(values, options) =>
            callApi(
              keyContractSaveRule,
              { kind, threshold: wordsOf(values['threshold']), enabled: values['enabled'] === true },
              options,
            )
          }
          onClose={onClose}
        />
      );
    }
  }
};

const useDialogs = (): { readonly show: (open: Open) => void; readonly dialog: ReactNode } => {
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return {
    show: setOpen,
    dialog:
      open === null ? null : open.row === null ? (
        <AddDialog onClose={close} />
      ) : (
        <RowDialog open={open} row={open.row} onClose={close} />
      ),
  };
};

const Actions = ({ row, show }: { readonly row: ViewRow; readonly show: (open: Open) => void }): ReactElement | null =>
  row['state'] !== '关注中' || !can(SCREEN, 'edit') ? null : (
    <>
      <Button type="link" size="small" onClick={() => show({ what: 'follow', row })}>
        记跟进
      </Button>
      <Button type="link" size="small" onClick={() => show({ what: 'edit', row })}>
        责任人
      </Button>
      <Button type="link" size="small" onClick={() => show({ what: 'leave', row })}>
        移出
      </Button>
    </>
  );

/** 重点合同设置: which contracts are watched, by which rules, and who looks after them. */
const KeyContractsPage = (): ReactElement => {
  const { show, dialog } = useDialogs();
  return (
    <div className="list-page">
      <PageHeader title="重点合同设置" note={keyContracts.purpose} />
      <ViewTabs
        label="重点合同"
        tabs={[
          {
            key: 'contracts',
            label: '重点合同',
            content: () => (
              <ViewSection
                view={keyContracts}
                empty="没有重点合同"
                keywordHint="合同编号、客户、项目、责任人"
                tools={
                  can(SCREEN, 'edit') ? (
                    <Button type="primary" onClick={() => show({ what: 'add', row: null })}>
                      加入合同
                    </Button>
                  ) : null
                }
                address={(row) => contractAddress(row.id)}
                tone={(row) => (row['state'] === '已移出' ? 'off' : row['late'] === true ? 'bad' : null)}
                unfold={{
                  label: '跟进记录',
                  show: (row) => (
                    <ViewRows view={keyContractFollows} ask={{ contract: row.id }} empty="还没有跟进记录" />
                  ),
                }}
                actions={(row) => <Actions row={row} show={show} />}
              />
            ),
          },
          {
            key: 'rules',
            label: '自动规则',
            content: () => (
              <ViewSection
                view={keyContractRules}
                empty="没有规则"
                keywordHint="规则"
                tone={(row) => (row['enabled'] === true ? null : 'off')}
                actions={
                  can(SCREEN, 'edit')
                    ? (row) => (
                        <Button type="link" size="small" onClick={() => show({ what: 'rule', row })}>
                          设置
                        </Button>
                      )
                    : undefined
                }
              />
            ),
          },
        ]}
      />
      <p className="note view-note">
        规则每夜重算，命中的客户合同自动列入并通知责任人（默认项目经理）；不再命中任何规则的自动移出。手工移出的合同，命中新的规则时才再列入。
      </p>
      {dialog}
    </div>
  );
};

export default KeyContractsPage;

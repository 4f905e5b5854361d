import { textOrNull } from '@hengneng/core';
import { receiptImport } from '@hengneng/forms/imports';
import { Button, Form } from 'antd';
import { type ReactElement, useState } from 'react';
import type { EditorProps } from '../../engine/imports/ImportRows.tsx';
import { ReferencePicker } from '../../engine/widgets/reference.tsx';
import { AppModal } from '../../ui/AppModal.tsx';
import { OptionSelect } from '../../ui/OptionSelect.tsx';

const NON_GOODS = receiptImport.edits.nonGoods.options;
const NO_LABELS: Readonly<Record<string, string>> = {};

type Chosen = Readonly<Record<'contract' | 'settlement' | 'claimer' | 'nonGoods', string | null>>;

/** Whose money a line is, who claims it, or that it is no customer's. */
export const ReceiptEditor = ({ line, settle, busy }: EditorProps): ReactElement => {
  const [open, setOpen] = useState(false);
  const [labels, setLabels] = useState<Readonly<Record<string, string>>>({});
  const known = {
    contract: textOrNull(line.edits['contract']) ?? textOrNull(line.found['contract']),
    settlement: textOrNull(line.edits['settlement']),
    claimer: textOrNull(line.edits['claimer']),
    nonGoods: textOrNull(line.edits['nonGoods']),
  };
  const [chosen, setChosen] = useState<Chosen>(known);
  const change = (key: keyof Chosen, value: string | null): void =>
    setChosen((before) => ({ ...before, [key]: value }));
  const picker = (key: 'contract' | 'settlement' | 'claimer', entity: string, label: string, hint: string) => (
    <Form.Item label={label} htmlFor={`receipt-${key}`} extra={hint}>
      <ReferencePicker
        id={`receipt-${key}`}
        entity={entity}
        value={chosen[key]}
        labels={{
          ...labels,
          ...(chosen[key] !== null && line.labels[key] !== undefined ? { [chosen[key]]: line.labels[key] } : NO_LABELS),
        }}
        aria={{ 'aria-label': label }}
        onPick={(value, words) => {
          setLabels((before) => ({ ...before, ...words }));
          change(key, typeof value === 'string' ? value : null);
        }}
      />
    </Form.Item>
  );
  return (
    <>
      <Button
        size="small"
        type="link"
        disabled={busy || line.found['match'] === '重复'}
        onClick={() => {
          setChosen(known);
          setOpen(true);
        }}
      >
        匹配
      </Button>
      {open ? (
        <AppModal
          title={`第${line.row}行：${line.cells['payerName'] || '对方未注明'} ${line.cells['credit'] ?? ''}元`}
          okText="确定"
          onOk={() => {
            setOpen(false);
            settle(chosen.nonGoods === null ? chosen : { ...chosen, contract: null, settlement: null, claimer: null });
          }}
          onCancel={() => setOpen(false)}
        >
          <p className="note">
            附言：{line.cells['memo'] || '无'}。建议：{line.found['customer'] ?? '无'}
            {line.found['confidence'] ? `，可信${line.found['confidence']}%（${line.found['basis'] ?? ''}）` : ''}
          </p>
          <Form name="receipt-editor" layout="vertical">
            {picker('contract', 'contract', '合同', '选定后视为已匹配客户；一笔拆多个合同在认领核销时按结算单拆分')}
            {picker('settlement', 'receivableLedger', '建议结算单', '可空，空着取最早到期的未收结算')}
            {picker('claimer', 'user', '认领人', '可空，空着为项目经理')}
            <Form.Item label="非货款类别" htmlFor="receipt-nonGoods" extra="不是客户货款的选这里，不生成到账登记">
              <OptionSelect
                id="receipt-nonGoods"
                value={chosen.nonGoods}
                options={NON_GOODS.map((option) => ({ value: option, label: option }))}
                onChange={(value) => change('nonGoods', value)}
              />
            </Form.Item>
          </Form>
        </AppModal>
      ) : null}
    </>
  );
};

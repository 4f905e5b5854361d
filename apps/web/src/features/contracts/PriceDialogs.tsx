import { PRICE_KINDS, priceAdd, priceDelete, priceEdit, type ViewRow } from '@hengneng/contracts';
import { f } from '@hengneng/form-kit';
import type { ReactElement } from 'react';
import { textOf } from '../../engine/rows/text.ts';
import { type DialogValues, FieldsDialog, fileOf, wordsOf } from '../../engine/views/FieldsDialog.tsx';
import { callApi } from '../../lib/api.ts';

type Kind = keyof typeof PRICE_KINDS;
const KINDS = Object.entries(PRICE_KINDS) as [Kind, string][];
const UNITS = ['元/kWh', '元/m²·月', '元/m²·季', '元/m³', '元/GJ', '元/t', '元/kW·月', '元/h', '元/年'] as const;

const FIELDS = {
  kind: f.enum(
    '计价项',
    KINDS.map(([, name]) => name),
    { required: true },
  ),
  price: f.money4('单价', { required: true, hint: '最多四位小数' }),
  unit: f.enum('单位', UNITS, { required: true }),
  taxRate: f.percent('税率', { min: 0, max: 100, hint: '单价含税；不填则结算报表不出税额' }),
  from: f.date('起日', { required: true, hint: '不能落在已结算的期间' }),
  to: f.date('止日', { hint: '不填为至合同到期' }),
  remark: f.text('调价依据'),
};
const ADD_FIELDS = { ...FIELDS, paper: f.file('调价文件', { required: true }) };
const EDIT_FIELDS = { ...FIELDS, paper: f.file('换调价文件', { hint: '不选则保留原文件' }) };

const kindOf = (name: string): Kind => KINDS.find(([, words]) => words === name)?.[0] ?? 'cold';
const priceOf = (values: DialogValues) => ({
  kind: kindOf(wordsOf(values['kind'])),
  unit: wordsOf(values['unit']),
  price: wordsOf(values['price']),
  taxRate: wordsOf(values['taxRate']),
  from: wordsOf(values['from']),
  to: wordsOf(values['to']),
  remark: wordsOf(values['remark']),
});
const NO_FILE = { URL: '', Size: 0, Name: '' };

/** A new version of a price. */
export const AddPriceDialog = ({
  contract,
  onClose,
}: {
  readonly contract: string;
  readonly onClose: () => void;
}): ReactElement => (
  <FieldsDialog
    title={`加单价：合同 ${contract}`}
    fields={ADD_FIELDS}
    saved="单价已加，收费与能源数据人员收到提示"
    save={(values, options) =>
      callApi(
        priceAdd,
        { ContractCode: contract, ...priceOf(values), paper: fileOf(values['paper']) ?? NO_FILE },
        options,
      )
    }
    onClose={onClose}
  />
);

/** A price that nothing was billed by yet. */
export const EditPriceDialog = ({
  row,
  onClose,
}: {
  readonly row: ViewRow;
  readonly onClose: () => void;
}): ReactElement => (
  <FieldsDialog
    title={`改单价：${textOf(row, 'item')}`}
    fields={EDIT_FIELDS}
    start={{
      kind: textOf(row, 'item'),
      price: textOf(row, 'price'),
      unit: textOf(row, 'unit'),
      taxRate: textOf(row, 'taxRate'),
      from: textOf(row, 'validFrom'),
      to: textOf(row, 'validTo'),
      remark: textOf(row, 'basis'),
    }}
    saved="单价已改，收费与能源数据人员收到提示"
    save={(values, options) => {
      const paper = fileOf(values['paper']);
      return callApi(priceEdit, { Id: row.id, ...priceOf(values), ...(paper ? { paper } : {}) }, options);
    }}
    onClose={onClose}
  />
);

const DELETE_FIELDS = { Reason: f.text('原因', { required: true }) };

export const DeletePriceDialog = ({
  row,
  onClose,
}: {
  readonly row: ViewRow;
  readonly onClose: () => void;
}): ReactElement => (
  <FieldsDialog
    title={`删单价：${textOf(row, 'item')} ${textOf(row, 'price')}${textOf(row, 'unit')}`}
    fields={DELETE_FIELDS}
    okText="删除"
    saved="单价已删除"
    save={(values, options) => callApi(priceDelete, { Id: row.id, Reason: wordsOf(values['Reason']) }, options)}
    onClose={onClose}
  />
);

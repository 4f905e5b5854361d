import { billAdd, billEdit, type BillRow, type BillTerms } from '@hengneng/contracts';
import { Form, Input, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { notify } from '../../../lib/notify.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { FormDrawer } from '../../../ui/FormDrawer.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { MomentPicker, type MomentPickerProps } from '../../../ui/moment/MomentPicker.tsx';
import type { UploadedFile } from '../../../lib/api.ts';
import { FilesPick } from '../FilesPick.tsx';
import { BILLS, ENERGIES } from './shared.ts';

type Values = Omit<BillTerms, 'ProjectCode' | 'ClientId' | 'Files'> & {
  readonly Files?: readonly UploadedFile[];
  readonly Reason?: string;
};

const Day = ({ value, onChange, ...rest }: Partial<MomentPickerProps>): ReactElement => (
  <MomentPicker kind="date" value={value ?? null} onChange={onChange ?? (() => undefined)} {...rest} />
);

/** What the account's last bill says of the next one. */
export type BegunBill = Partial<Pick<Values, 'CategoryCode' | 'Supplier' | 'AccountNo' | 'From'>>;

const initial = (of: BillRow | null, begun: BegunBill): Partial<Values> =>
  of === null
    ? { CategoryCode: 'elec', ...begun }
    : {
        CategoryCode: of.CategoryCode as Values['CategoryCode'],
        Supplier: of.Supplier,
        AccountNo: of.AccountNo,
        From: of.From,
        To: of.To,
        LastReading: of.LastReading ?? '',
        ThisReading: of.ThisReading ?? '',
        Ratio: of.Ratio ?? '',
        Usage: of.Usage,
        Sharp: of.Sharp ?? '',
        Peak: of.Peak ?? '',
        Flat: of.Flat ?? '',
        Valley: of.Valley ?? '',
        BasicFee: of.BasicFee ?? '',
        PowerFactorFee: of.PowerFactorFee ?? '',
        LateFee: of.LateFee ?? '',
        Amount: of.Amount ?? '',
        InvoiceNo: of.InvoiceNo,
        Files: of.Files,
        Note: of.Note,
      };

const needed = (what: string) => [{ required: true, message: `请填写${what}` }];

const Number4 = ({ names }: { readonly names: readonly (readonly [keyof Values, string])[] }): ReactElement => (
  <div className="bill-four">
    {names.map(([name, label]) => (
      <Form.Item key={name} name={name} label={label}>
        <Input inputMode="decimal" maxLength={20} />
      </Form.Item>
    ))}
  </div>
);

const Fields = ({ editing }: { readonly editing: boolean }): ReactElement => {
  const code = Form.useWatch<string | undefined>('CategoryCode');
  const unit = ENERGIES.find(({ value }) => value === code)?.unit ?? '';
  return (
    <>
      <div className="bill-four">
        <Form.Item name="CategoryCode" label="能源" rules={needed('能源')}>
          <Select options={ENERGIES.map(({ value, label }) => ({ value, label }))} />
        </Form.Item>
        <Form.Item name="Supplier" label="供能单位" rules={needed('供能单位')}>
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="AccountNo" label="户号">
          <Input maxLength={40} />
        </Form.Item>
        <Form.Item name="InvoiceNo" label="发票号">
          <Input maxLength={40} />
        </Form.Item>
        <Form.Item name="From" label="账期起" rules={needed('账期起')}>
          <Day />
        </Form.Item>
        <Form.Item name="To" label="账期止" rules={needed('账期止')}>
          <Day />
        </Form.Item>
        <Form.Item name="Usage" label={`账单用量（${unit}）`} rules={needed('账单用量')}>
          <Input inputMode="decimal" maxLength={20} />
        </Form.Item>
        <Form.Item name="Amount" label="账单金额（元）" rules={needed('账单金额')}>
          <Input inputMode="decimal" maxLength={16} />
        </Form.Item>
      </div>
      <Number4
        names={[
          ['LastReading', '上期示数'],
          ['ThisReading', '本期示数'],
          ['Ratio', '倍率'],
          ['LateFee', '滞纳金（元）'],
        ]}
      />
      {code === 'elec' ? (
        <>
          <Number4
            names={[
              ['Sharp', '尖（kWh）'],
              ['Peak', '峰（kWh）'],
              ['Flat', '平（kWh）'],
              ['Valley', '谷（kWh）'],
            ]}
          />
          <Number4
            names={[
              ['BasicFee', '基本电费（元）'],
              ['PowerFactorFee', '力调电费（元）'],
            ]}
          />
        </>
      ) : null}
      <Form.Item name="Note" label="说明" extra="与抄表的差异、与上期的间断在这里写明原因">
        <Input.TextArea maxLength={200} rows={2} />
      </Form.Item>
      <Form.Item name="Files" label="账单原件">
        <FilesPick label="上传原件" />
      </Form.Item>
      {editing ? (
        <Form.Item name="Reason" label="修改原因" rules={needed('修改原因')}>
          <Input maxLength={200} />
        </Form.Item>
      ) : null}
    </>
  );
};

/** A bill as it was sent by the supplier; what is odd about it is told once it is kept. */
export const BillForm = ({
  project,
  bill,
  begun = {},
  onClose,
}: {
  readonly project: string;
  readonly begun?: BegunBill;
  /** Null: a new one. */
  readonly bill: BillRow | null;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const [clientId] = useState(() => crypto.randomUUID());
  const options = {
    said: '已保存',
    renews: [BILLS],
    onDone: ({ Warnings }: { readonly Warnings: readonly string[] }) => {
      if (Warnings.length > 0) notify.warning(Warnings.join('；'));
      onClose();
    },
    onError: (error: unknown) => showErrors(form, error),
  };
  const add = useWrite(billAdd, options);
  const edit = useWrite(billEdit, options);
  const save = ({ Reason = '', Files = [], ...values }: Values): void => {
    if (bill === null) add.mutate({ ProjectCode: project, ClientId: clientId, ...values, Files: [...Files] });
    else edit.mutate({ BillId: bill.BillId, Version: bill.Version, Reason, ...values, Files: [...Files] });
  };
  return (
    <FormDrawer
      width={760}
      title={bill === null ? '录入账单' : `修改账单 ${bill.Supplier}`}
      onClose={onClose}
      saving={add.isPending || edit.isPending}
      onSave={() => form.submit()}
    >
      <Form name="bill-form" form={form} layout="vertical" initialValues={initial(bill, begun)} onFinish={save}>
        <Fields editing={bill !== null} />
      </Form>
    </FormDrawer>
  );
};

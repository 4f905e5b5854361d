import { formatFormula, FORMULA_NAMES, namesOf, parseFormula } from '@hengneng/charging';
import { BASIS_SOURCES, type BasisRow, basisSave, basisTrial, type InputOf, type OutputOf } from '@hengneng/contracts';
import { Button, Form, Input, InputNumber, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { canOpen } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { EmptyHint } from '../../../ui/feedback.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { CommunityField, RoomsField } from './RoomPick.tsx';
import { BASES, FEES, filled, optionsOf, required, ROOM_SCREEN } from './shared.ts';

type Values = Record<string, unknown>;
type Answer = OutputOf<typeof basisTrial>;

/** What the trial is asked with; whatever of it changes, it is to be tried again. */
const TRIED = ['communityId', 'rooms', 'usage', 'factor'] as const;
const COUNTED = ['expr', 'digits', 'minQuantity', 'source'] as const;

const part = (values: Values, names: readonly string[]): Values =>
  filled(Object.fromEntries(names.map((name) => [name, values[name]])));

const read = (text: unknown) => parseFormula(typeof text === 'string' ? text : '');

/** A formula as it is written, with names to press, and the first thing that is wrong with it. */
const FormulaField = (): ReactElement => {
  const form = Form.useFormInstance<Values>();
  const add = (name: string) => {
    const text = String(form.getFieldValue('expr') ?? '');
    form.setFieldValue('expr', text === '' || /[\s(（]$/.test(text) ? `${text}${name}` : `${text} ${name}`);
  };
  return (
    <>
      <Form.Item
        name="expr"
        label="公式"
        extra="只用下列各项、数、+ − × ÷ 与括号；户数为每间1户，系数在房间收费项中填写"
        validateTrigger="onBlur"
        rules={[
          {
            validator: (_, value: unknown) => {
              const found = read(value);
              return 'fault' in found ? Promise.reject(new Error(found.fault.message)) : Promise.resolve();
            },
          },
        ]}
      >
        <Input.TextArea maxLength={200} autoSize={{ minRows: 2 }} placeholder="如 供能面积 × 0.8 + 户数 × 10" />
      </Form.Item>
      <p className="action-row">
        {[...FORMULA_NAMES, '+', '−', '×', '÷'].map((name) => (
          <Button key={name} size="small" onClick={() => add(name)}>
            {name}
          </Button>
        ))}
      </p>
    </>
  );
};

const TrialFields = ({ names }: { readonly names: readonly string[] }): ReactElement => (
  <>
    <h3>试算</h3>
    <p className="note">面积取房间今日的；每间都算得出数量后才能保存</p>
    <div className="registry-two">
      <CommunityField />
      <RoomsField />
      {names.includes('用量') ? (
        <Form.Item name="usage" label="用量" rules={required('请填写试算用的用量')}>
          <Input maxLength={14} inputMode="decimal" />
        </Form.Item>
      ) : null}
      {names.includes('系数') ? (
        <Form.Item name="factor" label="系数" rules={required('请填写试算用的系数')}>
          <Input maxLength={14} inputMode="decimal" />
        </Form.Item>
      ) : null}
    </div>
  </>
);

const Tried = ({ of, unit }: { readonly of: Answer; readonly unit: string }): ReactElement => (
  <DataTable
    label="公式试算"
    columns={[
      { key: 'room', head: '房间' },
      { key: 'words', head: '代入' },
      {
        key: 'quantity',
        head: '数量',
        number: true,
        show: (row) => (row.quantity === null ? row.reason : `${row.quantity} ${unit}`),
      },
    ]}
    rows={of.rows}
    rowKey={(row) => row.room}
  />
);

/** One 计费依据. A formula is kept once it was tried as it stands. */
export const BasisForm = ({
  basis,
  onClose,
}: {
  readonly basis: BasisRow | null;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const formula = Form.useWatch<string | undefined>('source', form) === '公式';
  const written = read(Form.useWatch<unknown>('expr', form));
  const unit = Form.useWatch<string | undefined>('unit', form) ?? '';
  const onError = (error: unknown) => showErrors(form, error);
  const look = useWrite(basisTrial, { onDone: setAnswer, onError });
  const save = useWrite(basisSave, {
    said: '计费依据已保存',
    renews: [BASES, FEES],
    onRenewed: onClose,
    onError,
  });
  const passed =
    answer !== null &&
    'tree' in written &&
    formatFormula(written.tree) === answer.expr &&
    answer.rows.every(({ quantity }) => quantity !== null);
  const finish = (values: Values) =>
    save.mutate({
      id: basis?.id ?? '',
      version: basis?.version ?? 0,
      ...part(values, ['name', 'unit', ...COUNTED]),
      ...(formula ? { trial: part(values, TRIED) } : { expr: '' }),
    } as InputOf<typeof basisSave>);
  return (
    <AppModal
      title={basis === null ? '新增计费依据' : `修改${basis.name}`}
      width={formula ? 720 : undefined}
      confirmLoading={save.isPending}
      okButtonProps={{ disabled: formula && !passed, title: formula && !passed ? '请先试算' : undefined }}
      okText="保存"
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form
        name="basis"
        form={form}
        layout="vertical"
        initialValues={basis ?? { source: '供能面积', digits: 2, minQuantity: '0' }}
        onValuesChange={(changed: Values) => {
          if (Object.keys(changed).some((name) => name !== 'name' && name !== 'unit')) setAnswer(null);
        }}
        onFinish={finish}
      >
        <Form.Item name="name" label="名称" rules={required('请填写名称')}>
          <Input maxLength={40} />
        </Form.Item>
        <div className="registry-two">
          <Form.Item name="source" label="取数">
            <Select options={optionsOf(BASIS_SOURCES)} />
          </Form.Item>
          <Form.Item name="unit" label="单位" rules={required('请填写单位')}>
            <Input maxLength={10} />
          </Form.Item>
          <Form.Item name="digits" label="小数位">
            <InputNumber<number> min={0} max={4} precision={0} />
          </Form.Item>
          <Form.Item name="minQuantity" label="最小计费量" rules={required('请填写最小计费量')}>
            <Input maxLength={12} inputMode="decimal" />
          </Form.Item>
        </div>
        {!formula ? null : (
          <>
            <FormulaField />
            {canOpen(ROOM_SCREEN) ? (
              <>
                <TrialFields names={'tree' in written ? namesOf(written.tree) : []} />
                <Button
                  loading={look.isPending}
                  onClick={() =>
                    void form
                      .validateFields()
                      .then((values) =>
                        look.mutate(
                          part(values, ['expr', 'digits', 'minQuantity', ...TRIED]) as InputOf<typeof basisTrial>,
                        ),
                      )
                      .catch(() => undefined)
                  }
                >
                  试算
                </Button>
                {answer === null ? null : <Tried of={answer} unit={unit} />}
              </>
            ) : (
              <EmptyHint text="您没有查看房间的权限，不能试算，也就不能保存公式" />
            )}
          </>
        )}
      </Form>
    </AppModal>
  );
};

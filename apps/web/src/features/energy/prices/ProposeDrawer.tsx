import {
  insertProjectSetUp,
  type MechanismResult,
  type MechanismSaved,
  type PriceMechanismRow,
} from '@hengneng/contracts';
import { Alert, Button, Form, Input } from 'antd';
import { type ReactElement, useState } from 'react';
import type { UploadedFile } from '../../../lib/api.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { useSend, useWrite } from '../../../lib/useWrite.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { DrawerActions } from '../../../ui/FormDrawer.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { FilesPick } from '../FilesPick.tsx';
import { MomentField } from '../../../ui/moment/MomentField.tsx';
import { MECHANISM, mechanismWords } from './mechanisms.ts';

type Values = {
  readonly EffectOn: string;
  readonly Reason?: string;
  readonly Paper?: readonly UploadedFile[];
} & Readonly<Record<string, unknown>>;
const INDEX = 'Indices.';

export const signed = (percent: number): string => `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(2)}%`;

const Outcome = ({ of, row }: { readonly of: MechanismResult; readonly row: PriceMechanismRow }): ReactElement => (
  <Alert
    type={of.Triggered ? 'success' : 'warning'}
    className="price-note"
    title={
      of.Triggered
        ? `调为 ${of.Price} ${row.Unit}${of.Capped ? `（已按单次上限 ${formatDecimal(row.Cap)}% 截止）` : ''}`
        : `未达到 ${formatDecimal(row.Trigger)}% 的调价条件`
    }
    description={`${of.Words}，变动 ${signed(of.Change)}`}
  />
);

/** Works a change out by the mechanism, shows it, and sends it to whoever agrees. */
export const ProposeDrawer = ({
  row,
  onClose,
}: {
  readonly row: PriceMechanismRow;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const [result, setResult] = useState<MechanismResult | null>(null);
  const [asking, setAsking] = useState(false);
  const send = useSend();
  const save = useWrite(insertProjectSetUp, {
    said: '已提出，待另一人同意后生效',
    renews: ['rows'],
    onRenewed: onClose,
    onError: (error) => showErrors(form, error),
  });
  const byHand = row.Terms.filter(({ Source }) => Source === 'custom');
  const inputOf = (values: Values) => ({
    SetType: MECHANISM,
    Action: 'propose',
    Id: row.Id,
    Version: row.Version,
    EffectOn: values.EffectOn,
    Indices: Object.fromEntries(byHand.map(({ Name }) => [Name, String(values[`${INDEX}${Name}`] ?? '')])),
  });
  const look = async () => {
    const fields = ['EffectOn', ...byHand.map(({ Name }) => `${INDEX}${Name}`)];
    const sound = await form.validateFields(fields).then(
      () => true,
      () => false,
    );
    if (!sound) return;
    setAsking(true);
    try {
      const answer = (await send(insertProjectSetUp, {
        ...inputOf(form.getFieldsValue()),
        Preview: true,
      })) as MechanismSaved;
      setResult(answer.Result);
    } catch (error) {
      setResult(null);
      showErrors(form, error);
    } finally {
      setAsking(false);
    }
  };
  return (
    <AppDrawer
      width={560}
      title={`提出调价：${row.ContractCode} ${row.Item}`}
      onClose={onClose}
      footer={
        <DrawerActions>
          <Button loading={asking} onClick={() => void look()}>
            按机制计算
          </Button>
          <Button
            type="primary"
            loading={save.isPending}
            disabled={result?.Triggered !== true}
            title={result === null ? '请先按机制计算' : undefined}
            onClick={() => form.submit()}
          >
            提交
          </Button>
        </DrawerActions>
      }
    >
      <dl className="price-about">
        <dt>机制</dt>
        <dd>{mechanismWords(row)}</dd>
        <dt>合同条款</dt>
        <dd>{row.Clause}</dd>
        <dt>现行单价</dt>
        <dd>
          {row.Price ?? '—'} {row.Unit}
        </dd>
        {row.Terms.filter(({ Source }) => Source !== 'custom').map(({ Name, Base, Now }) => (
          <div key={Name} className="price-index">
            <dt>{Name}</dt>
            <dd>
              基准 {Base}，当前 {Now ?? '未设价格'}
            </dd>
          </div>
        ))}
      </dl>
      <Form<Values>
        name="price-propose"
        form={form}
        layout="vertical"
        initialValues={{ EffectOn: row.EffectOn }}
        onValuesChange={(changed: Partial<Values>) => {
          // What was worked out is what is proposed.
          if (changed.Reason === undefined && changed.Paper === undefined) setResult(null);
        }}
        onFinish={(values) => {
          const paper = values.Paper?.at(-1);
          save.mutate({
            ...inputOf(values),
            Reason: values.Reason ?? '',
            ...(paper === undefined ? {} : { Paper: paper }),
          });
        }}
      >
        {byHand.map(({ Name, Base }) => (
          <Form.Item
            key={Name}
            name={`${INDEX}${Name}`}
            label={`${Name}（当期值）`}
            extra={`基准值 ${Base}；依据一并上传`}
            rules={[{ required: true, pattern: /^\d{1,10}(\.\d{1,4})?$/, message: `请填写${Name}，最多4位小数` }]}
          >
            <Input inputMode="decimal" maxLength={15} />
          </Form.Item>
        ))}
        <Form.Item name="EffectOn" label="生效日" rules={[{ required: true, message: '请填写生效日' }]}>
          <MomentField />
        </Form.Item>
        {result === null ? null : <Outcome of={result} row={row} />}
        <Form.Item
          name="Paper"
          label="调价函或补充协议"
          rules={[{ required: true, message: '请上传调价函或补充协议' }]}
        >
          <FilesPick label="上传依据" />
        </Form.Item>
        <Form.Item name="Reason" label="说明">
          <Input.TextArea rows={2} maxLength={200} />
        </Form.Item>
      </Form>
    </AppDrawer>
  );
};

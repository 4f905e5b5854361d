import {
  INDEX_SOURCES,
  type IndexSource,
  insertProjectSetUp,
  PRICE_EFFECTS,
  PRICE_METHODS,
  type PriceMechanismRow,
  type PriceMechanisms,
} from '@hengneng/contracts';
import { Button, Form, Input, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import type { UploadedFile } from '../../../lib/api.ts';
import { chinaClock } from '../../../lib/format.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { FormDrawer } from '../../../ui/FormDrawer.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { FilesPick } from '../FilesPick.tsx';
import { MomentField } from '../../../ui/moment/MomentField.tsx';
import { MECHANISM } from './mechanisms.ts';

const SOURCES = (Object.entries(INDEX_SOURCES) as [IndexSource, string][]).map(([value, label]) => ({ value, label }));
const NAMES: Readonly<Partial<Record<IndexSource, string>>> = {
  elec: '电',
  gas: '天然气',
  water: '水',
  steam: '蒸汽',
  heatBuy: '外购热',
  oil: '柴油',
};
const words = (of: Readonly<Record<string, string>>) => Object.entries(of).map(([value, label]) => ({ value, label }));

interface Term {
  readonly Name?: string;
  readonly Source?: IndexSource;
  readonly Weight?: string;
  readonly Base?: string;
}
interface Values {
  readonly Item: string;
  readonly Method: PriceMechanismRow['Method'];
  readonly BasePrice: string;
  readonly BaseDay: string;
  readonly Terms?: readonly Term[];
  readonly Rate?: string;
  readonly Trigger?: string;
  readonly Cap?: string;
  readonly Effect: PriceMechanismRow['Effect'];
  readonly Clause: string;
  readonly Paper?: readonly UploadedFile[];
}

const number = (message: string) => ({ required: true, pattern: /^\d{1,10}(\.\d{1,4})?$/, message });

/** The indices of a formula. One that the project buys by itself brings its name and what it is today. */
const Terms = ({ indices }: { readonly indices: PriceMechanisms['Indices'] }): ReactElement => {
  const form = Form.useFormInstance<Values>();
  const pick = (at: number, source: IndexSource) => {
    const terms = form.getFieldValue('Terms') as readonly Term[];
    const now = indices[source];
    form.setFieldValue(
      'Terms',
      terms.map((term, index) =>
        index === at
          ? { ...term, Name: NAMES[source] ?? term.Name ?? '', ...(now === undefined ? {} : { Base: now }) }
          : term,
      ),
    );
  };
  return (
    <Form.List name="Terms">
      {(lines, { add, remove }, { errors }) => (
        <div className="price-terms">
          <h4>联动指数（单价 = 基准单价 ×（不联动部分 + Σ 权重 × 当期指数 ÷ 基准值））</h4>
          {lines.map(({ key, name }) => (
            <div key={key} className="price-line">
              <Form.Item
                name={[name, 'Source']}
                label="指数来源"
                rules={[{ required: true, message: '请选择指数来源' }]}
              >
                <Select options={SOURCES} onChange={(source: IndexSource) => pick(name, source)} />
              </Form.Item>
              <Form.Item name={[name, 'Name']} label="名称" rules={[{ required: true, message: '请填写名称' }]}>
                <Input maxLength={20} />
              </Form.Item>
              <Form.Item name={[name, 'Weight']} label="权重（%）" rules={[number('如 60')]}>
                <Input inputMode="decimal" maxLength={8} />
              </Form.Item>
              <Form.Item name={[name, 'Base']} label="基准值" rules={[number('如 3.48')]}>
                <Input inputMode="decimal" maxLength={15} />
              </Form.Item>
              <Button type="link" className="price-line-off" onClick={() => remove(name)}>
                删除
              </Button>
            </div>
          ))}
          <Form.ErrorList errors={errors} />
          {lines.length < 6 ? (
            <Button size="small" onClick={() => add({})}>
              加一个指数
            </Button>
          ) : null}
        </div>
      )}
    </Form.List>
  );
};

/** What a price of a contract follows, as the contract says. */
export const MechanismForm = ({
  of,
  list,
  onClose,
}: {
  /** Null: of a price that has none yet. */
  readonly of: PriceMechanismRow | null;
  readonly list: PriceMechanisms;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const [today] = useState(() => chinaClock(new Date()).toISOString().slice(0, 10));
  const method = Form.useWatch('Method', form) ?? of?.Method ?? 'formula';
  const item = Form.useWatch('Item', form);
  const save = useWrite(insertProjectSetUp, {
    said: '调价机制已保存',
    renews: ['rows'],
    onRenewed: onClose,
    onError: (error) => showErrors(form, error),
  });
  const items = list.Open.map((one, at) => ({
    value: String(at),
    label: `${one.ContractCode} ${one.Item}（${one.Price} ${one.Unit}）`,
  }));
  const chosen = of ?? list.Open[Number(item ?? 0)];
  return (
    <FormDrawer
      width={720}
      title={of === null ? '新增调价机制' : `修改调价机制：${of.ContractCode} ${of.Item}`}
      onClose={onClose}
      saving={save.isPending}
      onSave={() => form.submit()}
    >
      <Form<Values>
        name="price-mechanism"
        form={form}
        layout="vertical"
        scrollToFirstError
        initialValues={
          of === null
            ? {
                Item: '0',
                Method: 'formula',
                BasePrice: list.Open[0]?.Price,
                BaseDay: list.Open[0]?.From ?? today,
                Terms: [{}],
                Trigger: '5',
                Effect: 'nextMonth',
              }
            : {
                ...of,
                Cap: of.Cap ?? '',
                Rate: of.Rate ?? '',
                Paper: of.Paper === null ? [] : [of.Paper],
              }
        }
        onValuesChange={({ Item }: Partial<Values>) => {
          const next = Item === undefined ? undefined : list.Open[Number(Item)];
          if (next !== undefined) form.setFieldsValue({ BasePrice: next.Price, BaseDay: next.From });
        }}
        onFinish={({ Item: _item, Paper = [], Terms: terms = [], Rate = '', Cap = '', Trigger = '', ...values }) => {
          const paper = Paper.at(-1);
          if (chosen === undefined) return;
          save.mutate({
            ...values,
            SetType: MECHANISM,
            Action: 'save',
            ContractCode: chosen.ContractCode,
            Kind: chosen.Kind,
            Terms:
              values.Method === 'formula'
                ? terms.map(({ Name, Source, Weight, Base }) => ({ Name, Source, Weight, Base }))
                : [],
            Rate: values.Method === 'yearly' ? Rate : '',
            Cap,
            Trigger: Trigger === '' ? '0' : Trigger,
            ...(paper === undefined || paper.URL === of?.Paper?.URL ? {} : { Paper: paper }),
            ...(of === null ? {} : { Id: of.Id, Version: of.Version }),
          });
        }}
      >
        <div className="price-two">
          {of === null ? (
            <Form.Item name="Item" label="合同与计价项" rules={[{ required: true, message: '请选择计价项' }]}>
              <Select options={items} showSearch={{ optionFilterProp: 'label' }} />
            </Form.Item>
          ) : null}
          <Form.Item name="Method" label="调价方式">
            <Select options={words(PRICE_METHODS)} />
          </Form.Item>
          <Form.Item
            name="BasePrice"
            label={`基准单价（${chosen?.Unit ?? ''}）`}
            rules={[number('请填写基准单价，最多4位小数')]}
          >
            <Input inputMode="decimal" maxLength={15} />
          </Form.Item>
          <Form.Item name="BaseDay" label="基准日" rules={[{ required: true, message: '请填写基准日' }]}>
            <MomentField />
          </Form.Item>
          {method === 'yearly' ? (
            <Form.Item
              name="Rate"
              label="年递增率（%）"
              extra="每满一年按此递增，递减填负数"
              rules={[{ required: true, pattern: /^-?\d{1,3}(\.\d{1,4})?$/, message: '请填写年递增率，如 3 或 −2' }]}
            >
              <Input inputMode="decimal" maxLength={9} />
            </Form.Item>
          ) : null}
        </div>
        {method === 'formula' ? <Terms indices={list.Indices} /> : null}
        <div className="price-two">
          <Form.Item
            name="Trigger"
            label="触发幅度（%）"
            extra="变动未达到时不调价；0 为有变动即调"
            rules={[{ pattern: /^\d{1,3}(\.\d{1,2})?$/, message: '请填写数字，如 5' }]}
          >
            <Input inputMode="decimal" maxLength={6} />
          </Form.Item>
          <Form.Item
            name="Cap"
            label="单次调幅上限（%）"
            extra="不填为不限"
            rules={[{ pattern: /^\d{1,3}(\.\d{1,2})?$/, message: '请填写数字，如 15' }]}
          >
            <Input inputMode="decimal" maxLength={6} />
          </Form.Item>
          <Form.Item name="Effect" label="生效日规则">
            <Select options={words(PRICE_EFFECTS)} />
          </Form.Item>
        </div>
        <Form.Item
          name="Clause"
          label="合同条款"
          rules={[{ required: true, whitespace: true, message: '请填写合同条款' }]}
        >
          <Input.TextArea rows={3} maxLength={300} showCount />
        </Form.Item>
        <Form.Item name="Paper" label="合同条款附件" extra="有多份时以最后上传的为准">
          <FilesPick label="上传附件" />
        </Form.Item>
      </Form>
    </FormDrawer>
  );
};

import { type OutputOf, PRICE_CHANGES, pricesAdjust } from '@hengneng/contracts';
import { Button, Form, Input, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { MomentField } from '../../../ui/moment/MomentField.tsx';
import { FilesPick } from '../FilesPick.tsx';
import { KINDS, PRICES } from '../prices/shared.ts';

type Preview = OutputOf<typeof pricesAdjust>;
interface Values {
  readonly Mode: keyof typeof PRICE_CHANGES;
  readonly Percent?: string;
  readonly Difference?: string;
  readonly single?: string;
  readonly sharp?: string;
  readonly peak?: string;
  readonly flat?: string;
  readonly valley?: string;
  readonly From: string;
  readonly DocNo: string;
  readonly File: readonly { readonly URL: string; readonly Size: number; readonly Name: string }[];
}

const SET_KINDS = [{ value: 'single', label: '单一' } as const, ...KINDS];

const Shown = ({ of }: { readonly of: Preview }): ReactElement => (
  <section aria-label="调价预览" className="across-preview">
    <h3>将另起 {of.Impact.length} 个版本</h3>
    <DataTable
      label="调价预览"
      columns={[
        { key: 'ProjectName', head: '项目' },
        { key: 'CategoryName', head: '能源' },
        { key: 'Before', head: '现价' },
        { key: 'After', head: '新价' },
        { key: 'Meters', head: '涉及总表', unit: '块', number: true },
        { key: 'To', head: '生效止', show: (row: Preview['Impact'][number]) => row.To ?? '长期' },
      ]}
      rows={[...of.Impact]}
      rowKey={(row) => row.Id}
    />
    {of.Skipped.length === 0 ? null : (
      <>
        <h3>剔除 {of.Skipped.length} 块表</h3>
        <ul>
          {of.Skipped.map(({ DeviceId, Name, Reason }) => (
            <li key={DeviceId}>
              {Name} {Reason}
            </li>
          ))}
        </ul>
      </>
    )}
  </section>
);

/** Many prices changed at once; what it comes to is looked at first. */
export const AdjustDrawer = ({
  devices,
  onClose,
}: {
  readonly devices: readonly string[];
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const [preview, setPreview] = useState<Preview | null>(null);
  const [busy, setBusy] = useState(false);
  const mode = Form.useWatch('Mode', form) ?? 'ratio';
  const inputOf = (values: Values) => ({
    DeviceIds: [...devices],
    Mode: values.Mode,
    Percent: values.Percent ?? '',
    Difference: values.Difference ?? '',
    Prices: SET_KINDS.flatMap(({ value }) => (values[value] ? [{ Kind: value, Price: values[value] }] : [])),
    From: values.From,
    DocNo: values.DocNo,
    File: values.File.map((file) => ({ ...file })),
  });
  const save = useWrite(pricesAdjust, {
    said: ({ Added }) => `已另起 ${Added} 个价格版本`,
    renews: [PRICES],
    onRenewed: onClose,
    onError: (error) => showErrors(form, error),
  });
  const look = async () => {
    const values = await form.validateFields().catch(() => null);
    if (values === null) return;
    setBusy(true);
    try {
      setPreview(await callApi(pricesAdjust, { ...inputOf(values), Preview: true }));
    } catch (error) {
      setPreview(null);
      showErrors(form, error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <AppDrawer width={640} title={`批量调价（已选 ${devices.length} 块表）`} onClose={onClose}>
      <p className="note">同一项目同一能源共用一个价格版本，调价对它的全部表计生效</p>
      <Form<Values>
        name="adjust-drawer"
        form={form}
        layout="vertical"
        initialValues={{ Mode: 'ratio', File: [] }}
        onValuesChange={() => setPreview(null)}
        onFinish={(values) => save.mutate(inputOf(values))}
      >
        <Form.Item name="Mode" label="调价方式">
          <Select options={Object.entries(PRICE_CHANGES).map(([value, label]) => ({ value, label }))} />
        </Form.Item>
        {mode === 'ratio' ? (
          <Form.Item
            name="Percent"
            label="比例（%，降价填负数）"
            rules={[{ required: true, message: '请填写比例(%)' }]}
          >
            <Input maxLength={10} />
          </Form.Item>
        ) : mode === 'difference' ? (
          <Form.Item
            name="Difference"
            label="差额（元/单位，降价填负数）"
            rules={[{ required: true, message: '请填写差额(元)' }]}
          >
            <Input maxLength={10} />
          </Form.Item>
        ) : (
          <div className="across-kinds">
            {SET_KINDS.map(({ value, label }) => (
              <Form.Item key={value} name={value} label={`${label}（元/单位）`}>
                <Input maxLength={13} placeholder="不改" />
              </Form.Item>
            ))}
          </div>
        )}
        <Form.Item name="From" label="生效起" rules={[{ required: true, message: '请填写生效起' }]}>
          <MomentField />
        </Form.Item>
        <Form.Item name="DocNo" label="依据文号" rules={[{ required: true, message: '请填写依据文号' }]}>
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item name="File" label="依据文件">
          <FilesPick label="上传依据" />
        </Form.Item>
        {preview === null ? null : <Shown of={preview} />}
        <p className="across-do">
          <Button loading={busy} onClick={() => void look()}>
            预览
          </Button>
          <Button
            type="primary"
            htmlType="submit"
            disabled={preview === null || preview.Impact.length === 0}
            loading={save.isPending}
          >
            确认调价
          </Button>
        </p>
      </Form>
    </AppDrawer>
  );
};

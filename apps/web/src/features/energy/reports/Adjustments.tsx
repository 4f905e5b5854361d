import {
  type AdjustmentList,
  insertProjectSetUp,
  type OutputOf,
  projectSetUp,
  type reportMonth,
} from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi, type UploadedFile } from '../../../lib/api.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { DrawerActions, FormDrawer } from '../../../ui/FormDrawer.tsx';
import { AppModal } from '../../../ui/AppModal.tsx';
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx';
import { ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { FileLink } from '../../../ui/files/FileItem.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { Money } from '../../../ui/Money.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { FilesPick } from '../FilesPick.tsx';

type Report = OutputOf<typeof reportMonth>;
type Row = Report['adjustments'][number];

const TONES = { 待同意: 'accent', 已同意: 'good', 已退回: 'warn' } as const;
const RENEWS = ['energy-report'] as const;

interface Values {
  readonly FromMonth: string;
  readonly DeviceId: string;
  readonly Qty: string;
  readonly Amount?: string;
  readonly Reason: string;
  readonly File?: readonly UploadedFile[];
}

const AdjustFields = ({
  list,
  amounts,
}: {
  readonly list: AdjustmentList;
  readonly amounts: boolean;
}): ReactElement => {
  const meter = Form.useWatch<string | undefined>('DeviceId');
  const unit = list.Meters.find(({ DeviceId }) => DeviceId === meter)?.Unit;
  return (
    <>
      <Form.Item name="FromMonth" label="原月份" rules={[{ required: true, message: '请选择原月份' }]}>
        <Select options={list.Months.map((month) => ({ value: month, label: `${month}（已月锁）` }))} />
      </Form.Item>
      <Form.Item name="DeviceId" label="表计" rules={[{ required: true, message: '请选择表计' }]}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={list.Meters.map(({ DeviceId, Name, Unit }) => ({ value: DeviceId, label: `${Name}（${Unit}）` }))}
        />
      </Form.Item>
      <Form.Item
        name="Qty"
        label={`调整量${unit === undefined ? '' : `（${unit}）`}`}
        extra="多计的填负数"
        rules={[{ required: true, message: '请填写调整量' }]}
      >
        <Input inputMode="decimal" maxLength={20} />
      </Form.Item>
      {amounts ? (
        <Form.Item name="Amount" label="调整金额（元）" extra="留空时月报费用标为不全">
          <Input inputMode="decimal" maxLength={16} />
        </Form.Item>
      ) : null}
      <Form.Item name="Reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写原因' }]}>
        <Input.TextArea maxLength={200} rows={3} />
      </Form.Item>
      <Form.Item name="File" label="附件" rules={[{ required: true, message: '请上传附件' }]}>
        <FilesPick label="上传依据" />
      </Form.Item>
      {list.ToMonth === null ? null : <p className="note">同意后计入 {list.ToMonth}，原月份的数据不变</p>}
    </>
  );
};

const AdjustForm = ({
  project,
  of,
  amounts,
  onClose,
}: {
  readonly project: string;
  /** Where somebody came for a reading that can no longer be changed. */
  readonly of: Partial<Pick<Values, 'FromMonth' | 'DeviceId'>>;
  readonly amounts: boolean;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const [clientId] = useState(() => crypto.randomUUID());
  const list = useQuery({
    queryKey: ['energy-adjust', project],
    queryFn: async ({ signal }) =>
      (await callApi(projectSetUp, { SetType: 'adjust', ProjectCode: project }, { signal })) as AdjustmentList,
  });
  const save = useWrite(insertProjectSetUp, {
    said: `已登记，待另一人同意后计入 ${list.data?.ToMonth ?? ''}`,
    renews: RENEWS,
    onDone: onClose,
    onError: (error) => showErrors(form, error),
  });
  const { data } = list;
  const isMain = data?.Meters.some(({ DeviceId }) => DeviceId === of.DeviceId) === true;
  return (
    <FormDrawer
      width={520}
      title="登记调整"
      onClose={onClose}
      saving={save.isPending}
      disabled={data === undefined || data.Months.length === 0}
      saveText="提交"
      onSave={() => form.submit()}
    >
      {list.error ? (
        <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />
      ) : data === undefined ? (
        <SkeletonDelay rows={6} />
      ) : data.Months.length === 0 ? (
        <p className="note">没有已月锁的月份：未锁的月份请直接修改或补录</p>
      ) : (
        <Form
          name="adjust-form"
          form={form}
          layout="vertical"
          // The address may still name a meter of another project, or a month that was opened again.
          initialValues={{
            ...(data.Months.some((month) => month === of.FromMonth) ? { FromMonth: of.FromMonth } : {}),
            ...(isMain ? { DeviceId: of.DeviceId } : {}),
          }}
          onFinish={(values) =>
            save.mutate({ SetType: 'adjust', Action: 'add', ProjectCode: project, ClientId: clientId, ...values })
          }
        >
          {isMain || of.DeviceId === undefined ? null : (
            <p className="note">刚才的表计是分表，不计入合计，它的量没有可调整的；它的总表也记错时，请选总表登记</p>
          )}
          <AdjustFields list={data} amounts={amounts} />
        </Form>
      )}
    </FormDrawer>
  );
};

const Decision = ({ row, onClose }: { readonly row: Row; readonly onClose: () => void }): ReactElement => {
  const [reason, setReason] = useState('');
  const write = useWrite(insertProjectSetUp, { said: '已处理', renews: RENEWS, onDone: onClose });
  const decide = (Action: 'agree' | 'refuse') =>
    write.mutate({ SetType: 'adjust', Action, AdjustId: row.id, Reason: reason });
  return (
    <AppModal
      title={`${row.serial} ${row.meter}`}
      onCancel={onClose}
      footer={
        <DrawerActions>
          <Button
            danger
            disabled={reason.trim() === ''}
            title={reason.trim() === '' ? '退回请填写原因' : ''}
            loading={write.isPending}
            onClick={() => decide('refuse')}
          >
            退回
          </Button>
          <Button type="primary" loading={write.isPending} onClick={() => decide('agree')}>
            同意
          </Button>
        </DrawerActions>
      }
    >
      <p>
        {row.fromMonth} 调整 {row.quantity} {row.unit}
        {row.amount ? `，${row.amount} 元` : ''}：{row.reason}
      </p>
      <p>
        {row.files.map((file) => (
          <FileLink key={file.URL} file={file} among={row.files} />
        ))}
      </p>
      <Input.TextArea
        aria-label="意见"
        placeholder="意见（退回必填）"
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </AppModal>
  );
};

/** 本月调整: what came too late for locked months, taken up by this one or used in it, with what waits for somebody to agree. */
export const Adjustments = ({
  report,
  project,
  meter,
}: {
  readonly report: Report;
  readonly project: string;
  /** Of which a reading is to be adjusted. */
  readonly meter: string | undefined;
}): ReactElement => {
  const [adding, setAdding] = useState(meter !== undefined && report.canAdjust);
  const [deciding, setDeciding] = useState<Row | null>(null);
  const amounts = report.cost !== undefined;
  const columns: readonly DataColumn<Row>[] = [
    { key: 'serial', head: '单号' },
    { key: 'fromMonth', head: '原月份' },
    { key: 'toMonth', head: '计入月份' },
    { key: 'meter', head: '表计' },
    { key: 'quantity', head: '调整量', number: true },
    { key: 'unit', head: '单位' },
    ...(amounts
      ? [
          {
            key: 'amount',
            head: '调整金额',
            unit: '元',
            number: true,
            show: (row) => <Money value={row.amount} />,
          } satisfies DataColumn<Row>,
        ]
      : []),
    { key: 'reason', head: '原因' },
    {
      key: 'files',
      head: '附件',
      show: (row) =>
        row.files.length === 0
          ? '—'
          : row.files.map((file) => <FileLink key={file.URL} file={file} among={row.files} />),
    },
    { key: 'by', head: '提出人' },
    { key: 'decider', head: '同意人' },
    {
      key: 'state',
      head: '状态',
      show: (row) =>
        row.mine ? (
          <Button size="small" onClick={() => setDeciding(row)}>
            处理
          </Button>
        ) : (
          <span title={row.decision === '' ? undefined : row.decision}>
            <Tag tone={TONES[row.state]}>{row.state}</Tag>
          </span>
        ),
    },
  ];
  return (
    <section className="surface report-part" aria-label="本月调整">
      <header>
        <h2>本月调整</h2>
        {report.canAdjust ? <Button onClick={() => setAdding(true)}>登记调整</Button> : null}
      </header>
      {report.adjustments.length === 0 ? (
        <p className="note">没有调整：月锁后迟到或纠错的数据会列在这里，并计入当时未锁的月份</p>
      ) : (
        <DataTable label="本月调整" columns={columns} rows={report.adjustments} rowKey={(row) => row.serial} />
      )}
      {adding ? (
        <AdjustForm
          project={project}
          of={meter === undefined ? {} : { FromMonth: report.month, DeviceId: meter }}
          amounts={amounts}
          onClose={() => setAdding(false)}
        />
      ) : null}
      {deciding === null ? null : <Decision row={deciding} onClose={() => setDeciding(null)} />}
    </section>
  );
};

import {
  insertProjectSetUp,
  METER_TYPE_NAMES,
  projectSetUp,
  type RatioImpact,
  type RatioList,
  RATIO_REASONS,
  type RatioRow,
  type RatioSaved,
} from '@hengneng/contracts';
import { checkMultiplierEntry } from '@hengneng/energy/measuring';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Form, Input, Select, Table, type TableColumnsType } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { callApi, messageOf, type UploadedFile } from '../../../lib/api.ts';
import { formatDateTime, formatDecimal, formatMoney } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { can, canOpen } from '../../../lib/permission.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { useSend, useWrite } from '../../../lib/useWrite.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { EmptyHint, ErrorRetry } from '../../../ui/feedback.tsx';
import { ChoiceFilter, SearchFilter } from '../../../ui/filters.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { FileLink } from '../../../ui/files/FileItem.tsx';
import { MomentPicker, type MomentPickerProps } from '../../../ui/moment/MomentPicker.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { ExportButton } from '../ExportButton.tsx';
import { ProjectFilter } from '../ProjectFilter.tsx';
import { FilesPick } from '../FilesPick.tsx';
import { THINGS, useMeter } from '../common.ts';
import { countsOf, GasFields, gasBegun, gasGiven, type GasValues } from './GasFields.tsx';
import './things.css';

const SCREEN = 'operationContent.setting.magnification';
const DEVICES = 'operationContent.deviceManage.projectDeviceSet';
const SET = 'magnification';
const RATIOS = 'energyRatios';

interface Values extends GasValues {
  readonly CT?: string;
  readonly PT?: string;
  readonly EffectTime?: string | null;
  readonly ReasonType: (typeof RATIO_REASONS)[number];
  readonly Reason?: string;
  readonly File?: UploadedFile[];
}

const Moment = ({ value, onChange, ...rest }: Partial<MomentPickerProps>): ReactElement => (
  <MomentPicker kind="datetime" value={value ?? null} onChange={onChange ?? (() => undefined)} {...rest} />
);

/** Every ratio that a meter had, newest first. */
const Steps = ({ device }: { readonly device: string }): ReactElement | null => {
  const { data } = useMeter(device);
  if (data === undefined) return null;
  return (
    <ol className="ratio-steps" aria-label="倍率时间轴">
      {data.Ratios.map((step) => (
        <li key={`${step.From} ${step.Ratio} ${step.State}`}>
          <strong>{formatDecimal(step.Ratio)}</strong> 自 {formatDateTime(step.From)}
          <small>
            CT {step.CT} × PT {step.PT}
            {step.Gas === null ? '' : ` · ${countsOf(step.Gas)}`} · {step.Reason || '—'} · {step.By ?? '初始'} ·{' '}
            {step.State}
          </small>
        </li>
      ))}
    </ol>
  );
};

const yuan = (value: string | null): string => (value === null ? '—' : formatMoney(value));
/** Of meters that something is bought by. */
const AMOUNTS: TableColumnsType<RatioImpact> = [
  { title: '原金额(元)', dataIndex: 'OldAmount', align: 'right', render: yuan },
  { title: '新金额(元)', dataIndex: 'NewAmount', align: 'right', render: yuan },
];

const ImpactTable = ({
  impact,
  adjust,
}: {
  readonly impact: readonly RatioImpact[];
  readonly adjust: string;
}): ReactElement => (
  <>
    {adjust === '0' ? null : (
      <p className="field-warning" role="alert">
        其中已月锁的日子不重算，差额 {formatDecimal(adjust)} 须登记为调整
      </p>
    )}
    <Table<RatioImpact>
      size="small"
      rowKey="Date"
      dataSource={[...impact]}
      pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
      locale={{ emptyText: '生效后没有已算出的整日用量' }}
      columns={[
        { title: '日期', dataIndex: 'Date' },
        { title: '原用量', dataIndex: 'Old', align: 'right', render: (value: string) => formatDecimal(value) },
        { title: '新用量', dataIndex: 'New', align: 'right', render: (value: string) => formatDecimal(value) },
        { title: '差', dataIndex: 'Diff', align: 'right', render: (value: string) => formatDecimal(value) },
        ...(impact.some(({ OldAmount }) => OldAmount !== null) ? AMOUNTS : []),
        { title: '锁', dataIndex: 'LockState', render: (value: string) => value || '—' },
      ]}
    />
  </>
);

/** A new ratio is saved once its effect was looked at, and holds once the analyst agreed. */
const RatioForm = ({
  project,
  row,
  onClose,
}: {
  readonly project: string;
  readonly row: RatioRow;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const [seen, setSeen] = useState<{ readonly of: string; readonly saved: RatioSaved } | null>(null);
  const [asking, setAsking] = useState(false);
  const send = useSend();
  const values = Form.useWatch((all) => all, form) ?? {};
  const found = checkMultiplierEntry({ ct: values.CT || '1', pt: values.PT || '1' });
  const content = JSON.stringify([values.CT, values.PT, values.EffectTime, gasGiven(values)]);
  const input = ({ Counts, Gas, ...given }: Values) => ({
    SetType: SET,
    Action: 'propose',
    ProjectCode: project,
    DeviceId: row.DeviceId,
    ...given,
    ...gasGiven({ Counts, Gas }),
    CT: given.CT ?? '1',
    PT: given.PT ?? '1',
    EffectTime: given.EffectTime ?? '',
    File: given.File ?? [],
  });
  const save = useWrite(insertProjectSetUp, {
    said: '已提出，等待能源数据分析师同意',
    renews: [RATIOS, THINGS],
    onRenewed: onClose,
    onError: (error) => showErrors(form, error),
  });
  const preview = async () => {
    setAsking(true);
    try {
      const saved = (await send(insertProjectSetUp, { ...input(form.getFieldsValue()), Preview: true })) as RatioSaved;
      setSeen({ of: content, saved });
    } catch (error) {
      showErrors(form, error);
    } finally {
      setAsking(false);
    }
  };
  const looked = seen?.of === content ? seen.saved : null;
  return (
    <Form<Values>
      name="ratio-form"
      form={form}
      layout="vertical"
      initialValues={{ CT: row.CT, PT: row.PT, ReasonType: RATIO_REASONS[0], ...gasBegun(row.Gas) }}
      onFinish={(given) => save.mutate(input(given))}
    >
      <div className="things-pair">
        <Form.Item name="CT" label="CT 变比">
          <Input maxLength={20} placeholder="如 200/5" />
        </Form.Item>
        <Form.Item name="PT" label="PT 变比">
          <Input maxLength={20} placeholder="如 10000/100" />
        </Form.Item>
        <Form.Item label="倍率 = CT × PT">
          <output aria-label="新倍率">{'message' in found ? found.message : formatDecimal(found.value)}</output>
        </Form.Item>
        {row.MeterType === '燃气表' ? <GasFields values={values} /> : null}
        <Form.Item name="EffectTime" label="生效时刻" rules={[{ required: true, message: '请填写生效时刻' }]}>
          <Moment />
        </Form.Item>
        <Form.Item name="ReasonType" label="原因">
          <Select options={RATIO_REASONS.map((value) => ({ value, label: value }))} />
        </Form.Item>
        <Form.Item name="Reason" label="说明">
          <Input maxLength={200} />
        </Form.Item>
      </div>
      <Form.Item name="File" label="铭牌照片" rules={[{ required: true, message: '请上传铭牌照片' }]}>
        <FilesPick label="上传铭牌照片" images />
      </Form.Item>
      <div className="things-tools">
        <Button loading={asking} onClick={() => void preview()}>
          查看用量影响
        </Button>
        <Button
          type="primary"
          htmlType="submit"
          disabled={looked === null}
          title={looked === null ? '请先查看用量影响' : ''}
          loading={save.isPending}
        >
          提出变更
        </Button>
      </div>
      {looked === null ? null : <ImpactTable impact={looked.Impact} adjust={looked.AdjustQty} />}
    </Form>
  );
};

/** What was proposed, with who may agree. */
const Pending = ({
  project,
  row,
  onDone,
}: {
  readonly project: string;
  readonly row: RatioRow;
  readonly onDone: () => void;
}): ReactElement | null => {
  const decide = useWrite(insertProjectSetUp, {
    said: '已处理',
    renews: [RATIOS, THINGS],
    onRenewed: onDone,
    onError: (error) => notify.error(messageOf(error)),
  });
  const { Pending: pending } = row;
  if (pending === null) return null;
  const act = (Action: 'agree' | 'refuse') =>
    decide.mutate({ SetType: SET, Action, ProjectCode: project, SetId: pending.SetId });
  return (
    <section className="soft-box" aria-label="待确认的倍率变更">
      <p>
        有待确认的倍率变更：{formatDecimal(row.Ratio)} → <strong>{formatDecimal(pending.Ratio)}</strong>（CT{' '}
        {pending.CT} × PT {pending.PT}
        {row.MeterType === '燃气表' ? `；${countsOf(pending.Gas)}` : ''}），自 {formatDateTime(pending.EffectTime)}，
        {pending.ProposedBy} 提出，
        {pending.Reason}
      </p>
      {can(SCREEN, 'edit') && !pending.Mine ? (
        <div className="things-tools">
          <Button type="primary" loading={decide.isPending} onClick={() => act('agree')}>
            同意
          </Button>
          <Button loading={decide.isPending} onClick={() => act('refuse')}>
            退回
          </Button>
        </div>
      ) : (
        <p className="hint">同意前照旧倍率计算</p>
      )}
    </section>
  );
};

/** 倍率设置: CT × PT of every meter, from when it holds, and what it was before. */
const MagnificationPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const { ProjectCode: project, Keyword, MeterType } = filters;
  const [open, setOpen] = useState<string | null>(null);
  const taken = { ProjectCode: project, Keyword, MeterType, ...(filters.Changed ? { Changed: true } : {}) };
  const asked = { SetType: SET, ...taken };
  const list = useQuery({
    queryKey: [RATIOS, asked],
    queryFn: async ({ signal }) => (await callApi(projectSetUp, asked, { signal })) as RatioList,
    enabled: project !== undefined,
  });
  const rows = list.data?.rows ?? [];
  const row = rows.find(({ DeviceId }) => DeviceId === open);
  return (
    <>
      <PageHeader
        title="倍率设置"
        note="倍率 = CT 变比 × PT 变比，工况燃气表另按压力、温度换算为标况，按生效时刻分段计算；变更由项目经理提出、能源数据分析师同意"
        actions={
          <ExportButton
            screen={SCREEN}
            kind="magnification"
            name="倍率清单"
            ask={taken}
            disabled={project === undefined}
          />
        }
      />
      <search className="filter-bar surface">
        <ProjectFilter project={project ?? ''} onPick={(code) => setFilters({ ProjectCode: code })} />
        <ChoiceFilter
          label="表计类型"
          value={METER_TYPE_NAMES.find((one) => one === MeterType)}
          options={METER_TYPE_NAMES}
          onChange={(value) => setFilters({ MeterType: value })}
        />
        <SearchFilter
          label="名称、表号"
          className="filter-wide"
          value={Keyword}
          onSearch={(text) => setFilters({ Keyword: text })}
        />
        <Checkbox
          checked={filters.Changed === '1'}
          onChange={(event) => setFilters({ Changed: event.target.checked ? '1' : null })}
        >
          近一年改过
        </Checkbox>
      </search>
      {project === undefined ? (
        <EmptyHint text="请先选择项目" />
      ) : list.error ? (
        <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <div className="surface surface-table">
          <Table<RatioRow>
            size="small"
            rowKey="DeviceId"
            loading={{ spinning: list.isPending, delay: 200 }}
            dataSource={[...rows]}
            scroll={{ x: 'max-content' }}
            pagination={false}
            locale={{
              emptyText: (
                <EmptyHint
                  text="请先在项目设备设置添加表计"
                  action={
                    canOpen(DEVICES) ? (
                      <Link to={`/operationContent/deviceManage/projectDeviceSet?ProjectCode=${project}&tab=meters`}>
                        去项目设备设置
                      </Link>
                    ) : undefined
                  }
                />
              ),
            }}
            columns={[
              { title: '表计编号', dataIndex: 'DeviceCode', fixed: 'start' },
              {
                title: '名称',
                dataIndex: 'Name',
                render: (value: string, one) => (
                  <Button type="link" className="cell-link" onClick={() => setOpen(one.DeviceId)}>
                    {value}
                  </Button>
                ),
              },
              { title: '表号', dataIndex: 'MeterNo' },
              { title: '类型', dataIndex: 'MeterType' },
              { title: 'CT', dataIndex: 'CT', align: 'right' },
              { title: 'PT', dataIndex: 'PT', align: 'right' },
              {
                title: '倍率',
                dataIndex: 'Ratio',
                align: 'right',
                render: (value: string | null, one) => (
                  <>
                    {formatDecimal(value)}{' '}
                    {one.Gas === null ? null : (
                      <span title={countsOf(one.Gas)}>
                        <Tag>工况</Tag>
                      </span>
                    )}{' '}
                    {one.Pending === null ? null : <Tag tone="accent">待确认</Tag>}
                  </>
                ),
              },
              { title: '单位', dataIndex: 'Unit' },
              { title: '生效时刻', dataIndex: 'EffectTime', render: formatDateTime },
              {
                title: '上一倍率',
                dataIndex: 'PrevRatio',
                align: 'right',
                render: (value: string | null) => formatDecimal(value),
              },
              { title: '原因', dataIndex: 'Reason', render: (value: string) => value || '—' },
              {
                title: '依据文件',
                dataIndex: 'File',
                render: (files: RatioRow['File']) =>
                  files.length === 0 ? '—' : files.map((file) => <FileLink key={file.URL} file={file} />),
              },
              { title: '修改人', dataIndex: 'Editor', render: (value: string | null) => value ?? '—' },
              { title: '修改时间', dataIndex: 'EditTime', render: formatDateTime },
              { title: '生效后读数', dataIndex: 'Readings', align: 'right' },
            ]}
          />
        </div>
      )}
      {row && project ? (
        <AppDrawer width={760} title={`${row.DeviceCode} ${row.Name}`} onClose={() => setOpen(null)}>
          <Pending project={project} row={row} onDone={() => setOpen(null)} />
          <h3>倍率时间轴</h3>
          <Steps device={row.DeviceId} />
          {can(SCREEN, 'edit') && row.Pending === null ? (
            <>
              <h3>改倍率</h3>
              <RatioForm project={project} row={row} onClose={() => setOpen(null)} />
            </>
          ) : null}
        </AppDrawer>
      ) : null}
    </>
  );
};

export default MagnificationPage;

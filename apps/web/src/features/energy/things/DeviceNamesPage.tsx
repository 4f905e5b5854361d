import {
  deviceNames,
  type DeviceNameRow,
  deviceNamesImport,
  deviceNamesSave,
  projectEnergies,
} from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Switch, Table, Tabs } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { ApiError, callApi, messageOf, uploadTo } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { can, canOpen } from '../../../lib/permission.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { EmptyHint, ErrorRetry } from '../../../ui/feedback.tsx';
import { SearchFilter } from '../../../ui/filters.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useRowOrder } from '../../../ui/useRowOrder.tsx';
import { useUnsavedGuard } from '../../../ui/useUnsavedGuard.ts';
import { THINGS } from '../common.ts';
import { ExportButton } from '../ExportButton.tsx';
import { ProjectFilter } from '../ProjectFilter.tsx';
import { MOST_LETTERS, NAME_PARTS, nameBy } from './name-rule.ts';
import { SheetImport } from './SheetImport.tsx';
import './things.css';

const SCREEN = 'operationContent.setting.setDeviceName';
const DEVICES = 'device';
/** Between two rows, so that one put between them by a workbook still fits. */
const SORT_STEP = 10;
const DEVICE_SET = 'operationContent.deviceManage.projectDeviceSet';

type Changes = Readonly<Record<string, Partial<DeviceNameRow>>>;
type TextKey = 'DisplayName' | 'ClientName' | 'DeviceCode' | 'PointCode' | 'Group';
type FlagKey = 'ShowEntry' | 'ShowReport' | 'ShowScreen';

const TEXTS: readonly (readonly [TextKey, string, number])[] = [
  ['DisplayName', '显示名称', MOST_LETTERS],
  ['ClientName', '客户版名称', MOST_LETTERS],
  ['DeviceCode', '编号', 30],
  ['PointCode', '采集点编码', 60],
  ['Group', '分组', 30],
];
const FLAGS: readonly (readonly [FlagKey, string])[] = [
  ['ShowEntry', '在录入显示'],
  ['ShowReport', '在报表显示'],
  ['ShowScreen', '在大屏显示'],
];

/** What is wrong with rows, by row and field, as the server said it. */
const faultsOf = (error: unknown, sent: readonly DeviceNameRow[]): ReadonlyMap<string, string> =>
  new Map(
    error instanceof ApiError
      ? error.errors.flatMap(({ path, message }) => {
          const [, at, key] = /^Rows\[(\d+)\]\.(\w+)$/.exec(path) ?? [];
          const row = at === undefined ? undefined : sent[Number(at)];
          return row === undefined ? [] : [[`${row.DeviceId} ${key}`, message] as const];
        })
      : [],
  );

/** 设备名称设置: what the site, the customer and the gateway call things, and where they are shown. */
const DeviceNamesPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const { ProjectCode: project, CategoryCode, Keyword } = filters;
  const [changes, setChanges] = useState<Changes>({});
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  const [importing, setImporting] = useState(false);
  const [rule, setRule] = useState('{台号}#{类别}');
  const editable = can(SCREEN, 'edit');
  const list = useQuery({
    queryKey: [THINGS, 'names', project, CategoryCode, Keyword],
    queryFn: ({ signal }) => callApi(deviceNames, { ProjectCode: project ?? '', CategoryCode, Keyword }, { signal }),
    enabled: project !== undefined,
  });
  const energies = useQuery({
    queryKey: [THINGS, 'projectEnergies', project],
    queryFn: ({ signal }) => callApi(projectEnergies, { ProjectCode: project ?? '' }, { signal }),
    enabled: project !== undefined,
  });
  const given = (list.data?.rows ?? []).map((row) => ({ ...row, ...changes[row.DeviceId] }));
  // As they will stand once it is saved: groups as the server has them, each in its own order.
  const rows = [...new Set(given.map(({ Within }) => Within))].flatMap((within) =>
    given.filter((row) => row.Within === within).sort((a, b) => a.Sort - b.Sort),
  );
  const changed = rows.filter(({ DeviceId }) => changes[DeviceId] !== undefined);
  useUnsavedGuard(changed.length > 0);
  const save = useWrite(deviceNamesSave, {
    said: ({ Count }) => `已保存 ${Count} 台设备`,
    renews: [THINGS],
    onDone: () => {
      setChanges({});
      setFaults(new Map());
    },
    onError: (error) => {
      setFaults(faultsOf(error, changed));
      notify.error(messageOf(error));
    },
  });
  const put = (id: string, change: Partial<DeviceNameRow>) =>
    setChanges((all) => ({ ...all, [id]: { ...all[id], ...change } }));
  const order = useRowOrder({
    ids: rows.map(({ DeviceId }) => DeviceId),
    groupOf: (id) => rows.find(({ DeviceId }) => DeviceId === id)?.Within ?? '',
    onMove: (id, before) => {
      const within = rows.find(({ DeviceId }) => DeviceId === id)?.Within;
      const others = rows.flatMap((row) => (row.Within === within && row.DeviceId !== id ? [row.DeviceId] : []));
      const at = before === null ? others.length : others.indexOf(before);
      const sorts = others.toSpliced(at, 0, id).map((one, index) => [one, (index + 1) * SORT_STEP] as const);
      setChanges((all) => ({
        ...all,
        ...Object.fromEntries(
          sorts.flatMap(([one, Sort]) =>
            given.find(({ DeviceId }) => DeviceId === one)?.Sort === Sort ? [] : [[one, { ...all[one], Sort }]],
          ),
        ),
      }));
    },
  });
  // Of a part of a group the others' places are not known.
  const whole = Keyword === undefined;
  const byRule = () => {
    try {
      setChanges((all) =>
        Object.fromEntries([
          ...Object.entries(all),
          ...rows.map((row) => [row.DeviceId, { ...all[row.DeviceId], DisplayName: nameBy(rule, row) }] as const),
        ]),
      );
    } catch (error) {
      notify.error(messageOf(error));
    }
  };
  const tabs = [
    { key: 'all', label: '全部' },
    ...(energies.data ?? []).map((one) => ({ key: one.Code, label: one.Name })),
    { key: DEVICES, label: '设备' },
  ];
  return (
    <>
      <PageHeader
        title="设备名称设置"
        note="录入、报表和大屏都用这里的显示名；改名不改历史导出文件"
        actions={
          editable && changed.length > 0 ? (
            // A sheet goes out and comes in beside what is typed, not over it.
            <>
              <Button
                onClick={() => {
                  setChanges({});
                  setFaults(new Map());
                }}
              >
                放弃修改
              </Button>
              <Button
                type="primary"
                loading={save.isPending}
                onClick={() => save.mutate({ ProjectCode: project ?? '', Rows: changed })}
              >
                保存（{changed.length}）
              </Button>
            </>
          ) : (
            <>
              {can(SCREEN, 'import') ? (
                <Button
                  disabled={project === undefined}
                  title={project === undefined ? '请先选择项目' : undefined}
                  onClick={() => setImporting(true)}
                >
                  导入
                </Button>
              ) : null}
              <ExportButton
                screen={SCREEN}
                kind="setDeviceName"
                name="设备名称对照"
                ask={{ ProjectCode: project, CategoryCode, Keyword }}
                disabled={project === undefined}
              />
            </>
          )
        }
      />
      <search className="filter-bar surface">
        <ProjectFilter
          project={project ?? ''}
          onPick={(code) => {
            setChanges({});
            setFilters({ ProjectCode: code, CategoryCode: null });
          }}
        />
        <SearchFilter
          label="名称、编号"
          className="filter-wide"
          value={Keyword}
          onSearch={(text) => setFilters({ Keyword: text })}
        />
        {editable && project !== undefined ? (
          <>
            <Input
              className="filter-wide"
              aria-label="命名规则"
              title={`可用：${NAME_PARTS.map((part) => `{${part}}`).join(' ')}`}
              value={rule}
              onChange={(event) => setRule(event.target.value)}
            />
            <Button onClick={byRule}>按规则命名</Button>
          </>
        ) : null}
      </search>
      {project === undefined ? (
        <EmptyHint text="请先选择项目" />
      ) : list.error ? (
        <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <div className="surface things-panel">
          <Tabs
            activeKey={CategoryCode ?? 'all'}
            onChange={(key) => setFilters({ CategoryCode: key === 'all' ? null : key })}
            items={tabs}
          />
          <Table<DeviceNameRow>
            size="small"
            rowKey="DeviceId"
            loading={{ spinning: list.isPending, delay: 200 }}
            dataSource={rows}
            onRow={({ DeviceId }) => order.rowProps(DeviceId)}
            scroll={{ x: 'max-content' }}
            pagination={false}
            locale={{ emptyText: <EmptyHint text="没有设备，请先在项目设备设置添加" /> }}
            columns={[
              { title: '原名称', dataIndex: 'OriginName', fixed: 'start' },
              {
                title: '系统编号',
                dataIndex: 'DeviceId',
                render: (value: string, row) =>
                  canOpen(DEVICE_SET) ? (
                    <Link
                      to={`/operationContent/deviceManage/projectDeviceSet?ProjectCode=${project}${
                        row.IsMeter ? `&tab=meters&DeviceId=${value}` : `&Keyword=${encodeURIComponent(row.OriginName)}`
                      }`}
                    >
                      {value}
                    </Link>
                  ) : (
                    value
                  ),
              },
              { title: '出厂表号', dataIndex: 'MeterNo', render: (value: string) => value || '—' },
              { title: '类别', dataIndex: 'CategoryName' },
              ...TEXTS.map(([key, title, most]) => ({
                title,
                dataIndex: key,
                render: (value: string, row: DeviceNameRow) => {
                  const fault = faults.get(`${row.DeviceId} ${key}`);
                  return editable ? (
                    <>
                      <Input
                        size="small"
                        className="names-cell"
                        aria-label={`${row.OriginName} ${title}`}
                        maxLength={most}
                        status={fault === undefined ? '' : 'error'}
                        value={value}
                        onChange={(event) => put(row.DeviceId, { [key]: event.target.value })}
                      />
                      {fault === undefined ? null : (
                        <span className="names-fault" role="alert">
                          {fault}
                        </span>
                      )}
                    </>
                  ) : (
                    value || '—'
                  );
                },
              })),
              {
                title: '排序',
                dataIndex: 'Sort',
                render: (value: number, row) => (
                  <span className="names-order">
                    {editable && whole ? order.handle(row.DeviceId, row.OriginName) : null}
                    {value}
                  </span>
                ),
              },
              ...FLAGS.map(([key, title]) => ({
                title,
                dataIndex: key,
                render: (value: boolean, row: DeviceNameRow) => (
                  <Switch
                    size="small"
                    disabled={!editable}
                    aria-label={`${row.OriginName} ${title}`}
                    checked={value}
                    onChange={(next) => put(row.DeviceId, { [key]: next })}
                  />
                ),
              })),
              { title: '修改人', dataIndex: 'Editor', render: (value: string | null) => value ?? '—' },
              { title: '修改时间', dataIndex: 'EditTime', render: formatDateTime },
            ]}
          />
        </div>
      )}
      {importing && project !== undefined ? (
        <SheetImport
          title="导入设备名称对照"
          hint="先导出，改显示名称、客户版名称、编号、采集点编码、分组、排序或三个显示开关后导入；按系统编号匹配，任一行有错整批不入，没改的行不动。"
          label="设备名称对照文件"
          upload={(file, fields) => uploadTo(deviceNamesImport, file, { fields: { ...fields, ProjectCode: project } })}
          about={({ Changed }) => `${Changed} 行有修改`}
          nothing={({ Changed }) => Changed === 0}
          said={({ Changed }) => `已修改 ${Changed} 台设备的名称`}
          onClose={() => setImporting(false)}
        />
      ) : null}
    </>
  );
};

export default DeviceNamesPage;

/** What was written down of a day's moments, and correcting it. */
import { type RunMachine, type RunRow, runUpdate } from '@hengneng/contracts';
import { formatQuantity } from '@hengneng/energy/units';
import { Button, Input, Space } from 'antd';
import { type ReactElement, useState } from 'react';
import { ApiError, messageOf } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { can } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { type CardColumn, CardTable } from '../../../ui/CardTable.tsx';
import { type RunDraft, sentPoints } from './drafts.ts';
import { PointFields } from './PointFields.tsx';
import { RUNS } from './useRuns.ts';

const SCREEN = 'operationContent.DataInput.newDataInput';

const pair = (row: RunRow, a: string, b: string): string => {
  const [first, second] = [row.Points[a], row.Points[b]];
  return first === undefined && second === undefined ? '—' : `${first ?? '—'} / ${second ?? '—'}`;
};

/** In the catalogue's order; what no machine has is not shown. */
const POINTS: readonly {
  readonly key: string;
  readonly head: string;
  readonly unit: string;
  readonly codes: readonly string[];
}[] = [
  { key: 'load', head: '负荷率', unit: '%', codes: ['load'] },
  { key: 'chilled', head: '冷温水进/出', unit: '℃', codes: ['chilledIn', 'chilledOut'] },
  { key: 'cooling', head: '冷却水进/出', unit: '℃', codes: ['coolingIn', 'coolingOut'] },
  { key: 'chilledFlow', head: '冷温水流量', unit: 'm³/h', codes: ['chilledFlow'] },
  { key: 'coolingFlow', head: '冷却水流量', unit: 'm³/h', codes: ['coolingFlow'] },
  { key: 'highGenerator', head: '高发温度', unit: '℃', codes: ['highGenerator'] },
  { key: 'highPressure', head: '高发压力', unit: 'kPa', codes: ['highPressure'] },
  { key: 'exhaust', head: '排烟/排气温度', unit: '℃', codes: ['exhaust'] },
  { key: 'refrigerant', head: '冷剂温度', unit: '℃', codes: ['refrigerant'] },
  { key: 'vacuum', head: '真空', unit: 'Pa', codes: ['vacuum'] },
  { key: 'gasFlow', head: '燃气瞬时', unit: 'm³/h', codes: ['gasFlow'] },
  { key: 'temperatures', head: '蒸发/冷凝温度', unit: '℃', codes: ['evaporating', 'condensing'] },
  { key: 'pressures', head: '蒸发/冷凝压力', unit: 'kPa', codes: ['evaporatingPressure', 'condensingPressure'] },
  { key: 'pressure', head: '炉水压力', unit: 'MPa', codes: ['pressure'] },
  { key: 'current', head: '电流', unit: 'A', codes: ['current'] },
  { key: 'power', head: '输入功率', unit: 'kW', codes: ['power'] },
];

/** A parameter that people set up themselves has a column of its own. */
const ownPoints = (machines: readonly RunMachine[]) => {
  const known = new Set(POINTS.flatMap(({ codes }) => codes));
  const own = new Map(
    machines.flatMap(({ Params }) =>
      Params.filter(({ code }) => !known.has(code)).map(
        ({ code, name, unit }) => [code, { key: code, head: name, unit, codes: [code] }] as const,
      ),
    ),
  );
  return [...own.values()];
};

const History = ({ row, machine }: { readonly row: RunRow; readonly machine: RunMachine }): ReactElement => (
  <ol className="run-history" aria-label="版本">
    {row.Versions.map((one, index) => (
      <li key={one.EditTime + String(index)}>
        v{index + 1} {one.Editor} {formatDateTime(one.EditTime)} {one.Voided ? '作废' : one.Mode}
        {one.Reason === '' ? '' : `：${one.Reason}`}
        <small>
          {Object.entries(one.Points)
            .map(([code, value]) => {
              const param = machine.Params.find((item) => item.code === code);
              return `${param?.name ?? code} ${value}${param?.unit ?? ''}`;
            })
            .join('，')}
        </small>
      </li>
    ))}
  </ol>
);

const Correct = ({
  row,
  machine,
  rivals,
  onClose,
}: {
  readonly row: RunRow;
  readonly machine: RunMachine;
  /** Whether another record of the moment waits. */
  readonly rivals: boolean;
  readonly onClose: () => void;
}): ReactElement => {
  const [draft, setDraft] = useState<RunDraft>({
    mode: row.Mode as RunDraft['mode'],
    points: row.Points,
    note: row.Note,
  });
  const [reason, setReason] = useState('');
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const write = useWrite(runUpdate, {
    renews: [RUNS],
    said: '已保存为新版本',
    onDone: onClose,
    onError: (error) => {
      const found = error instanceof ApiError ? error.errors : [];
      setFaults(
        Object.fromEntries(
          found.map(({ path, message }) => [path === 'Mode' ? 'mode' : path.replace(/^Points\./, ''), message]),
        ),
      );
      if (found.length === 0) notify.error(messageOf(error));
    },
  });
  const send = (Action: 'save' | 'void' | 'accept') =>
    write.mutate({
      RunId: row.RunId,
      Action,
      ...(draft.mode === '' ? {} : { Mode: draft.mode }),
      Points: sentPoints(draft),
      Note: draft.note.trim(),
      Reason: reason.trim(),
    });
  return (
    <AppDrawer title={`${row.Name} ${row.Time} 运行参数`} width={520} onClose={onClose}>
      <PointFields
        machine={machine}
        draft={draft}
        faults={faults}
        onChange={(part) => {
          setFaults({});
          setDraft((before) => ({ ...before, ...part }));
        }}
      />
      {faults['Points'] === undefined ? null : <small role="alert">{faults['Points']}</small>}
      <label className="run-wide" htmlFor="run-note">
        备注
        <Input
          id="run-note"
          aria-label="备注"
          maxLength={200}
          value={draft.note}
          onChange={(event) => setDraft((before) => ({ ...before, note: event.target.value }))}
        />
      </label>
      <label className="run-wide" htmlFor="run-reason">
        原因（必填）
        <Input.TextArea
          id="run-reason"
          aria-label="原因"
          maxLength={200}
          status={faults['Reason'] === undefined ? '' : 'error'}
          value={reason}
          onChange={(event) => {
            setReason(event.target.value);
            setFaults(({ Reason: _, ...rest }) => rest);
          }}
        />
        {faults['Reason'] === undefined ? null : (
          <small role="alert" data-tone="bad">
            {faults['Reason']}
          </small>
        )}
      </label>
      <Space wrap>
        <Button type="primary" loading={write.isPending} onClick={() => send('save')}>
          提交修改
        </Button>
        {rivals ? (
          <Button loading={write.isPending} onClick={() => send('accept')}>
            以本条为准，作废另一条
          </Button>
        ) : null}
        <Button danger loading={write.isPending} onClick={() => send('void')}>
          作废本条
        </Button>
      </Space>
      <h3>版本</h3>
      <History row={row} machine={machine} />
    </AppDrawer>
  );
};

export const RunLog = ({
  rows,
  machines,
  open,
}: {
  readonly rows: readonly RunRow[];
  readonly machines: readonly RunMachine[];
  /** Whether the day may still be corrected here. */
  readonly open: boolean;
}): ReactElement => {
  const [chosen, setChosen] = useState<string | null>(null);
  const picked = rows.find(({ RunId }) => RunId === chosen);
  const machine = machines.find(({ DeviceId }) => DeviceId === picked?.DeviceId);
  const has = (codes: readonly string[]) =>
    machines.some(({ Params }) => Params.some(({ code }) => codes.includes(code)));
  const points = [...POINTS, ...ownPoints(machines)].filter(({ codes }) => has(codes));
  const mayEdit = open && can(SCREEN, 'edit');
  const columns: readonly CardColumn<RunRow>[] = [
    { key: 'Time', head: '时刻', main: true, show: (row) => `${row.Time} ${row.Name}` },
    {
      key: 'Mode',
      head: '模式',
      show: (row) => (row.Candidate ? <Tag tone="warn">{`${row.Mode} 待核对`}</Tag> : row.Mode),
    },
    ...points.map(
      ({ key, head, unit, codes: [a = '', b] }): CardColumn<RunRow> => ({
        key,
        head,
        unit,
        number: true,
        show: (row) => {
          const doubt = row.Doubts.filter(({ code }) => code === a || code === b).map(({ message }) => message);
          return (
            <span data-tone={doubt.length > 0 ? 'warn' : undefined} title={doubt.join('；') || undefined}>
              {b === undefined ? (row.Points[a] ?? '—') : pair(row, a, b)}
            </span>
          );
        },
      }),
    ),
    { key: 'Output', head: '瞬时冷热量', unit: 'kW', number: true, show: (row) => formatQuantity(row.Output, 'power') },
    { key: 'Cop', head: 'COP', number: true, show: (row) => formatQuantity(row.Cop, 'cop') },
    {
      key: 'Balance',
      head: '热平衡差',
      unit: '%',
      number: true,
      show: (row) => (
        <span title={row.BalanceWords || undefined} data-tone={(row.Balance ?? 0) > 10 ? 'warn' : undefined}>
          {row.Balance === null ? '—' : row.Balance.toFixed(1)}
        </span>
      ),
    },
    { key: 'Note', head: '备注', show: (row) => row.Note || '—' },
    {
      key: 'Editor',
      head: '录入',
      show: (row) => `${row.Flag} ${row.Editor} ${formatDateTime(row.EditTime).slice(5)}`,
    },
    {
      key: 'acts',
      head: '版本',
      acts: true,
      show: (row) => (
        <Button type="link" size="small" onClick={() => setChosen(row.RunId)}>
          v{row.Versions.length}
          {mayEdit ? ' 修改' : ' 查看'}
        </Button>
      ),
    },
  ];
  return (
    <>
      <CardTable label="当日已录运行参数" columns={columns} rows={rows} rowKey={(row) => row.RunId} />
      {picked === undefined || machine === undefined ? null : mayEdit ? (
        <Correct
          key={picked.RunId}
          row={picked}
          machine={machine}
          rivals={rows.some(
            (one) => one.RunId !== picked.RunId && one.DeviceId === picked.DeviceId && one.At === picked.At,
          )}
          onClose={() => setChosen(null)}
        />
      ) : (
        <AppDrawer title={`${picked.Name} ${picked.Time} 运行参数`} width={520} onClose={() => setChosen(null)}>
          <History row={picked} machine={machine} />
        </AppDrawer>
      )}
    </>
  );
};

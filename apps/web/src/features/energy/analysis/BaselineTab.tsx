import {
  type BaselineFit,
  type BaselineRow,
  type BaselineStatement,
  type BaselineTrial,
  insertProjectSetUp,
  projectSetUp,
} from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, InputNumber } from 'antd';
import { type ReactElement, useState } from 'react';
import { ApiError, callApi, messageOf } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { ReportSpan } from '../reports/common.tsx';
import { fittedTo, savedOver } from './compare-pictures.ts';
import { NodeSelect } from './SeriesEditor.tsx';
import { daysAgo, spanSince } from './span.ts';
import { StatementSignatures } from './StatementSignatures.tsx';

const SCREEN = 'operationContent.energyConsume.comparedSelf';
const KEY = 'energy-baselines';
const GRAINS = { day: '日模型', month: '月模型' } as const;
type Grain = keyof typeof GRAINS;
interface Span {
  readonly from: string;
  readonly to: string;
}

type Coefficient = BaselineFit['Coefficients'][number];
const COEFFICIENTS: readonly DataColumn<Coefficient>[] = [
  { key: 'Name', head: '系数' },
  { key: 'Value', head: '值', number: true, show: (row) => row.Value.toFixed(3) },
  { key: 'Error', head: '标准误', number: true, show: (row) => row.Error.toFixed(3) },
  { key: 'P', head: 'p', number: true, show: (row) => (row.P < 0.001 ? '<0.001' : row.P.toFixed(3)) },
];
const LINES: readonly DataColumn<BaselineStatement['Lines'][number]>[] = [
  { key: 'Label', head: '项' },
  { key: 'Text', head: '值', number: true },
  { key: 'Unit', head: '单位', show: (row) => row.Unit || ' ' },
  {
    key: 'Source',
    head: '依据',
    show: (row) => <span className="analysis-words">{`${row.Source}${row.Unchecked ? '（待核对原文）' : ''}`}</span>,
  },
];

const Fit = ({ fit }: { readonly fit: BaselineFit }): ReactElement => (
  <>
    <p>
      <Tag tone={fit.Qualified ? 'good' : 'warn'}>{fit.Qualified ? '合格' : '未通过'}</Tag> {fit.Kind}：{fit.Formula}
    </p>
    <p className="note">
      {fit.Words}；R² {fit.R2.toFixed(3)}，{fit.N} 期，完整率 {fit.Complete.toFixed(1)}%
    </p>
  </>
);

/** A model is tried before it is kept: what it says, and whether it may carry a bill. */
const Trial = ({ project, first }: { readonly project: string; readonly first: string }): ReactElement => {
  const [node, setNode] = useState(first);
  const [span, setSpan] = useState<Span>({ from: daysAgo(400), to: daysAgo(35) });
  const [grain, setGrain] = useState<Grain>('day');
  const [asked, setAsked] = useState<object | null>(null);
  const [name, setName] = useState('');
  const ask = { SetType: 'baseline', ProjectCode: project, NodeId: node, Date: span, Grain: grain };
  const trial = useQuery({
    queryKey: ['energy-baseline-trial', asked],
    queryFn: async ({ signal }) => (await callApi(projectSetUp, { ...ask, ...asked }, { signal })) as BaselineTrial,
    enabled: asked !== null,
  });
  const write = useWrite(insertProjectSetUp, { renews: [KEY], said: '已设为节能验证基线', onDone: () => setName('') });
  // What is shown is what was tried, not what is being chosen since.
  const current = asked !== null && JSON.stringify(asked) === JSON.stringify(ask);
  const fault = trial.error instanceof ApiError ? trial.error.errors[0]?.message : undefined;
  return (
    <section className="surface report-part" aria-label="拟合基线">
      <h2>拟合基线</h2>
      <div className="filter-bar">
        <NodeSelect project={project} value={node} onChange={setNode} />
        <ReportSpan id="baseline-span" label="基线期" picker="date" from={span.from} to={span.to} onChange={setSpan} />
        <ChoiceFilter
          label="模型"
          className="filter-narrow"
          value={grain}
          options={Object.entries(GRAINS).map(([value, label]) => ({ value, label }))}
          onChange={(next) => setGrain((next ?? 'day') as Grain)}
        />
        <Button type="primary" loading={trial.isFetching} onClick={() => setAsked(ask)}>
          试算
        </Button>
      </div>
      <p className="note">
        用量 = 基荷 + 制冷斜率 × max(0, T − 平衡点) + 采暖斜率 × max(0, 平衡点 − T)，平衡点与斜率一起拟合；月模型
        CV(RMSE) ≤ 15%、NMBE ±5%，日模型 25%、±7%。按供能日的模型只在供能季（停机日除外）计斜率，供能日另有一份基荷。
      </p>
      {asked === null ? null : trial.error ? (
        fault === undefined ? (
          <ErrorRetry error={trial.error} onRetry={() => void trial.refetch()} />
        ) : (
          <p className="field-warning" role="alert">
            {fault}
          </p>
        )
      ) : trial.data === undefined ? (
        <SkeletonDelay rows={4} />
      ) : (
        <>
          <Fit fit={trial.data.Fit} />
          <div className="view-charts">
            <Chart
              title="基线拟合"
              option={fittedTo(trial.data)}
              table={
                <DataTable
                  label="系数"
                  columns={COEFFICIENTS}
                  rows={trial.data.Fit.Coefficients}
                  rowKey={(row) => row.Name}
                />
              }
            />
            <div>
              <DataTable
                label="系数"
                columns={COEFFICIENTS}
                rows={trial.data.Fit.Coefficients}
                rowKey={(row) => row.Name}
              />
              <ul className="analysis-findings">
                {trial.data.Tried.map((one) => (
                  <li key={one.Name}>
                    <span className="analysis-line">{one.Name}</span>
                    <small>{one.Words}</small>
                  </li>
                ))}
              </ul>
            </div>
          </div>
          {can(SCREEN, 'edit') ? (
            <div className="analysis-say">
              <Input
                className="filter-wide"
                aria-label="措施"
                placeholder="验证什么措施，例如 更换冷却塔填料"
                maxLength={60}
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
              <Button
                disabled={name.trim() === '' || !current}
                loading={write.isPending}
                onClick={() => write.mutate({ ...ask, Action: 'set', Name: name })}
              >
                设为节能验证（基线）
              </Button>
              {current ? null : <span className="note">条件已改，请先试算</span>}
            </div>
          ) : null}
        </>
      )}
    </section>
  );
};

/** 非常规调整: what changed for other reasons than the measure. */
const AdjustDialog = ({
  project,
  baseline,
  report,
  onClose,
}: {
  readonly project: string;
  readonly baseline: BaselineRow;
  readonly report: Span;
  readonly onClose: () => void;
}): ReactElement => {
  const [event, setEvent] = useState('');
  const [amount, setAmount] = useState<number | null>(null);
  const [basis, setBasis] = useState('');
  const [span, setSpan] = useState(report);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const write = useWrite(insertProjectSetUp, {
    renews: [KEY],
    said: '非常规调整已登记',
    onDone: onClose,
    onError: (error) =>
      setWrong(
        error instanceof ApiError && error.errors.length > 0
          ? error.errors.map(({ message }) => message)
          : [messageOf(error)],
      ),
  });
  return (
    <AppModal
      title={`非常规调整：${baseline.Name}`}
      okText="登记"
      confirmLoading={write.isPending}
      onCancel={onClose}
      onOk={() =>
        write.mutate({
          SetType: 'baseline',
          Action: 'adjust',
          ProjectCode: project,
          Id: baseline.Id,
          Event: event,
          Amount: amount ?? '',
          Basis: basis,
          From: span.from,
          To: span.to,
        })
      }
    >
      <div className="analysis-form">
        <Input
          aria-label="事件"
          placeholder="事件，例如 新增餐厅"
          maxLength={60}
          value={event}
          onChange={(e) => setEvent(e.target.value)}
        />
        <InputNumber
          aria-label="调整量"
          placeholder={`期间调整量（${baseline.Unit}），多用为正`}
          value={amount}
          onChange={setAmount}
        />
        <ReportSpan id="adjust-span" label="影响期间" picker="date" from={span.from} to={span.to} onChange={setSpan} />
        <Input.TextArea
          aria-label="依据"
          placeholder="依据：怎样算出来的"
          rows={2}
          maxLength={300}
          value={basis}
          onChange={(e) => setBasis(e.target.value)}
        />
        {wrong.map((words) => (
          <p key={words} className="field-warning" role="alert">
            {words}
          </p>
        ))}
      </div>
    </AppModal>
  );
};

const VoidDialog = ({
  project,
  baseline,
  onClose,
}: {
  readonly project: string;
  readonly baseline: BaselineRow;
  readonly onClose: () => void;
}): ReactElement => {
  const [reason, setReason] = useState('');
  const write = useWrite(insertProjectSetUp, { renews: [KEY], said: '基线已作废', onDone: onClose });
  return (
    <AppModal
      title={`作废基线：${baseline.Name}`}
      okText="作废"
      confirmLoading={write.isPending}
      onCancel={onClose}
      onOk={() =>
        write.mutate({ SetType: 'baseline', Action: 'void', ProjectCode: project, Id: baseline.Id, Reason: reason })
      }
    >
      <Input
        aria-label="原因"
        placeholder="原因"
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </AppModal>
  );
};

/** What was saved against a baseline, as it is signed. */
const Statement = ({
  project,
  baseline,
}: {
  readonly project: string;
  readonly baseline: BaselineRow;
}): ReactElement => {
  const [report, setReport] = useState<Span>(() => spanSince(baseline.To));
  const [open, setOpen] = useState<'adjust' | 'void' | null>(null);
  const [version, setVersion] = useState<number | null>(null);
  const ask = {
    SetType: 'baseline',
    ProjectCode: project,
    Id: baseline.Id,
    Report: report,
    ...(version === null ? {} : { Version: version }),
  };
  const told = useQuery({
    queryKey: [KEY, 'statement', ask],
    queryFn: async ({ signal }) => (await callApi(projectSetUp, ask, { signal })) as BaselineStatement,
  });
  const fault = told.error instanceof ApiError ? told.error.errors[0]?.message : undefined;
  return (
    <section className="surface report-part savings-statement" aria-label="节能量报告">
      <h2>节能量报告：{baseline.Name}</h2>
      <Fit fit={baseline.Fit} />
      <div className="filter-bar">
        <ReportSpan
          id="statement-span"
          label="报告期"
          picker="date"
          from={report.from}
          to={report.to}
          onChange={(span) => {
            setReport(span);
            setVersion(null);
          }}
        />
        {can(SCREEN, 'edit') ? (
          <>
            <Button onClick={() => setOpen('adjust')}>登记非常规调整</Button>
            <Button danger onClick={() => setOpen('void')}>
              作废基线
            </Button>
          </>
        ) : null}
      </div>
      {fault !== undefined ? (
        <p className="field-warning" role="alert">
          {fault}
        </p>
      ) : told.error ? (
        <ErrorRetry error={told.error} onRetry={() => void told.refetch()} />
      ) : told.data === undefined ? (
        <SkeletonDelay rows={5} />
      ) : (
        <>
          <p className="analysis-total">
            <strong>{told.data.Words}</strong>
          </p>
          <p className="note">
            {told.data.ProjectName}，报告期 {report.from} 至 {report.to}，对象为{baseline.NodeName}，基线期{' '}
            {baseline.From} 至 {baseline.To}
          </p>
          {told.data.Notes.map((note) => (
            <p key={note} className="note">
              {note}
            </p>
          ))}
          <DataTable label="节能量报告" columns={LINES} rows={told.data.Lines} rowKey={(row) => row.Label} />
          <Chart
            title="基线与实际"
            option={savedOver(told.data, baseline.Unit)}
            table={
              <DataTable
                label="基线与实际"
                columns={[
                  { key: 'At', head: '期' },
                  { key: 'Expected', head: '基线', unit: baseline.Unit, number: true },
                  { key: 'Actual', head: '实际', unit: baseline.Unit, number: true },
                ]}
                rows={told.data.Periods}
                rowKey={(row) => row.At}
              />
            }
          />
          <StatementSignatures
            project={project}
            baseline={baseline}
            report={report}
            statement={told.data}
            onVersion={setVersion}
          />
        </>
      )}
      {open === 'adjust' ? (
        <AdjustDialog project={project} baseline={baseline} report={report} onClose={() => setOpen(null)} />
      ) : null}
      {open === 'void' ? <VoidDialog project={project} baseline={baseline} onClose={() => setOpen(null)} /> : null}
    </section>
  );
};

/** 节能验证: baselines that are kept, each with what was saved against it; and a new one. */
export const BaselineTab = ({ project, first }: { readonly project: string; readonly first: string }): ReactElement => {
  const [chosen, setChosen] = useState<string | null>(null);
  const list = useQuery({
    queryKey: [KEY, project],
    queryFn: async ({ signal }) =>
      (await callApi(projectSetUp, { SetType: 'baseline', ProjectCode: project }, { signal })) as BaselineRow[],
  });
  if (list.error) return <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <SkeletonDelay rows={6} />;
  const open = list.data.find(({ Id }) => Id === chosen) ?? list.data[0];
  const columns: readonly DataColumn<BaselineRow>[] = [
    {
      key: 'Name',
      head: '措施',
      show: (row) => (
        <Button type="link" className="cell-link" aria-pressed={row.Id === open?.Id} onClick={() => setChosen(row.Id)}>
          {row.Name}
        </Button>
      ),
    },
    { key: 'NodeName', head: '对象' },
    { key: 'From', head: '基线期', show: (row) => `${row.From} 至 ${row.To}` },
    { key: 'Grain', head: '模型', show: (row) => GRAINS[row.Grain] },
    { key: 'R2', head: 'R²', number: true, show: (row) => row.Fit.R2.toFixed(2) },
    { key: 'CvRmse', head: 'CV(RMSE)', number: true, show: (row) => `${row.Fit.CvRmse.toFixed(1)}%` },
    { key: 'Nmbe', head: 'NMBE', number: true, show: (row) => `${row.Fit.Nmbe.toFixed(1)}%` },
    { key: 'Qualified', head: '判定', show: (row) => (row.Fit.Qualified ? '合格' : '未通过') },
    { key: 'By', head: '设定', show: (row) => `${row.By} ${formatDateTime(row.At)}` },
  ];
  return (
    <>
      <section className="surface report-part" aria-label="基线">
        <h2>基线</h2>
        {list.data.length === 0 ? (
          <EmptyHint text="还没有基线：选对象和至少 12 个月的基线期试算，合适后设为节能验证" />
        ) : (
          <DataTable label="基线" columns={columns} rows={list.data} rowKey={(row) => row.Id} />
        )}
      </section>
      {open === undefined ? null : <Statement key={open.Id} project={project} baseline={open} />}
      <Trial project={project} first={first} />
    </>
  );
};

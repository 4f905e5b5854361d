import {
  contractListByModel,
  insertProjectSetUp,
  settleExport,
  settleReport,
  type SettleReport,
} from '@hengneng/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { download } from '../../../lib/download.ts';
import { formatDateTime, formatDecimal } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { FigureCards } from '../../../ui/FigureCards.tsx';
import { AppModal } from '../../../ui/AppModal.tsx';
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { Money } from '../../../ui/Money.tsx';
import { MomentPicker } from '../../../ui/moment/MomentPicker.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { mayBegin, useBegin } from '../../ledgers/new-record.ts';
import { ProjectFilter } from '../ProjectFilter.tsx';
import { Drill, QUALITY_COLUMNS, QualityNote, rate, ReportSpan, useReportProject } from '../reports/common.tsx';
import { unitPrice } from '../reports/costs.tsx';
import { chargeDraft, settlementDraft } from './drafts.ts';
import '../reports/reports.css';
import './settle.css';

const SCREEN = 'operationContent.accountStateMents';
const KEY = 'energy-settle';

type Item = SettleReport['items'][number];
type Meter = SettleReport['meters'][number];
type Price = SettleReport['prices'][number];
type Cut = SettleReport['cuts'][number];
interface Asked {
  readonly From: string;
  readonly To: string;
  /** Readings as they were known then; null: as they are known now. */
  readonly AsOf: string | null;
}

const ITEMS: readonly DataColumn<Item>[] = [
  { key: 'fee', head: '收费项目' },
  { key: 'basis', head: '计费依据', show: (row) => <span className="settle-basis">{row.basis}</span> },
  { key: 'span', head: '期间', show: (row) => `${row.from} 至 ${row.to}` },
  { key: 'quantity', head: '数量', number: true, show: (row) => formatDecimal(row.quantity) },
  { key: 'unit', head: '单位' },
  { key: 'price', head: '单价', unit: '元', number: true, show: (row) => unitPrice(row.price) },
  { key: 'coefficient', head: '系数', number: true, show: (row) => formatDecimal(row.coefficient) },
  { key: 'amount', head: '金额', unit: '元', number: true, show: (row) => <Money value={row.amount} /> },
  { key: 'taxRate', head: '税率', unit: '%', number: true, show: (row) => formatDecimal(row.taxRate) },
  {
    key: 'tax',
    head: '税额',
    unit: '元',
    number: true,
    hint: '金额含税；税额 = 金额 − 金额 ÷ (1 + 税率)，逐行舍入一次',
    show: (row) => <Money value={row.tax} />,
  },
  {
    key: 'problem',
    head: '备注',
    show: (row) => (row.problem === null ? '—' : <em className="settle-bad">{row.problem}</em>),
  },
];

const metersOf = (project: string, { From, To }: Asked): readonly DataColumn<Meter>[] => [
  { key: 'name', head: '表计' },
  { key: 'energy', head: '能源' },
  { key: 'fromAt', head: '期初时刻', show: (row) => formatDateTime(row.fromAt) },
  { key: 'open', head: '期初读数', number: true, show: (row) => formatDecimal(row.open) },
  { key: 'toAt', head: '期末时刻', show: (row) => formatDateTime(row.toAt) },
  { key: 'close', head: '期末读数', number: true, show: (row) => formatDecimal(row.close) },
  { key: 'ratio', head: '倍率', number: true, show: (row) => formatDecimal(row.ratio) },
  { key: 'breaks', head: '期间换表/清零', show: (row) => (row.breaks.length === 0 ? '—' : row.breaks.join('、')) },
  {
    key: 'usage',
    head: '用量',
    number: true,
    show: (row) => (
      <Drill project={project} energy="" meter={row.DeviceId} from={From} to={To}>
        {formatDecimal(row.usage)}
      </Drill>
    ),
  },
  { key: 'unit', head: '单位' },
  ...QUALITY_COLUMNS,
];

const PRICES: readonly DataColumn<Price>[] = [
  { key: 'name', head: '单价' },
  { key: 'price', head: '金额', number: true, show: (row) => unitPrice(row.price) },
  { key: 'unit', head: '单位' },
  { key: 'from', head: '起' },
  { key: 'to', head: '止', show: (row) => row.to ?? '长期' },
];

const CUTS: readonly DataColumn<Cut>[] = [
  { key: 'SettleNo', head: '截账号' },
  { key: 'span', head: '结算期', show: (row) => `${row.from} 至 ${row.to}` },
  { key: 'amount', head: '金额', unit: '元', number: true, show: (row) => <Money value={row.amount} /> },
  {
    key: 'state',
    head: '状态',
    show: (row) => <Tag tone={row.state === '已截账' ? 'good' : 'neutral'}>{row.state}</Tag>,
  },
  { key: 'by', head: '截账人' },
  { key: 'at', head: '时间', show: (row) => formatDateTime(row.at) },
];

/** Cutting wants a word where readings are missing, undoing always. */
const CutDialog = ({
  report,
  span,
  onClose,
}: {
  readonly report: SettleReport;
  readonly span: Asked;
  readonly onClose: () => void;
}): ReactElement => {
  const [reason, setReason] = useState('');
  const { cut, contract } = report;
  const write = useWrite(insertProjectSetUp, {
    said: cut === null ? '已截账，相关读数已锁定' : '已撤销截账',
    renews: [KEY],
    onDone: onClose,
  });
  const missing = cut === null && report.complete !== null && report.complete < 100;
  const needed = cut !== null || missing;
  return (
    <AppModal
      title={cut === null ? `截账锁定 ${span.From} 至 ${span.To}` : `撤销截账 ${cut.SettleNo}`}
      okText={cut === null ? '截账锁定' : '撤销截账'}
      okButtonProps={{ danger: cut !== null, disabled: needed && reason.trim() === '' }}
      confirmLoading={write.isPending}
      onOk={() =>
        write.mutate(
          cut === null
            ? { SetType: 'settleCut', Action: 'cut', ContractCode: contract.ContractCode, ...span, Reason: reason }
            : { SetType: 'settleCut', Action: 'undo', SettleNo: cut.SettleNo, Reason: reason },
        )
      }
      onCancel={onClose}
    >
      <p>
        {cut === null
          ? '截账后结算表计在结算期内的读数即锁定，之后的差异只能另行补结。'
          : '撤销后读数恢复为按月锁管理；结算单已提交的不能撤销。'}
      </p>
      <Input.TextArea
        aria-label={cut === null ? '说明' : '撤销原因'}
        placeholder={cut === null ? (missing ? '缺项按合同估算条款的处理（必填）' : '说明') : '撤销原因（必填）'}
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </AppModal>
  );
};

const Cards = ({ report }: { readonly report: SettleReport }): ReactElement => (
  <FigureCards
    label="合计"
    cards={[
      ['合计', formatDecimal(report.sum, 2), '元'],
      ['其中税额', formatDecimal(report.tax, 2), '元'],
      ['不含税', formatDecimal(report.net, 2), '元'],
      ['大写金额', report.capital || '—', ''],
      ['较上期', rate(report.lastChange), ''],
      ['同比', rate(report.yearChange), ''],
    ]}
  />
);

const Checks = ({ report }: { readonly report: SettleReport }): ReactElement => (
  <section className="surface report-part" aria-label="核对清单">
    <h2>核对清单</h2>
    <ul className="settle-checks">
      {report.checks.map(({ what, ok, blocks, words }) => (
        <li key={what}>
          <Tag tone={ok ? 'good' : blocks ? 'bad' : 'warn'}>{ok ? '通过' : blocks ? '未通过' : '注意'}</Tag> {what}
          {words === '' ? null : <small>：{words}</small>}
        </li>
      ))}
    </ul>
  </section>
);

const Actions = ({ report, span }: { readonly report: SettleReport; readonly span: Asked }): ReactElement => {
  const [asking, setAsking] = useState(false);
  const { begin, beginning } = useBegin();
  const { cut, contract } = report;
  const blocked = report.checks.filter(({ ok, blocks }) => blocks && !ok && cut === null);
  const charges = report.meters.length > 0 && mayBegin('measurementCharge');
  return (
    <div className="report-actions">
      {can(SCREEN, 'edit') ? (
        <Button
          type={cut === null ? 'primary' : 'default'}
          danger={cut !== null}
          disabled={blocked.length > 0}
          title={blocked.map(({ what, words }) => `${what}：${words}`).join('；')}
          onClick={() => setAsking(true)}
        >
          {cut === null ? '截账锁定' : '撤销截账'}
        </Button>
      ) : null}
      {cut !== null && mayBegin('userSettlement') ? (
        <Button
          type="primary"
          loading={beginning}
          onClick={() =>
            begin({ moduleId: 'userSettlement', project: contract.ProjectCode, values: settlementDraft(report, cut) })
          }
        >
          生成用户结算草稿
        </Button>
      ) : null}
      {cut !== null && charges ? (
        <Button
          loading={beginning}
          onClick={() =>
            begin({ moduleId: 'measurementCharge', project: contract.ProjectCode, values: chargeDraft(report, cut) })
          }
        >
          生成计量收费草稿
        </Button>
      ) : null}
      {asking ? <CutDialog report={report} span={span} onClose={() => setAsking(false)} /> : null}
    </div>
  );
};

const Body = ({ report, span }: { readonly report: SettleReport; readonly span: Asked }): ReactElement => (
  <>
    <Cards report={report} />
    <section className="surface report-part" aria-label="计费项">
      <header>
        <h2>
          {report.contract.name} {report.cut === null ? null : <Tag tone="good">{`已截账 ${report.cut.SettleNo}`}</Tag>}
        </h2>
        <Actions report={report} span={span} />
      </header>
      {report.items.length === 0 ? (
        <EmptyHint text="该期没有可计的费用：请看核对清单，单价在合同资料中维护" />
      ) : (
        <DataTable
          label="计费项"
          columns={ITEMS}
          rows={report.items}
          rowKey={(row) => `${row.fee} ${row.basis} ${row.from}`}
          top={[
            {
              key: 'sum',
              cells: { fee: '合计', amount: <Money value={report.sum} />, tax: <Money value={report.tax} /> },
            },
          ]}
        />
      )}
      <QualityNote complete={report.complete} estimated={report.estimated} />
      <p className="note">冷热量按合同单价约定的单位结算，不随各报表所选的冷热量单位改变；表计明细按表计的单位</p>
      {span.AsOf === null ? null : (
        <p className="note">
          {report.cut === null
            ? `按 ${formatDateTime(report.asOf)} 已有的读数版本重新计算；单价、倍率与换表按现行`
            : '该期已截账，显示截账时的数据'}
        </p>
      )}
    </section>
    <Checks report={report} />
    <section className="surface report-part" aria-label="表计明细">
      <h2>表计明细</h2>
      {report.meters.length === 0 ? (
        <p className="note">该收费模式不按表计计费，或项目没有参与结算的表计</p>
      ) : (
        <DataTable
          label="表计明细"
          columns={metersOf(report.contract.ProjectCode, span)}
          rows={report.meters}
          rowKey={(row) => row.DeviceId}
        />
      )}
    </section>
    <section className="surface report-part" aria-label="合同单价">
      <h2>合同单价</h2>
      {report.prices.length === 0 ? (
        <p className="note">结算期内合同没有单价</p>
      ) : (
        <DataTable label="合同单价" columns={PRICES} rows={report.prices} rowKey={(row) => `${row.name} ${row.from}`} />
      )}
    </section>
    <section className="surface report-part" aria-label="截账记录">
      <h2>截账记录</h2>
      {report.cuts.length === 0 ? (
        <p className="note">该合同还没有截过账</p>
      ) : (
        <DataTable label="截账记录" columns={CUTS} rows={report.cuts} rowKey={(row) => row.SettleNo} />
      )}
    </section>
  </>
);

/** The month before this one. */
const usualSpan = (): { from: string; to: string } => {
  const now = new Date(Date.now() + 8 * 3_600_000);
  const day = (month: number, of: number): string =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month, of)).toISOString().slice(0, 10);
  return { from: day(-1, 1), to: day(0, 0) };
};

/** 结算报表: what a contract bills for a period, cut off and locked before it is settled. */
const SettlePage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [usual] = useState(usualSpan);
  const project = useReportProject(filters);
  const From = filters['from'] ?? usual.from;
  const To = filters['to'] ?? usual.to;
  const contracts = useQuery({
    queryKey: ['energy-settle-contracts', project],
    queryFn: ({ signal }) =>
      callApi(contractListByModel, { ProjectCode: project, State: 'active', PageIndex: 1, PageSize: 50 }, { signal }),
    enabled: project !== '',
  });
  const rows = contracts.data?.rows ?? [];
  const chosen = rows.find(({ ContractCode }) => ContractCode === filters['ContractCode']) ?? rows[0];
  const AsOf = filters['asOf'] ?? null;
  const ask = { ContractCode: chosen?.ContractCode ?? '', From, To, AsOf };
  const report = useQuery({
    queryKey: [KEY, ask],
    queryFn: ({ signal }) => callApi(settleReport, ask, { signal }),
    enabled: chosen !== undefined,
    placeholderData: keepPreviousData,
  });
  const { data } = report;
  return (
    <>
      <PageHeader
        title="结算报表"
        note={
          data
            ? `${data.contract.projectName}，${data.contract.customerName}，${data.contract.chargeModel ?? '未填收费模式'}，数据截至 ${formatDateTime(data.asOf)}`
            : '按合同出计费项、表计明细与核对清单，截账后生成结算草稿'
        }
        actions={
          can(SCREEN, 'export') && data !== undefined ? (
            <>
              <Button onClick={() => void download('POST', settleExport.path, ask, { name: '结算明细.xlsx' })}>
                导出
              </Button>
              <Button
                onClick={() =>
                  void download('POST', settleExport.path, { ...ask, Format: 'pdf' }, { name: '结算确认单.pdf' })
                }
              >
                结算确认单
              </Button>
            </>
          ) : null
        }
      />
      <search className="filter-bar surface report-filter">
        <ProjectFilter
          project={project}
          onPick={(code) => setFilters({ ProjectCode: code || null, ContractCode: null })}
        />
        {rows.length > 1 ? (
          <ChoiceFilter
            label="合同"
            value={chosen?.ContractCode}
            options={rows.map(({ ContractCode, name }) => ({ value: ContractCode, label: `${ContractCode} ${name}` }))}
            onChange={(ContractCode) => setFilters({ ContractCode })}
          />
        ) : null}
        <ReportSpan picker="date" from={From} to={To} onChange={setFilters} />
        <MomentPicker
          kind="datetime"
          value={AsOf}
          placeholder="截账版本时刻"
          aria={{ 'aria-label': '截账版本时刻' }}
          onChange={(asOf) => setFilters({ asOf })}
        />
      </search>
      {project === '' ? (
        <section className="surface">
          <EmptyHint text="请先选择项目" />
        </section>
      ) : contracts.error || report.error ? (
        <ErrorRetry
          error={contracts.error ?? report.error}
          onRetry={() => void (contracts.error ? contracts.refetch() : report.refetch())}
        />
      ) : contracts.data !== undefined && chosen === undefined ? (
        <section className="surface">
          <EmptyHint text="该项目没有生效的合同" />
        </section>
      ) : data ? (
        <Body report={data} span={{ From, To, AsOf }} />
      ) : (
        <SkeletonDelay rows={10} />
      )}
    </>
  );
};

export default SettlePage;

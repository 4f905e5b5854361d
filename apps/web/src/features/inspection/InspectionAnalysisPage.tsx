import { perambulateRecordExport } from '@hengneng/contracts';
import { Button, Tabs } from 'antd';
import { type ReactElement, useMemo } from 'react';
import { download, openPdf } from '../../lib/download.ts';
import { formatDateTime } from '../../lib/format.ts';
import { can } from '../../lib/permission.ts';
import { useUrlFilters } from '../../lib/useUrlFilters.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import type { DataColumn } from '../../ui/DataTable.tsx';
import { ProjectFilters } from './analysis/Filters.tsx';
import { Parameter } from './analysis/Parameter.tsx';
import { type Card, Cards, PagedTable, Picture } from './analysis/Parts.tsx';
import { calendarPicture, trendPicture } from './analysis/pictures.ts';
import { Problems } from './analysis/Problems.tsx';
import { Rounds } from './analysis/Rounds.tsx';
import { askOfFilters, useAnalysis } from './analysis/useAnalysis.ts';
import './analysis/analysis.css';

const ANALYSIS = 'formFlow.inspectionSystem.inspectionAnalysis';
const EMPTY = '所选期间没有巡检记录';

const CARDS: readonly Card[] = [
  {
    key: 'doneRate',
    label: '巡检完成率',
    unit: '%',
    hint: '按各点频次，期间内应检的点次中已检的比例；本周期还没过完的不算漏检',
    note: (row) => `应检 ${row['due'] ?? 0} 点次，已检 ${row['done'] ?? 0}`,
  },
  {
    key: 'missed',
    label: '漏检',
    unit: '点次',
    hint: '周期已过而没有巡检记录的点次',
    note: (row) => `今日已检 ${row['today'] ?? 0} 点`,
  },
  {
    key: 'scoreRate',
    label: '平均得分率',
    unit: '%',
    hint: '（分值 − 扣分）÷ 分值',
    note: (row) => `巡检 ${row['inspections'] ?? 0} 次`,
  },
  {
    key: 'closeRate',
    label: '问题闭环率',
    unit: '%',
    hint: '已闭环的问题 ÷ 发现的问题',
    note: (row) => `问题 ${row['problems'] ?? 0} 个`,
  },
  {
    key: 'odd',
    label: '异常停留',
    unit: '次',
    hint: '到下一点不足20秒（扫码时间记到分的，同一分钟内也算），或到场定位偏离超过500米',
    note: (row) => `停留过短 ${row['short'] ?? 0}，定位偏离 ${row['far'] ?? 0}`,
  },
];

const POINT: readonly DataColumn[] = [
  { key: 'projectName', head: '项目' },
  { key: 'code', head: '编码' },
  { key: 'name', head: '点位' },
  { key: 'area', head: '部位' },
  { key: 'due', head: '应检', number: true, hint: '期间内按频次应检的次数，还没过完的周期检过才计' },
  { key: 'done', head: '实检', number: true },
  { key: 'doneRate', head: '完成率', unit: '%', number: true },
  { key: 'failed', head: '不合格次数', number: true },
  { key: 'failRate', head: '不合格率', unit: '%', number: true },
  { key: 'stay', head: '平均停留', unit: '秒', number: true, hint: '从扫该点到扫下一点' },
  { key: 'last', head: '末次巡检', show: (row) => (row['last'] ? formatDateTime(row['last']) : null) },
];

const PERSON: readonly DataColumn[] = [
  { key: 'name', head: '巡检人' },
  { key: 'inspections', head: '巡检', unit: '次', number: true },
  { key: 'due', head: '应检', unit: '点次', number: true },
  { key: 'done', head: '实检', unit: '点次', number: true },
  { key: 'promptRate', head: '准时率', unit: '%', number: true, hint: '离开后一天内提交的点次 ÷ 实检点次' },
  { key: 'problems', head: '发现问题', unit: '个', number: true },
  { key: 'odd', head: '异常停留', unit: '次', number: true },
];

/** What inspections of the projects found over a span of days. */
const InspectionAnalysisPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const ask = useMemo(() => askOfFilters(filters), [filters]);
  const cards = useAnalysis('cards', ask);
  const key = JSON.stringify(ask);
  return (
    <>
      <PageHeader
        title="巡检分析"
        note={
          cards.data
            ? `${cards.data.from} 至 ${cards.data.to}，截至 ${formatDateTime(cards.data.asOf)}`
            : '应检实检、得分、问题闭环与参数走势'
        }
        actions={
          can(ANALYSIS, 'export') ? (
            <>
              <Button
                onClick={() =>
                  void download(
                    'POST',
                    perambulateRecordExport.path,
                    { ...ask, of: 'project' },
                    { name: '巡检分析.xlsx' },
                  )
                }
              >
                导出
              </Button>
              <Button
                title="巡检月报：数字、各表与签字栏"
                onClick={() =>
                  void openPdf('POST', perambulateRecordExport.path, { ...ask, of: 'project', Format: 'pdf' })
                }
              >
                打印月报
              </Button>
            </>
          ) : null
        }
      />
      <ProjectFilters filters={filters} onChange={setFilters} />
      <Cards cards={CARDS} query={cards} />
      <div className="view-charts">
        <Picture
          title="每日完成率"
          note="当日巡检实检的检查项 ÷ 路线应检的检查项"
          view="calendar"
          ask={ask}
          option={calendarPicture}
          empty={EMPTY}
          columns={[
            { key: 'day', head: '日期' },
            { key: 'inspections', head: '巡检', unit: '次', number: true },
            { key: 'found', head: '实检', unit: '项', number: true },
            { key: 'due', head: '应检', unit: '项', number: true },
            { key: 'rate', head: '完成率', unit: '%', number: true },
          ]}
        />
        <Picture
          title="得分率走势"
          note="区域均值：同区域内您可见项目的得分率"
          view="trend"
          ask={ask}
          option={trendPicture}
          empty={EMPTY}
          columns={[
            { key: 'day', head: '日期' },
            { key: 'rate', head: '得分率', unit: '%', number: true },
            { key: 'areaRate', head: '区域均值', unit: '%', number: true },
          ]}
        />
        <Parameter key={key} ask={ask} />
      </div>
      <div className="surface analysis-panel">
        <Tabs
          destroyOnHidden
          activeKey={filters['kind'] === '值班巡查' ? 'rounds' : (filters['tab'] ?? 'problem')}
          onChange={(tab) =>
            setFilters({
              tab: tab === 'problem' ? null : tab,
              ...(filters['kind'] === '值班巡查' ? { kind: null } : {}),
            })
          }
          items={[
            { key: 'problem', label: '问题', children: <Problems key={key} ask={ask} /> },
            {
              key: 'point',
              label: '点位统计',
              children: (
                <PagedTable
                  key={key}
                  label="点位统计"
                  view="point"
                  ask={ask}
                  columns={POINT}
                  empty={EMPTY}
                  rowKey={(row) => row['id'] ?? ''}
                />
              ),
            },
            {
              key: 'person',
              label: '人员统计',
              children: (
                <PagedTable
                  key={key}
                  label="人员统计"
                  view="person"
                  ask={ask}
                  columns={PERSON}
                  empty={EMPTY}
                  rowKey={(row) => row['id'] ?? ''}
                />
              ),
            },
            { key: 'rounds', label: '值班巡查', children: <Rounds key={key} ask={ask} /> },
          ]}
        />
      </div>
    </>
  );
};

export default InspectionAnalysisPage;

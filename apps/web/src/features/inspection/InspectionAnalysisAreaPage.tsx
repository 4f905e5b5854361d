import { perambulateRecordExport } from '@hengneng/contracts';
import { INSPECTION_AREAS, MODULES, procedureRoute } from '@hengneng/core';
import { Button } from 'antd';
import { type ReactElement, useMemo } from 'react';
import { Link } from 'react-router';
import { AreaFilter } from '../../engine/widgets/AreaFilter.tsx';
import { download, openPdf } from '../../lib/download.ts';
import { formatDateTime } from '../../lib/format.ts';
import { can, canOpen } from '../../lib/permission.ts';
import { useUrlFilters } from '../../lib/useUrlFilters.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Tag } from '../../ui/StatusTag.tsx';
import type { DataColumn } from '../../ui/DataTable.tsx';
import { KindFilter, Span } from './analysis/Filters.tsx';
import { type Card, Cards, PagedTable, Picture } from './analysis/Parts.tsx';
import { heatPicture, paretoPicture } from './analysis/pictures.ts';
import { askOfFilters, useAnalysis } from './analysis/useAnalysis.ts';
import './analysis/analysis.css';

const PAGE = 'formFlow.inspectionSystem.inspectionAnalysisArea';
const OF_PROJECT = '/formFlow/inspectionSystem/inspectionAnalysis';
const CHECK = MODULES.projectInspectionCheck;
const CHECK_FORM = '/formFlow/inspectionSystem/projectInspectionCheck/projectInspectionCheckForm';
const RECTIFY = MODULES.emcProblemRectification;
const EMPTY = '所选月份没有巡检';

const CARDS: readonly Card[] = [
  {
    key: 'scoreRate',
    label: '区域平均得分率',
    unit: '%',
    hint: '（分值 − 扣分）÷ 分值，值班巡查不计',
    note: (row) => `巡检 ${row['inspections'] ?? 0} 次`,
  },
  { key: 'coverRate', label: '覆盖率', unit: '%', hint: '有公司或区域巡检的项目 ÷ 在运项目' },
  { key: 'redLines', label: '红线', unit: '次', hint: '巡检触碰的红线' },
  { key: 'overdue', label: '逾期未整改', unit: '项', hint: '过了整改期限还没有闭环的问题' },
];

const heat = (rows: Parameters<typeof heatPicture>[0]) => heatPicture(rows, INSPECTION_AREAS);

/** The projects of an area beside each other, what fails most and where, and what must not happen again. */
const InspectionAnalysisAreaPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const ask = useMemo(() => askOfFilters(filters), [filters]);
  const cards = useAnalysis('areaCards', ask);
  const key = JSON.stringify(ask);
  const span = cards.data ? `from=${cards.data.from}&to=${cards.data.to}` : '';
  const ranking: readonly DataColumn[] = [
    { key: 'place', head: '名次', number: true },
    { key: 'areaName', head: '区域' },
    {
      key: 'projectName',
      head: '项目',
      show: (row) =>
        canOpen(OF_PROJECT.slice(1).replaceAll('/', '.')) ? (
          <Link to={`${OF_PROJECT}?project=${row['id'] ?? ''}&${span}`}>{row['projectName']}</Link>
        ) : null,
    },
    { key: 'inspections', head: '巡检次数', number: true },
    { key: 'coverRate', head: '覆盖点', unit: '%', number: true, hint: '检到的点 ÷ 启用的公司巡检点' },
    { key: 'scoreRate', head: '得分率', unit: '%', number: true },
    { key: 'change', head: '环比', unit: '百分点', number: true, hint: '与之前同样长的一段时间相比' },
    { key: 'problems', head: '问题', unit: '个', number: true },
    { key: 'serious', head: '严重', unit: '个', number: true },
    { key: 'redLines', head: '红线', unit: '次', number: true },
    { key: 'closeRate', head: '闭环率', unit: '%', number: true },
    { key: 'days', head: '平均整改', unit: '天', number: true },
    {
      key: 'roundRate',
      head: '值班巡查日覆盖率',
      unit: '%',
      number: true,
      hint: '有机房巡检记录的天数 ÷ 期间已过的天数；单独列，不进得分',
    },
    {
      key: 'do',
      head: '操作',
      show: (row) =>
        can(PAGE, 'add') ? (
          <span className="analysis-do">
            <Link to={`${CHECK_FORM}?ProcedureId=${CHECK.procedureId}&ProjectCode=${row['id'] ?? ''}`}>安排巡检</Link>
          </span>
        ) : null,
    },
  ];
  const redLines: readonly DataColumn[] = [
    {
      key: 'kind',
      head: '类型',
      show: (row) => <Tag tone={row['kind'] === '红线' ? 'bad' : 'warn'}>{row['kind'] ?? ''}</Tag>,
    },
    { key: 'projectName', head: '项目' },
    { key: 'what', head: '红线或问题' },
    { key: 'times', head: '次数', number: true },
    { key: 'last', head: '最近日期' },
    { key: 'owner', head: '责任人' },
    { key: 'decision', head: '处理决定' },
    {
      key: 'source',
      head: '操作',
      show: (row) => {
        const path = row['source'] ? procedureRoute(CHECK.procedureId, row['source']) : undefined;
        const rectify = procedureRoute(RECTIFY.procedureId);
        return (
          <span className="analysis-do">
            {path ? <Link to={path}>查看巡检单</Link> : null}
            {can(PAGE, 'add') && rectify ? <Link to={rectify}>下达整改</Link> : null}
          </span>
        );
      },
    },
  ];
  return (
    <>
      <PageHeader
        title="区域巡检分析"
        note={
          cards.data
            ? `${cards.data.from} 至 ${cards.data.to}，截至 ${formatDateTime(cards.data.asOf)}`
            : '横向比较各项目巡检质量与问题'
        }
        actions={
          can(PAGE, 'export') ? (
            <>
              <Button onClick={() => window.print()}>打印</Button>
              <Button
                onClick={() =>
                  void download(
                    'POST',
                    perambulateRecordExport.path,
                    { ...ask, of: 'area' },
                    { name: '区域巡检分析.xlsx' },
                  )
                }
              >
                导出
              </Button>
              <Button
                title="区域巡检月报：数字、各表与签字栏"
                onClick={() =>
                  void openPdf('POST', perambulateRecordExport.path, { ...ask, of: 'area', Format: 'pdf' })
                }
              >
                打印月报
              </Button>
            </>
          ) : null
        }
      />
      <search className="filter-bar surface analysis-filters">
        <AreaFilter value={filters['area']} onChange={(area) => setFilters({ area })} />
        <Span filters={filters} onChange={setFilters} months />
        <KindFilter filters={filters} onChange={setFilters} />
      </search>
      <Cards cards={CARDS} query={cards} />
      <div className="surface analysis-panel">
        <h2 className="analysis-title">项目排名</h2>
        <PagedTable
          key={key}
          label="项目排名"
          view="ranking"
          ask={ask}
          columns={ranking}
          empty={EMPTY}
          rowKey={(row) => row['id'] ?? ''}
        />
      </div>
      <div className="view-charts">
        <Picture
          title="问题类别"
          note="按检查项的不合格次数，从多到少"
          view="item"
          ask={ask}
          option={paretoPicture}
          empty="所选月份没有发现问题"
          columns={[
            { key: 'item', head: '检查项' },
            { key: 'failed', head: '次数', unit: '次', number: true },
            { key: 'share', head: '累计占比', unit: '%', number: true },
          ]}
        />
        <Picture
          title="项目×部位 不合格率"
          view="heatmap"
          ask={ask}
          option={heat}
          height={(rows) => 120 + 28 * new Set(rows.map((row) => row['project'])).size}
          empty={EMPTY}
          columns={[
            { key: 'projectName', head: '项目' },
            { key: 'area', head: '部位' },
            { key: 'found', head: '检查', unit: '项次', number: true },
            { key: 'failed', head: '不合格', unit: '项次', number: true },
            { key: 'rate', head: '不合格率', unit: '%', number: true },
          ]}
        />
      </div>
      <div className="surface analysis-panel">
        <h2 className="analysis-title">红线与重复问题</h2>
        <PagedTable
          key={key}
          label="红线与重复问题"
          view="redLine"
          ask={ask}
          columns={redLines}
          empty="所选月份没有红线和重复问题"
          rowKey={(row, at) => `${row['kind'] ?? ''} ${row['what'] ?? ''} ${at}`}
        />
      </div>
    </>
  );
};

export default InspectionAnalysisAreaPage;

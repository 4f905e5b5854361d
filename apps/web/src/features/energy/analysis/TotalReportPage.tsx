import {
  type OutputOf,
  totalExport,
  totalReport,
  totalSaveText,
  type TotalSection,
  totalSign,
  type TotalTable,
} from '@hengneng/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { monthSpan } from '../../../lib/month-span.ts';
import { callApi } from '../../../lib/api.ts';
import { download } from '../../../lib/download.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { can, canOpen } from '../../../lib/permission.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { FigureCards } from '../../../ui/FigureCards.tsx';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { MomentPicker } from '../../../ui/moment/MomentPicker.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import {
  Drill,
  QualityNote,
  ReportPage,
  signedDecimal,
  signedWords,
  usualMonths,
  useReportProject,
} from '../reports/common.tsx';
import { SendReport } from '../reports/SendReport.tsx';
import { SignReport } from '../reports/SignReport.tsx';
import { flowOf, linesOf } from './total-pictures.ts';
import '../reports/daily.css';
import './total.css';

const SCREEN = 'operationContent.stateMents.totalAnalysisReport';
const ANALYSIS = '/operationContent/energyConsume/energyAnalysis';
const ANALYSIS_SCREEN = 'operationContent.energyConsume.energyAnalysis';
const KEY = 'energy-report';
type Report = OutputOf<typeof totalReport>;

interface Asked {
  readonly ProjectCode: string;
  readonly Month: string;
  readonly Audience: '内部' | '客户';
}
interface Line {
  readonly key: string;
  readonly cells: TotalTable['Rows'][number];
}

/** Whose figures a table has. */
interface Source {
  readonly project: string;
  readonly month: string;
  /** Names of energies → their codes. */
  readonly codes: ReadonlyMap<string, string>;
}

/** What is used of an energy as a whole opens; its parts are opened in 能耗分析. */
const energyOf = ({ Key }: TotalTable, name: string | null | undefined, { codes }: Source): string | undefined =>
  Key === 'parts' || Key === 'flow' ? undefined : codes.get(name ?? '');

const Figures = ({ of, from }: { readonly of: TotalTable; readonly from: Source }): ReactElement => {
  const columns = of.Columns.map(
    ({ Name, Places }, at): DataColumn<Line> => ({
      key: String(at),
      head: Name,
      number: Places !== null,
      show: ({ cells }) => {
        const value = cells[at] ?? null;
        if (Places === null) return value ?? '—';
        const words = signedDecimal(value === null ? null : Number(value).toFixed(Places), Places);
        const energy = Name.startsWith('用量') || Name.includes('tce') ? energyOf(of, cells[0], from) : undefined;
        return energy === undefined ? (
          words
        ) : (
          <Drill project={from.project} energy={energy} {...monthSpan(from.month)}>
            {words}
          </Drill>
        );
      },
    }),
  );
  const table = (
    <DataTable
      label={of.Title}
      columns={columns}
      rows={of.Rows.map((cells, at) => ({ key: `${at} ${cells[0] ?? ''}`, cells }))}
      rowKey={(row) => row.key}
    />
  );
  if (of.Key === 'temperatures') return <Chart title={of.Title} option={linesOf(of)} table={table} />;
  return of.Key === 'flow' ? (
    <Chart
      title="能流图"
      note="单位 kWh，燃气按低位热值折算"
      height={Math.max(260, of.Rows.length * 40)}
      option={flowOf(of)}
      table={table}
    />
  ) : (
    table
  );
};

/** The words of a section: the draft stands until somebody writes something else. */
const Words = ({
  of,
  ask,
  editable,
}: {
  readonly of: TotalSection;
  readonly ask: Asked;
  readonly editable: boolean;
}): ReactElement => {
  const [text, setText] = useState<string | null>(null);
  const save = useWrite(totalSaveText, { said: '已保存', renews: [KEY], onDone: () => setText(null) });
  if (text !== null)
    return (
      <div className="total-edit">
        <Input.TextArea
          aria-label={`${of.Title}文字`}
          autoSize={{ minRows: 3, maxRows: 12 }}
          maxLength={2000}
          showCount
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div className="report-actions">
          <Button onClick={() => setText(null)}>取消</Button>
          {of.Draft === '' || text === of.Draft ? null : (
            <Button onClick={() => setText(of.Draft)}>用最新数据的初稿</Button>
          )}
          <Button
            type="primary"
            loading={save.isPending}
            disabled={text.trim() === ''}
            onClick={() => save.mutate({ ...ask, Section: of.Key, Text: text, TextVersion: of.TextVersion })}
          >
            保存文字
          </Button>
        </div>
      </div>
    );
  const words = of.Text ?? of.Draft;
  return (
    <>
      {words === '' ? (
        <p className="note">还没有写</p>
      ) : (
        words.split('\n').map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text are told apart by their place only
          <p key={at}>{line}</p>
        ))
      )}
      {of.Outdated ? (
        <p role="status">
          <Tag tone="warn">数据已变化</Tag> 现在的数据是：{of.Draft}
        </p>
      ) : null}
      <p className="note">
        {of.Text === null ? '按数据自动成文' : `${of.TextBy} ${formatDateTime(of.TextAt)}，文字第 ${of.TextVersion} 版`}{' '}
        {editable ? (
          <Button size="small" onClick={() => setText(words)}>
            {of.Text === null ? '写' : '改'}
            {of.Title}
          </Button>
        ) : null}
      </p>
    </>
  );
};

const Standing = ({ report }: { readonly report: Report }): ReactElement => (
  <section className="surface report-part" aria-label="口径与版本">
    <h2>
      {report.projectName} {report.month} 综合分析报告
    </h2>
    <p>
      {report.standing === '正式' ? '正式' : `临时，截至 ${report.until}`}，{report.audience}口径
      {report.audience === '客户' ? `（${report.customerName}），不含金额与内部调整` : ''}
    </p>
    <FigureCards label="指标" cards={report.cards.map(({ Label, Value, Unit }) => [Label, Value, Unit])} />
    <QualityNote {...report.whole} />
    <p role="status">
      {report.Version === null
        ? signedWords(report.lacks, report.Versions, report.VersionChanged || report.Changed > 0)
        : `第 ${report.Version} 版，${report.SignedBy} 于 ${formatDateTime(report.SignedAt)} 签发${report.SignNote === '' ? '' : `：${report.SignNote}`}`}
    </p>
    {report.Version === null && report.Changed > 0 ? (
      <p role="status">
        <Tag tone="warn">{`数据已变化 ${report.Changed} 处`}</Tag> 请看各节，需要时改写文字
      </p>
    ) : null}
    {report.VersionChanged ? (
      <p role="status">
        <Tag tone="warn">与已签发版本不同</Tag> 已签发的版本不变，需要时请重新签发
      </p>
    ) : null}
  </section>
);

const Body = ({ report, ask }: { readonly report: Report; readonly ask: Asked }): ReactElement => {
  const span = monthSpan(ask.Month);
  const source: Source = {
    project: ask.ProjectCode,
    month: ask.Month,
    codes: new Map(report.Categories.map(({ code, name }) => [name, code])),
  };
  return (
    <div className="total-report">
      <Standing report={report} />
      <nav className="surface report-part total-contents" aria-label="目录">
        {report.sections.map(({ Key, Title }, at) => (
          <a key={Key} href={`#total-${Key}`}>
            {at + 1} {Title}
          </a>
        ))}
      </nav>
      {report.sections.map((section, at) => (
        <section
          key={`${section.Key} ${ask.ProjectCode} ${ask.Month} ${ask.Audience}`}
          id={`total-${section.Key}`}
          className="surface report-part"
          aria-label={section.Title}
        >
          <header>
            <h2>
              {at + 1} {section.Title}
            </h2>
            {section.Key === 'parts' && canOpen(ANALYSIS_SCREEN) ? (
              <Link
                to={`${ANALYSIS}?${new URLSearchParams({ ProjectCode: ask.ProjectCode, from: span.from, to: span.to })}`}
              >
                能耗分析
              </Link>
            ) : null}
          </header>
          <Words of={section} ask={ask} editable={report.Version === null && can(SCREEN, 'edit')} />
          {section.Tables.filter(({ Rows }) => Rows.length > 0).map((one) => (
            <Figures key={one.Key} of={one} from={source} />
          ))}
        </section>
      ))}
    </div>
  );
};

/** 综合分析报表: a month as a document of nine sections, signed when its words are written. */
const TotalReportPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [usual] = useState(() => usualMonths().to);
  const [signing, setSigning] = useState(false);
  const project = useReportProject(filters);
  const version = Number(filters['Version'] ?? '') || null;
  const asked: Asked = {
    ProjectCode: project,
    Month: filters['Month'] ?? usual,
    Audience: filters['audience'] === '客户' ? '客户' : '内部',
  };
  const ask = { ...asked, ...(version === null ? {} : { Version: version }) };
  const report = useQuery({
    queryKey: [KEY, 'total', ask],
    queryFn: ({ signal }) => callApi(totalReport, ask, { signal }),
    enabled: project !== '',
    placeholderData: keepPreviousData,
  });
  const { data } = report;
  return (
    <>
      <ReportPage
        title="综合分析报表"
        idle="一个月的能耗、费用、效率与碳，成稿后签发"
        screen={SCREEN}
        project={project}
        ask={{ ...ask, Format: 'xlsx' }}
        taken={{ path: totalExport.path, name: '综合分析报表.xlsx' }}
        report={report}
        onProject={(ProjectCode) => setFilters({ ProjectCode, Version: null })}
        filters={
          <>
            <MomentPicker
              kind="month"
              value={asked.Month}
              aria={{ 'aria-label': '月份' }}
              onChange={(Month) => setFilters({ Month: Month || null, Version: null })}
            />
            <ChoiceFilter
              label="口径"
              value={asked.Audience}
              options={[
                { value: '内部', label: '内部' },
                { value: '客户', label: '客户' },
              ]}
              onChange={(audience) => setFilters({ audience, Version: null })}
            />
            <ChoiceFilter
              label="版本：现行"
              value={version === null ? undefined : String(version)}
              options={(data?.Versions ?? []).map((one) => ({
                value: String(one.Version),
                label: `第 ${one.Version} 版 ${one.SignedBy}`,
              }))}
              onChange={(Version) => setFilters({ Version })}
            />
            {can(SCREEN, 'export') && project !== '' ? (
              <>
                <Button
                  onClick={() =>
                    void download('POST', totalExport.path, { ...ask, Format: 'pdf' }, { name: '综合分析报告.pdf' })
                  }
                >
                  A4 报告
                </Button>
                <Button
                  onClick={() =>
                    void download('POST', totalExport.path, { ...ask, Format: 'docx' }, { name: '综合分析报告.docx' })
                  }
                >
                  Word 文档
                </Button>
              </>
            ) : null}
            {can(SCREEN, 'edit') && version !== null && asked.Audience === '客户' && project !== '' ? (
              <SendReport
                which={{ Kind: 'total', ProjectCode: project, Month: asked.Month }}
                version={version}
                title={`发客户：综合分析报告 ${asked.Month} 第 ${version} 版`}
              />
            ) : null}
            {can(SCREEN, 'edit') && version === null && data !== undefined && data.lacks.length === 0 ? (
              <Button type="primary" onClick={() => setSigning(true)}>
                签发
              </Button>
            ) : null}
          </>
        }
      >
        {(of) => <Body report={of} ask={asked} />}
      </ReportPage>
      {signing && data !== undefined ? (
        <SignReport
          title={`签发 ${data.projectName} ${asked.Month} 综合分析报告（${asked.Audience}）`}
          call={totalSign}
          input={asked}
          whole={data.whole}
          needs={null}
          onClose={() => setSigning(false)}
        />
      ) : null}
    </>
  );
};

export default TotalReportPage;

/** Two versions of a day side by side: who said what when and why, and what the day's report says otherwise because of it. */
import { type DayComparison, dayReportCompare, type DayReportRow } from '@hengneng/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Checkbox, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { CardTable, type CardColumn } from '../../../ui/CardTable.tsx';
import { ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { DAYS } from './keys.ts';

type Versions = DayReportRow['Versions'];
type Side = DayComparison['From'];

const nameOf = (version: number): string => (version === 0 ? '原记录' : `v${version}`);

/** What holds while version `of` is looked at: the last before it that was agreed to. */
export const heldBefore = (versions: Versions, of: number): number =>
  versions.findLast(({ Version, State }) => Version < of && State === '已生效')?.Version ?? 0;

const About = ({ side, label }: { readonly side: Side; readonly label: string }): ReactElement => (
  <section className="day-side" aria-label={label}>
    <strong>{nameOf(side.Version)}</strong>{' '}
    <Tag tone={side.State === '已生效' ? 'good' : side.State === '待同意' ? 'warn' : 'neutral'}>{side.State}</Tag>
    {side.EditTime === null ? (
      <p className="edit-soft">由运行参数、气象与排班得出，没有人改过</p>
    ) : (
      <>
        <p>
          {side.Editor} {formatDateTime(side.EditTime)}
        </p>
        <p>原因：{side.Reason}</p>
        {side.Decider === '' ? null : (
          <p>
            {side.Decider} {side.State === '已退回' ? '退回' : '同意'}
            {side.DecideTime === null ? '' : ` ${formatDateTime(side.DecideTime)}`}
            {side.Decision === '' ? '' : `：${side.Decision}`}
          </p>
        )}
      </>
    )}
  </section>
);

const fieldColumns = (from: string, to: string): readonly CardColumn<DayComparison['Fields'][number]>[] => [
  { key: 'Field', head: '项', main: true, show: (row) => row.Field },
  { key: 'From', head: from, show: (row) => row.From },
  {
    key: 'To',
    head: to,
    show: (row) => (row.Differs ? <mark className="day-differs">{row.To}</mark> : row.To),
  },
  { key: 'By', head: '最后由谁改', show: (row) => (row.By === '' ? '—' : row.By) },
];

const figureColumns = (from: string, to: string): readonly CardColumn<DayComparison['Figures'][number]>[] => [
  { key: 'Figure', head: '日报中的项', main: true, show: (row) => `${row.Section} · ${row.Figure}` },
  { key: 'From', head: from, show: (row) => row.From },
  { key: 'To', head: to, show: (row) => <mark className="day-differs">{row.To}</mark> },
  { key: 'Client', head: '客户版', show: (row) => (row.Client ? '也改变' : '不含此项') },
];

const signedWords = ({ Version, SignedBy, SignedAt, Links, Differs }: DayComparison['Signed'][number]): string =>
  `第 ${Version} 版（${SignedBy} ${formatDateTime(SignedAt)} 签发${Links > 0 ? `，客户仍有 ${Links} 个有效链接` : ''}）${
    Differs ? '与右侧版本不一致，请重新签发后再发客户' : '与右侧版本一致'
  }`;

const Compared = ({ data }: { readonly data: DayComparison }): ReactElement => {
  const [all, setAll] = useState(false);
  const [from, to] = [nameOf(data.From.Version), nameOf(data.To.Version)];
  const rows = all ? data.Fields : data.Fields.filter(({ Differs }) => Differs);
  return (
    <>
      <div className="day-sides">
        <About side={data.From} label="左侧版本" />
        <About side={data.To} label="右侧版本" />
      </div>
      <Checkbox checked={all} onChange={(event) => setAll(event.target.checked)}>
        相同的项也列出
      </Checkbox>
      {rows.length === 0 ? (
        <p className="edit-soft">两个版本相同</p>
      ) : (
        <CardTable
          label="逐项对比"
          columns={fieldColumns(from, to)}
          rows={rows}
          rowKey={({ Part, Field }) => `${Part} ${Field}`}
        />
      )}
      <h3>对日报的影响</h3>
      {data.Figures.length === 0 ? (
        <p className="edit-soft">日报显示的内容不变</p>
      ) : (
        <CardTable
          label="对日报的影响"
          columns={figureColumns(from, to)}
          rows={data.Figures}
          rowKey={({ Section, Figure }) => `${Section} ${Figure}`}
        />
      )}
      <p className="edit-soft">用量、费用与能效来自表计读数，不随日报修改而变。</p>
      <h3>已签发的日报</h3>
      {data.Signed.length === 0 ? (
        <p className="edit-soft">该日还没有签发过日报</p>
      ) : (
        <ul className="day-changes">
          {data.Signed.map((one) => (
            <li key={one.Version} data-differs={one.Differs || undefined}>
              {signedWords(one)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
};

export const DayCompare = ({
  row,
  first,
  onClose,
}: {
  readonly row: DayReportRow;
  /** What is compared to begin with. */
  readonly first: { readonly from: number; readonly to: number };
  readonly onClose: () => void;
}): ReactElement => {
  const [sides, setSides] = useState(first);
  const ask = { ReportId: row.ReportId, From: sides.from, To: sides.to };
  const compared = useQuery({
    queryKey: [DAYS, 'compare', ask],
    queryFn: ({ signal }) => callApi(dayReportCompare, ask, { signal }),
    placeholderData: keepPreviousData,
  });
  const options = [
    { value: 0, label: '原记录' },
    ...row.Versions.map(({ Version, Editor, State }) => ({
      value: Version,
      label: `v${Version} ${Editor} ${State}`,
    })),
  ];
  const pick = (label: string, side: 'from' | 'to') => (
    <Select
      aria-label={label}
      className="day-pick"
      value={sides[side]}
      options={options}
      onChange={(version: number) => setSides((before) => ({ ...before, [side]: version }))}
    />
  );
  return (
    <AppDrawer width={960} title={`${row.Date} 日报版本对比`} onClose={onClose}>
      <div className="filter-bar">
        {pick('左侧', 'from')}
        <span>对比</span>
        {pick('右侧', 'to')}
      </div>
      {compared.error ? (
        <ErrorRetry error={compared.error} onRetry={() => void compared.refetch()} />
      ) : compared.data === undefined ? (
        <SkeletonDelay rows={6} />
      ) : (
        <Compared data={compared.data} />
      )}
    </AppDrawer>
  );
};

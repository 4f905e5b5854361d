import { type InputOf, type OutputOf, SHARE_KINDS, SHARE_METHODS, shareList } from '@hengneng/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { formatDateTime, formatDecimal } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { Money } from '../../../ui/Money.tsx';
import { Complete, QualityNote } from '../reports/common.tsx';
import { type Draft, SharesForm } from './SharesForm.tsx';
import { BILLS } from './shared.ts';

const SCREEN = 'operationContent.DataInputIn';
type Listed = OutputOf<typeof shareList>;
type Row = Listed['rows'][number];

const columnsOf = ({ Unit, Amount }: Listed): readonly DataColumn<Row>[] => [
  { key: 'Name', head: '受摊对象' },
  { key: 'Kind', head: '类别' },
  {
    key: 'Method',
    head: '分摊方式',
    show: (row) => (row.MeterName === null ? row.Method : `${row.Method}：${row.MeterName}`),
  },
  {
    key: 'Base',
    head: '基数',
    number: true,
    hint: '表计为账期内的用量，面积为 m²，人数为人，固定为每期用量',
    show: (row) => formatDecimal(row.Base),
  },
  { key: 'Quantity', head: '分摊量', unit: Unit, number: true, show: (row) => formatDecimal(row.Quantity, 2) },
  ...(Amount === undefined
    ? []
    : [
        {
          key: 'Amount',
          head: '金额',
          unit: '元',
          number: true,
          hint: '按分摊量分配账单金额，分到分，余数给最大余数者，合计与账单相等',
          show: (row) => <Money value={row.Amount ?? null} />,
        } satisfies DataColumn<Row>,
      ]),
  { key: 'complete', head: '完整率', number: true, show: (row) => <Complete value={row.complete} /> },
];

const draftOf = ({ Name, Kind, Method, Base, MeterId }: Row): Draft => ({
  Name,
  Kind,
  Method,
  Base: Method === '表计' ? '' : (Base ?? ''),
  MeterId,
});

/** 内部分摊: an energy's bills of a month, among those who use it. */
export const SharesTab = ({
  project,
  month,
  code,
}: {
  readonly project: string;
  readonly month: string;
  readonly code: InputOf<typeof shareList>['CategoryCode'];
}): ReactElement => {
  const [editing, setEditing] = useState(false);
  const ask = { ProjectCode: project, Month: month, CategoryCode: code };
  const shares = useQuery({
    queryKey: [BILLS, 'shares', ask],
    queryFn: ({ signal }) => callApi(shareList, ask, { signal }),
    placeholderData: keepPreviousData,
  });
  const { data } = shares;
  if (shares.error) return <ErrorRetry error={shares.error} onRetry={() => void shares.refetch()} />;
  if (data === undefined) return <SkeletonDelay rows={4} />;
  return (
    <>
      <header>
        <h2>
          {data.projectName} {month}
        </h2>
        {can(SCREEN, 'edit') ? <Button onClick={() => setEditing(true)}>设置受摊对象</Button> : null}
      </header>
      {data.rows.length === 0 ? (
        <EmptyHint text="还没有受摊对象：设置后从该月起生效，之后各月沿用" />
      ) : (
        <DataTable
          label="内部分摊"
          columns={columnsOf(data)}
          rows={data.rows}
          rowKey={(row) => row.Id}
          top={
            data.Problem === null
              ? [
                  {
                    key: 'sum',
                    cells: {
                      Name: '合计（账单）',
                      Quantity: formatDecimal(data.Usage, 2),
                      Amount: <Money value={data.Amount ?? null} />,
                    },
                  },
                ]
              : []
          }
        />
      )}
      {data.rows.some(({ Method }) => Method === '表计') ? <QualityNote {...data.whole} /> : null}
      {data.Problem === null || data.rows.length === 0 ? null : <p role="status">未分摊：{data.Problem}</p>}
      {data.Notes.map((words) => (
        <p key={words} className="note">
          {words}
        </p>
      ))}
      <p className="note">
        {data.Bills === 0 ? '该月没有账单' : `账单 ${data.Bills} 份，${data.From} 至 ${data.To}`}
        {data.Plan === null
          ? ''
          : `；受摊对象自 ${data.Plan.FromMonth} 起，${data.Plan.By} ${formatDateTime(data.Plan.At)}`}
        。内部分摊不进客户可见的报表。
      </p>
      {editing ? (
        <SharesForm
          ask={ask}
          version={data.Plan?.FromMonth === month ? data.Plan.Version : 0}
          start={data.rows.map(draftOf)}
          meters={data.Meters}
          kinds={SHARE_KINDS}
          methods={SHARE_METHODS}
          onClose={() => setEditing(false)}
        />
      ) : null}
    </>
  );
};

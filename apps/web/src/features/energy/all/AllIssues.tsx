/** What keeps cells from being sent, and what mends it: a reason, a picture, the mark of a rollover. */
import { ABNORMAL_REASONS } from '@hengneng/energy/measuring';
import { Button, Checkbox, Input, Select, Table } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { canOpen } from '../../../lib/permission.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx';
import { type Draft, EMPTY } from '../entry/entries.ts';
import { PhotoCell } from '../entry/PhotoCell.tsx';
import { cellKey, dateOf } from './grid.ts';
import type { All, Clash } from './useAll.ts';

const EXCHANGE = '/operationContent/handleRecord/deviceReplaceRecord';

type Problem = All['problems'][number];
const REASONS = ABNORMAL_REASONS.map((value) => ({ value, label: value }));
const needsReason = ({ fault }: Problem): boolean => fault.field === 'ReasonType' || fault.field === 'Reason';

export const AllIssues = ({ all }: { readonly all: All }): ReactElement | null => {
  const [reason, setReason] = useState<string>(ABNORMAL_REASONS[0]);
  const { problems } = all;
  if (problems.length === 0) return null;
  const abnormal = problems.filter(needsReason);
  const put = (key: string, values: Partial<Draft>) => all.put(new Map([[key, values]]));
  return (
    <section className="surface all-issues" aria-label="需要处理">
      <h2>{`需要处理 ${problems.length} 格`}</h2>
      {abnormal.length > 1 ? (
        <div className="all-batch">
          <Select aria-label="批量异常原因" value={reason} options={REASONS} onChange={setReason} />
          <Button
            onClick={() => all.put(new Map(abnormal.map(({ row }) => [cellKey(row), { reasonType: reason }] as const)))}
          >
            {`${abnormal.length} 格异常都选此原因`}
          </Button>
        </div>
      ) : null}
      <Table<Problem>
        size="small"
        rowKey={({ row }) => cellKey(row)}
        dataSource={[...problems]}
        scroll={{ x: 'max-content' }}
        pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
        columns={[
          { title: '日期', key: 'date', render: (_, { row }) => dateOf(row) },
          { title: '表计', key: 'meter', render: (_, { row }) => `${row.DisplayName} ${row.RegisterName}` },
          { title: '读数', key: 'reading', align: 'right', render: (_, { draft }) => draft.reading },
          { title: '问题', key: 'words', render: (_, { fault }) => <span className="all-words">{fault.message}</span> },
          {
            title: '处理',
            key: 'mend',
            render: (_, { row, draft, fault }) => {
              const key = cellKey(row);
              const name = `${row.DisplayName} ${row.RegisterName} ${dateOf(row)}`;
              return (
                <span className="all-mend">
                  {fault.field === 'ReasonType' || fault.field === 'Reason' ? (
                    <Select
                      size="small"
                      aria-label={`${name} 异常原因`}
                      placeholder="异常原因"
                      value={draft.reasonType || undefined}
                      options={REASONS}
                      onChange={(reasonType) => put(key, { reasonType })}
                    />
                  ) : null}
                  {fault.field === 'Reason' ? (
                    <Input
                      size="small"
                      aria-label={`${name} 说明`}
                      placeholder="说明"
                      maxLength={200}
                      value={draft.reason}
                      onChange={(event) => put(key, { reason: event.target.value })}
                    />
                  ) : null}
                  {fault.field === 'Photos' ? (
                    <PhotoCell
                      name={name}
                      needed
                      device={row.DeviceId}
                      photos={draft.photos}
                      onChange={(photos) => put(key, { photos })}
                    />
                  ) : null}
                  {fault.field === 'Reading' ? (
                    <Checkbox
                      checked={draft.rollover}
                      onChange={(event) => put(key, { rollover: event.target.checked })}
                    >
                      已翻转
                    </Checkbox>
                  ) : null}
                  {fault.field === 'Reading' && canOpen('operationContent.handleRecord.deviceReplaceRecord') ? (
                    <Link to={`${EXCHANGE}?ProjectCode=${row.ProjectCode}&DeviceId=${row.DeviceId}`}>登记换表</Link>
                  ) : null}
                  <Button size="small" type="link" onClick={() => put(key, EMPTY)}>
                    清除
                  </Button>
                </span>
              );
            },
          },
        ]}
      />
    </section>
  );
};

const CLASHES: readonly DataColumn<Clash>[] = [
  { key: 'date', head: '日期', show: ({ row }) => dateOf(row) },
  { key: 'meter', head: '表计', show: ({ row }) => `${row.DisplayName} ${row.RegisterName}` },
  { key: 'theirs', head: '已录', number: true },
  { key: 'by', head: '录入人' },
  { key: 'mine', head: '我的', number: true },
];

/** Somebody was faster: both values side by side. */
export const ClashDialog = ({
  clashes,
  onTheirs,
  onClose,
}: {
  readonly clashes: readonly Clash[];
  readonly onTheirs: (cells: ReadonlySet<string>) => void;
  readonly onClose: () => void;
}): ReactElement => (
  <AppModal
    title={`${clashes.length} 格已由他人录入`}
    okText="都以已录的为准"
    cancelText="保留我的草稿"
    onOk={() => {
      onTheirs(new Set(clashes.map(({ row }) => cellKey(row))));
      onClose();
    }}
    onCancel={onClose}
  >
    <p>已录的值不会被覆盖；确需改动的请到数据修改中说明原因。</p>
    <DataTable label="已录与我的" columns={CLASHES} rows={clashes} rowKey={({ row }) => cellKey(row)} />
  </AppModal>
);

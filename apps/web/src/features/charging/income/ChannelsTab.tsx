/** 渠道对账: days by channel, statements brought in, and the inbox of what found no counterpart. */
import {
  type ChannelDay,
  incomeMatch,
  incomeStatements,
  type IncomeSummary,
  type OpenItem,
  type StatementFile,
} from '@hengneng/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { can } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { type CardColumn, CardTable } from '../../../ui/CardTable.tsx';
import { EmptyHint } from '../../../ui/feedback.tsx';
import { ListStates } from '../../../ui/ListStates.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { DayDrawer, STATE_TONES, WithdrawDialog } from './ChannelActs.tsx';
import { HandleDialog } from './HandleDialog.tsx';
import { amounts, type Asked, INCOME, SCREEN } from './shared.tsx';
import { StatementImport } from './StatementImport.tsx';

const dayColumns = (onOpen: (row: ChannelDay) => void): readonly CardColumn<ChannelDay>[] => [
  {
    key: 'day',
    head: '日期',
    main: true,
    show: (row) => (
      <Button type="link" className="cell-link" title="看逐笔" onClick={() => onOpen(row)}>
        {row.day}
      </Button>
    ),
  },
  { key: 'community', head: '小区', show: ({ community }) => community },
  { key: 'channel', head: '渠道', show: ({ channel }) => channel },
  { key: 'count', head: '系统笔数', number: true, show: ({ count }) => String(count) },
  amounts('amount', '系统金额', ({ amount }) => amount),
  { key: 'statementCount', head: '渠道笔数', number: true, show: ({ statementCount }) => String(statementCount) },
  amounts('statementAmount', '渠道金额', ({ statementAmount }) => statementAmount),
  amounts('fee', '手续费', ({ fee }) => fee, '渠道收取的手续费，退回为负'),
  amounts('difference', '差异', ({ difference }) => difference, '系统金额 − 渠道金额'),
  { key: 'state', head: '状态', show: ({ state }) => <Tag tone={STATE_TONES[state]}>{state}</Tag> },
  { key: 'note', head: '处理说明', show: ({ note }) => note || '—' },
];

const OPEN: readonly CardColumn<OpenItem>[] = [
  { key: 'refNo', head: '流水号', main: true, show: ({ refNo }) => refNo || '无' },
  { key: 'side', head: '来自', show: ({ side }) => side },
  { key: 'day', head: '日期', show: ({ day }) => day },
  { key: 'community', head: '小区', show: ({ community }) => community },
  { key: 'channel', head: '渠道', show: ({ channel }) => channel },
  amounts('amount', '金额', ({ amount }) => amount),
  { key: 'who', head: '付款人', show: ({ who }) => who || '—' },
  {
    key: 'hint',
    head: '情况',
    show: ({ hint, candidates, together }) =>
      [
        // What can be done about it stands where it is read, also in a narrow column.
        together === 0 ? '' : `付款人有${together}笔收款合计相等，可拆分匹配`,
        candidates.length === 0 ? '' : `有${candidates.length}笔同额收款可匹配`,
        hint,
      ]
        .filter((words) => words !== '')
        .join('；'),
  },
];

const FILES: readonly CardColumn<StatementFile>[] = [
  { key: 'fileName', head: '文件', main: true, show: ({ fileName }) => fileName },
  { key: 'community', head: '小区', show: ({ community }) => community },
  { key: 'channel', head: '渠道', show: ({ channel }) => channel },
  { key: 'span', head: '账单日期', show: ({ from, to }) => (from === to ? from : `${from} 至 ${to}`) },
  { key: 'lines', head: '行数', number: true, show: ({ lines }) => String(lines) },
  { key: 'added', head: '新增', number: true, show: ({ added }) => String(added) },
  { key: 'waiting', head: '待查', number: true, show: ({ waiting }) => String(waiting) },
  { key: 'by', head: '导入人', show: ({ by }) => by },
  { key: 'at', head: '导入时间', show: ({ at }) => at },
];

/** With what may be done, for who may. */
const acting = <R,>(
  columns: readonly CardColumn<R>[],
  word: string,
  onDo: (row: R) => void,
): readonly CardColumn<R>[] =>
  can(SCREEN, 'edit')
    ? [
        ...columns,
        {
          key: 'acts',
          head: '操作',
          acts: true,
          show: (row) => (
            <Button size="small" onClick={() => onDo(row)}>
              {word}
            </Button>
          ),
        },
      ]
    : columns;

const Files = ({ ask }: { readonly ask: { communityIds: string[]; from: string; to: string } }): ReactElement => {
  const [withdrawn, setWithdrawn] = useState<StatementFile | null>(null);
  const found = useQuery({
    queryKey: [INCOME, 'statements', ask],
    queryFn: ({ signal }) => callApi(incomeStatements, ask, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <h2 className="income-inbox">已导入的账单</h2>
      <ListStates list={found} lines={2} empty="该期间还没有导入渠道账单">
        {(data) => (
          <CardTable
            label="已导入的账单"
            columns={acting(FILES, '撤回', setWithdrawn)}
            rows={data.rows}
            rowKey={({ id }) => id}
          />
        )}
      </ListStates>
      {withdrawn === null ? null : <WithdrawDialog file={withdrawn} onClose={() => setWithdrawn(null)} />}
    </>
  );
};

export const ChannelsTab = ({
  asked,
  communities,
}: {
  readonly asked: Asked;
  readonly communities: IncomeSummary['communities'];
}): ReactElement => {
  const [importing, setImporting] = useState(false);
  const [handled, setHandled] = useState<OpenItem | null>(null);
  const [opened, setOpened] = useState<ChannelDay | null>(null);
  const { communityIds, from, to } = asked;
  const ask = { communityIds: [...communityIds], from, to };
  const found = useQuery({
    queryKey: [INCOME, 'channels', ask],
    queryFn: ({ signal }) => callApi(incomeMatch, { ...ask, action: 'list' as const }, { signal }),
    placeholderData: keepPreviousData,
  });
  const auto = useWrite(incomeMatch, { said: ({ matched }) => `匹配${matched}笔`, renews: [INCOME] });
  return (
    <>
      <p className="income-acts">
        {can(SCREEN, 'import') ? <Button onClick={() => setImporting(true)}>导入渠道账单</Button> : null}
        {can(SCREEN, 'edit') ? (
          <Button loading={auto.isPending} onClick={() => auto.mutate({ ...ask, action: 'auto' })}>
            自动匹配
          </Button>
        ) : null}
      </p>
      <ListStates list={found} lines={6} empty="该期间没有微信、支付宝、转账收款，也没有渠道账单">
        {(data) => (
          <>
            <CardTable
              label="渠道对账"
              columns={dayColumns(setOpened)}
              rows={data.rows}
              rowKey={(row) => `${row.communityId} ${row.day} ${row.channel}`}
            />
            <h2 className="income-inbox">待查</h2>
            {data.open.length === 0 ? (
              <EmptyHint text="没有待查" />
            ) : (
              <>
                <CardTable
                  label="待查"
                  columns={acting(OPEN, '处理', setHandled)}
                  rows={data.open}
                  rowKey={({ side, id }) => `${side}${id}`}
                />
                {data.left > 0 ? <p className="note">还有 {data.left} 笔，处理完以上的再列出</p> : null}
              </>
            )}
          </>
        )}
      </ListStates>
      <Files ask={ask} />
      {importing ? (
        <StatementImport communities={communities} usual={communityIds[0]} onClose={() => setImporting(false)} />
      ) : null}
      {handled === null ? null : <HandleDialog asked={ask} item={handled} onClose={() => setHandled(null)} />}
      {opened === null ? null : <DayDrawer asked={ask} of={opened} onClose={() => setOpened(null)} />}
    </>
  );
};

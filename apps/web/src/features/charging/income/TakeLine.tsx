/** 收作缴费: which rooms a line of a statement pays for, and what it comes to before it is booked. */
import { incomeLineRooms, incomeTakeLine, type LineRoom, type OpenItem, type TakenLine } from '@hengneng/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Form, Input } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi, messageOf } from '../../../lib/api.ts';
import { formatMoney } from '../../../lib/format.ts';
import { useNumberedWrite } from '../../../lib/useWrite.ts';
import { type CardColumn, CardTable } from '../../../ui/CardTable.tsx';
import { SearchFilter } from '../../../ui/filters.tsx';
import { ListStates } from '../../../ui/ListStates.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { amounts, INCOME } from './shared.tsx';

const roomColumns = (
  ticked: ReadonlySet<string>,
  onTick: (room: LineRoom, on: boolean) => void,
): readonly CardColumn<LineRoom>[] => [
  {
    key: 'room',
    head: '房间',
    main: true,
    show: (row) => (
      <Checkbox checked={ticked.has(row.roomId)} onChange={(event) => onTick(row, event.target.checked)}>
        {row.room} {row.related ? <Tag tone="good">付款人</Tag> : null}
      </Checkbox>
    ),
  },
  { key: 'community', head: '小区', show: ({ community }) => community },
  { key: 'owner', head: '业主', show: ({ owner }) => owner || '—' },
  amounts('owed', '欠费', ({ owed }) => owed, '按渠道账单日期计，含违约金'),
];

const PARTS: readonly CardColumn<TakenLine['rows'][number]>[] = [
  { key: 'room', head: '房间', main: true, show: ({ room }) => room },
  { key: 'fee', head: '收费项目', show: ({ fee }) => fee },
  { key: 'period', head: '账期', show: ({ period }) => period },
  { key: 'dueDate', head: '到期日', show: ({ dueDate }) => dueDate },
  amounts('principal', '本金', ({ principal }) => principal),
  amounts('penalty', '违约金', ({ penalty }) => penalty),
];

/** What is booked when it is agreed to. */
const Preview = ({ of, first }: { readonly of: TakenLine; readonly first: string }): ReactElement => (
  <>
    {of.rows.length === 0 ? null : (
      <CardTable label="收到的账单" columns={PARTS} rows={of.rows} rowKey={(row) => row.billId} />
    )}
    <p className="note" role="status">
      {of.rows.length === 0 ? '没有欠费账单；' : ''}
      {Number(of.toPrepaid) > 0 ? `转入 ${first} 预存 ${formatMoney(of.toPrepaid)} 元；` : ''}
      记账日 {of.day}，收据号取自 {of.book}；收错的由另一人撤销，收据红冲，该笔回到待查
    </p>
  </>
);

export const TakeLine = ({
  item,
  onClose,
}: {
  readonly item: OpenItem;
  readonly onClose: () => void;
}): ReactElement => {
  const [keyword, setKeyword] = useState('');
  const [picked, setPicked] = useState<readonly LineRoom[]>([]);
  const [remark, setRemark] = useState('');
  const found = useQuery({
    queryKey: [INCOME, 'line-rooms', item.id, keyword],
    queryFn: ({ signal }) => callApi(incomeLineRooms, { id: item.id, Keyword: keyword }, { signal }),
    placeholderData: keepPreviousData,
  });
  const roomIds = picked.map(({ roomId }) => roomId);
  const preview = useQuery({
    queryKey: [INCOME, 'take-line', item.id, roomIds],
    enabled: roomIds.length > 0,
    queryFn: ({ signal }) =>
      callApi(incomeTakeLine, { requestId: crypto.randomUUID(), id: item.id, roomIds, preview: true }, { signal }),
    retry: false,
    staleTime: 0,
  });
  const take = useNumberedWrite(incomeTakeLine, {
    said: ({ receipts }) => `已收作缴费，收据 ${receipts.map(({ receiptNo }) => receiptNo).join('、')}`,
    renews: [INCOME],
    renewsOnConflict: true,
    onDone: onClose,
  });
  const tick = (room: LineRoom, on: boolean) =>
    setPicked(on ? [...picked, room] : picked.filter(({ roomId }) => roomId !== room.roomId));
  // What was ticked stays in sight, whatever is looked for next.
  const rows = [
    ...picked,
    ...(found.data?.rows ?? []).filter(({ roomId }) => !picked.some((other) => other.roomId === roomId)),
  ];
  return (
    <>
      <p className="note">渠道已到账而没有开收据的：选房间，从最早的欠费收起，多出的转入预存；可选多间，每间一张收据</p>
      <SearchFilter
        className="income-rooms"
        label="房号、姓名或电话尾号"
        value={keyword}
        onSearch={(text) => setKeyword(text ?? '')}
      />
      <ListStates
        list={found}
        lines={3}
        empty={keyword === '' ? '没有与付款人同名的住户，请按房号或姓名查找' : '没有找到房间，请核对房号'}
      >
        {(data) => (
          <section className="income-options" aria-label="收作哪些房间的缴费">
            <CardTable
              label="收作哪些房间的缴费"
              columns={roomColumns(new Set(roomIds), tick)}
              rows={rows}
              rowKey={({ roomId }) => roomId}
            />
            {data.more ? <p className="note">还有更多，请输入完整的房号或姓名</p> : null}
          </section>
        )}
      </ListStates>
      {preview.error && roomIds.length > 0 ? (
        <p className="field-error" role="alert">
          {messageOf(preview.error)}
        </p>
      ) : null}
      {preview.data && roomIds.length > 0 ? <Preview of={preview.data} first={picked[0]?.room ?? ''} /> : null}
      <Form name="income-take-line" layout="vertical">
        <Form.Item label="备注" htmlFor="income-take-line-remark">
          <Input
            id="income-take-line-remark"
            maxLength={150}
            value={remark}
            onChange={(event) => setRemark(event.target.value)}
          />
        </Form.Item>
      </Form>
      <p className="income-acts">
        <Button
          type="primary"
          disabled={roomIds.length === 0 || preview.isFetching || preview.data === undefined || preview.error !== null}
          loading={take.isPending}
          onClick={() => take.mutate({ id: item.id, roomIds: [...roomIds], remark })}
        >
          收作缴费 {formatMoney(preview.data?.amount ?? item.amount)} 元
        </Button>
      </p>
    </>
  );
};

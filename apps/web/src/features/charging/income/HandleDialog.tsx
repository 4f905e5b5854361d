/** One that waits in 渠道对账: put together with what it is, one or several, or explained. */
import { incomeMatch, incomeMatchOptions, type MatchOption, type OpenItem } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Checkbox, Form, Input, Segmented } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { formatMoney } from '../../../lib/format.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { type CardColumn, CardTable } from '../../../ui/CardTable.tsx';
import { ListStates } from '../../../ui/ListStates.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { Tag } from '../../../ui/StatusTag.tsx';
import { fenOf, sumFen, yuanOf } from '../yuan.ts';
import { type Span, spanOf } from './ChannelActs.tsx';
import { amounts, INCOME } from './shared.tsx';
import { TakeLine } from './TakeLine.tsx';

const columnsOf = (
  side: OpenItem['side'],
  ticked: ReadonlySet<string>,
  onTick: (id: string, on: boolean) => void,
): readonly CardColumn<MatchOption>[] => [
  {
    key: 'refNo',
    head: '流水号',
    main: true,
    show: ({ id, refNo, amount, related }) => (
      <Checkbox
        aria-label={`${refNo || '无流水号'} ${amount}元`}
        checked={ticked.has(id)}
        onChange={(event) => onTick(id, event.target.checked)}
      >
        {refNo || '无'} {related ? <Tag tone="good">同一付款人</Tag> : null}
      </Checkbox>
    ),
  },
  amounts('amount', '金额', ({ amount }) => amount),
  { key: 'day', head: '日期', show: ({ day }) => day },
  { key: 'who', head: '付款人', show: ({ who }) => who || '—' },
  ...(side === '渠道'
    ? [
        { key: 'room', head: '房间', show: ({ room }: MatchOption) => room || '—' },
        { key: 'receipt', head: '收据', show: ({ receiptNo }: MatchOption) => receiptNo },
      ]
    : []),
];

export const HandleDialog = ({
  asked,
  item,
  onClose,
}: {
  readonly asked: Span;
  readonly item: OpenItem;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<{ readonly note?: string }>();
  const { side, id } = item;
  // Of money that came in and that nobody has receipted: put together with a receipt, or made one.
  const payable = side === '渠道' && fenOf(item.amount) > 0n;
  const [way, setWay] = useState<'match' | 'take'>('match');
  const options = useQuery({
    queryKey: [INCOME, 'match-options', side, id],
    queryFn: ({ signal }) => callApi(incomeMatchOptions, { side, id }, { signal }),
  });
  // Null: what is suggested.
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const ticked = chosen ?? new Set(options.data?.suggested);
  const of = (options.data?.rows ?? []).filter((row) => ticked.has(row.id));
  const sum = sumFen(of.map(({ amount }) => fenOf(amount)));
  const lacking = fenOf(item.amount) - sum;
  const [tried, setTried] = useState(false);
  const handle = useWrite(incomeMatch, {
    said: of.length === 0 ? '已记处理说明' : '已匹配',
    renews: [INCOME],
    onDone: onClose,
    onError: (error) => showErrors(form, error),
  });
  const uneven = of.length > 0 && lacking !== 0n;
  const tick = (each: string, on: boolean) =>
    setChosen(new Set(on ? [...ticked, each] : [...ticked].filter((other) => other !== each)));
  return (
    <AppModal
      title={`处理 ${item.refNo || '无流水号'}（${formatMoney(item.amount)} 元）`}
      width={880}
      okText={of.length === 0 ? '记处理说明' : of.length === 1 ? '匹配' : `与所选${of.length}笔匹配`}
      confirmLoading={handle.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
      {...(way === 'take' ? { footer: null } : {})}
    >
      <p className="note">
        {item.day} {item.channel} {item.who || '付款人不明'}：{item.hint}
      </p>
      {payable ? (
        <Segmented
          className="income-ways"
          aria-label="怎样处理"
          options={[
            { value: 'match', label: '匹配已有收款' },
            { value: 'take', label: '收作缴费' },
          ]}
          value={way}
          onChange={setWay}
        />
      ) : null}
      {way === 'take' ? <TakeLine item={item} onClose={onClose} /> : null}
      <Form
        name="income-handle-dialog"
        form={form}
        hidden={way === 'take'}
        layout="vertical"
        onFinish={({ note }) => {
          setTried(true);
          if (uneven) return;
          handle.mutate({
            ...spanOf(asked),
            action: of.length === 0 ? 'handle' : 'match',
            side,
            id,
            otherIds: of.map((row) => row.id),
            note: note ?? '',
          });
        }}
      >
        <ListStates
          list={options}
          lines={3}
          empty={`前后七天没有可与它匹配的${side === '渠道' ? '系统收款' : '渠道账单'}，请写明处理说明`}
        >
          {(data) => (
            <section className="income-options" aria-label={side === '渠道' ? '可匹配的系统收款' : '可匹配的渠道账单'}>
              <p className="note">
                勾选与它是同一笔钱的{side === '渠道' ? '系统收款' : '渠道账单'}，可多选，合计须相等
                {data.suggested.length > 1 ? `；已勾选合计相等的${data.suggested.length}笔，请核对` : ''}
              </p>
              <CardTable
                label={side === '渠道' ? '可匹配的系统收款' : '可匹配的渠道账单'}
                columns={columnsOf(side, ticked, tick)}
                rows={data.rows}
                rowKey={(row) => row.id}
              />
              {data.left > 0 ? <p className="note">另有 {data.left} 笔未列出</p> : null}
              <p className={uneven ? 'income-uneven' : 'note'} role="status">
                {of.length === 0
                  ? '没有勾选：只记处理说明'
                  : `已选 ${of.length} 笔，合计 ${formatMoney(yuanOf(sum))} 元，${lacking === 0n ? '与它相等' : `与它相差 ${formatMoney(yuanOf(lacking))} 元`}`}
              </p>
              {uneven && tried ? (
                <p className="field-error" role="alert">
                  合计不等，不能匹配；请改勾选，或都不勾只记处理说明
                </p>
              ) : null}
            </section>
          )}
        </ListStates>
        <Form.Item name="note" label="处理说明" rules={[{ required: true, message: '请填写处理说明' }]}>
          <Input.TextArea rows={2} maxLength={200} showCount />
        </Form.Item>
      </Form>
    </AppModal>
  );
};

import { feePrices, type FeeRow, feeTrial, type OutputOf } from '@hengneng/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Form, Select } from 'antd';
import type { ReactElement } from 'react';
import { callApi, messageOf } from '../../../lib/api.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { canOpen } from '../../../lib/permission.ts';
import { DataTable } from '../../../ui/DataTable.tsx';
import { EmptyHint } from '../../../ui/feedback.tsx';
import { Money } from '../../../ui/Money.tsx';
import { MomentField } from '../../../ui/moment/MomentField.tsx';
import { quantityText } from '../quantity.ts';
import { CommunityField, RoomsField } from './RoomPick.tsx';
import { FEES, lastDayOf, required, ROOM_SCREEN, todayHere } from './shared.ts';

type Answer = OutputOf<typeof feeTrial>;
interface Values {
  readonly communityId: string;
  readonly period: string;
  readonly rooms: readonly string[];
  readonly priceId?: string;
}

const Result = ({ of }: { readonly of: Answer }): ReactElement => (
  <>
    <p className="note">
      {of.cycle === null ? '该账期不出此费项的账' : `${of.cycle.key}：${of.cycle.from} 至 ${lastDayOf(of.cycle.to)}`}
      {of.rows.length === 0 ? '' : `；合计 ${formatDecimal(of.total, 2)} 元`}
    </p>
    {of.rows.length === 0 ? null : (
      <DataTable
        label="试算"
        columns={[
          { key: 'room', head: '房间' },
          { key: 'quantity', head: '数量', number: true, show: (row) => quantityText(row.quantity, row.unit) },
          { key: 'unitPrice', head: '单价', unit: '元', number: true, show: (row) => formatDecimal(row.unitPrice, 4) },
          { key: 'span', head: '段', show: (row) => `${row.from} 至 ${lastDayOf(row.to)}` },
          {
            key: 'weight',
            head: '段天数与系数',
            hint: '停用与未交付的日子按比例计；计入天数 ÷ 周期天数',
            number: true,
            show: (row) => `${row.days}天，计 ${formatDecimal(row.weight)} / ${row.cycleDays}`,
          },
          { key: 'amount', head: '金额', unit: '元', number: true, show: (row) => <Money value={row.amount} /> },
          {
            key: 'last',
            head: '上期',
            unit: '元',
            number: true,
            show: (row) => (row.last === null ? '—' : <Money value={row.last} />),
          },
          {
            key: 'difference',
            head: '差额',
            unit: '元',
            hint: '本期各段合计 − 上期',
            number: true,
            show: (row) => (row.difference === null ? '—' : <Money value={row.difference} />),
          },
        ]}
        rows={of.rows}
        rowKey={(row) => `${row.room} ${row.from}`}
      />
    )}
    {of.none.length === 0 ? null : (
      <p className="note">没有金额：{of.none.map(({ room, reason }) => `${room}（${reason}）`).join('、')}</p>
    )}
  </>
);

/** 试算: 1 to 50 rooms in one month, also at a price that waits to be checked. */
export const Trial = ({ fee }: { readonly fee: FeeRow }): ReactElement => {
  const [form] = Form.useForm<Values>();
  const mayFind = canOpen(ROOM_SCREEN);
  const prices = useQuery({
    queryKey: [FEES, 'prices', fee.id],
    queryFn: ({ signal }) => callApi(feePrices, { feeId: fee.id }, { signal }),
  });
  const run = useMutation({
    mutationFn: (values: Values) =>
      callApi(feeTrial, {
        feeId: fee.id,
        communityId: values.communityId,
        period: values.period,
        rooms: [...values.rooms],
        priceId: values.priceId ?? '',
      }),
    onError: (error) => notify.error(messageOf(error)),
  });
  const waiting = (prices.data?.prices ?? []).filter(({ state }) => state === '待审核');
  if (!mayFind) return <EmptyHint text="您没有查看房间的权限，不能试算" />;
  return (
    <>
      <Form<Values>
        name="trial"
        form={form}
        layout="vertical"
        initialValues={{ period: todayHere().slice(0, 7), rooms: [] }}
        onFinish={(values) => run.mutate(values)}
      >
        <div className="registry-two">
          <CommunityField />
          <Form.Item name="period" label="账期" extra="按季的费项选季开始的月份" rules={required('请选择账期')}>
            <MomentField kind="month" />
          </Form.Item>
        </div>
        <RoomsField fee={fee.id} />
        {waiting.length === 0 ? null : (
          <Form.Item name="priceId" label="按待审核的版本试算" extra="空为按已生效的价格">
            <Select
              allowClear
              options={waiting.map(({ id, no, from, unitPrice }) => ({
                value: id,
                label: `第${no}版 ${from} 起 ${formatDecimal(unitPrice)} 元`,
              }))}
            />
          </Form.Item>
        )}
        <Button type="primary" htmlType="submit" loading={run.isPending}>
          试算
        </Button>
      </Form>
      {run.data === undefined ? null : <Result of={run.data} />}
    </>
  );
};

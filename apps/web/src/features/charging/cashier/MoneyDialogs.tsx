/** Money that is for no bill of the table: paid ahead, charged at once, handed back. */
import { type cashierAddCharge, cashierExtraFees, type cashierRecharge, cashierRefund } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Radio, Select } from 'antd';
import { type ReactElement, useEffect, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { formatMoney } from '../../../lib/format.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { ErrorRetry } from '../../../ui/feedback.tsx';
import { fenOf, fenOrNull, yuanOf } from '../yuan.ts';
import { EnterDoes, Said, useAct, useTakingAct } from './acting.tsx';
import { useApproval } from './Approvals.tsx';
import type { Taking } from './LostCharge.tsx';
import { type Household, useShift } from './shared.ts';
import { blankOf, CASH, sentTenders } from './tender-lines.ts';
import { Tenders } from './Tenders.tsx';

interface DialogProps {
  readonly of: Household;
  readonly onClose: () => void;
}

/** 预存 */
export const RechargeDialog = ({
  of,
  onClose,
  taking,
}: DialogProps & { readonly taking: Taking<typeof cashierRecharge> }): ReactElement => {
  const [amount, setAmount] = useState('');
  const [lines, setLines] = useState(CASH);
  const [feeId, setFeeId] = useState<string | null>(null);
  const act = useTakingAct(taking, `${of.room.code} 预存 ${amount} 元`);
  const fen = fenOrNull(amount);
  const approval = useApproval(of.room, '预存', amount, onClose);
  const blank = blankOf(lines);
  const off = fen === null || fen === 0n || approval.waits || blank !== '';
  const take = () => {
    if (off || approval.asking) return;
    if (approval.wanted) approval.ask('大额预存');
    else
      act.send({
        roomId: of.room.id,
        amount,
        tenders: sentTenders(lines, fen),
        feeId,
        payer: of.room.payer,
        remark: '',
      });
  };
  return (
    <AppModal
      title={`预存 ${of.room.code}`}
      okText={approval.wanted ? '提交审批' : '收款'}
      confirmLoading={act.busy || approval.asking}
      okButtonProps={{ disabled: off }}
      onOk={take}
      onCancel={onClose}
    >
      <Form name="recharge-dialog" layout="vertical" onFinish={take}>
        <EnterDoes />
        <Form.Item
          label="预存金额（元）"
          htmlFor="recharge-amount"
          validateStatus={act.errors.amount ? 'error' : ''}
          help={act.errors.amount}
          extra={approval.note}
        >
          <Input
            id="recharge-amount"
            autoFocus
            inputMode="decimal"
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
          />
        </Form.Item>
        {of.room.fees.length > 0 ? (
          <Form.Item label="只用于" htmlFor="recharge-fee" extra="不选则可抵任何费用">
            <Select
              id="recharge-fee"
              allowClear
              value={feeId}
              options={of.room.fees.map((one) => ({ value: one.feeId, label: one.fee }))}
              onChange={(value: string | undefined) => setFeeId(value ?? null)}
            />
          </Form.Item>
        ) : null}
        <Tenders lines={lines} due={fen ?? 0n} errors={act.errors} onChange={setLines} />
        <Said text={act.errors.tenders ?? act.said} />
        {blank === '' ? null : <p className="pay-note">{blank}</p>}
      </Form>
    </AppModal>
  );
};

/** 临时收费 */
export const ExtraDialog = ({
  of,
  onClose,
  taking,
}: DialogProps & { readonly taking: Taking<typeof cashierAddCharge> }): ReactElement => {
  const fees = useQuery({
    queryKey: ['chargeExtraFees', of.room.id],
    queryFn: ({ signal }) => callApi(cashierExtraFees, { roomId: of.room.id }, { signal }),
  });
  const [feeId, setFeeId] = useState<string | null>(null);
  const [quantity, setQuantity] = useState('1');
  const [price, setPrice] = useState('');
  const [reason, setReason] = useState('');
  const [lines, setLines] = useState(CASH);
  // What it is for comes first; the dialog itself would begin where something is typed.
  useEffect(() => {
    const timer = setTimeout(() => document.getElementById('extra-fee')?.focus());
    return () => clearTimeout(timer);
  }, []);
  const fee = fees.data?.find(({ id }) => id === feeId);
  const amount = Number(quantity) * Number(price);
  const due = Number.isFinite(amount) && amount > 0 ? (Math.round(amount * 100 + 1e-7) / 100).toFixed(2) : '';
  const act = useTakingAct(taking, `${of.room.code} ${fee?.name ?? ''} ${due} 元`);
  const blank = blankOf(lines);
  const off = feeId === null || due === '' || blank !== '';
  const take = () => {
    if (off) return;
    act.send({
      communityId: of.room.communityId,
      roomId: of.room.id,
      payer: of.room.payer,
      feeId,
      quantity,
      unitPrice: price,
      reason,
      tenders: sentTenders(lines, fenOf(due)),
      remark: '',
    });
  };
  return (
    <AppModal
      title={`临时收费 ${of.room.code}`}
      okText={due === '' ? '收款' : `收款 ${formatMoney(due)} 元`}
      confirmLoading={act.busy}
      okButtonProps={{ disabled: off }}
      onOk={take}
      onCancel={onClose}
    >
      {fees.error ? <ErrorRetry error={fees.error} onRetry={() => void fees.refetch()} /> : null}
      <Form name="extra-dialog" layout="vertical" onFinish={take}>
        <EnterDoes />
        <Form.Item
          label="收费项目"
          htmlFor="extra-fee"
          validateStatus={act.errors.feeId ? 'error' : ''}
          help={act.errors.feeId}
        >
          <Select
            id="extra-fee"
            loading={fees.isPending}
            notFoundContent="没有临时收费项目，请在收费项目中新增"
            value={feeId}
            options={(fees.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id: string) => {
              setFeeId(id);
              setPrice(fees.data?.find((one) => one.id === id)?.price ?? '');
            }}
          />
        </Form.Item>
        <div className="counter-two">
          <Form.Item
            label={`数量${fee ? `（${fee.unit}）` : ''}`}
            htmlFor="extra-quantity"
            validateStatus={act.errors.quantity ? 'error' : ''}
            help={act.errors.quantity}
          >
            <Input
              id="extra-quantity"
              inputMode="decimal"
              value={quantity}
              onChange={(event) => setQuantity(event.target.value)}
            />
          </Form.Item>
          <Form.Item
            label="单价（元）"
            htmlFor="extra-price"
            validateStatus={act.errors.unitPrice ? 'error' : ''}
            help={act.errors.unitPrice}
          >
            <Input
              id="extra-price"
              inputMode="decimal"
              disabled={fee?.editable === false}
              value={price}
              onChange={(event) => setPrice(event.target.value)}
            />
          </Form.Item>
        </div>
        {fee?.editable && Number(price) !== Number(fee.price) ? (
          <Form.Item
            label="改价原因"
            htmlFor="extra-reason"
            validateStatus={act.errors.reason ? 'error' : ''}
            help={act.errors.reason}
          >
            <Input
              id="extra-reason"
              maxLength={200}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </Form.Item>
        ) : null}
        <Tenders lines={lines} due={due === '' ? 0n : fenOf(due)} errors={act.errors} onChange={setLines} />
        <Said text={act.errors.tenders ?? act.said} />
        {blank === '' ? null : <p className="pay-note">{blank}</p>}
      </Form>
    </AppModal>
  );
};

/** 退预存、退押金 */
export const RefundDialog = ({ of, onClose }: DialogProps): ReactElement => {
  const [form] = Form.useForm<{
    kind: '预存' | '押金';
    amount: string;
    way: '现金' | '转账';
    refNo?: string;
    reason: string;
  }>();
  const approved = (useShift(of.room.communityId).data?.approvals ?? []).find(
    (one) => one.mine && one.roomId === of.room.id && one.act !== '预存' && one.state === '已同意',
  );
  const begun = {
    kind: approved?.act === '退押金' || Number(of.room.balance) === 0 ? ('押金' as const) : ('预存' as const),
    way: '现金' as const,
    amount: approved?.amount ?? '',
    reason: approved?.reason ?? '',
  };
  const kind = Form.useWatch('kind', form) ?? begun.kind;
  const way = Form.useWatch('way', form) ?? '现金';
  const act = useAct(
    cashierRefund,
    onClose,
    ({ balance }, { amount: sum }) => `已退款 ${formatMoney(sum)} 元，余额 ${formatMoney(balance)} 元`,
  );
  const amount = Form.useWatch('amount', form) ?? '';
  const approval = useApproval(of.room, `退${kind}`, amount, onClose);
  const held = kind === '押金' ? of.room.deposit : of.room.balance;
  return (
    <AppModal
      title={`退款 ${of.room.code}`}
      okText={approval.wanted ? '提交审批' : '退款'}
      confirmLoading={act.busy || approval.asking}
      okButtonProps={{ disabled: approval.waits }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form
        name="refund-dialog"
        form={form}
        layout="vertical"
        initialValues={begun}
        onFinish={({ refNo = '', ...values }) =>
          approval.wanted ? approval.ask(values.reason) : act.send({ roomId: of.room.id, ...values, refNo })
        }
      >
        <EnterDoes />
        <Form.Item name="kind" label="退什么">
          <Radio.Group options={['预存', '押金']} />
        </Form.Item>
        <Form.Item
          name="amount"
          label="金额（元）"
          extra={[`可退 ${formatMoney(held)} 元`, approval.note].filter((text) => text !== '').join('，')}
          rules={[
            { required: true, message: '请填写金额' },
            {
              validator: async (_, text: string) =>
                text === '' || fenOrNull(text) !== null ? undefined : Promise.reject(new Error('金额格式不正确')),
            },
          ]}
          {...(act.errors.amount ? { validateStatus: 'error' as const, help: act.errors.amount } : {})}
        >
          <Input inputMode="decimal" placeholder={yuanOf(fenOrNull(held) ?? 0n)} />
        </Form.Item>
        <Form.Item name="way" label="退款方式">
          <Radio.Group options={['现金', '转账']} />
        </Form.Item>
        {way === '转账' ? (
          <Form.Item name="refNo" label="流水号" rules={[{ required: true, message: '转账须填写流水号' }]}>
            <Input maxLength={64} />
          </Form.Item>
        ) : null}
        <Form.Item name="reason" label="原因" rules={[{ required: true, message: '请填写原因' }]}>
          <Input maxLength={200} />
        </Form.Item>
        <Said text={act.said} />
      </Form>
    </AppModal>
  );
};

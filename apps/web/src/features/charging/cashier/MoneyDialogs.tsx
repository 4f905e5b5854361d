/** Money that is for no bill of the table: paid ahead, taken from what was, charged at once, handed back. */
import {
  cashierAddCharge,
  cashierDeduct,
  cashierExtraFees,
  cashierRecharge,
  cashierRefund,
  type CallContract,
  type InputOf,
  type OutputOf,
  type Taken,
} from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Radio, Select } from 'antd';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { ApiError, callApi, messageOf } from '../../../lib/api.ts';
import { formatMoney } from '../../../lib/format.ts';
import { type Unnumbered, useNumberedWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { fenOrNull, yuanOf } from '../yuan.ts';
import { useApproval } from './Approvals.tsx';
import { cashLine, type Household, RENEWS, sentTenders, type TenderLine, useShift } from './shared.ts';
import { Tenders } from './Tenders.tsx';

interface DialogProps {
  readonly of: Household;
  readonly onClose: () => void;
}

/** One write of a dialog with its number, and what the server said at each field. */
const useAct = <C extends CallContract>(
  call: C,
  onDone: (answer: OutputOf<C>) => void,
  said?: (answer: OutputOf<C>, input: Unnumbered<InputOf<C>>) => string,
) => {
  const [failure, setFailure] = useState<unknown>(null);
  const write = useNumberedWrite(call, {
    ...(said === undefined ? {} : { said }),
    renews: [...RENEWS],
    onDone,
    onError: setFailure,
  });
  const errors: Readonly<Record<string, string>> =
    failure instanceof ApiError ? Object.fromEntries(failure.errors.map(({ path, message }) => [path, message])) : {};
  return {
    busy: write.isPending,
    errors,
    said: failure === null ? '' : messageOf(failure),
    send: (body: Unnumbered<InputOf<C>>) => {
      if (write.isPending) return;
      setFailure(null);
      write.mutate(body);
    },
  };
};

const Said = ({ text }: { readonly text: string }): ReactElement | null =>
  text === '' ? null : (
    <p className="field-error" role="alert">
      {text}
    </p>
  );

/** Enter in a field does what the dialog is for: nobody at the counter reaches for the mouse. */
const EnterDoes = (): ReactElement => <button type="submit" hidden aria-hidden tabIndex={-1} />;

/** 预存 */
export const RechargeDialog = ({
  of,
  onClose,
  onTaken,
}: DialogProps & { readonly onTaken: (taken: Taken) => void }): ReactElement => {
  const [amount, setAmount] = useState('');
  const [typed, setTyped] = useState<readonly TenderLine[] | null>(null);
  const [feeId, setFeeId] = useState<string | null>(null);
  const act = useAct(cashierRecharge, onTaken);
  const lines = typed ?? [cashLine(amount)];
  const fen = fenOrNull(amount);
  const approval = useApproval(of.room, '预存', amount, onClose);
  const off = fen === null || fen === 0n || approval.waits;
  const take = () => {
    if (off || approval.asking) return;
    if (approval.wanted) approval.ask('大额预存');
    else
      act.send({
        roomId: of.room.id,
        amount,
        tenders: sentTenders(lines),
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
        <Tenders lines={lines} errors={act.errors} onChange={setTyped} />
        <Said text={act.errors.tenders ?? act.said} />
      </Form>
    </AppModal>
  );
};

/** 预存抵扣: shown first, then done. */
export const DeductDialog = ({ of, onClose }: DialogProps): ReactElement => {
  const act = useAct(cashierDeduct, onClose, ({ total }) => `已抵扣 ${formatMoney(total)} 元`);
  const preview = useQuery({
    queryKey: ['chargeDeduct', of.room.id],
    queryFn: ({ signal }) =>
      callApi(cashierDeduct, { requestId: crypto.randomUUID(), roomId: of.room.id, preview: true }, { signal }),
    staleTime: 0,
  });
  const rows = preview.data?.rows ?? [];
  const ok = useRef<HTMLButtonElement>(null);
  const ready = rows.length > 0;
  // Nothing is typed here: what was shown is agreed to.
  useEffect(() => {
    if (ready) ok.current?.focus();
  }, [ready]);
  return (
    <AppModal
      title={`预存抵扣 ${of.room.code}`}
      holdsInput={false}
      footer={[
        <Button key="close" onClick={onClose}>
          取消
        </Button>,
        <Button
          key="ok"
          ref={ok}
          type="primary"
          disabled={!ready}
          loading={act.busy}
          onClick={() => act.send({ roomId: of.room.id, billIds: [], preview: false })}
        >
          抵扣 {formatMoney(preview.data?.total)} 元
        </Button>,
      ]}
      onCancel={onClose}
    >
      {preview.error ? <ErrorRetry error={preview.error} onRetry={() => void preview.refetch()} /> : null}
      {preview.isPending ? <SkeletonDelay rows={3} /> : null}
      {preview.data && rows.length === 0 ? (
        <EmptyHint text={Number(of.room.balance) === 0 ? '预存余额不足：该房间没有预存' : '没有可抵扣的账单'} />
      ) : null}
      {rows.length > 0 ? (
        <DataTable
          label="预存抵扣"
          rows={rows}
          rowKey={({ billId }) => billId}
          columns={[
            { key: 'period', head: '账期' },
            { key: 'fee', head: '收费项目' },
            { key: 'deduct', head: '抵扣', unit: '元', number: true, show: (row) => formatMoney(row.deduct) },
            {
              key: 'balanceAfter',
              head: '余额',
              unit: '元',
              number: true,
              show: (row) => formatMoney(row.balanceAfter),
            },
          ]}
        />
      ) : null}
      <Said text={act.said} />
    </AppModal>
  );
};

/** 临时收费 */
export const ExtraDialog = ({
  of,
  onClose,
  onTaken,
}: DialogProps & { readonly onTaken: (taken: Taken) => void }): ReactElement => {
  const fees = useQuery({
    queryKey: ['chargeExtraFees', of.room.id],
    queryFn: ({ signal }) => callApi(cashierExtraFees, { roomId: of.room.id }, { signal }),
  });
  const [feeId, setFeeId] = useState<string | null>(null);
  const [quantity, setQuantity] = useState('1');
  const [price, setPrice] = useState('');
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState<readonly TenderLine[] | null>(null);
  const act = useAct(cashierAddCharge, onTaken);
  // What it is for comes first; the dialog itself would begin where something is typed.
  useEffect(() => {
    const timer = setTimeout(() => document.getElementById('extra-fee')?.focus());
    return () => clearTimeout(timer);
  }, []);
  const fee = fees.data?.find(({ id }) => id === feeId);
  const amount = Number(quantity) * Number(price);
  const due = Number.isFinite(amount) && amount > 0 ? (Math.round(amount * 100 + 1e-7) / 100).toFixed(2) : '';
  const lines = typed ?? [cashLine(due)];
  const off = feeId === null || due === '';
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
      tenders: sentTenders(lines),
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
        <Tenders lines={lines} errors={act.errors} onChange={setTyped} />
        <Said text={act.errors.tenders ?? act.said} />
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

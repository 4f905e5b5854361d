/** 扫码支付: the payer's code is scanned, the result is waited for, and what hangs is neither lost nor taken twice. */
import { payClose, type PayOrder, payOrder, payQuery, payWays, type Taken } from '@hengneng/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi, messageOf } from '../../../lib/api.ts';
import { formatMoney } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { useNumberedWrite, useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { PayDialog, useAsking } from '../PayCode.tsx';
import { type Household, RENEWS } from './shared.ts';

const PAY_WAYS = 'charge-pay-ways';
const OPEN = new Set<PayOrder['state']>(['待发送', '支付中', '已付款']);

interface Item {
  readonly billId: string;
  readonly principal: string;
  readonly penalty: string;
}

export interface ScanCharge {
  readonly communityId: string;
  readonly roomId: string;
  readonly items: readonly Item[];
  readonly payer: string;
  readonly remark: string;
}

const lastOf = ({ channel, state, reason }: PayOrder): string =>
  `${channel}支付${state}${reason === '' ? '' : `：${reason}`}`;

const ScanDialog = ({
  charge,
  due,
  simulated,
  waiting,
  onClose,
  onTaken,
}: {
  /** Null where nothing is owed any more: the payment that waits is seen to, and no other begun. */
  readonly charge: ScanCharge | null;
  readonly due: string;
  readonly simulated: boolean;
  readonly waiting: PayOrder | null;
  readonly onClose: () => void;
  readonly onTaken: (taken: Taken) => void;
}): ReactElement => {
  const [order, setOrder] = useState<PayOrder | null>(waiting);
  const [failure, setFailure] = useState('');
  const client = useQueryClient();
  const open = order !== null && OPEN.has(order.state);
  const onAnswer = (answer: PayOrder) => {
    setFailure('');
    setOrder(answer);
    if (OPEN.has(answer.state)) return;
    void client.invalidateQueries({ queryKey: [PAY_WAYS] });
    if (answer.taken !== null) {
      for (const key of RENEWS) void client.invalidateQueries({ queryKey: [key] });
      onTaken(answer.taken);
    } else if (charge === null) {
      notify.info(lastOf(answer));
      onClose();
    }
  };
  const about = { onDone: onAnswer, onError: (error: unknown) => setFailure(messageOf(error)) };
  const start = useNumberedWrite(payOrder, about);
  const close = useWrite(payClose, about);
  const { asking, askNow } = useAsking(
    open,
    async () => {
      if (order !== null && !close.isPending) onAnswer(await callApi(payQuery, { id: order.id }));
    },
    setFailure,
  );
  const send = (authCode: string) => {
    setFailure('');
    if (charge !== null) start.mutate({ ...charge, items: [...charge.items], authCode });
  };
  return (
    <PayDialog
      title={`扫码支付 ${formatMoney(order !== null && open ? order.amount : due)} 元`}
      onClose={onClose}
      failure={failure}
      waiting={
        order !== null && open
          ? {
              words: order.slow ? '支付结果确认中，请勿重复收款' : `等待${order.channel}支付结果…`,
              reason: order.reason,
              note: '关闭本窗口不影响：结果会自动查询，付款成功即入账，可补打收据。',
              asking,
              onAsk: askNow,
              actions: (
                <Button
                  loading={close.isPending}
                  disabled={order.state === '已付款'}
                  onClick={() => close.mutate({ id: order.id })}
                >
                  撤销支付
                </Button>
              ),
            }
          : null
      }
      entry={{
        placeholder: '请扫付款人的微信或支付宝付款码',
        simulated,
        action: '收款',
        busy: start.isPending,
        last: order === null ? '' : lastOf(order),
        onSend: send,
      }}
    />
  );
};

/** Whether codes can be scanned for a household, and what was scanned of it without a result so far. */
export const usePayWays = (roomId: string) =>
  useQuery({
    queryKey: [PAY_WAYS, roomId],
    queryFn: ({ signal }) => callApi(payWays, { roomId }, { signal }),
  });

const waitingWords = ({ channel, amount }: Pick<PayOrder, 'channel' | 'amount'>): string =>
  `${channel}支付 ${formatMoney(amount)} 元结果确认中`;

/** Asked before money is taken beside payments without a result: they may have been paid. */
export const BesideWaiting = ({
  waiting,
  onSure,
  onClose,
}: {
  /** Of one household, or of several told apart by their rooms. */
  readonly waiting: readonly (Pick<PayOrder, 'channel' | 'amount'> & { readonly code?: string })[];
  readonly onSure: () => void;
  readonly onClose: () => void;
}): ReactElement => {
  const [first] = waiting;
  const told = waiting.flatMap(({ code, ...of }) => (code === undefined ? [] : [`${code} ${waitingWords(of)}`]));
  return (
    <AppModal
      title={told.length > 0 || first === undefined ? '有扫码支付结果确认中' : waitingWords(first)}
      okText="仍要收款"
      holdsInput={false}
      onOk={onSure}
      onCancel={onClose}
    >
      {told.length === 0 ? null : <p>{told.join('；')}。</p>}
      <p>付款人可能已经付了{told.length > 0 ? '' : '这一笔'}，再收就是重复收款，随后到账的转入该房间预存。</p>
      <p>
        {told.length > 0
          ? '请先取消勾选，到该房间点“查看待确认的支付”，查询结果或撤销后再收。'
          : '请先点“查看待确认的支付”，查询结果或撤销后再收。'}
      </p>
    </AppModal>
  );
};

/** The button beside taking money, with why it can't be used where it can't. */
export const ScanPay = ({
  of,
  charge,
  due,
  ready,
  onTaken,
}: {
  readonly of: Household;
  readonly charge: ScanCharge | null;
  /** Of what is ticked. */
  readonly due: string;
  readonly ready: boolean;
  readonly onTaken: (taken: Taken) => void;
}): ReactElement | null => {
  const [open, setOpen] = useState(false);
  const ways = usePayWays(of.room.id);
  const waiting = ways.data?.waiting ?? null;
  if (charge === null && waiting === null && !open) return null;
  return (
    <>
      {waiting === null ? null : (
        <p className="field-error" role="alert">
          {waitingWords(waiting)}，请勿重复收款
        </p>
      )}
      <Button
        block
        disabled={
          !ready || ways.data === undefined || ways.data.unset !== '' || (waiting === null && Number(due) === 0)
        }
        onClick={() => setOpen(true)}
      >
        {waiting === null ? '扫码支付' : '查看待确认的支付'}
      </Button>
      {ways.error ? <p className="pay-note">{messageOf(ways.error)}</p> : null}
      {ways.data === undefined || ways.data.unset === '' ? null : <p className="pay-note">扫码支付{ways.data.unset}</p>}
      {open && ways.data !== undefined ? (
        <ScanDialog
          charge={charge}
          due={due}
          simulated={ways.data.simulated}
          waiting={waiting}
          onClose={() => {
            setOpen(false);
            void ways.refetch();
          }}
          onTaken={onTaken}
        />
      ) : null}
    </>
  );
};

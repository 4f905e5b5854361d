import {
  type CounterApproval,
  dayClose,
  dayTotals,
  type InputOf,
  type OutputOf,
  shiftClose,
  shiftOpen,
  type ShiftShown,
} from '@hengneng/contracts';
import { countedFen, FACES } from '@hengneng/charging';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, type FormInstance, Input, InputNumber, Select } from 'antd';
import { type KeyboardEvent, type ReactElement, useState } from 'react';
import { ApiError, callApi } from '../../../lib/api.ts';
import { formatDateTime, formatMoney } from '../../../lib/format.ts';
import { useLive } from '../../../lib/live.ts';
import { can } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { todayHere } from '../registry/shared.ts';
import { yuanOf } from '../yuan.ts';
import { EnterDoes } from './acting.tsx';
import { Approvals } from './Approvals.tsx';
import { RENEWS, SCREEN, SHIFT, useShift } from './shared.ts';

/** What the day's closing is asked to compare. */
const CHANNELS = ['微信', '支付宝', 'POS'] as const;

type Pieces = Readonly<Partial<Record<(typeof FACES)[number], number>>>;

const OpenDialog = ({
  communityId,
  onOpened,
  onClose,
}: {
  readonly communityId: string;
  readonly onOpened: () => void;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<{ floatAmount: string }>();
  const open = useWrite(shiftOpen, {
    said: '已开班',
    renews: [...RENEWS],
    onRenewed: () => {
      onClose();
      onOpened();
    },
    onError: (error) => showErrors(form, error),
  });
  return (
    <AppModal title="开班" okText="开班" confirmLoading={open.isPending} onOk={() => form.submit()} onCancel={onClose}>
      <Form
        name="open-dialog"
        form={form}
        layout="vertical"
        initialValues={{ floatAmount: '0.00' }}
        onFinish={(values) => open.mutate({ communityId, ...values })}
      >
        <Form.Item
          name="floatAmount"
          label="备用金（元）"
          extra="当面点清后填写"
          rules={[{ required: true, message: '请填写备用金' }]}
        >
          {/* What is there is only where one begins: typing replaces it. */}
          <Input inputMode="decimal" autoFocus onFocus={(event) => event.target.select()} />
        </Form.Item>
      </Form>
    </AppModal>
  );
};

/** What was counted beside what there should be. */
const Result = ({ of }: { readonly of: ShiftShown }): ReactElement => (
  <dl className="shift-result">
    <div>
      <dt>盘点现金（元）</dt>
      <dd>{formatMoney(of.counted)}</dd>
    </div>
    <div>
      <dt>系统现金（元）</dt>
      <dd>{formatMoney(of.system)}</dd>
    </div>
    <div>
      <dt>长短款（元）</dt>
      <dd className={Number(of.difference) === 0 ? undefined : 'pay-change'}>{formatMoney(of.difference)}</dd>
    </div>
  </dl>
);

/** Whoever agrees to a count sees why it differs: it is booked as it was counted. */
const CheckDialog = ({ of, onClose }: { readonly of: ShiftShown; readonly onClose: () => void }): ReactElement => {
  const check = useWrite(shiftClose, { said: '已复核', renews: [...RENEWS], onRenewed: onClose });
  return (
    <AppModal
      title={`复核 ${of.cashier} 的班次`}
      okText="复核"
      holdsInput={false}
      confirmLoading={check.isPending}
      onOk={() => check.mutate({ step: 'check', shiftId: of.id, version: of.version })}
      onCancel={onClose}
    >
      <Result of={of} />
      <p>差额原因：{of.reason || '—'}</p>
      {Number(of.difference) === 0 ? null : (
        <p className="pay-note">复核后差额记入待处理长短款；有疑问请先与收费员当面重点，由其补充说明。</p>
      )}
    </AppModal>
  );
};

/** In each field the key leads on to the next, and from the last to what counts them. */
const stepOn = (event: KeyboardEvent<HTMLDivElement>): void => {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  const fields = [...event.currentTarget.querySelectorAll('input')];
  const next = fields[fields.indexOf(event.target) + 1];
  if (next !== undefined) next.focus();
  else
    event.currentTarget
      .closest('.ant-modal')
      ?.querySelector<HTMLElement>('.ant-modal-footer .ant-btn-primary')
      ?.focus();
};

/** Notes and coins by how many there are of each. */
const Faces = ({
  pieces,
  onChange,
}: {
  readonly pieces: Pieces;
  readonly onChange: (pieces: Pieces) => void;
}): ReactElement => (
  <>
    <div className="shift-faces" role="presentation" onKeyDown={stepOn}>
      {FACES.map((face, at) => (
        <label key={face} htmlFor={`face-${face}`}>
          <span>{Number(face) < 1 ? `${Number(face) * 10} 角` : `${face} 元`}</span>
          <InputNumber<number>
            id={`face-${face}`}
            autoFocus={at === 0}
            min={0}
            max={100_000}
            precision={0}
            // While it is typed nothing is rounded yet: of a note there are no parts.
            parser={(text) => Math.trunc(Number(text?.replaceAll(/[^\d.]/g, '')))}
            value={pieces[face] ?? null}
            onChange={(count) => onChange({ ...pieces, [face]: Number.isInteger(count) ? (count ?? 0) : 0 })}
          />
        </label>
      ))}
    </div>
    <p className="shift-sum">合计 {formatMoney(yuanOf(countedFen(pieces)))} 元</p>
  </>
);

const sentPieces = (pieces: Pieces) => FACES.map((face) => ({ face, count: pieces[face] ?? 0 }));

/** The till of somebody who is not there. */
const ForceDialog = ({ of, onClose }: { readonly of: ShiftShown; readonly onClose: () => void }): ReactElement => {
  const [pieces, setPieces] = useState<Pieces>({});
  const [reason, setReason] = useState('');
  const force = useWrite(shiftClose, { said: '已盘点，请另一人复核', renews: [...RENEWS], onRenewed: onClose });
  return (
    <AppModal
      title={`强制交接 ${of.cashier} 的班次`}
      okText="盘点并交接"
      confirmLoading={force.isPending}
      okButtonProps={{ disabled: reason.trim() === '' }}
      onOk={() =>
        force.mutate({ step: 'force', shiftId: of.id, version: of.version, pieces: sentPieces(pieces), reason })
      }
      onCancel={onClose}
    >
      <p className="pay-note">
        收费员不在岗时用：点清其钱箱填张数，交接后该班不能再收款，差额由另一人复核；收费员会收到通知。
      </p>
      <Faces pieces={pieces} onChange={setPieces} />
      <Form name="force-hand-over" layout="vertical">
        <Form.Item label="原因（必填）" htmlFor="force-reason">
          <Input id="force-reason" maxLength={150} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Form.Item>
      </Form>
    </AppModal>
  );
};

/** Cash is counted first; what there should be is told after. */
export const HandOverDialog = ({
  shift,
  onClose,
}: {
  readonly shift: ShiftShown;
  readonly onClose: () => void;
}): ReactElement => {
  const [pieces, setPieces] = useState<Pieces>({});
  const [reason, setReason] = useState(shift.reason);
  const [now, setNow] = useState(shift);
  const step = useWrite(shiftClose, { renews: [...RENEWS], onDone: setNow });
  const hand = useWrite(shiftClose, { said: '已交班，待物业经理复核', renews: [...RENEWS], onRenewed: onClose });
  const counted = now.state !== '开班';
  const large = Math.abs(Number(now.difference ?? '0')) > 5;
  const lacking = counted && large && reason.trim() === '';
  const handOver = () => {
    if (!lacking && !hand.isPending) hand.mutate({ step: 'hand', shiftId: now.id, version: now.version, reason });
  };
  return (
    <AppModal
      title="交班"
      okText={counted ? '交班' : '盘点完毕'}
      confirmLoading={step.isPending || hand.isPending}
      okButtonProps={{ disabled: lacking }}
      onOk={() =>
        counted
          ? handOver()
          : step.mutate({
              step: 'count',
              shiftId: now.id,
              version: now.version,
              pieces: sentPieces(pieces),
            })
      }
      onCancel={onClose}
    >
      {counted ? (
        <>
          <Result of={now} />
          <Form name="hand-over-dialog" layout="vertical" onFinish={handOver}>
            <EnterDoes />
            <Form.Item label={large ? '差额原因（必填）' : '差额原因'} htmlFor="shift-reason">
              <Input
                id="shift-reason"
                autoFocus
                maxLength={200}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            </Form.Item>
          </Form>
        </>
      ) : (
        <>
          <p className="pay-note">请先点清现金填张数，之后才显示系统数；盘点后本班不能再收款。</p>
          <Faces pieces={pieces} onChange={setPieces} />
        </>
      )}
    </AppModal>
  );
};

const channelsOf = ({ totals }: OutputOf<typeof dayTotals>) =>
  totals.filter(({ type }) => CHANNELS.some((of) => of === type));

/** A day closed: what the channels say, and the cash taken to the bank. Mounted anew for each day. */
const DayForm = ({
  communityId,
  day,
  totals,
  form,
  onSend,
}: {
  readonly communityId: string;
  readonly day: string;
  readonly totals: OutputOf<typeof dayTotals>;
  readonly form: FormInstance<Record<string, string>>;
  readonly onSend: (body: InputOf<typeof dayClose>) => void;
}): ReactElement => {
  const channels = channelsOf(totals);
  const counted = totals.totals.find(({ type }) => type === '现金')?.amount ?? '0';
  return (
    <>
      {totals.closed ? <p className="pay-note">当日已日结</p> : null}
      {totals.openShifts.map(({ cashier, state }) => (
        <p key={cashier} className="field-error" role="alert">
          {cashier} {state === '开班' ? '尚未交班' : '的班次待复核'}
        </p>
      ))}
      {totals.totals.length === 0 && totals.openShifts.length === 0 ? <p className="pay-note">当日没有收款</p> : null}
      <dl className="shift-result">
        {totals.totals.map(({ type, amount }) => (
          <div key={type}>
            <dt>{type}（元）</dt>
            <dd>{formatMoney(amount)}</dd>
          </div>
        ))}
      </dl>
      <Form
        name="cashier-shift-bar-day-dialog"
        form={form}
        layout="vertical"
        preserve={false}
        onFinish={(values) =>
          onSend({
            communityId,
            day,
            depositNo: values.depositNo ?? '',
            depositAmount: values.depositAmount ?? '',
            note: values.note ?? '',
            channels: channels.map(({ type, amount }) => ({
              type: type as '微信',
              statement: values[`of${type}`] || amount,
              reason: values[`why${type}`] ?? '',
            })),
          })
        }
      >
        {channels.map(({ type, amount }) => (
          <div key={type} className="counter-two">
            <Form.Item name={`of${type}`} label={`${type}渠道账单（元）`} initialValue={amount}>
              <Input inputMode="decimal" onFocus={(event) => event.target.select()} />
            </Form.Item>
            <Form.Item name={`why${type}`} label="差异原因">
              <Input maxLength={200} />
            </Form.Item>
          </div>
        ))}
        <div className="counter-two">
          <Form.Item name="depositNo" label="现金缴存单号" extra="当日没有现金可不填">
            <Input maxLength={60} />
          </Form.Item>
          <Form.Item
            name="depositAmount"
            label="缴存金额（元）"
            {...(totals.cash !== null && Number(totals.cash) === 0 ? { initialValue: '0.00' } : {})}
            extra={
              totals.cash === null || Number(totals.cash) === Number(counted)
                ? null
                : `应缴存 ${formatMoney(totals.cash)} 元：与现金合计之差为长短款或其他日的现金`
            }
            rules={[{ required: true, message: '请填写缴存金额' }]}
          >
            <Input inputMode="decimal" />
          </Form.Item>
        </div>
        <Form.Item name="note" label="备注">
          <Input maxLength={200} />
        </Form.Item>
      </Form>
    </>
  );
};

/** 日结: of today, or of a day before that was left open. */
const DayDialog = ({
  communityId,
  left,
  todayClosed,
  onClose,
}: {
  readonly communityId: string;
  /** Days before today that nobody closed. */
  readonly left: readonly string[];
  readonly todayClosed: boolean;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Record<string, string>>();
  const [days] = useState(() => [...left, ...(todayClosed ? [] : [todayHere()])]);
  const [day, setDay] = useState(days[0] ?? todayHere());
  const totals = useQuery({
    queryKey: [SHIFT, 'day', communityId, day],
    queryFn: ({ signal }) => callApi(dayTotals, { communityId, day }, { signal }),
    staleTime: 0,
  });
  const close = useWrite(dayClose, {
    said: '已日结',
    renews: [...RENEWS],
    onRenewed: onClose,
    onError: (error) => {
      // The server counts the channels, the form names them.
      const found = (error instanceof ApiError ? error.errors : []).flatMap(({ path, message }) => {
        const [, at, part] = /^channels\[(\d+)\]\.(reason|statement)$/.exec(path) ?? [];
        const type = totals.data === undefined ? undefined : channelsOf(totals.data)[Number(at)]?.type;
        return type === undefined ? [] : [{ name: `${part === 'reason' ? 'why' : 'of'}${type}`, errors: [message] }];
      });
      if (found.length > 0) form.setFields(found);
      else showErrors(form, error);
    },
  });
  return (
    <AppModal
      title={`日结 ${day}`}
      okText="日结"
      confirmLoading={close.isPending}
      okButtonProps={{ disabled: !totals.data || totals.data.closed || totals.data.openShifts.length > 0 }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {days.length > 1 ? (
        <div className="day-pick">
          <span>日期</span>
          <Select
            aria-label="日结日期"
            value={day}
            options={days.map((value) => ({ value, label: left.includes(value) ? `${value}（尚未日结）` : value }))}
            onChange={setDay}
          />
        </div>
      ) : null}
      {totals.error ? <ErrorRetry error={totals.error} onRetry={() => void totals.refetch()} /> : null}
      {totals.isPending ? <SkeletonDelay rows={4} /> : null}
      {totals.data ? (
        <DayForm
          key={day}
          communityId={communityId}
          day={day}
          totals={totals.data}
          form={form}
          onSend={(body) => close.mutate(body)}
        />
      ) : null}
    </AppModal>
  );
};

/** The shift of who sits here, and those that wait for them. */
export const ShiftBar = ({
  communityId,
  sitsHere,
  opens,
  handing,
  onHand,
  onOpened,
  onGo,
}: {
  readonly communityId: string;
  /** Whether the person takes money in this community, and is not only looking after those who do. */
  readonly sitsHere: boolean;
  /** Whether they may begin a shift now. */
  readonly opens: boolean;
  /** Asked for by its key: the end of the shift, or where there is none its beginning. */
  readonly handing: boolean;
  readonly onHand: (open: boolean) => void;
  /** A shift was begun, and its dialog is away. */
  readonly onOpened: () => void;
  /** To what somebody agreed to. */
  readonly onGo: (approval: CounterApproval) => void;
}): ReactElement | null => {
  const { data, refetch } = useShift(communityId);
  // Somebody asks for something, or answered.
  useLive(['notice'], refetch);
  const [dialog, setDialog] = useState<'day' | null>(null);
  const [checking, setChecking] = useState<ShiftShown | null>(null);
  const [forcing, setForcing] = useState<ShiftShown | null>(null);
  if (!data) return null;
  const { shift, waiting, others, dayClosed, toClose, approvals } = data;
  const closes = can(SCREEN, 'edit');
  return (
    <section className="surface shift-bar" aria-label="班次">
      {shift ? (
        <>
          <strong>{shift.state === '开班' ? '当班' : shift.state}</strong>
          <span>
            {formatDateTime(shift.openedAt)} 起，备用金 {formatMoney(shift.floatAmount)} 元
          </span>
          {shift.totals.map(({ type, amount, count }) => (
            <span key={type}>
              {type} {count} 笔{amount === null ? '' : ` ${formatMoney(amount)} 元`}
            </span>
          ))}
          {shift.book ? (
            <span className={shift.book.left <= 10 ? 'pay-change' : undefined}>收据本余 {shift.book.left} 张</span>
          ) : (
            <span className="pay-change">没有可用的收据本</span>
          )}
        </>
      ) : (
        <span>{dayClosed ? '当日已日结' : sitsHere ? '尚未开班' : '您不是该小区的收费员，可复核班次与日结'}</span>
      )}
      <span className="shift-acts">
        {opens ? (
          <Button type="primary" onClick={() => onHand(true)}>
            开班 F10
          </Button>
        ) : null}
        {shift ? (
          <Button onClick={() => onHand(true)}>{shift.state === '开班' ? '交班 F10' : '差额说明'}</Button>
        ) : null}
        {waiting.map((one) => (
          <Button key={one.id} onClick={() => setChecking(one)}>
            复核 {one.cashier} 的班次（长短款 {formatMoney(one.difference)} 元）
          </Button>
        ))}
        {closes
          ? others.map((one) => (
              <Button key={one.id} type="text" onClick={() => setForcing(one)}>
                强制交接 {one.cashier}
              </Button>
            ))
          : null}
        <Approvals of={approvals} onGo={onGo} />
        {closes && toClose.length > 0 ? (
          <span className="pay-change">
            {toClose[0]}
            {toClose.length > 1 ? ` 等 ${toClose.length} 天` : ''}尚未日结
          </span>
        ) : null}
        {closes && (!dayClosed || toClose.length > 0) ? <Button onClick={() => setDialog('day')}>日结</Button> : null}
      </span>
      {checking === null ? null : <CheckDialog of={checking} onClose={() => setChecking(null)} />}
      {forcing === null ? null : <ForceDialog of={forcing} onClose={() => setForcing(null)} />}
      {handing && opens ? (
        <OpenDialog communityId={communityId} onOpened={onOpened} onClose={() => onHand(false)} />
      ) : null}
      {dialog === 'day' ? (
        <DayDialog communityId={communityId} left={toClose} todayClosed={dayClosed} onClose={() => setDialog(null)} />
      ) : null}
      {handing && shift ? <HandOverDialog shift={shift} onClose={() => onHand(false)} /> : null}
    </section>
  );
};

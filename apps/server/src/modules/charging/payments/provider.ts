/**
 * Who asks a channel for money: a service of the installation behind one address, the simulator of a demo, or nobody, and then why. Everything that
 * goes over the wire is signed both ways.
 */
import { payNews, type PayNews } from '@hengneng/contracts';
import type { PaySettings } from '../../../platform/config.ts';
import { genuine, signed, timeOf } from '../signature.ts';

export interface Asked {
  readonly orderNo: string;
  readonly channel: string;
  /** Fen. */
  readonly fen: bigint;
  readonly subject: string;
  readonly codeTail: string;
  readonly madeAt: Date;
}

export interface Told {
  readonly state: PayNews['state'];
  readonly ref: string;
  readonly fen: bigint;
  readonly reason: string;
}

export interface PayProvider {
  readonly simulated: boolean;
  /** @param authCode that the payer shows; good once, and kept nowhere */
  pay(of: Asked, authCode: string): Promise<Told>;
  query(of: Asked): Promise<Told>;
  /** Nobody can pay it afterwards; what was paid before is told. */
  close(of: Asked): Promise<Told>;
}

export interface PayDesk {
  /** Null: none, and `unset` says why. */
  readonly provider: PayProvider | null;
  readonly unset: string;
  /** Null where nobody may tell anything. */
  readonly key: string | null;
}

type Fields = Readonly<Record<string, string>>;

export const toldBy = ({ state, ref, amount, reason }: PayNews): Told => ({
  state,
  ref,
  fen: BigInt(amount === '' ? '0' : amount),
  reason,
});

const pending = (reason: string): Told => ({ state: 'pending', ref: '', fen: 0n, reason });
const TIMEOUT_MS = 10_000;
const SILENT = '支付服务没有应答，结果未知';

const service = ({ url, key }: PaySettings, notifyUrl: string, clock: () => Date): PayProvider => {
  const ask = async (act: string, of: Asked, more: Fields): Promise<Told> => {
    const now = clock();
    const body = {
      orderNo: of.orderNo,
      channel: of.channel,
      amount: String(of.fen),
      subject: of.subject,
      time: timeOf(now),
      ...more,
    };
    try {
      const answer = await fetch(`${url}/${act}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...body, sign: signed(body, key) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const parsed = payNews.safeParse(await answer.json());
      // What is not theirs says nothing about the money.
      if (!answer.ok || !parsed.success || parsed.data.orderNo !== of.orderNo) return pending(SILENT);
      return genuine(parsed.data, key, clock()) ? toldBy(parsed.data) : pending('支付服务的应答验签不通过，结果未知');
    } catch {
      return pending(SILENT);
    }
  };
  return {
    simulated: false,
    pay: (of, authCode) => ask('pay', of, { authCode, ...(notifyUrl === '' ? {} : { notifyUrl }) }),
    query: (of) => ask('query', of, {}),
    close: (of) => ask('close', of, {}),
  };
};

/** How long somebody takes to type a password, in the simulator. */
const TYPING_MS = 8_000;

/** Of a demo: the last digit of the code says what comes of it. 1 has to type a password, 2 has no money, 3 never answers, others pay at once. */
const simulator = (clock: () => Date): PayProvider => {
  const result = (of: Asked): Told => {
    const paid: Told = {
      state: 'paid',
      ref: `SIM${of.orderNo.replaceAll('-', '').slice(0, 25)}`,
      fen: of.fen,
      reason: '',
    };
    switch (of.codeTail.at(-1)) {
      case '1':
        return clock().getTime() - of.madeAt.getTime() >= TYPING_MS ? paid : pending('等待付款人输入密码');
      case '2':
        return { state: 'failed', ref: '', fen: 0n, reason: '付款人余额不足' };
      case '3':
        return pending('等待付款人输入密码');
      default:
        return paid;
    }
  };
  return {
    simulated: true,
    pay: async (of) => result(of),
    query: async (of) => result(of),
    close: async (of) => {
      const so = result(of);
      return so.state === 'paid' ? so : { state: 'closed', ref: '', fen: 0n, reason: '已撤销' };
    },
  };
};

export const payDesk = (
  settings: PaySettings | null,
  { demo, publicUrl, clock }: { readonly demo: boolean; readonly publicUrl: string | null; readonly clock: () => Date },
): PayDesk => {
  if (settings !== null) {
    const notifyUrl = publicUrl === null ? '' : `${publicUrl}/pmsapi/Pay/Notify`;
    return { provider: service(settings, notifyUrl, clock), unset: '', key: settings.key };
  }
  if (demo) return { provider: simulator(clock), unset: '', key: null };
  return { provider: null, unset: '未配置：管理员尚未设置支付服务（PAY_URL、PAY_KEY）', key: null };
};

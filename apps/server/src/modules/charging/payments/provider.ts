/**
 * Who asks a channel for money: a service of the installation behind one address, the simulator of a demo, or nobody, and then why. Everything that
 * goes over the wire is signed both ways.
 */
import { payNews, type PayNews, refundNews, type RefundNews } from '@hengneng/contracts';
import type { PaySettings } from '../../../platform/config.ts';
import { refused } from '../../../platform/http/errors.ts';
import { genuine, signed, timeOf } from '../signature.ts';
import { sealKeyOf } from './secret.ts';

/** Of a community that has its own. */
export interface Merchant {
  readonly no: string;
  /** Null: it can't be read any more. */
  readonly key: string | null;
}

export interface Asked {
  /** Null: the installation's. */
  readonly merchant: Merchant | null;
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

export interface ToldBack {
  readonly state: RefundNews['state'];
  readonly ref: string;
  readonly reason: string;
}

export interface PayProvider {
  readonly simulated: boolean;
  /** @param authCode that the payer shows; good once, and kept nowhere */
  pay(of: Asked, authCode: string): Promise<Told>;
  query(of: Asked): Promise<Told>;
  /** Nobody can pay it afterwards; what was paid before is told. */
  close(of: Asked): Promise<Told>;
  /** Gives all of it back; the same number again gives nothing back twice. */
  refund(of: Asked, refundNo: string): Promise<ToldBack>;
}

export interface PayDesk {
  /** Null: none, and `unset` says why. */
  readonly provider: PayProvider | null;
  readonly unset: string;
  /** Null where nobody may tell anything. */
  readonly key: string | null;
  /** What keys of merchants are sealed with. */
  readonly sealKey: Buffer | null;
}

/** A minute later people are told that it hangs, ten minutes later it is closed. */
export const SLOW_MS = 60_000;
export const LATE_MS = 600_000;

export const demandProvider = ({ provider, unset }: PayDesk): PayProvider => {
  if (provider === null) throw refused(unset);
  return provider;
};

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

const FORGED = '支付服务的应答验签不通过，结果未知';
const UNREADABLE = '小区支付渠道的密钥无法读取（系统的 PAY_KEY 已更换），请重新填写';

type Heard<T> = { readonly told: T } | { readonly silent: string };
interface Words<T> {
  safeParse(
    answer: unknown,
  ):
    | { readonly success: true; readonly data: T }
    | { readonly success: false; readonly data?: undefined; readonly error: unknown };
}

const service = ({ url, key }: PaySettings, notifyUrl: string, clock: () => Date): PayProvider => {
  const ask = async <T extends PayNews | RefundNews>(
    words: Words<T>,
    act: string,
    of: Asked,
    more: Fields,
  ): Promise<Heard<T>> => {
    const signing = of.merchant === null ? key : of.merchant.key;
    if (signing === null) return { silent: UNREADABLE };
    const body = {
      orderNo: of.orderNo,
      channel: of.channel,
      ...(of.merchant === null ? {} : { merchant: of.merchant.no }),
      amount: String(of.fen),
      subject: of.subject,
      time: timeOf(clock()),
      ...more,
    };
    try {
      const answer = await fetch(`${url}/${act}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...body, sign: signed(body, signing) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const parsed = words.safeParse(await answer.json());
      // What is not theirs says nothing about the money.
      if (!answer.ok || !parsed.success || parsed.data.orderNo !== of.orderNo) return { silent: SILENT };
      return genuine(parsed.data, signing, clock()) ? { told: parsed.data } : { silent: FORGED };
    } catch {
      return { silent: SILENT };
    }
  };
  const paying = async (act: string, of: Asked, more: Fields): Promise<Told> => {
    const heard = await ask(payNews, act, of, more);
    return 'told' in heard ? toldBy(heard.told) : pending(heard.silent);
  };
  return {
    simulated: false,
    pay: (of, authCode) => paying('pay', of, { authCode, ...(notifyUrl === '' ? {} : { notifyUrl }) }),
    query: (of) => paying('query', of, {}),
    close: (of) => paying('close', of, {}),
    refund: async (of, refundNo) => {
      const heard = await ask(refundNews, 'refund', of, { refundNo });
      if ('silent' in heard) return { state: 'pending', ref: '', reason: heard.silent };
      const { state, ref, reason, amount } = heard.told;
      // Less than all is not what was asked for.
      return state === 'refunded' && amount !== String(of.fen)
        ? { state: 'failed', ref, reason: '退回金额与收款不符' }
        : { state, ref, reason };
    },
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
    refund: async (_, refundNo) => ({
      state: 'refunded',
      ref: `SIMR${refundNo.replaceAll('-', '').slice(0, 24)}`,
      reason: '',
    }),
  };
};

export const payDesk = (
  settings: PaySettings | null,
  { demo, publicUrl, clock }: { readonly demo: boolean; readonly publicUrl: string | null; readonly clock: () => Date },
): PayDesk => {
  if (settings !== null) {
    const notifyUrl = publicUrl === null ? '' : `${publicUrl}/pmsapi/Pay/Notify`;
    return {
      provider: service(settings, notifyUrl, clock),
      unset: '',
      key: settings.key,
      sealKey: sealKeyOf(settings.key),
    };
  }
  // What is played takes any key, and none of it is secret.
  if (demo) return { provider: simulator(clock), unset: '', key: null, sealKey: sealKeyOf('演示') };
  return { provider: null, unset: '未配置：管理员尚未设置支付服务（PAY_URL、PAY_KEY）', key: null, sealKey: null };
};

/** How messages leave: by a provider of the installation, by the message outbox of a demo, or not at all, and then why. */
import type { NoticeChannel } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { NoticeSettings } from '../../../platform/config.ts';
import type { Db } from '../../../platform/db/schema.ts';

export interface Outgoing {
  /** The same message has the same key, so that a provider that gets it again knows it. */
  readonly key: string;
  readonly to: string;
  readonly title: string;
  readonly text: string;
  readonly sign: string;
  /** What the signature was registered as. */
  readonly registered: string;
}

/** `null` where it was taken, else why not. */
export type Refusal = string | null;

export interface Sender {
  /** What it has taken has arrived; else that is told later, or by nobody. */
  readonly arrives: boolean;
  send(message: Outgoing): Promise<Refusal>;
}

export interface NoticeWays {
  readonly senders: Readonly<Partial<Record<NoticeChannel, Sender>>>;
  /** Fen a short message, or null where nobody said. */
  readonly smsPrice: number | null;
  /** Where people open the product, without the last slash; null: messages carry no link. */
  readonly publicUrl: string | null;
  /** What the gateway signs receipts with; null where nobody may tell any. */
  readonly receiptKey: string | null;
}

const TIMEOUT_MS = 20_000;

/** A gateway of short messages behind one address: it is handed JSON, and what it answers 2xx to it has taken. */
const gateway = (url: string, notifyUrl: string | null): Sender => ({
  arrives: false,
  async send({ key, to, text, sign, registered }) {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
        body: JSON.stringify({
          id: key,
          phone: to,
          sign,
          registered,
          text,
          ...(notifyUrl === null ? {} : { notifyUrl }),
        }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await answer.body?.cancel();
      return answer.ok ? null : `短信网关拒收（${answer.status}）`;
    } catch {
      return '短信网关没有应答，是否送达不明';
    }
  },
});

/** Where administrators of a demo read what would have gone out. */
const outbox = (db: Db): Sender => ({
  arrives: true,
  async send({ to, title, text }) {
    await sql`insert into message (kind, channel, phone, title, body) values ('收费公告', '短信', ${to}, ${title}, ${text})`.execute(
      db,
    );
    return null;
  },
});

/** Where the gateway tells what arrived; null where it can't. */
const receiptsAt = ({ smsKey, publicUrl }: NoticeSettings): string | null =>
  smsKey === null || publicUrl === null ? null : `${publicUrl}/pmsapi/FeeAnnouncement/Receipt`;

export const noticeWays = (db: Db, settings: NoticeSettings, demo: boolean): NoticeWays => ({
  senders:
    settings.smsUrl !== null
      ? { 短信: gateway(settings.smsUrl, receiptsAt(settings)) }
      : demo
        ? { 短信: outbox(db) }
        : {},
  smsPrice: settings.smsPrice,
  publicUrl: settings.publicUrl,
  receiptKey: settings.smsKey,
});

const UNSET: Readonly<Partial<Record<NoticeChannel, string>>> = {
  短信: '未配置：管理员尚未设置短信网关（SMS_URL）',
  微信: '未配置：本系统尚未接入微信公众号',
};

/** Why a channel can't be chosen; empty where it can. What is printed or put up needs nobody. */
export const unsetReason = (ways: NoticeWays, channel: NoticeChannel): string =>
  ways.senders[channel] === undefined ? (UNSET[channel] ?? '') : '';

/** What a link leads to: the notice board for everybody, or a household's own page. No session, and the same answer for whatever is not there. */
import type { feeAnnouncementOpen, feeAnnouncementOptOut } from '@hengneng/contracts';
import { today } from '@hengneng/core';
import { renderNotice } from '@hengneng/charging';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { maskedPhone } from '../masked.ts';
import { yuanOf } from '../yuan.ts';
import { type KeptBill, letterNo, sumOf } from './letters.ts';

/** Links of households work for so long after the message went out. */
const OPEN_DAYS = 90;
const gone = () => notFound('链接不存在、已过期或已被撤回，请向物业索取新的链接');
type Opened = z.input<typeof feeAnnouncementOpen.output>;

interface Common {
  readonly title: string;
  readonly community: string;
  readonly company: string;
  readonly phone: string;
  readonly at: Date;
}

interface Own extends Common {
  readonly id: string;
  readonly no: string;
  readonly seq: number;
  readonly room: string;
  readonly content: string;
  readonly channel: string;
  readonly target: string;
  readonly bills: readonly KeptBill[];
  readonly open: string;
  readonly out: boolean;
}

const live = (now: Date) =>
  sql`s.state in ('发送中', '已提交', '待投递', '送达') and s.sent_at + make_interval(days => ${OPEN_DAYS}) > ${now}`;

async function ownPage(ctx: Ctx, token: string): Promise<Opened | null> {
  const { rows } = await sql<Own>`
    select s.id::text, n.title, c.name as community, c.company, c.phone, s.sent_at as at, n.no, s.seq, r.full_code as room, s.content, s.channel, s.target, s.bills,
      (select coalesce(sum(b.amount - b.reduced - b.settled), 0) from bill b where b.id = any(s.bill_ids) and b.state = '已发布')::text as open,
      exists (select from notice_optout o where o.phone = s.target) as out
    from notice_send s join notice n on n.id = s.notice_id join community c on c.id = n.community_id join room r on r.id = s.room_id
    where s.token = ${token} and ${live(ctx.now)}`.execute(ctx.db);
  const [found] = rows;
  if (found === undefined) return null;
  // The first time counts; looking again changes nothing. What is read has arrived, whatever its gateway says.
  await ctx.write((tx) =>
    sql`update notice_send set read_at = app_now(), state = case state when '已提交' then '送达' else state end where id = ${found.id}::bigint and read_at is null`
      .execute(tx)
      .then(() => null),
  );
  const bySms = found.channel === '短信';
  return {
    title: found.title,
    text: found.content,
    community: found.community,
    company: found.company,
    phone: found.phone,
    day: today(found.at),
    household: {
      no: letterNo(found.no, found.seq),
      room: found.room,
      bills: found.bills.map(({ fee, period, principal, dueDay }) => ({ fee, period, principal, dueDay })),
      penalty: yuanOf(sumOf(found.bills, 'penalty')),
      open: yuanOf(found.open),
      smsPhone: bySms ? maskedPhone(found.target) : null,
      optedOut: bySms && found.out,
    },
  };
}

async function boardPage(ctx: Ctx, token: string): Promise<Opened | null> {
  const { rows } = await ctx.write((tx) =>
    sql<Common & { body: string; stop_day: string | null }>`
      update notice n set board_reads = board_reads + 1 from community c where c.id = n.community_id and n.board_token = ${token} and n.state <> '已撤回'
      returning n.title, n.body, n.stop_day::text, c.name as community, c.company, c.phone, n.sent_at as at`.execute(
      tx,
    ),
  );
  const [found] = rows;
  if (found === undefined) return null;
  const { title, community, company, phone, at } = found;
  const values = { community, communityPhone: phone, stopDay: found.stop_day ?? '' };
  return {
    title,
    text: renderNotice(found.body, values).text,
    community,
    company,
    phone,
    day: today(at),
    household: null,
  };
}

export async function openNotice(ctx: Ctx, { token }: z.output<typeof feeAnnouncementOpen.input>): Promise<Opened> {
  const opened = (await ownPage(ctx, token)) ?? (await boardPage(ctx, token));
  if (opened === null) throw gone();
  return opened;
}

/** Whoever holds the link of a short message says whether that telephone gets more of them. */
export const optOut = (ctx: Ctx, { token, out }: z.output<typeof feeAnnouncementOptOut.input>): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    const { rows } = await sql<{
      id: string;
      target: string;
    }>`select s.id::text, s.target from notice_send s where s.token = ${token} and s.channel = '短信' and ${live(ctx.now)}`.execute(
      tx,
    );
    const [found] = rows;
    if (found === undefined) throw gone();
    if (out)
      await sql`insert into notice_optout (phone, send_id) values (${found.target}, ${found.id}::bigint) on conflict (phone) do nothing`.execute(
        tx,
      );
    else await sql`delete from notice_optout where phone = ${found.target}`.execute(tx);
    return { ok: true };
  });

/** Letters as they were written, to be printed: 缴费通知单 and 催缴函 with their numbers. */
import { capitalWords, today } from '@hengneng/core';
import type { feeAnnouncementPrint } from '@hengneng/contracts';
import { plusDays } from '@hengneng/charging';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { refused } from '../../../platform/http/errors.ts';
import { trail } from '../../../platform/audit/trail.ts';
import { fenOf, yuanOf } from '../yuan.ts';
import { isDunning } from './audience.ts';
import { noticeOf, pathOf } from './record.ts';

export interface KeptBill {
  readonly fee: string;
  readonly period: string;
  readonly from: string;
  readonly to: string;
  readonly principal: string;
  readonly penalty: string;
  readonly dueDay: string;
  /** How a part of what rooms share came about; letters of before say nothing of it. */
  readonly share?: string;
}

export const sumOf = (bills: readonly KeptBill[], what: 'principal' | 'penalty'): bigint =>
  bills.reduce((sum, bill) => sum + fenOf(bill[what]), 0n);

/** Numbers of letters: that of the announcement, and the household's within it. */
export const letterNo = (no: string, seq: number): string => `${no}-${String(seq).padStart(4, '0')}`;

interface Row {
  readonly id: string;
  readonly seq: number;
  readonly room: string;
  readonly owner: string;
  readonly content: string;
  readonly at: Date;
  readonly bills: readonly KeptBill[];
  readonly token: string;
}

export async function printLetters(
  ctx: Ctx,
  { id }: z.output<typeof feeAnnouncementPrint.input>,
): Promise<z.input<typeof feeAnnouncementPrint.output>> {
  const notice = await noticeOf(ctx.db, id, ctx);
  const { rows } = await sql<Row>`
    select s.id::text, s.seq, r.full_code as room, coalesce(p.name, '') as owner, s.content, s.sent_at as at, s.bills, s.token
    from notice_send s join room r on r.id = s.room_id left join party p on p.id = s.party_id
    where s.notice_id = ${id}::bigint and s.channel = '纸质' and s.state in ('待投递', '送达') order by s.seq`.execute(
    ctx.db,
  );
  if (rows.length === 0) throw refused('没有可打印的入户通知');
  const { rows: about } = await sql<{ name: string; company: string; phone: string }>`
    select name, company, phone from community where id = ${notice.communityId}::bigint`.execute(ctx.db);
  await trail(ctx.db, ctx, {
    kind: '收费',
    action: '打印入户通知',
    object: `公告 ${notice.no}`,
    after: { 份数: rows.length },
  });
  const [community] = about;
  return {
    title: notice.title,
    dunning: isDunning(notice),
    community: community?.name ?? '',
    company: community?.company ?? '',
    phone: community?.phone ?? '',
    letters: rows.map((row) => {
      const [total, penalty] = [sumOf(row.bills, 'principal'), sumOf(row.bills, 'penalty')];
      return {
        id: row.id,
        no: letterNo(notice.no, row.seq),
        room: row.room,
        owner: row.owner,
        content: row.content,
        date: today(row.at),
        bills: row.bills.map((bill) => ({
          fee: bill.fee,
          period: bill.period,
          span: `${bill.from} 至 ${plusDays(bill.to, -1)}`,
          principal: bill.principal,
          penalty: bill.penalty,
          dueDay: bill.dueDay,
          share: bill.share ?? '',
        })),
        total: yuanOf(total),
        penalty: yuanOf(penalty),
        capital: capitalWords(yuanOf(total + penalty)),
        path: pathOf(row.token),
      };
    }),
  };
}

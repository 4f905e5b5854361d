/** What was owed before the system, use that no meter of ours knows, bills from elsewhere: a workbook of which all is kept or nothing. */
import { BILL_IMPORT_COLUMNS, type BillImportKind, type chargeBillImport } from '@hengneng/contracts';
import { money, toFen, today } from '@hengneng/core';
import { plusDays } from '@hengneng/charging';
import { sql } from 'kysely';
import type { z } from 'zod';
import { readWhole, type SheetLine } from '../../../engine/imports/whole.ts';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import type { UploadedFile } from '../../../platform/http/registry.ts';
import { refused } from '../../../platform/http/errors.ts';
import { takeBillNumbers } from '../bill-numbers.ts';
import { visibleCommunity } from '../registry/index.ts';
import { taxIn, termsOf } from './lines.ts';
import { contentHash, noteRun, takeRunNo, tellRun } from './run.ts';
import { yuanOf } from '../yuan.ts';

type Column = (typeof BILL_IMPORT_COLUMNS)[number];
interface Fault {
  readonly row: number;
  readonly message: string;
}

interface Item {
  readonly row: number;
  readonly room: string;
  readonly fee: string;
  readonly roomFee: string | null;
  readonly period: string;
  readonly quantity: string;
  readonly price: string;
  readonly fen: string;
  readonly due: string | null;
  readonly note: string;
}

interface Known {
  readonly rooms: ReadonlyMap<string, string>;
  readonly fees: ReadonlyMap<string, { readonly id: string; readonly metered: boolean }>;
  /** room/fee → room_fee in force last. */
  readonly charges: ReadonlyMap<string, string>;
}

async function knownOf(tx: Tx, communityId: string, lines: readonly SheetLine<Column>[]): Promise<Known> {
  const codes = [...new Set(lines.map(({ cells }) => cells['房号']))];
  const [rooms, fees, charges] = await Promise.all([
    sql<{
      id: string;
      code: string;
    }>`select id::text, full_code as code from room where community_id = ${communityId} and full_code = any(${codes}::text[])`.execute(
      tx,
    ),
    sql<{
      id: string;
      code: string;
      metered: boolean;
    }>`select f.id::text, f.code, b.by_use as metered from fee f
      join fee_basis b on b.id = f.basis_id where f.state = '启用'`.execute(tx),
    sql<{
      id: string;
      key: string;
    }>`select distinct on (rf.room_id, rf.fee_id) rf.id::text, rf.room_id || '/' || rf.fee_id as key from room_fee rf
      join room r on r.id = rf.room_id where r.community_id = ${communityId} order by rf.room_id, rf.fee_id, lower(rf.span) desc`.execute(
      tx,
    ),
  ]);
  return {
    rooms: new Map(rooms.rows.map(({ id, code }) => [code, id])),
    fees: new Map(fees.rows.map(({ code, ...fee }) => [code, fee])),
    charges: new Map(charges.rows.map(({ id, key }) => [key, id])),
  };
}

const DECIMAL = /^\d{1,10}(\.\d{1,4})?$/;
const YUAN = /^\d{1,10}(\.\d{1,2})?$/;

interface Judged {
  readonly items: readonly Item[];
  readonly faults: Fault[];
  readonly warnings: Fault[];
}

/** Every fault of a row by name; what is odd and kept is a warning. */
function judge(kind: BillImportKind, lines: readonly SheetLine<Column>[], known: Known, thisMonth: string): Judged {
  const faults: Fault[] = [];
  const warnings: Fault[] = [];
  const items: Item[] = [];
  const seen = new Map<string, number>();
  for (const { row, cells } of lines) {
    const wrong = (message: string): void => void faults.push({ row, message: `第${row}行：${message}` });
    const before = faults.length;
    const room = known.rooms.get(cells['房号']);
    const fee = known.fees.get(cells['费项编码']);
    const period = cells['账期'];
    if (room === undefined) wrong('房号不存在');
    if (fee === undefined) wrong('费项编码不存在');
    if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(period)) wrong('账期格式应为 YYYY-MM');
    else if (period > thisMonth) wrong('账期不能晚于本月');
    const charge = known.charges.get(`${room ?? ''}/${fee?.id ?? ''}`) ?? null;
    const key = `${room ?? ''}/${fee?.id ?? ''}/${period}`;
    const twice = seen.get(key);
    if (twice !== undefined) wrong(`与第${twice}行重复`);
    else seen.set(key, row);
    const quantity = cells['数量'] || (kind === 'usage' ? '' : '1');
    if (!DECIMAL.test(quantity)) wrong('数量应为不小于0的数，最多4位小数');
    const price = cells['单价'] || '0';
    const amount = cells['金额'];
    if (kind === 'usage') {
      if (fee !== undefined && !fee.metered) wrong('该费项不按用量计费');
      else if (room !== undefined && fee !== undefined && charge === null) wrong('该房间没有这个收费项目');
    } else {
      if (!DECIMAL.test(price)) wrong('单价应为不小于0的数，最多4位小数');
      if (!YUAN.test(amount)) wrong('金额格式不正确');
      if (cells['到期日'] !== '' && !/^\d{4}-\d{2}-\d{2}$/.test(cells['到期日'])) wrong('到期日格式应为 YYYY-MM-DD');
    }
    if (faults.length > before) continue;
    const fen = kind === 'usage' ? 0n : toFen(money(amount));
    const counted = kind === 'usage' || cells['单价'] === '' ? fen : toFen(money(productOf(quantity, price)));
    if (counted - fen > 1n || fen - counted > 1n)
      warnings.push({
        row,
        message: `第${row}行：金额与数量乘单价相差${yuanOf(counted > fen ? counted - fen : fen - counted)}元`,
      });
    items.push({
      row,
      room: room ?? '',
      fee: fee?.id ?? '',
      roomFee: charge,
      period,
      quantity,
      price,
      fen: String(fen),
      due: cells['到期日'] || null,
      note: cells['备注'],
    });
  }
  return { items, faults, warnings };
}

/** Exact product of two decimals as text. */
const productOf = (a: string, b: string): string => {
  const places = (text: string): number => text.split('.')[1]?.length ?? 0;
  const whole = (text: string): bigint => BigInt(text.replace('.', ''));
  const digits = places(a) + places(b);
  const text = String(whole(a) * whole(b)).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
};

async function keepUsage(tx: Tx, items: readonly Item[]): Promise<void> {
  const { rows } = await sql<{
    room: string;
  }>`select r.full_code as room from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as i("roomFee" bigint, period text)
    join bill b on b.room_fee_id = i."roomFee" and b.cycle = i.period and b.kind = '周期' and b.state not in ('已作废', '已红冲') join room r on r.id = b.room_id limit 1`.execute(
    tx,
  );
  const [billed] = rows;
  if (billed !== undefined) throw refused(`${billed.room} 该账期已出账，不能再改用量；请先红冲账单`);
  await sql`insert into room_usage (room_fee_id, cycle, quantity, source)
    select "roomFee", period, quantity, '导入' from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as i("roomFee" bigint, period text, quantity numeric)
    on conflict (room_fee_id, cycle) do update set quantity = excluded.quantity, source = excluded.source`.execute(tx);
}

async function keepBills(
  ctx: Ctx,
  tx: Tx,
  communityId: string,
  kind: 'opening' | 'bill',
  items: readonly Item[],
): Promise<string> {
  const day = today(ctx.now);
  const period = day.slice(0, 7);
  const terms = await termsOf(tx, communityId, day);
  const no = await takeRunNo(tx, kind === 'opening' ? 'QC' : 'DR', communityId, period);
  const fen = items.reduce((sum, item) => sum + BigInt(item.fen), 0n);
  const fees = [...new Set(items.map(({ fee }) => fee))];
  const { rows } = await sql<{
    id: string;
  }>`insert into billing_run (no, community_id, kind, period, fee_ids, state, rooms, lines, amount, made_by)
    values (${no}, ${communityId}, ${kind === 'opening' ? '期初' : '导入'}, ${period}, ${fees}::bigint[], '待审核', ${new Set(items.map(({ room }) => room)).size},
      ${items.length}, ${String(fen)}, ${ctx.session.userId}) returning id::text`.execute(tx);
  const run = rows[0]?.id ?? '';
  for (const [month, own] of Map.groupBy(items, (item) => item.period)) {
    const { prefix, first } = await takeBillNumbers(tx, communityId, month, own.length);
    await sql`insert into bill (bill_no, community_id, room_id, fee_id, room_fee_id, cycle, period, from_day, to_day, quantity, unit, unit_price, amount, tax, due_day,
        payer_id, run_id, kind, state, note)
      select ${prefix} || lpad((${first - 1}::bigint + row_number() over (order by i.row))::text, 6, '0'), ${communityId}::bigint, i.room, i.fee, i."roomFee", i.period, i.period,
        (i.period || '-01')::date, ((i.period || '-01')::date + interval '1 month')::date, i.quantity, b.unit, i.price, i.fen,
        ${kind === 'opening' ? sql`0` : taxIn(sql`i.fen`, sql`f.tax_rate`)},
        coalesce(i.due, ${plusDays(day, terms.dueDays)}::date),
        (select o.party_id from occupancy o where o.room_id = i.room and o.payer and o.span @> (i.period || '-01')::date limit 1), ${run}::bigint,
        ${kind === 'opening' ? '期初' : '临时'}, '待审核', i.note
      from jsonb_to_recordset(${JSON.stringify(own)}::jsonb) as i(row integer, room bigint, fee bigint, "roomFee" bigint, period text, quantity numeric, price numeric,
        fen bigint, due date, note text) join fee f on f.id = i.fee join fee_basis b on b.id = f.basis_id`.execute(tx);
  }
  const hash = await contentHash(tx, run);
  await sql`update billing_run set content_hash = ${hash} where id = ${run}`.execute(tx);
  await noteRun(tx, { userId: ctx.session.userId, userName: ctx.session.userName }, '导入账单批次', {
    no,
    amount: fen,
    after: hash,
  });
  await tellRun(tx, run, { state: '待审核' });
  return run;
}

export async function importBills(
  ctx: Ctx,
  of: z.output<typeof chargeBillImport.input>,
  file: UploadedFile,
): Promise<z.input<typeof chargeBillImport.output>> {
  const lines = await readWhole(file, {
    columns: [...BILL_IMPORT_COLUMNS],
    mostBytes: 10,
    mostRows: 20_000,
    empty: '文件中没有数据',
    tooMany: (rows) => `一次最多导入20000行，文件有${rows}行`,
  });
  return ctx.write(async (tx) => {
    const community = await visibleCommunity(ctx, tx, of.communityId);
    if (community.state === '停用') throw refused('小区已停用，不能出账');
    const known = await knownOf(tx, of.communityId, lines);
    const { items, faults, warnings } = judge(of.kind, lines, known, today(ctx.now).slice(0, 7));
    if (faults.length > 0)
      return {
        batchId: null,
        ok: lines.length - new Set(faults.map(({ row }) => row)).size,
        failed: new Set(faults.map(({ row }) => row)).size,
        errors: faults,
        warnings,
      };
    let batchId: string | null = null;
    if (of.kind === 'usage') {
      await keepUsage(tx, items);
      await trail(tx, ctx, {
        kind: '收费',
        action: '导入用量',
        object: `小区 ${community.name}`,
        summary: `${items.length}行`,
      });
    } else batchId = await keepBills(ctx, tx, of.communityId, of.kind, items);
    return { batchId, ok: items.length, failed: 0, errors: [], warnings };
  });
}

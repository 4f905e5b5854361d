/** What an application does to bills, before anybody agrees to it: those that are out and those to come, by the rules that make them. */
import { daysBetween, effectOf, plusDays, type Span, type SuspensionChange } from '@hengneng/charging';
import type { SuspendWhatIf } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { billState } from '../bill-state.ts';
import { yuanOf } from '../yuan.ts';
import { fullCycle } from './season.ts';
import { type FeeOfRoom, feeOfRoom } from './world.ts';

export interface Proposal {
  readonly roomId: string;
  readonly feeId: string;
  readonly type: '停用' | '恢复使用' | '延长停用';
  readonly first: string;
  /** The last day; null where supply begins again. */
  readonly last: string | null;
  /** Today: as of when terms and arrears are. */
  readonly day: string;
}

interface Live {
  readonly id: string;
  readonly bill_no: string;
  readonly room_fee: string;
  readonly cycle: string;
  readonly part: number;
  readonly amount: string;
  readonly reduced: string;
  readonly settled: string;
  readonly state: string;
}

const liveBills = async (db: Db | Tx, roomId: string, feeId: string): Promise<ReadonlyMap<string, Live>> => {
  const { rows } =
    await sql<Live>`select b.id::text, b.bill_no, b.room_fee_id::text as room_fee, b.cycle, b.part, b.amount::text, b.reduced::text,
      b.settled::text, ${billState} as state
    from bill b where b.room_id = ${roomId}::bigint and b.fee_id = ${feeId}::bigint and b.kind = '周期' and b.state not in ('已作废', '已红冲')`.execute(
      db,
    );
  return new Map(rows.map((row) => [`${row.room_fee}|${row.cycle}|${row.part}`, row]));
};

/** Overdue principal of a room, in fen: what the counter calls 欠费. */
export const arrearsOf = async (db: Db | Tx, roomId: string, day: string): Promise<bigint> => {
  const { rows } = await sql<{
    owed: string;
  }>`select coalesce(sum(b.amount - b.reduced - b.settled), 0)::text as owed from bill b
    where b.room_id = ${roomId}::bigint and b.state = '已发布' and b.kind not in ('红冲', '违约金') and b.due_day < ${day}::date`.execute(
    db,
  );
  return BigInt(rows[0]?.owed ?? '0');
};

/** How far a change reaches; null where nothing says until when. */
export function reachOf(of: Proposal, room: FeeOfRoom): Span | null {
  if (of.type !== '恢复使用') return of.last === null ? null : { from: of.first, to: plusDays(of.last, 1) };
  const ends = room.stops.map(({ to }) => to).filter((to) => to > of.first);
  const to = ends.toSorted().at(-1);
  return to === undefined ? null : { from: of.first, to };
}

/** What is made longer goes on as it was agreed to. */
const keepOf = (of: Proposal, room: FeeOfRoom): string =>
  of.type === '延长停用' ? trimmed(room.stops.at(-1)?.keep ?? room.keepRate) : room.keepRate;
const trimmed = (rate: string): string => String(Number(rate));

const changeOf = (of: Proposal, room: FeeOfRoom, span: Span): SuspensionChange =>
  of.type === '恢复使用' ? { kind: 'ends', day: of.first } : { kind: 'less', span, keep: keepOf(of, room) };

type Row = SuspendWhatIf['rows'][number];

/** Lines are cut by owners, prices and areas, never by days that count less: the parts before and after are the same. */
async function rowsOf(db: Db | Tx, of: Proposal, room: FeeOfRoom, span: Span): Promise<readonly Row[]> {
  const [cycles, live] = await Promise.all([room.cycles(span), liveBills(db, of.roomId, of.feeId)]);
  const effects = effectOf(
    cycles.map(({ world }) => world),
    room,
    changeOf(of, room, span),
  );
  return effects.flatMap((effect, at): Row[] => {
    const cycle = cycles[at];
    if (cycle === undefined) return [];
    return effect.lines.flatMap((line, index): Row[] => {
      const was = effect.was[index];
      const bill = live.get(`${cycle.roomFeeId}|${effect.key}|${line.part}`);
      const before = bill === undefined ? (was?.amount ?? 0n) : BigInt(bill.amount);
      const stopDays = Math.abs(line.offDays - (was?.offDays ?? 0));
      if (stopDays === 0 && before === line.amount) return [];
      // No more than what is left of it after what was let off before.
      const rest = before - BigInt(bill?.reduced ?? '0');
      const less = before - line.amount < rest ? before - line.amount : rest;
      return [
        {
          billId: bill?.id ?? null,
          billNo: bill?.bill_no ?? '',
          cycle: effect.key,
          period: cycle.period,
          from: line.from,
          to: plusDays(line.to, -1),
          stopDays,
          days: effect.cycleDays,
          before: yuanOf(before),
          paid: yuanOf(bill?.settled),
          after: yuanOf(line.amount),
          reduction: yuanOf(less),
          state: bill === undefined ? '未出账' : bill.state === '已发布' ? '已出账' : bill.state,
        },
      ];
    });
  });
}

const fen = (yuan: string): bigint => BigInt(yuan.replace('.', ''));
const total = (rows: readonly Row[]): string => yuanOf(rows.reduce((sum, { reduction }) => sum + fen(reduction), 0n));

function notesOf(
  of: Proposal,
  room: FeeOfRoom,
  rows: readonly Row[],
  { arrears, days }: { readonly arrears: bigint; readonly days: number },
): readonly string[] {
  const waiting = (state: string) => rows.filter((row) => row.state === state).length;
  const [drafts, passed] = [waiting('待审核'), waiting('待发布')];
  const paid = rows.some(({ state, paid: of_ }) => state === '已出账' && fen(of_) > 0n);
  return [
    ...(room.byUse ? ['该费项按用量计费，停用不减收'] : []),
    ...(!room.byUse && rows.length === 0 ? ['所选日期内没有要出账的周期，不影响账单'] : []),
    ...(drafts > 0 ? [`有${drafts}张账单待审核，确认后自动重算`] : []),
    ...(passed > 0 ? [`有${passed}张账单已审核待发布，须先发布该批次再确认`] : []),
    ...(paid ? ['部分账单已收款，多收部分转预存'] : []),
    ...(of.type === '停用' && days > 0 && days < room.minDays
      ? [`停用不足${room.minDays}天：除整季停用外不予减免`]
      : []),
    ...(arrears > 0n ? [`该房间欠费${yuanOf(arrears)}元，受理时须选择处理方式`] : []),
    ...(of.type === '停用' ? ['效力自现场核查通过日与申请起日取晚者起算，核查晚于起日时减收相应减少'] : []),
  ];
}

export interface Tried {
  readonly room: FeeOfRoom;
  readonly span: Span | null;
  readonly answer: SuspendWhatIf;
}

/** @throws notFound where there is no such room or fee; who may see it is the caller's to ask */
export async function tryProposal(db: Db | Tx, of: Proposal): Promise<Tried> {
  const room = await feeOfRoom(db, of);
  const span = reachOf(of, room);
  const [rows, arrears, full] = await Promise.all([
    span === null ? [] : rowsOf(db, of, room, span),
    arrearsOf(db, of.roomId, of.day),
    fullCycle(room, of.first),
  ]);
  const [billed, future] = [rows.filter(({ billId }) => billId !== null), rows.filter(({ billId }) => billId === null)];
  return {
    room,
    span,
    answer: {
      from: of.first,
      to: span === null ? null : plusDays(span.to, -1),
      days: span === null ? 0 : daysBetween(span.from, span.to),
      keepRate: keepOf(of, room),
      minDays: room.minDays,
      seasonDays: full?.days ?? null,
      area: full?.line?.quantity ?? null,
      unit: room.fee.unit,
      unitPrice: full?.line?.unitPrice ?? null,
      arrears: yuanOf(arrears),
      rows: [...rows],
      billed: total(billed),
      future: total(future),
      reduction: total(rows),
      notes: [...notesOf(of, room, rows, { arrears, days: span === null ? 0 : daysBetween(span.from, span.to) })],
    },
  };
}

/** An application of 停用 from the counter: what-if first, then the form itself, on the way of every form. */
import { daysBetween, plusDays } from '@hengneng/charging';
import { SUSPENDABLE_FEES, type SuspendWhatIf, type suspendApply } from '@hengneng/contracts';
import type { FieldError } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import { commands, type Engine } from '../../../engine/index.ts';
import type { Ctx } from '../../../platform/context.ts';
import { answerOf } from '../../../platform/db/late.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { AppError, invalid, notFound, wrong } from '../../../platform/http/errors.ts';
import { communitiesVisible, todayOf } from '../registry/index.ts';
import { MODULE } from './names.ts';
import { seasonOfRoom } from './season.ts';
import { type Tried, tryProposal } from './what-if.ts';

export type Input = z.output<typeof suspendApply.input>;
export type Applied = z.input<typeof suspendApply.output>;

/** What an application says once everything that follows by itself is known. */
export interface Application {
  readonly roomId: string;
  readonly feeId: string;
  readonly type: '停用' | '恢复使用' | '延长停用';
  readonly first: string;
  readonly last: string | null;
  readonly season: Input['season'];
  readonly reason: string | null;
  readonly source: Input['source'];
  readonly handlerName: string;
  readonly knowRule: boolean;
  readonly sign: Input['sign'];
}

const BY_SEASON = { 供冷季: '制冷季', 供暖季: '采暖季' } as const;
const LATE_DAYS = 30;
const MOST_DAYS = 1096;
const EARLIEST = '2000-01-01';
/** @throws notFound where the room is not the person's to see */
export async function demandRoom(ctx: Ctx, db: Db | Tx, roomId: string, feeId: string): Promise<void> {
  const { rows } = await sql<{
    fee: boolean;
  }>`select exists (select from fee f where f.id = ${feeId}::bigint and f.category = any(${[...SUSPENDABLE_FEES]}::text[])
      and exists (select from room_fee x where x.room_id = r.id and x.fee_id = f.id)) as fee
    from room r join community c on c.id = r.community_id where r.id = ${roomId}::bigint and r.state <> '停用' and ${communitiesVisible(ctx.session)}`.execute(
    db,
  );
  const [room] = rows;
  if (room === undefined) throw notFound('房间不存在，或您没有查看它的权限');
  if (!room.fee) throw wrong('feeId', '该房间没有这个可停用的收费项目');
}

/** A season where the whole of it is asked for; less than that is 临时停用. */
export function seasonOf(
  of: Pick<Application, 'type' | 'season'>,
  { room, span, answer }: Tried,
  cycle: { readonly from: string; readonly to: string } | null,
): string {
  if (of.season !== null) return of.season;
  const named = room.fee.cycle === '供冷季' || room.fee.cycle === '供暖季' ? BY_SEASON[room.fee.cycle] : '全年';
  if (of.type !== '停用' || span === null || cycle === null) return named;
  const whole = named === '全年' ? answer.days >= 365 : span.from <= cycle.from && span.to >= cycle.to;
  return whole ? named : '临时停用';
}

const chargeWay = (source: string): string =>
  source.endsWith('面积') ? '按面积' : source === '户' || source === '固定' ? '按户包干' : '按热量表';

function faultsOf(
  of: Application,
  { room, span, answer }: Tried,
  season: string,
  today: string,
): readonly FieldError[] {
  const faults: FieldError[] = [];
  const add = (path: string, message: string) => void faults.push({ path, message });
  const current = room.stops.find((stop) => stop.to > today);
  if (of.type === '恢复使用') {
    if (of.first < today) add('startDate', '恢复日不能早于今天');
    else if (!room.stops.some((stop) => stop.to > of.first)) add('applyType', '该收费项目没有停用，无须恢复');
    return faults;
  }
  if (of.last === null) add('endDate', '停用申请请填写停用止日');
  else if (of.last < of.first) add('endDate', '停用止日不能早于起日');
  else if (of.type === '停用' && span !== null && room.stops.some((stop) => stop.from < span.to && stop.to > span.from))
    add('startDate', '该费项已有停用时段');
  else if (of.type === '延长停用' && current === undefined) add('applyType', '该收费项目没有停用，无须延长');
  else if (of.type === '延长停用' && current !== undefined && of.last < current.to)
    add('endDate', '延长后的止日应晚于现在的止日');
  else if (of.type === '停用' && season === '临时停用' && answer.days < room.minDays)
    add('endDate', `临时停用不足${room.minDays}天不予减免，请选择整季停用`);
  if (of.type === '停用' && Date.parse(today) - Date.parse(of.first) > LATE_DAYS * 86_400_000)
    add('startDate', `起日早于今天超过${LATE_DAYS}天的不受理`);
  if (of.reason === null) add('reason', '请选择停用原因');
  return faults;
}

interface Person {
  readonly name: string;
  readonly phone: string;
}

const ownerOf = async (db: Db | Tx, roomId: string, day: string): Promise<Person> => {
  const { rows } = await sql<Person>`select p.name, p.phone from occupancy o join party p on p.id = o.party_id
    where o.room_id = ${roomId}::bigint and o.role = '业主' and o.span @> ${day}::date`.execute(db);
  return rows[0] ?? { name: '', phone: '' };
};

/** Rows of the form for the bills that are out: the server works the amounts out again from them. */
const billRows = (answer: SuspendWhatIf) =>
  answer.rows
    .filter(({ billId, state }) => billId !== null && state === '已出账')
    .map(({ billId, period, before, paid, stopDays, days }) => ({
      bill: billId,
      billMonth: period,
      billAmount: before,
      paid,
      billStopDays: stopDays,
      billDays: days,
      reduceRate: String(100 - Number(answer.keepRate)),
    }));

/** What the form calls something, by what this call calls it. */
const PATHS: Readonly<Record<string, string>> = {
  room: 'roomId',
  community: 'roomId',
  project: 'roomId',
  fee: 'feeId',
  idFiles: 'files',
  ownerSign: 'sign',
};

/** Errors of the form at the fields of the page. */
const translated = (error: unknown): unknown =>
  error instanceof AppError && error.errors.length > 0
    ? invalid(error.errors.map(({ path, message }) => ({ path: PATHS[path] ?? path, message })))
    : error;

/** @throws invalid at the fields of the page; the record and everything else of the transaction is gone then */
export async function submitForm(
  ctx: Ctx,
  tx: Tx,
  engine: Engine,
  of: Application,
  tried: Tried,
  files: (draftId: string) => Promise<readonly object[]>,
): Promise<{ readonly BusinessId: string; readonly serial: string | null }> {
  const module = engine.catalog.get(MODULE);
  if (module === undefined) throw notFound('停用申请模块未启用');
  const day = todayOf(ctx);
  const area = Number(tried.answer.area ?? 0).toFixed(2);
  const [[cycle], priced, owner] = await Promise.all([
    tried.room.cycles({ from: of.first, to: plusDays(of.first, 1) }),
    seasonOfRoom(tried.room, of.first, area),
    ownerOf(tx, of.roomId, day),
  ]);
  const season = seasonOf(of, tried, cycle?.world.cycle ?? null);
  const faults = faultsOf(of, tried, season, day);
  if (faults.length > 0) throw invalid([...faults]);
  const { room, answer } = tried;
  const values = {
    project: room.project,
    community: room.communityId,
    room: of.roomId,
    source: of.source,
    applyType: of.type,
    ownerName: owner.name,
    ownerPhone: owner.phone,
    handlerName: of.handlerName,
    useArea: area,
    fee: of.feeId,
    chargeWay: chargeWay(room.fee.source),
    season,
    ...(of.type === '恢复使用' ? {} : { reason: of.reason, endDate: of.last }),
    startDate: of.first,
    unitPrice: priced.price,
    seasonDays: priced.days,
    keepRate: answer.keepRate,
    knowRule: of.knowRule,
    ownerSign: of.sign,
    bills: of.type === '恢复使用' ? [] : billRows(answer),
  };
  // The form's own commands, as one act: what they write stands or falls together.
  const within: Ctx = { ...ctx, session: ctx.session, write: async (work) => answerOf(await work(tx)) };
  try {
    const made = await commands.draft(engine.deps, module, within, {}, values);
    const idFiles = await files(made.BusinessId);
    const kept =
      idFiles.length === 0 ? made : await commands.draft(engine.deps, module, within, made, { ...values, idFiles });
    const moved = await commands.submit(engine.deps, module, within, kept);
    return { BusinessId: moved.BusinessId, serial: moved.serial };
  } catch (error) {
    throw translated(error);
  }
}

export function applicationOf(input: Input): Application {
  const faults: FieldError[] = [
    ...(input.roomId === null ? [{ path: 'roomId', message: '请选择房间' }] : []),
    ...(input.feeId === null ? [{ path: 'feeId', message: '请选择收费项目' }] : []),
    ...(input.applyType === null ? [{ path: 'applyType', message: '请选择申请类型' }] : []),
    ...(input.startDate === null ? [{ path: 'startDate', message: '请选择起日' }] : []),
  ];
  const { roomId, feeId, applyType, startDate } = input;
  // Worked out day by day: further than anybody asks for, it is not walked.
  if (startDate !== null && startDate < EARLIEST) faults.push({ path: 'startDate', message: '起日不正确，请重新选择' });
  if (startDate !== null && input.endDate !== null && daysBetween(startDate, input.endDate) > MOST_DAYS)
    faults.push({ path: 'endDate', message: '一次最多申请三年' });
  if (faults.length > 0 || roomId === null || feeId === null || applyType === null || startDate === null)
    throw invalid(faults);
  return {
    roomId,
    feeId,
    type: applyType,
    first: startDate,
    last: applyType === '恢复使用' ? null : input.endDate,
    season: input.season,
    reason: input.reason,
    source: input.source,
    handlerName: input.handlerName,
    knowRule: input.knowRule,
    sign: input.sign,
  };
}

export const tried = async (ctx: Ctx, db: Db | Tx, of: Application): Promise<Tried> => {
  await demandRoom(ctx, db, of.roomId, of.feeId);
  return tryProposal(db, { ...of, day: todayOf(ctx) });
};

/** What is tried says beforehand why it would be refused; what else is to be filled in comes later. */
async function warned(ctx: Ctx, of: Application): Promise<SuspendWhatIf> {
  const found = await tried(ctx, ctx.db, of);
  const [cycle] = await found.room.cycles({ from: of.first, to: plusDays(of.first, 1) });
  const season = seasonOf(of, found, cycle?.world.cycle ?? null);
  const faults = faultsOf(of, found, season, todayOf(ctx)).filter(
    ({ path }) => path === 'startDate' || path === 'applyType' || (path === 'endDate' && of.last !== null),
  );
  const { notes, ...answer } = found.answer;
  return { ...answer, notes: [...faults.map(({ message }) => `不能受理：${message}`), ...notes] };
}

/** From the counter; what householders sent comes in by `wishes.ts`. */
export async function applyAtCounter(ctx: Ctx, engine: Engine, input: Input): Promise<Applied> {
  const of = applicationOf(input);
  if (input.preview) return { BusinessId: null, serial: null, whatIf: await warned(ctx, of) };
  return ctx.write(async (tx) => {
    const found = await tried(ctx, tx, of);
    const made = await submitForm(ctx, tx, engine, of, found, async () => input.files);
    return { ...made, whatIf: found.answer };
  });
}

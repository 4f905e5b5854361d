/** What was supplied outside the normal hours: registered, agreed to by the customer, charged; the books of settlement and of overtime follow. */
import {
  type OvertimeCount,
  type OvertimeList,
  type OvertimeMonth,
  type OvertimeRecord,
  type overtimeRecordRead,
  type overtimeRecordWrite,
  type OvertimeSaved,
} from '@hengneng/contracts';
import { type FieldError, instantMs, moneyText } from '@hengneng/core';
import {
  addMonths,
  billedMinutes,
  CHINA,
  dayAt,
  type DayKind,
  HOUR,
  minutesIn,
  monthOf,
  overtimeAmount,
  overtimeParts,
} from '@hengneng/energy/measuring';
import { overtimeRecord, settlementBasis } from '@hengneng/forms';
import { sql } from 'kysely';
import type { z } from 'zod';
import { enter, SETUP } from '../../../engine/books/entries.ts';
import { takeSerial } from '../../../engine/forms/numbering.ts';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { bindFiles } from '../../../platform/files/files.ts';
import { invalid, notFound, refused } from '../../../platform/http/errors.ts';
import { projectsVisible, seenProject } from '../../projects/index.ts';
import { dayKindsIn } from '../days-off.ts';
import { hostNotes } from './hosts.ts';
import { OVERTIME_PAPER, SERIAL } from './serial.ts';
import { type OvertimeUse, overtimeUse } from './used.ts';
import { hoursText, rulesWhere, seesPrices, type StoredRule } from './rules.ts';

const LONGEST = 3 * 24 * HOUR;
/** Further ahead nobody asks for an evening: it is the wrong year. */
const FARTHEST_DAYS = 60;
const FARTHEST = FARTHEST_DAYS * 24 * HOUR;

type Act = z.output<typeof overtimeRecordWrite>;
type Registered = Extract<Act, { Action: 'register' }>;

const seesAmounts = (ctx: Ctx): boolean => ctx.session.permissions.classified.has('amount');

interface Counted {
  readonly rule: StoredRule;
  readonly from: number;
  readonly to: number;
  readonly minutes: number;
  readonly billed: number;
  readonly amount: string;
  readonly kind: DayKind;
  readonly shown: OvertimeCount;
}

/** The first month from one on that is not closed. */
async function openMonth(tx: Tx, project: string, month: string): Promise<string> {
  const { rows } = await sql<{ month: string }>`select to_char(m, 'YYYY-MM') as month
    from generate_series(${`${month}-01`}::date, ${`${month}-01`}::date + interval '24 months', interval '1 month') m
    where not energy_month_locked(${project}, to_char(m, 'YYYY-MM')) order by m limit 1`.execute(tx);
  return rows[0]?.month ?? month;
}

async function countOf(ctx: Ctx, tx: Tx, project: string, input: Registered): Promise<Counted> {
  const [from, to] = [instantMs(input.From) ?? 0, instantMs(input.To) ?? 0];
  const errors: FieldError[] = [];
  if (to <= from) errors.push({ path: 'To', message: '结束时间须晚于开始时间' });
  else if (to - from > LONGEST) errors.push({ path: 'To', message: '一次最多登记 72 小时，请分开登记' });
  if (from > ctx.now.getTime() + FARTHEST)
    errors.push({ path: 'From', message: `最多提前 ${FARTHEST_DAYS} 天登记，请核对日期` });
  const day = dayAt(from, CHINA);
  const [rule] = await rulesWhere(ctx, tx, sql`r.id = ${input.RuleId}::bigint and r.project_code = ${project}`);
  if (rule === undefined) errors.push({ path: 'RuleId', message: '请选择该项目的区域' });
  else if (rule.from > day || (rule.to !== null && rule.to < day))
    errors.push({ path: 'RuleId', message: `该规则 ${day} 不在有效期内，请选择当日有效的规则` });
  else if (rule.mode === 'meter' && input.Quantity === null)
    errors.push({ path: 'Quantity', message: '按计量收费须填写计量用量' });
  if (errors.length > 0 || rule === undefined) throw invalid(errors);
  const kindOf = await dayKindsIn(tx, project);
  const normalOf = (each: string) => rule.hours[kindOf(each)];
  const parts = overtimeParts({ from, to }, normalOf, CHINA);
  const minutes = minutesIn(parts);
  if (minutes === 0) throw invalid([{ path: 'From', message: '全部在正常供能时段内，不是加班' }]);
  const { rows: others } = await sql<{
    serial: string;
  }>`select o.serial from overtime_record o join overtime_rule r on r.id = o.rule_id
    where o.project_code = ${project} and r.area = ${rule.area} and o.state <> '作废'
      and tstzrange(o.from_at, o.to_at) && tstzrange(${new Date(from)}, ${new Date(to)}) limit 1`.execute(tx);
  if (others[0] !== undefined) throw invalid([{ path: 'From', message: `与已登记的 ${others[0].serial} 时段重复` }]);
  const billed = billedMinutes(minutes, rule);
  const amount = moneyText(overtimeAmount({ ...rule, minutes: billed, quantity: input.Quantity }));
  const own = monthOf(day);
  const month = await openMonth(tx, project, own);
  const beside = await hostNotes(tx, project, [{ id: '', parts, normalOf }], ctx.now);
  const ahead = (from - ctx.now.getTime()) / HOUR;
  return {
    rule,
    from,
    to,
    minutes,
    billed,
    amount,
    kind: kindOf(day),
    shown: {
      Hours: hoursText(minutes),
      BilledHours: hoursText(billed),
      Amount: seesAmounts(ctx) ? amount : null,
      Parts: parts.map((part) => ({ From: new Date(part.from).toISOString(), To: new Date(part.to).toISOString() })),
      Month: month,
      Late: month !== own,
      Notes: [
        ...(minutes < Math.round((to - from) / 60_000) ? ['已裁去正常供能时段'] : []),
        ...(month === own ? [] : [`${own} 已月锁，计入 ${month}`]),
        ...(beside.get('') ?? []),
        ...(rule.ahead > 0 && ahead < rule.ahead ? [`约定提前 ${rule.ahead} 小时申请`] : []),
      ],
    },
  };
}

async function bind(ctx: Ctx, tx: Tx, id: string, files: Registered['Files']): Promise<void> {
  const errors = await bindFiles(
    tx,
    OVERTIME_PAPER,
    id,
    files.map(({ URL }, index) => ({ path: `Files[${index}]`, URL })),
    ctx.session.userId,
  );
  if (errors.length > 0) throw invalid(errors);
}

const lockProject = async (tx: Tx, project: string): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtextextended(${`energy.overtime ${project}`}, 0))`.execute(tx));

async function register(ctx: Ctx, tx: Tx, input: Registered): Promise<OvertimeSaved> {
  const seen = await seenProject(ctx, tx, input.ProjectCode);
  await lockProject(tx, seen.code);
  const counted = await countOf(ctx, tx, seen.code, input);
  if (input.Preview) return { Id: null, Serial: null, State: '预览', ...counted.shown };
  const serial = await takeSerial(tx, OVERTIME_PAPER, SERIAL, ctx.now);
  const { rows } = await sql<{ id: string }>`
    insert into overtime_record (serial, project_code, rule_id, applicant, phone, from_at, to_at, minutes, billed_minutes, machines, quantity, price,
      amount, month, late, note, files, created_by)
    values (${serial}, ${seen.code}, ${counted.rule.id}::bigint, ${input.Applicant}, ${input.Phone}, ${new Date(counted.from)}, ${new Date(counted.to)},
      ${counted.minutes}, ${counted.billed}, ${input.Machines}::int, ${input.Quantity}::numeric, ${counted.rule.price}::numeric, ${counted.amount}::numeric,
      ${counted.shown.Month}, ${counted.shown.Late}, ${input.Note}, ${JSON.stringify(input.Files)}::jsonb, ${ctx.session.userId}::bigint)
    returning id::text`.execute(tx);
  const id = rows[0]?.id ?? '';
  await bind(ctx, tx, id, input.Files);
  await trail(tx, ctx, {
    kind: '业务',
    action: '登记加班供能',
    object: serial,
    after: { 区域: counted.rule.area, 开始: input.From, 结束: input.To, 计费时长: counted.shown.BilledHours },
  });
  return { Id: id, Serial: serial, State: '待客户确认', ...counted.shown };
}

interface Kept {
  readonly id: string;
  readonly serial: string;
  readonly project: string;
  readonly area: string;
  readonly areaM2: string | null;
  readonly contract: string | null;
  readonly mode: StoredRule['mode'];
  readonly from: Date;
  readonly to: Date;
  readonly minutes: number;
  readonly billed: number;
  readonly quantity: string | null;
  readonly amount: string;
  readonly month: string;
  readonly files: Registered['Files'];
  readonly state: string;
}

const BASIS = sql`b_settlement_basis b where b.source_module = ${SETUP.module} and b.basis_no = o.serial and b.project = o.project_code and not b.voided`;

async function kept(ctx: Ctx, tx: Tx, id: string): Promise<Kept> {
  const { rows } = await sql<Kept>`
    select o.id::text, o.serial, o.project_code as project, r.area, r.area_m2::text as "areaM2", r.contract_code as contract, r.mode,
      o.from_at as "from", o.to_at as "to", o.minutes, o.billed_minutes as billed, o.quantity::text, o.amount::text, o.month, o.files,
      case when exists (select from ${BASIS} and (b.settling > 0 or b.settled > 0)) then '已结算' else o.state end as state
    from overtime_record o join overtime_rule r on r.id = o.rule_id join project p on p.code = o.project_code
    where o.id = ${id}::bigint and ${projectsVisible(ctx.session)} for update of o`.execute(tx);
  const [found] = rows;
  if (found === undefined) throw notFound('加班记录不存在，或您没有查看它的权限');
  return found;
}

const KIND_NAMES = { work: '工作日', rest: '周末', holiday: '法定节假日' } as const;
export const wall = (at: Date): string => new Date(at.getTime() + 8 * HOUR).toISOString().slice(0, 16);

async function confirm(ctx: Ctx, tx: Tx, id: string, files: Registered['Files']): Promise<OvertimeSaved> {
  const one = await kept(ctx, tx, id);
  if (one.state !== '待客户确认') throw refused(`该记录${one.state}，不能再确认`);
  const all = [...one.files, ...files];
  if (all.length === 0) throw invalid([{ path: 'Files', message: '确认前须上传客户签字或工单' }]);
  await bind(ctx, tx, id, files);
  await sql`update overtime_record set state = '已确认', files = ${JSON.stringify(all)}::jsonb, confirmed_by = ${ctx.session.userId}::bigint,
    confirmed_at = app_now() where id = ${id}::bigint`.execute(tx);
  const day = dayAt(one.from.getTime(), CHINA);
  const metered = one.mode === 'meter';
  await enter(
    tx,
    overtimeRecord,
    [
      {
        project: one.project,
        contract: one.contract,
        useDate: day,
        dayKind: KIND_NAMES[(await dayKindsIn(tx, one.project))(day)],
        kind: '加班供能',
        area: one.area,
        square: one.areaM2,
        planFrom: wall(one.from),
        planTo: wall(one.to),
        hours: (one.minutes / 60).toFixed(1),
        energy: metered ? one.quantity : null,
        document: one.serial,
      },
    ],
    SETUP,
  );
  if (Number(one.amount) > 0)
    await enter(
      tx,
      settlementBasis,
      [
        {
          basisNo: one.serial,
          kind: '临时用能',
          item: `${one.area} 加班供能`,
          project: one.project,
          contract: one.contract,
          month: one.month,
          quantity: metered ? (one.quantity ?? '0') : (one.billed / 60).toFixed(3),
          unit: metered ? 'kWh' : 'h',
          amount: one.amount,
          state: '未结算',
        },
      ],
      SETUP,
    );
  await trail(tx, ctx, { kind: '业务', action: '确认加班供能', object: one.serial, after: { 金额: one.amount } });
  return { Id: id, Serial: one.serial, State: '已确认' };
}

async function cancel(ctx: Ctx, tx: Tx, id: string, why: string): Promise<OvertimeSaved> {
  const one = await kept(ctx, tx, id);
  if (one.state === '已结算') throw refused(`${one.serial} 已并入结算单，不能作废`);
  if (one.state === '作废') throw refused('该记录已作废');
  await sql`update overtime_record set state = '作废', void_reason = ${why} where id = ${id}::bigint`.execute(tx);
  await sql`update b_settlement_basis set voided = true where source_module = ${SETUP.module} and basis_no = ${one.serial} and project = ${one.project}`.execute(
    tx,
  );
  await sql`update b_overtime_record set voided = true where source_module = ${SETUP.module} and document = ${one.serial} and project = ${one.project}`.execute(
    tx,
  );
  await trail(tx, ctx, { kind: '业务', action: '作废加班供能', object: one.serial, summary: why });
  return { Id: id, Serial: one.serial, State: '作废' };
}

export const saveRecord = (ctx: Ctx, input: Act): Promise<OvertimeSaved> => {
  if (input.Action === 'register' && input.Preview)
    return ctx.db.transaction().execute((tx) => register(ctx, tx, input));
  return ctx.write((tx) => {
    if (input.Action === 'register') return register(ctx, tx, input);
    return input.Action === 'confirm'
      ? confirm(ctx, tx, input.Id, input.Files)
      : cancel(ctx, tx, input.Id, input.Reason);
  });
};

interface Raw
  extends Omit<
    OvertimeRecord,
    'Hours' | 'BilledHours' | 'From' | 'To' | 'EditTime' | 'Parts' | 'HostNotes' | keyof OvertimeUse
  > {
  readonly normal: StoredRule['hours'];
  readonly minutes: number;
  readonly billed: number;
  readonly from: Date;
  readonly to: Date;
  readonly at: Date;
}

const NO_USE: OvertimeUse = { Elec: null, Gas: null, EnergyCost: null, EnergyReason: '没有读数' };

export async function readRecords(ctx: Ctx, input: z.output<typeof overtimeRecordRead>): Promise<OvertimeList> {
  const { code } = await seenProject(ctx, ctx.db, input.ProjectCode);
  const [list, months] = await Promise.all([
    sql<Raw>`select * from (select o.id::text as "Id", o.serial as "Serial", r.area as "Area", o.applicant as "Applicant", o.phone as "Phone",
        (o.from_at at time zone ${CHINA})::date::text as "Date", o.from_at as "from", o.to_at as "to", o.minutes, o.billed_minutes as billed,
        o.machines as "Machines", trim_scale(o.quantity)::text as "Quantity", trim_scale(o.price)::text as "Price", o.amount::text as "Amount",
        o.late as "Late", r.hours as normal, o.note as "Note", o.files as "Files", u.user_name as "Editor", coalesce(o.confirmed_at, o.created_at) as at,
        case when exists (select from ${BASIS} and (b.settling > 0 or b.settled > 0)) then '已结算' else o.state end as "State"
      from overtime_record o join overtime_rule r on r.id = o.rule_id join app_user u on u.id = coalesce(o.confirmed_by, o.created_by)
      where o.project_code = ${code} and o.month = ${input.Month} and (${input.Area ?? null}::text is null or r.area = ${input.Area ?? null})) x
      where ${input.State ?? null}::text is null or x."State" = ${input.State ?? null} order by x."from", x."Id"`.execute(
      ctx.db,
    ),
    sql<{ month: string; n: number; minutes: number; billed: number; amount: string }>`select month, count(*)::int as n,
        sum(minutes)::int as minutes, sum(billed_minutes)::int as billed, sum(amount)::text as amount from overtime_record
      where project_code = ${code} and state = '已确认' and month between ${addMonths(input.Month, -11)} and ${input.Month} group by 1 order by 1`.execute(
      ctx.db,
    ),
  ]);
  const money = seesAmounts(ctx);
  const phones = ctx.session.permissions.classified.has('phone');
  const spans = list.rows.map(({ Id, from, to, normal }) => ({
    id: Id,
    from: from.getTime(),
    to: to.getTime(),
    normal,
  }));
  const kindOf = await dayKindsIn(ctx.db, code);
  const parts = new Map(
    spans.map(({ id, from, to, normal }) => [id, overtimeParts({ from, to }, (day) => normal[kindOf(day)], CHINA)]),
  );
  const [used, beside] = await Promise.all([
    overtimeUse(
      ctx.db,
      code,
      [...parts].map(([id, of]) => ({ id, parts: of })),
      money,
    ),
    hostNotes(
      ctx.db,
      code,
      spans.map(({ id, normal }) => ({ id, parts: parts.get(id) ?? [], normalOf: (day) => normal[kindOf(day)] })),
      ctx.now,
    ),
  ]);
  const rows = list.rows.map(
    ({ minutes, billed, from, to, at, normal: _, ...row }): OvertimeRecord => ({
      ...row,
      ...(used.get(row.Id) ?? NO_USE),
      HostNotes: beside.get(row.Id) ?? null,
      Parts: (parts.get(row.Id) ?? []).map((part) => ({
        From: new Date(part.from).toISOString(),
        To: new Date(part.to).toISOString(),
      })),
      Phone: phones ? row.Phone : null,
      Price: seesPrices(ctx) ? row.Price : null,
      Amount: money ? row.Amount : null,
      From: from.toISOString(),
      To: to.toISOString(),
      Hours: hoursText(minutes),
      BilledHours: hoursText(billed),
      EditTime: at.toISOString(),
    }),
  );
  const counting = list.rows.filter(({ State }) => State !== '作废');
  const fen = counting.reduce((sum, { Amount }) => sum + Math.round(Number(Amount) * 100), 0);
  const monthRows = months.rows.map(
    ({ month, n, minutes, billed, amount }): OvertimeMonth => ({
      Month: month,
      Count: n,
      Hours: hoursText(minutes),
      BilledHours: hoursText(billed),
      Amount: money ? amount : null,
    }),
  );
  return {
    rows,
    total: rows.length,
    Sums: {
      Count: counting.length,
      Hours: hoursText(counting.reduce((sum, { minutes }) => sum + minutes, 0)),
      BilledHours: hoursText(counting.reduce((sum, { billed }) => sum + billed, 0)),
      Amount: money ? (fen / 100).toFixed(2) : null,
    },
    Months: monthRows,
  };
}

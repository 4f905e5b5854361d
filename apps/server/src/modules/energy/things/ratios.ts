/** 倍率设置: what meters are multiplied by from an instant on; proposed by one person, in force once another agreed. */
import type {
  MeterRow,
  RatioImpact,
  ratioInput,
  RatioList,
  ratioListInput,
  RatioRow,
  RatioSaved,
} from '@hengneng/contracts';
import type { FieldError } from '@hengneng/core';
import { checkMultiplierEntry, CHINA, dayAt, type GasState } from '@hengneng/energy/measuring';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { bindFiles } from '../../../platform/files/files.ts';
import { forbidden, invalid, notFound, refused } from '../../../platform/http/errors.ts';
import { likeText, trail } from '../../identity/index.ts';
import { projectsVisible, seenProject } from '../../projects/index.ts';
import { countsWords, gasFactorOf, gasJson, gasOf, gasStateOf, gasText } from './gas.ts';
import { HANGS, readMeter } from './meters-read.ts';
import { queueRecalc } from './queue.ts';
import { lockThings } from './rooms.ts';
import { isoText, plainNumber } from './screens.ts';

type Input = z.output<typeof ratioInput>;
type Propose = Extract<Input, { Action: 'propose' }>;

/** Under which photos of plates are kept. */
export const RATIO_PAPER = 'meterRatio';
const DAY = 86_400_000;
const AHEAD_DAYS = 30;

export const listRatios = async (ctx: Ctx, input: z.output<typeof ratioListInput>): Promise<RatioList> => {
  const project = await seenProject(ctx, ctx.db, input.ProjectCode);
  const like = likeText(input.Keyword ?? '');
  const parts: RawBuilder<unknown>[] = [
    sql`m.project_code = ${project.code} and d.state <> 'retired'`,
    sql`(d.name ilike ${like} or d.display_name ilike ${like} or d.code ilike ${like} or d.factory_no ilike ${like})`,
  ];
  if (input.MeterType !== undefined) parts.push(sql`m.meter_type = ${input.MeterType}`);
  if (input.Changed === true)
    parts.push(
      sql`exists (select from meter_ratio x where x.meter_id = m.device_id and x.valid_from > app_now() - interval '1 year' and x.state <> '已退回')`,
    );
  const { rows } =
    await sql<RatioRow>`select d.id::text as "DeviceId", d.code as "DeviceCode", coalesce(d.display_name, d.name) as "Name",
      coalesce(i.factory_no, d.factory_no, '') as "MeterNo", m.meter_type as "MeterType", m.unit as "Unit", coalesce(k.ct, '1') as "CT",
      coalesce(k.pt, '1') as "PT", ${plainNumber('k.value')} as "Ratio", ${gasText('k')} as "Gas", ${isoText('k.valid_from')} as "EffectTime",
      (select trim_scale(x.value)::text from meter_ratio x where x.meter_id = m.device_id and x.state = '已生效' and x.valid_from < k.valid_from
        order by x.valid_from desc limit 1) as "PrevRatio",
      coalesce(k.reason, '') as "Reason", coalesce(k.documents, '[]') as "File", u.user_name as "Editor", ${isoText('k.created_at')} as "EditTime",
      (select count(*)::int from manual_reading r where r.meter_id = m.device_id and r.at >= k.valid_from and r.value is not null) as "Readings",
      (select json_build_object('SetId', w.id::text, 'CT', w.ct, 'PT', w.pt, 'Ratio', trim_scale(w.value)::text, 'Gas', ${gasText('w')}, 'EffectTime', ${isoText('w.valid_from')},
          'Reason', w.reason, 'ProposedBy', y.user_name, 'Mine', w.created_by = ${ctx.session.userId})
        from meter_ratio w left join app_user y on y.id = w.created_by where w.meter_id = m.device_id and w.state = '待复核' order by w.id desc limit 1) as "Pending"
    from meter m join device d on d.id = m.device_id join energy_category c on c.id = m.category_id
      left join energy_category top on top.id = c.parent_id ${HANGS}
      left join lateral (select x.* from meter_ratio x where x.meter_id = m.device_id and x.state = '已生效' and x.valid_from <= app_now()
        order by x.valid_from desc limit 1) k on true left join app_user u on u.id = k.created_by
    where ${sql.join(parts, sql` and `)} order by coalesce(top.sort, c.sort), d.sort, d.code`.execute(ctx.db);
  return { rows };
};

/** What a meter's days would cost. Given from outside: costs are worked out from meters. */
export type DayCosts = (
  db: Db | Tx,
  session: Ctx['session'],
  of: { readonly project: string; readonly meter: string },
  days: readonly { readonly day: string; readonly usage: string; readonly split: readonly string[] | null }[],
) => Promise<ReadonlyMap<string, string>>;

interface Reckoned extends Omit<RatioImpact, 'OldAmount' | 'NewAmount'> {
  readonly OldSplit: readonly string[] | null;
  readonly NewSplit: readonly string[] | null;
}

interface Another {
  readonly project: string;
  readonly meter: string;
  readonly at: Date;
  readonly value: string;
  readonly factor: string;
}

/** What whole days would be under another ratio; the day of the change itself wants a reading of its instant. */
const impactOf = async (
  { session }: Ctx,
  db: Tx,
  { project, meter, at, value, factor }: Another,
  costs: DayCosts,
): Promise<Pick<RatioSaved, 'Impact' | 'AdjustQty'>> => {
  const times = sql`${value}::numeric * ${factor}::numeric / (k.value * k.gas_factor)`;
  const { rows } = await sql<Reckoned>`with until as (
      select coalesce((select min(valid_from) from meter_ratio where meter_id = ${meter} and state = '已生效' and valid_from > ${at}), 'infinity') as at)
    select y.day::text as "Date", trim_scale(y.usage)::text as "Old",
      trim_scale(round(y.usage * ${times}, 6))::text as "New", trim_scale(round(y.usage * ${times}, 6) - y.usage)::text as "Diff",
      case when y.sharp is not null then array[y.sharp, y.peak, y.flat, y.valley]::text[] end as "OldSplit",
      case when y.sharp is not null then array[round(y.sharp * ${times}, 6), round(y.peak * ${times}, 6), round(y.flat * ${times}, 6),
        round(y.valley * ${times}, 6)]::text[] end as "NewSplit",
      case when energy_month_locked(y.project_code, to_char(y.day, 'YYYY-MM')) then '月锁' else '' end as "LockState"
    from meter_day y, until, lateral (select x.value, x.gas_factor from meter_ratio x where x.meter_id = y.meter_id and x.state = '已生效' and x.valid_from <= y.from_at
      order by x.valid_from desc limit 1) k
    where y.meter_id = ${meter} and y.register = 'total' and y.from_at >= ${at} and y.to_at <= until.at order by y.day`.execute(
    db,
  );
  const { rows: sums } = await sql<{ sum: string }>`select trim_scale(coalesce(sum(v), 0))::text as sum
    from unnest(${rows.filter(({ LockState }) => LockState !== '').map(({ Diff }) => Diff)}::numeric[]) v`.execute(db);
  const worth = (usage: 'Old' | 'New', split: 'OldSplit' | 'NewSplit') =>
    costs(
      db,
      session,
      { project, meter },
      rows.map((row) => ({ day: row.Date, usage: row[usage], split: row[split] })),
    );
  const [old, fresh] = await Promise.all([worth('Old', 'OldSplit'), worth('New', 'NewSplit')]);
  const Impact = rows.map(({ OldSplit: _old, NewSplit: _new, ...row }): RatioImpact => {
    const [OldAmount = null, NewAmount = null] = [old.get(row.Date), fresh.get(row.Date)];
    return { ...row, OldAmount, NewAmount };
  });
  return { Impact, AdjustQty: sums[0]?.sum ?? '0' };
};

interface Proposed {
  readonly value: string;
  readonly gas: GasState | null;
}

const checkProposal = async (tx: Tx, ctx: Ctx, input: Propose, meter: MeterRow): Promise<Proposed> => {
  const faults: FieldError[] = [];
  const gas = gasOf(input.Gas, meter.MeterType, faults);
  const found = checkMultiplierEntry({
    ...(input.CT ? { ct: input.CT } : {}),
    ...(input.PT ? { pt: input.PT } : {}),
    ...(input.Ratio ? { value: input.Ratio } : {}),
  });
  if ('message' in found)
    faults.push({
      path: found.message.startsWith('CT') ? 'CT' : found.message.startsWith('PT') ? 'PT' : 'Ratio',
      message: found.message,
    });
  const at = new Date(input.EffectTime);
  if (at.getTime() > ctx.now.getTime() + AHEAD_DAYS * DAY)
    faults.push({ path: 'EffectTime', message: `生效时刻不能晚于现在 ${AHEAD_DAYS} 天` });
  const { rows: first } = await sql<{
    before: boolean;
  }>`select ${at} < min(valid_from) as before from meter_ratio where meter_id = ${input.DeviceId} and state = '已生效'`.execute(
    tx,
  );
  if (first[0]?.before === true) faults.push({ path: 'EffectTime', message: '生效时刻早于该表的起用时刻' });
  if (!input.Preview && input.File.length === 0) faults.push({ path: 'File', message: '请上传铭牌照片' });
  const { rows: open } =
    await sql`select 1 from meter_ratio where meter_id = ${input.DeviceId} and state = '待复核'`.execute(tx);
  if (!input.Preview && open.length > 0)
    faults.push({ path: 'EffectTime', message: '该表有待确认的倍率变更，请先处理' });
  if (faults.length > 0 || 'message' in found) throw invalid(faults);
  return { value: found.value, gas };
};

const propose = async (ctx: Ctx, tx: Tx, input: Propose, costs: DayCosts): Promise<RatioSaved> => {
  const meter = await readMeter(ctx, tx, input.DeviceId);
  if (meter.ProjectCode !== input.ProjectCode) throw invalid([{ path: 'DeviceId', message: '请选择本项目的表计' }]);
  await lockThings(tx, meter.ProjectCode);
  const { value, gas } = await checkProposal(tx, ctx, input, meter);
  const at = new Date(input.EffectTime);
  const another = { project: meter.ProjectCode, meter: input.DeviceId, at, value, factor: gasFactorOf(gas) };
  const impact = await impactOf(ctx, tx, another, costs);
  if (input.Preview) return { SetId: null, State: '预览', ...impact };
  const { rows } = await sql<{
    id: string;
  }>`insert into meter_ratio (meter_id, valid_from, ct, pt, value, gas_state, gas_factor, reason, documents, state,
      created_by)
    values (${input.DeviceId}, ${at}, ${input.CT || (input.PT ? '1' : value)}, ${input.PT || '1'}, ${value},
      ${gasJson(gas)}::jsonb, ${gasFactorOf(gas)}, ${input.Reason === '' ? input.ReasonType : `${input.ReasonType}：${input.Reason}`}, ${JSON.stringify(input.File)}::jsonb, '待复核', ${ctx.session.userId})
    returning id::text as id`.execute(tx);
  const SetId = rows[0]?.id ?? '';
  const faults = await bindFiles(
    tx,
    RATIO_PAPER,
    SetId,
    input.File.map(({ URL }, index) => ({ path: `File[${index}]`, URL })),
    ctx.session.userId,
  );
  if (faults.length > 0) throw invalid(faults);
  await trail(tx, ctx, {
    kind: '系统设置',
    action: '提出倍率变更',
    object: `${meter.ProjectCode} ${meter.Name}`,
    summary: input.ReasonType,
    before: { 倍率: meter.Ratio, 计量状态: countsWords(meter.Gas === null ? null : gasStateOf(meter.Gas)) },
    after: { 倍率: value, 计量状态: countsWords(gas), 生效时刻: input.EffectTime },
  });
  return { SetId, State: '待复核', ...impact };
};

const DECIDES = ['energyAnalyst', 'admin'] as const;

interface Proposal {
  readonly id: string;
  readonly meter: string;
  readonly name: string;
  readonly at: Date;
  readonly value: string;
  readonly factor: string;
  readonly by: string | null;
  readonly state: string;
}

const readProposal = async (ctx: Ctx, tx: Tx, project: string, id: string): Promise<Proposal> => {
  const { rows } =
    await sql<Proposal>`select k.id::text as id, k.meter_id::text as meter, d.name, k.valid_from as at, trim_scale(k.value)::text as value,
      trim_scale(k.gas_factor)::text as factor, k.created_by::text as by, k.state from meter_ratio k join meter m on m.device_id = k.meter_id join device d on d.id = m.device_id
      join project p on p.code = m.project_code
    where k.id = ${id} and m.project_code = ${project} and ${projectsVisible(ctx.session)} for update of k`.execute(tx);
  const [found] = rows;
  if (found === undefined) throw notFound('倍率变更不存在，或您没有查看它的权限');
  return found;
};

/** One ratio at one instant: what held from the same instant was wrong from the start. */
const enforce = async (tx: Tx, ctx: Ctx, { id, meter, at }: Proposal): Promise<void> => {
  await sql`update meter_ratio set state = '已作废' where meter_id = ${meter} and valid_from = ${at} and state = '已生效'`.execute(
    tx,
  );
  await sql`update meter_ratio set state = '已生效', decided_by = ${ctx.session.userId}, decided_at = app_now() where id = ${id}`.execute(
    tx,
  );
  await sql`update device d set multiple = k.value from (select value from meter_ratio where meter_id = ${meter} and state = '已生效' and valid_from <= app_now()
    order by valid_from desc limit 1) k where d.id = ${meter}`.execute(tx);
  const from = dayAt(at.getTime() - DAY, CHINA);
  const to = dayAt(ctx.now.getTime(), CHINA);
  await queueRecalc(tx, meter, from < to ? from : to, to, '倍率变更');
};

const decide = async (ctx: Ctx, tx: Tx, input: Exclude<Input, Propose>, costs: DayCosts): Promise<RatioSaved> => {
  const { userId, roles } = ctx.session;
  if (!DECIDES.some((role) => roles.includes(role))) throw forbidden('倍率变更由能源数据分析师确认');
  await lockThings(tx, input.ProjectCode);
  const found = await readProposal(ctx, tx, input.ProjectCode, input.SetId);
  if (found.state !== '待复核') throw refused(`该变更${found.state}，不能再处理`);
  if (found.by === userId) throw forbidden('提出人不能确认自己的倍率变更，请由另一人确认');
  const State = input.Action === 'agree' ? '已生效' : '已退回';
  const impact = await impactOf(ctx, tx, { ...found, project: input.ProjectCode }, costs);
  if (input.Action === 'agree') await enforce(tx, ctx, found);
  else
    await sql`update meter_ratio set state = '已退回', decided_by = ${userId}, decided_at = app_now() where id = ${found.id}`.execute(
      tx,
    );
  await trail(tx, ctx, {
    kind: '系统设置',
    action: input.Action === 'agree' ? '同意倍率变更' : '退回倍率变更',
    object: `${input.ProjectCode} ${found.name}`,
    after: { 倍率: found.value, 生效时刻: found.at.toISOString(), 状态: State },
  });
  return { SetId: found.id, State, ...impact };
};

export const saveRatio = (ctx: Ctx, input: Input, costs: DayCosts): Promise<RatioSaved> => {
  if (input.Action === 'propose' && input.Preview)
    return ctx.db.transaction().execute((tx) => propose(ctx, tx, input, costs));
  return ctx.write((tx) =>
    input.Action === 'propose' ? propose(ctx, tx, input, costs) : decide(ctx, tx, input, costs),
  );
};

/** Whether a person may see the photos of a change. */
export const seesRatio = async (db: Db, session: Ctx['session'], id: string): Promise<boolean> => {
  const { rows } =
    await sql`select 1 from meter_ratio k join meter m on m.device_id = k.meter_id join project p on p.code = m.project_code
    where k.id = ${id} and ${projectsVisible(session)}`.execute(db);
  return rows.length > 0;
};

/** Registering an exchange or a reset, checked line by line before it stands; a second person agrees to it afterwards. */
import type { Registration, ReplaceInput } from '@hengneng/contracts';
import type { FieldError } from '@hengneng/core';
import {
  type Break,
  type BreakUsage,
  checkBreak,
  checkMultiplierEntry,
  CHINA,
  dayAt,
  dialFault,
  isCounter,
  type Register,
  REGISTERS,
} from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import { takeSerial } from '../../../engine/forms/numbering.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { bindFiles } from '../../../platform/files/files.ts';
import { invalid, notFound, refused } from '../../../platform/http/errors.ts';
import { need, trail } from '../../identity/index.ts';
import {
  lockThings,
  meterLines,
  type MeterThing,
  numberTaken,
  queueRecalc,
  readMeter,
  REPLACE,
} from '../things/index.ts';
import { countingBefore, readingsAround, usageOf } from './around.ts';
import { readBreak } from './read.ts';
import { BREAK_PAPER, SERIAL } from './serial.ts';

type Report = Extract<ReplaceInput, { Action: 'report' }>;
export interface Answer {
  readonly ReplaceId: string;
  readonly State: '待登记' | '待核对' | '已生效' | '已作废';
  readonly Usage: BreakUsage | null;
  readonly FormVersion: number;
}

/** What the registration says of one register, with where it says so. */
interface Part {
  readonly register: Register;
  readonly path: string;
  readonly old: string;
  readonly fresh: string;
  readonly gap: string | null;
}

const partsOf = (input: Registration): readonly Part[] => [
  { register: 'total', path: '', old: input.OldEnd, fresh: input.NewStart, gap: input.GapUsage ?? null },
  ...input.Registers.map((one, at) => ({
    register: one.Register as Register,
    path: `Registers[${at}].`,
    old: one.OldEnd,
    fresh: one.NewStart,
    gap: one.GapUsage ?? null,
  })),
];

const lineOf = (input: Registration, part: Part, ratio: string | null): Break => ({
  id: '',
  kind: input.Kind,
  removedAt: new Date(input.RemoveTime).getTime(),
  installedAt: new Date(input.InstallTime).getTime(),
  oldFinal: part.old,
  newInitial: part.fresh,
  gap:
    part.gap === null || !input.GapMethod
      ? null
      : { usage: part.gap, method: input.GapMethod, reason: input.GapReason },
  ...(ratio === null ? {} : { multiplier: ratio }),
  ...(input.Digits ? { digits: input.Digits } : {}),
  ...(typeof input.Decimals === 'number' ? { decimals: input.Decimals } : {}),
  confirmed: false,
});

/** The field at which a fault of a line is said. */
const fieldOf = (path: keyof Break, input: Registration, part: Part): string => {
  if (path === 'installedAt') return 'InstallTime';
  if (path === 'oldFinal') return `${part.path}OldEnd`;
  if (path === 'newInitial') return `${part.path}NewStart`;
  if (path !== 'gap') return path;
  if (!input.GapMethod) return 'GapMethod';
  return part.gap === null
    ? `${part.path}GapUsage`
    : input.GapReason.trim() === ''
      ? 'GapReason'
      : `${part.path}GapUsage`;
};

const dialFaults = (input: Registration, thing: MeterThing, parts: readonly Part[]): FieldError[] => {
  const fresh = {
    digits: input.Digits ?? thing.dial.digits,
    decimals: input.Decimals ?? thing.dial.decimals,
  };
  return parts.flatMap((part) => {
    const old = dialFault(part.old, thing.dial);
    const after = dialFault(part.fresh, input.Kind === 'reset' ? thing.dial : fresh);
    return [
      ...(old === null ? [] : [{ path: `${part.path}OldEnd`, message: old }]),
      ...(after === null ? [] : [{ path: `${part.path}NewStart`, message: after }]),
    ];
  });
};

/** Every counter of the meter breaks off with it; the others show the moment and go on by themselves. */
const registerFaults = (thing: MeterThing, parts: readonly Part[]): FieldError[] => {
  const given = new Set(parts.map(({ register }) => register));
  const lacking = thing.registers.filter((one) => isCounter(one) && !given.has(one));
  const strange = parts.find(({ register }) => !thing.registers.includes(register) && register !== 'total');
  return [
    ...lacking.map((one) => ({ path: 'Registers', message: `请填写示数项【${REGISTERS[one].name}】的止码和起码` })),
    ...(strange === undefined ? [] : [{ path: `${strange.path}Register`, message: '该表没有这个示数项' }]),
  ];
};

const paperFaults = (input: Registration, thing: MeterThing): FieldError[] => {
  const faults: FieldError[] = [];
  if (input.OldPhotos.length === 0) faults.push({ path: 'OldPhotos', message: '请上传旧表止码照片' });
  if (input.Kind === 'reset') return faults;
  if (input.NewPhotos.length === 0) faults.push({ path: 'NewPhotos', message: '请上传新表起码照片' });
  if (thing.settles && input.CertFile.length === 0)
    faults.push({ path: 'CertFile', message: '参与结算的表须上传检定证书' });
  if (thing.settles && input.WitnessFile.length === 0)
    faults.push({ path: 'WitnessFile', message: '参与结算的表须上传客户见证签字' });
  return faults;
};

const numberFaults = async (tx: Tx, input: Registration, thing: MeterThing): Promise<FieldError[]> => {
  if (input.Kind === 'reset') return [];
  const say = (message: string): FieldError[] => [{ path: 'NewMeterNo', message }];
  if (input.NewMeterNo === '') return say('请填写新表号');
  if (input.NewMeterNo === thing.installs.at(-1)?.factoryNo) return say('新表号与旧表号相同');
  return (await numberTaken(tx, thing.project, input.NewMeterNo, thing.id))
    ? say(`新表号 ${input.NewMeterNo} 已被占用`)
    : [];
};

/** The new multiplier, null where the old one stays. */
const ratioOf = (input: Registration): { readonly value: string | null; readonly faults: FieldError[] } => {
  const { NewCT, NewPT, NewRatio } = input;
  if (!NewCT && !NewPT && !NewRatio) return { value: null, faults: [] };
  const found = checkMultiplierEntry({
    ...(NewCT ? { ct: NewCT } : {}),
    ...(NewPT ? { pt: NewPT } : {}),
    ...(NewRatio ? { value: NewRatio } : {}),
  });
  if (!('message' in found)) return { value: found.value, faults: [] };
  const path = found.message.startsWith('CT') ? 'NewCT' : found.message.startsWith('PT') ? 'NewPT' : 'NewRatio';
  return { value: null, faults: [{ path, message: found.message }] };
};

const timeFaults = async (tx: Tx, input: Registration, thing: MeterThing): Promise<FieldError[]> => {
  const hung = thing.installs.at(-1);
  const removed = new Date(input.RemoveTime);
  if (hung !== undefined && removed.getTime() < hung.installedAt)
    return [{ path: 'RemoveTime', message: '拆除时刻早于该表的装用时刻，请核对' }];
  const { rows } = await sql<{
    serial: string;
  }>`select serial from meter_break where meter_id = ${thing.id} and id is distinct from ${input.ReplaceId ?? null}::bigint
    and state = '待核对' limit 1`.execute(tx);
  const [open] = rows;
  return open === undefined ? [] : [{ path: 'DeviceId', message: `该表有待核对的更换 ${open.serial}，请先核对或作废` }];
};

interface Judged {
  readonly faults: readonly FieldError[];
  readonly usage: BreakUsage | null;
  readonly ratio: string | null;
}

/** Everything that is wrong with a registration, and what the exchange makes of the meter's use. */
const judge = async (tx: Tx, ctx: Ctx, input: Registration, thing: MeterThing): Promise<Judged> => {
  const parts = partsOf(input);
  const ratio = ratioOf(input);
  const faults: FieldError[] = [
    ...(await timeFaults(tx, input, thing)),
    ...registerFaults(thing, parts),
    ...dialFaults(input, thing, parts),
    ...paperFaults(input, thing),
    ...(await numberFaults(tx, input, thing)),
    ...ratio.faults,
  ];
  let usage: BreakUsage | null = null;
  const places = parts.map(({ register }) => ({
    thing,
    register,
    removedAt: new Date(input.RemoveTime).getTime(),
    installedAt: new Date(input.InstallTime).getTime(),
  }));
  const arounds = await readingsAround(tx, places);
  for (const [at, part] of parts.entries()) {
    const [place, around] = [places[at], arounds[at]];
    if (place === undefined || around === undefined) continue;
    const line = lineOf(input, part, ratio.value);
    const counting = countingBefore(place);
    const against = {
      previous: around.previous,
      now: ctx.now.getTime(),
      ...(counting === undefined ? {} : { counting }),
    };
    for (const { path, message } of checkBreak(line, against))
      faults.push({ path: fieldOf(path, input, part), message });
    if (faults.length === 0 && part.register === 'total') usage = usageOf(line, around, thing);
  }
  // One field says one thing at a time.
  const seen = new Set<string>();
  const once = faults.filter(({ path }) => !seen.has(path) && seen.add(path));
  return { faults: once, usage, ratio: ratio.value };
};

const bindPapers = async (tx: Tx, ctx: Ctx, id: string, input: Registration): Promise<void> => {
  const groups = ['OldPhotos', 'NewPhotos', 'CertFile', 'WitnessFile'] as const;
  const files = groups.flatMap((key) => input[key].map(({ URL }, at) => ({ path: `${key}[${at}]`, URL })));
  const faults = await bindFiles(tx, BREAK_PAPER, id, files, ctx.session.userId);
  if (faults.length > 0) throw invalid(faults);
};

export const thingOf = async (tx: Db | Tx, id: string): Promise<MeterThing> => {
  const thing = (await meterLines(tx, [id])).get(id);
  if (thing === undefined) throw notFound('表计不存在，或您没有查看它的权限');
  return thing;
};

/** The day before too: what is read at its end closes it. */
export const recalcFrom = (tx: Tx, ctx: Ctx, meter: string, at: Date, cause: string): Promise<void> =>
  queueRecalc(tx, meter, dayAt(at.getTime() - 86_400_000, CHINA), dayAt(ctx.now.getTime(), CHINA), cause);

const registersJson = (input: Registration): string =>
  JSON.stringify(
    Object.fromEntries(
      partsOf(input).map(({ register, old, fresh, gap }) => [
        register,
        { old, new: fresh, ...(gap === null || !input.GapMethod ? {} : { gap }) },
      ]),
    ),
  );

/** Of a report of the site, that row goes on; otherwise a new one begins. */
const writeBreak = async (
  tx: Tx,
  ctx: Ctx,
  input: Registration,
  thing: MeterThing,
  ratio: string | null,
): Promise<{ id: string; version: number }> => {
  const values = sql`${input.Kind} as kind, ${input.Reason} as reason, ${new Date(input.RemoveTime)}::timestamptz as removed_at,
    ${new Date(input.InstallTime)}::timestamptz as installed_at, ${registersJson(input)}::jsonb as registers, ${input.GapMethod || null} as gap_method,
    ${input.GapReason} as gap_reason, ${thing.installs.at(-1)?.factoryNo ?? ''} as old_factory_no, ${input.NewMeterNo} as new_factory_no,
    ${input.NewCT ?? null} as new_ct, ${input.NewPT ?? null} as new_pt, ${ratio}::numeric as new_ratio, ${input.Digits ?? null}::int as new_digits,
    ${input.Decimals ?? null}::int as new_decimals, ${input.Worker} as worker, ${JSON.stringify([...input.OldPhotos, ...input.NewPhotos])}::jsonb as photos,
    ${JSON.stringify(input.CertFile)}::jsonb as certificate, ${JSON.stringify(input.WitnessFile)}::jsonb as witness`;
  const names = sql.raw(
    'kind, reason, removed_at, installed_at, registers, gap_method, gap_reason, old_factory_no, new_factory_no, new_ct, new_pt, new_ratio, new_digits, new_decimals, worker, photos, certificate, witness',
  );
  const { userId } = ctx.session;
  if (input.ReplaceId === undefined) {
    const serial = await takeSerial(tx, BREAK_PAPER, SERIAL, ctx.now);
    const { rows } = await sql<{
      id: string;
      version: number;
    }>`insert into meter_break (serial, meter_id, state, created_by, ${names})
      select ${serial}, ${thing.id}::bigint, '待核对', ${userId}::bigint, x.* from (select ${values}) x returning id::text as id, version`.execute(
      tx,
    );
    return rows[0] ?? { id: '', version: 1 };
  }
  const { rows } = await sql<{
    id: string;
    version: number;
  }>`update meter_break set (${names}) = (select ${values}), state = '待核对', created_by = ${userId},
      version = version + 1 where id = ${input.ReplaceId} and state = '待登记' and meter_id = ${thing.id} returning id::text as id, version`.execute(
    tx,
  );
  const [row] = rows;
  if (row === undefined) throw refused('该上报已登记或已作废，请刷新后再试');
  return row;
};

export const registerBreak = (ctx: Ctx, input: Registration): Promise<Answer> => {
  need(ctx.session, REPLACE, 'add');
  return ctx.write(async (tx) => {
    const meter = await readMeter(ctx, tx, input.DeviceId);
    if (meter.ProjectCode !== input.ProjectCode) throw invalid([{ path: 'DeviceId', message: '请选择本项目的表计' }]);
    await lockThings(tx, meter.ProjectCode);
    const thing = await thingOf(tx, input.DeviceId);
    const { faults, usage, ratio } = await judge(tx, ctx, input, thing);
    if (faults.length > 0) throw invalid(faults);
    const { id, version } = await writeBreak(tx, ctx, input, thing, ratio);
    await bindPapers(tx, ctx, id, input);
    await recalcFrom(tx, ctx, thing.id, new Date(input.RemoveTime), '换表登记');
    const { row } = await readBreak(ctx, tx, id);
    await trail(tx, ctx, {
      kind: '系统设置',
      action: input.Kind === 'swap' ? '登记换表' : '登记清零',
      object: `${row.Serial} ${row.ProjectName} ${row.DeviceName}`,
      summary: usage?.words ?? '',
      after: {
        旧表号: row.OldMeterNo,
        旧止码: row.OldEnd,
        新表号: row.NewMeterNo,
        新起码: row.NewStart,
        空档估算量: row.GapUsage,
      },
    });
    return { ReplaceId: id, State: '待核对', Usage: usage, FormVersion: version };
  });
};

/** What was sent before under this number. */
async function reportedAs(tx: Tx, client: string | undefined): Promise<Answer | undefined> {
  if (client === undefined) return undefined;
  const { rows } = await sql<{ ReplaceId: string; State: Answer['State']; FormVersion: number }>`
    select id::text as "ReplaceId", state as "State", version as "FormVersion" from meter_break where client_id = ${client}`.execute(
    tx,
  );
  return rows[0] === undefined ? undefined : { ...rows[0], Usage: null };
}

/** What the site read of both dials; the registration begins with it, and nothing is counted by it. */
const seenOnDials = ({ OldEnd, NewStart }: Report): string =>
  JSON.stringify(
    OldEnd || NewStart ? { total: { ...(OldEnd ? { old: OldEnd } : {}), ...(NewStart ? { new: NewStart } : {}) } } : {},
  );

/** The site only says that something was exchanged; figures and papers follow. */
export const reportBreak = (ctx: Ctx, input: Report): Promise<Answer> => {
  need(ctx.session, REPLACE, 'add');
  return ctx.write(async (tx) => {
    const meter = await readMeter(ctx, tx, input.DeviceId);
    if (meter.ProjectCode !== input.ProjectCode) throw invalid([{ path: 'DeviceId', message: '请选择本项目的表计' }]);
    const removed = new Date(input.RemoveTime);
    if (removed > ctx.now) throw invalid([{ path: 'RemoveTime', message: '拆除时刻不能晚于现在' }]);
    await lockThings(tx, meter.ProjectCode);
    const known = await reportedAs(tx, input.ClientId);
    if (known !== undefined) return known;
    const { rows: open } = await sql<{
      serial: string;
    }>`select serial from meter_break where meter_id = ${input.DeviceId} and state = '待登记'`.execute(tx);
    if (open[0] !== undefined)
      throw invalid([{ path: 'DeviceId', message: `该表已上报更换 ${open[0].serial}，请等待登记` }]);
    const serial = await takeSerial(tx, BREAK_PAPER, SERIAL, ctx.now);
    const { rows } = await sql<{
      id: string;
    }>`insert into meter_break (serial, meter_id, kind, reason, removed_at, installed_at, registers,
        old_factory_no, new_factory_no, photos, state, created_by, client_id)
      values (${serial}, ${input.DeviceId}, 'swap', ${input.Reason}, ${removed}, ${removed}, ${seenOnDials(input)}::jsonb, ${meter.MeterNo},
        ${input.NewMeterNo}, ${JSON.stringify(input.Photos)}::jsonb, '待登记', ${ctx.session.userId}, ${input.ClientId ?? null})
      returning id::text as id`.execute(tx);
    const ReplaceId = rows[0]?.id ?? '';
    const files = input.Photos.map(({ URL }, at) => ({ path: `Photos[${at}]`, URL }));
    const faults = await bindFiles(tx, BREAK_PAPER, ReplaceId, files, ctx.session.userId);
    if (faults.length > 0) throw invalid(faults);
    await trail(tx, ctx, {
      kind: '系统设置',
      action: '上报换表',
      object: `${serial} ${meter.Name}`,
      summary: input.Reason,
    });
    return { ReplaceId, State: '待登记', Usage: null, FormVersion: 1 };
  });
};

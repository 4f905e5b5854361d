/** Reading and changing limits. What is blank at a level is as the wider one has it; a row with nothing of its own goes. */
import {
  type deviationRead,
  type DeviationRow,
  type DeviationSet,
  type deviationWrite,
  NARROWEST,
} from '@hengneng/contracts';
import { checkDeviation, DEVIATION_LEVELS } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { conflict, forbidden, invalid } from '../../../platform/http/errors.ts';
import type { FileAnswer } from '../../../platform/http/registry.ts';
import { type Table, workbook } from '../../identity/index.ts';
import { projectsVisible, seenProject } from '../../projects/index.ts';
import { visibleMeters } from '../things/index.ts';
import { holdsAt, LIMITS, numbersOf, type Own, type StoredLimits, storedLimits } from './limits.ts';

type Written = z.output<typeof deviationWrite>;

const NOTHING: Own = {
  Warn: null,
  Abnormal: null,
  MinUsage: null,
  TempWidth: null,
  Samples: null,
  CapFactor: null,
  SubDiff: null,
  BillDiff: null,
  BalanceDiff: null,
  CopMin: null,
  CopMax: null,
};

const rowOf = (of: StoredLimits, all: readonly StoredLimits[], meterCategory: string | null): DeviationRow => ({
  Id: of.id,
  Level: of.level,
  Target: of.meterName ?? of.categoryName ?? of.projectName ?? '公司默认',
  ProjectCode: of.project,
  ProjectName: of.projectName,
  CategoryCode: of.category,
  DeviceId: of.meter,
  Own: of.own,
  Holds: numbersOf(holdsAt({ ...of, meterCategory }, all)),
  Reason: of.reason,
  Version: of.version,
  Editor: of.editor,
  EditTime: of.editedAt,
});

/** The company's own line, also where nobody has set anything yet. */
const COMPANY: DeviationRow = {
  Id: null,
  Level: 'company',
  Target: '公司默认',
  ProjectCode: null,
  ProjectName: null,
  CategoryCode: null,
  DeviceId: null,
  Own: NOTHING,
  Holds: numbersOf(holdsAt({ level: 'company', project: null, category: null, own: NOTHING }, [])),
  Reason: '',
  Version: 0,
  Editor: null,
  EditTime: null,
};

const mayCompany = (ctx: Ctx): boolean => ctx.session.permissions.scopes.has('all');

const categoriesOfMeters = async (db: Db | Tx, meters: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ id: string; code: string }>`select m.device_id::text as id, c.code
    from meter m join energy_category c on c.id = m.category_id where m.device_id = any(${[...meters]}::bigint[])`.execute(
    db,
  );
  return new Map(rows.map(({ id, code }) => [id, code]));
};

export async function readDeviation(ctx: Ctx, input: z.output<typeof deviationRead>): Promise<DeviationSet> {
  const project = input.ProjectCode ? (await seenProject(ctx, ctx.db, input.ProjectCode)).code : null;
  const all = await storedLimits(
    ctx.db,
    project === null
      ? sql`(s.project_code is null or ${projectsVisible(ctx.session)})`
      : sql`(s.project_code is null or s.project_code = ${project})`,
  );
  const [meters, categories] = await Promise.all([
    project === null ? [] : visibleMeters(ctx, project),
    categoriesOfMeters(
      ctx.db,
      all.flatMap(({ meter }) => meter ?? []),
    ),
  ]);
  const category = input.CategoryCode;
  const shown = all.filter(
    (one) =>
      !category ||
      one.level === 'company' ||
      one.level === 'project' ||
      (one.category ?? categories.get(one.meter ?? '')) === category,
  );
  const rows = shown.map((one) => rowOf(one, all, categories.get(one.meter ?? '') ?? null));
  const names = new Map(meters.map(({ category: code, categoryName }) => [code, categoryName]));
  return {
    rows: rows[0]?.Level === 'company' ? rows : [COMPANY, ...rows],
    total: rows.length,
    MayCompany: mayCompany(ctx),
    Categories: [...names].map(([Code, Name]) => ({ Code, Name })),
    Meters: meters.map(({ id, name, category: code }) => ({ DeviceId: id, Name: name, CategoryCode: code })),
  };
}

interface Place {
  readonly project: string | null;
  readonly projectName: string;
  readonly category: string | null;
  readonly categoryId: string | null;
  readonly meter: string | null;
  readonly meterCategory: string | null;
  readonly name: string;
}

/** Where it is to hold; each part as its level wants it. */
async function placeOf(ctx: Ctx, tx: Tx, input: Written): Promise<Place> {
  if (input.Level === 'company') {
    if (!mayCompany(ctx)) throw forbidden('公司默认由公司级的人员维护，您可以为项目单独设置');
    return {
      project: null,
      projectName: '',
      category: null,
      categoryId: null,
      meter: null,
      meterCategory: null,
      name: '公司默认',
    };
  }
  if (!input.ProjectCode) throw invalid([{ path: 'ProjectCode', message: '请选择项目' }]);
  const seen = await seenProject(ctx, tx, input.ProjectCode);
  const base = { project: seen.code, projectName: seen.name, category: null, categoryId: null };
  if (input.Level === 'project') return { ...base, meter: null, meterCategory: null, name: seen.name };
  if (input.Level === 'meter') {
    const { rows } = await sql<{ id: string; name: string; category: string }>`
      select m.device_id::text as id, coalesce(d.display_name, d.name) as name, c.code as category from meter m
      join device d on d.id = m.device_id join energy_category c on c.id = m.category_id
      where m.device_id = ${input.DeviceId}::bigint and m.project_code = ${seen.code}`.execute(tx);
    const [meter] = rows;
    if (meter === undefined) throw invalid([{ path: 'DeviceId', message: '请选择该项目的表计' }]);
    return { ...base, meter: meter.id, meterCategory: meter.category, name: `${seen.name} ${meter.name}` };
  }
  const { rows } = await sql<{ id: string; name: string }>`select c.id::text, c.name from energy_category c
    where c.code = ${input.CategoryCode} and exists (select from meter m where m.project_code = ${seen.code} and m.category_id = c.id)`.execute(
    tx,
  );
  const [category] = rows;
  if (category === undefined) throw invalid([{ path: 'CategoryCode', message: '请选择该项目有表计的能源' }]);
  return {
    ...base,
    category: input.CategoryCode,
    categoryId: category.id,
    meter: null,
    meterCategory: null,
    name: `${seen.name} ${category.name}`,
  };
}

const ownOf = (input: Written): Own => ({
  Warn: input.Warn,
  Abnormal: input.Abnormal,
  MinUsage: input.MinUsage,
  TempWidth: input.TempWidth,
  Samples: input.Samples,
  CapFactor: input.CapFactor,
  SubDiff: input.SubDiff,
  BillDiff: input.BillDiff,
  BalanceDiff: input.BalanceDiff,
  CopMin: input.CopMin,
  CopMax: input.CopMax,
});

const LEVELS = { company: '公司', project: '项目', category: '能源', meter: '表计' } as const;

/** A bill is of an energy, a machine of a project: no narrower level has a limit for them. */
const misplaced = (input: Written): { path: string; message: string }[] =>
  Object.entries(NARROWEST).flatMap(([path, narrowest]) => {
    const limit = LIMITS.find(({ wire }) => wire === path);
    if (limit === undefined || input[limit.wire] === null) return [];
    return DEVIATION_LEVELS.indexOf(input.Level) <= DEVIATION_LEVELS.indexOf(narrowest)
      ? []
      : [{ path, message: `该限值最细只到${LEVELS[narrowest]}级` }];
  });

/** Each limit by itself may be right and yet not fit what it inherits. */
function demandSound(input: Written, place: Place, all: readonly StoredLimits[]): void {
  const wrong = misplaced(input);
  if (wrong.length > 0) throw invalid(wrong);
  const errors = checkDeviation(holdsAt({ ...place, level: input.Level, own: ownOf(input) }, all)).map(
    ({ path, message }) => ({
      path: LIMITS.find(({ pure }) => pure === path)?.wire ?? 'Warn',
      message,
    }),
  );
  if (errors.length > 0) throw invalid(errors);
}

export const saveDeviation = (ctx: Ctx, input: Written): Promise<{ readonly Id: string | null }> =>
  ctx.write(async (tx) => {
    const place = await placeOf(ctx, tx, input);
    await sql`select pg_advisory_xact_lock(hashtextextended('energy.deviation', 0))`.execute(tx);
    const all = await storedLimits(
      tx,
      sql`(s.project_code is null or s.project_code is not distinct from ${place.project})`,
    );
    const before = all.find(
      (one) =>
        one.level === input.Level &&
        one.project === place.project &&
        one.category === place.category &&
        one.meter === place.meter,
    );
    if ((before?.version ?? 0) !== input.Version)
      throw conflict(`该阈值已由${before?.editor ?? '他人'}修改，请刷新后再改`);
    demandSound(
      input,
      place,
      all.filter((one) => one !== before),
    );
    const own = ownOf(input);
    const nothing = Object.values(own).every((value) => value === null);
    let id: string | null = null;
    if (nothing) {
      if (before === undefined) throw invalid([{ path: 'Warn', message: '请至少填写一个阈值' }]);
      await sql`delete from deviation_setting where id = ${before.id}::bigint`.execute(tx);
    } else {
      const { rows } = await sql<{ id: string }>`
        insert into deviation_setting (level, project_code, category_id, meter_id, ${sql.join(LIMITS.map(({ column }) => sql.ref(column)))}, reason, edited_by)
        values (${input.Level}, ${place.project}, ${place.categoryId}, ${place.meter},
          ${sql.join(LIMITS.map(({ wire }) => own[wire]))}, ${input.Reason}, ${ctx.session.userId})
        on conflict (level, project_code, category_id, meter_id) do update set
          ${sql.join(LIMITS.map(({ column }) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`))},
          reason = excluded.reason, edited_by = excluded.edited_by, edited_at = app_now(), version = deviation_setting.version + 1
        returning id::text`.execute(tx);
      id = rows[0]?.id ?? null;
    }
    await trail(tx, ctx, {
      kind: '系统设置',
      action: nothing ? '取消偏差阈值' : '修改偏差阈值',
      object: place.name,
      summary: input.Reason,
      before: before === undefined ? null : { ...before.own },
      after: { ...own },
    });
    return { Id: id };
  });

export async function exportDeviation(ctx: Ctx, input: z.output<typeof deviationRead>): Promise<FileAnswer> {
  const { rows } = await readDeviation(ctx, input);
  const cell = (value: number | null, inherited = '沿用'): Table['rows'][number][number] =>
    value === null
      ? inherited
      : { number: String(value), style: { places: (String(value).split('.')[1] ?? '').length } };
  return workbook(ctx, {
    title: '偏差阈值',
    head: [
      '层级',
      '项目',
      '对象',
      '提示（±%）',
      '异常（±%）',
      '最小用量',
      '同温宽度（℃）',
      '样本天数',
      '物理上限系数',
      '总分差（%）',
      '账单差（%）',
      '热平衡差（%）',
      'COP合理下限',
      'COP合理上限',
      '原因',
      '修改人',
    ],
    rows: rows.map((row) => [
      LEVELS[row.Level],
      row.ProjectName ?? '',
      row.Target,
      ...LIMITS.map(({ wire }) => (row.Level === 'company' ? cell(row.Holds[wire], '按工况') : cell(row.Own[wire]))),
      row.Reason,
      row.Editor ?? '',
    ]),
    filters: [['项目', input.ProjectCode ?? '全部']],
  });
}

/** 能耗系数: factors of coal and carbon with their sources, by year or validity, for the company or one project. */
import { type coefficientList, type coefficientRead, type coefficientWrite, FACTOR_KINDS } from '@hengneng/contracts';
import { type FieldError, today } from '@hengneng/core';
import {
  CARRIER_NAMES,
  chooseFactor,
  closedKey,
  type Factor,
  factorErrors,
  factorUnit,
  isOfGasPair,
  lhvMismatch,
  overlappingFactors,
  source,
  unchecked,
  withoutRegions,
} from '@hengneng/energy/factors';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { addressOf, bindFiles } from '../../../platform/files/files.ts';
import { conflict, forbidden, invalid, notFound } from '../../../platform/http/errors.ts';
import { projectsVisible, seenProject } from '../../projects/index.ts';

/** Under which papers of coefficients are bound. */
export const FACTOR_PAPER = 'energyFactor';

type Written = z.output<typeof coefficientWrite>;

interface Stored {
  readonly id: string;
  readonly kind: Factor['kind'];
  readonly carrier: Factor['carrier'];
  readonly value: string;
  readonly lhv: string | null;
  readonly unit: string | null;
  readonly year: number | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly region: string | null;
  readonly project: string | null;
  readonly projectName: string | null;
  readonly source: string;
  readonly checked: boolean;
  readonly document: string;
  readonly files: readonly { readonly URL: string; readonly Size: number; readonly Name: string }[];
  readonly version: number;
  readonly editor: string | null;
  readonly editedAt: string;
  /** When it was entered and changed or taken away, in milliseconds; null: it came with the program; it holds. */
  readonly since: number | null;
  readonly until: number | null;
}

const PRESENT = sql`f.deleted_at is null`;

export const storedWhere = async (
  db: Db | Tx,
  where: RawBuilder<unknown>,
  of: RawBuilder<unknown> = PRESENT,
): Promise<readonly Stored[]> => {
  const { rows } = await sql<Stored>`
    select f.id::text, f.kind, f.carrier, trim_scale(f.value)::text as value, trim_scale(f.lhv)::text as lhv, f.from_unit as unit, f.year,
      f.valid_from::text as "from", f.valid_to::text as "to", f.region, f.project_code as project, p.name as "projectName", f.source, f.checked, f.document, f.files, f.version,
      u.user_name as editor, to_jsonb(f.edited_at) #>> '{}' as "editedAt",
      case when f.edited_by is null then null else extract(epoch from f.edited_at) * 1000 end::float8 as since,
      (extract(epoch from f.deleted_at) * 1000)::float8 as until
    from energy_factor f left join project p on p.code = f.project_code left join app_user u on u.id = f.edited_by
    where ${of} and ${where} order by f.kind desc, f.carrier, f.project_code nulls first, f.lhv, f.year, f.valid_from, f.id`.execute(
    db,
  );
  return rows;
};

export const factorOf = (of: Stored): Factor => ({
  id: of.id,
  kind: of.kind,
  carrier: of.carrier,
  value: Number(of.value),
  lhv: of.lhv === null ? null : Number(of.lhv),
  unit: of.unit,
  year: of.year,
  from: of.from,
  to: of.to,
  region: of.region,
  project: of.project,
  source: of.checked ? source(of.source) : unchecked(of.source),
});

/** 省 by project, of those whose place is known. */
export const provincesOf = async (db: Db | Tx, projects: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ code: string; name: string }>`select p.code, d.name from project p
    join district d on d.id = left(p.district, 2) || '0000' where p.code = any(${[...projects]}::text[])`.execute(db);
  return new Map(rows.map(({ code, name }) => [code, name]));
};

interface Closed {
  readonly key: string;
  /** Milliseconds. */
  readonly at: number;
}

/** Closed months of projects, with when they were, or were last recalculated: a month that was opened closes itself again a day later (`energy_month_locked`). */
const closedMonths = async (db: Db | Tx, projects: readonly string[]): Promise<readonly Closed[]> => {
  const { rows } = await sql<{ project: string; month: string; at: number }>`
    select a.project_code as project, a.month, (extract(epoch from greatest(a.at + case a.act when 'lock' then '0' else '24 hours' end::interval,
        (select max(r.at) from factor_recalc r where r.project_code = a.project_code and a.month = any(r.months)))) * 1000)::float8 as at
    from (select distinct on (project_code, month) project_code, month, act, at from period_act
      where project_code = any(${[...projects]}::text[]) order by project_code, month, id desc) a
    where a.act = 'lock' or app_now() >= a.at + interval '24 hours'`.execute(db);
  return rows.map(({ project, month, at }) => ({ key: closedKey(project, month), at }));
};

/** Closed months of projects (`closedKey`): nothing that is entered now changes what they count by. */
export const closedKeysOf = async (db: Db | Tx, projects: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set((await closedMonths(db, projects)).map(({ key }) => key));

const keysOf = (months: readonly Closed[], wanted: (at: number) => boolean): ReadonlySet<string> =>
  new Set(months.flatMap(({ key, at }) => (wanted(at) ? [key] : [])));

/** What holds, and what held when months were closed that are closed still. */
function throughTime(stored: readonly Stored[], months: readonly Closed[]): readonly Factor[] {
  return stored.flatMap((one): readonly Factor[] => {
    const { since, until } = one;
    if (until === null) {
      const notIn = since === null ? null : keysOf(months, (at) => at < since);
      return [notIn === null || notIn.size === 0 ? factorOf(one) : { ...factorOf(one), notIn }];
    }
    const onlyIn = keysOf(months, (at) => at < until && (since === null || since <= at));
    return onlyIn.size === 0 ? [] : [{ ...factorOf(one), onlyIn }];
  });
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Factors that may hold for projects: their own, their province's as theirs, and the company's. The port for whoever turns amounts into coal
 * and carbon; each use says whose it is, and of which day: a closed month goes on with what it was closed with.
 * @param anew closed months (`closedKey`) that are looked at as if they had been recalculated now
 */
export const factorsForAll = async (
  db: Db | Tx,
  projects: readonly string[],
  anew: ReadonlySet<string> = NONE,
): Promise<readonly Factor[]> => {
  const stored = await storedWhere(
    db,
    sql`(f.project_code is null or f.project_code = any(${[...projects]}::text[]))`,
    sql`true`,
  );
  const edited = stored.some(({ since, until }) => since !== null || until !== null);
  const closed = edited ? await closedMonths(db, projects) : [];
  const factors = throughTime(
    stored,
    closed.filter(({ key }) => !anew.has(key)),
  );
  return factors.some(({ region }) => region !== null)
    ? withoutRegions(factors, await provincesOf(db, projects))
    : factors;
};

/** The same for one project. */
export const factorsFor = (db: Db | Tx, project: string): Promise<readonly Factor[]> => factorsForAll(db, [project]);

/** Years of which the grid's factor is not announced yet. */
function notesOf(
  all: readonly Stored[],
  year: number,
  project: string | null,
  provinces: ReadonlyMap<string, string>,
): readonly string[] {
  // As reports choose: a province's before the country's.
  const factors = withoutRegions(all.map(factorOf), provinces);
  const choice = chooseFactor(factors, { kind: 'carbon', carrier: 'elec', day: `${year}-07-01`, project });
  return choice.factor !== null && choice.provisional ? [`${year} 年电网因子尚未登记，${choice.note}`] : [];
}

export async function listCoefficients(
  ctx: Ctx,
  input: z.output<typeof coefficientRead>,
): Promise<z.input<typeof coefficientList>> {
  const project = input.ProjectCode ? (await seenProject(ctx, ctx.db, input.ProjectCode)).code : null;
  const [all, provinces] = await Promise.all([
    storedWhere(
      ctx.db,
      project === null
        ? sql`(f.project_code is null or ${projectsVisible(ctx.session)})`
        : sql`(f.project_code is null or f.project_code = ${project})`,
    ),
    provincesOf(ctx.db, project === null ? [] : [project]),
  ]);
  const rows = all.filter(
    ({ kind, year, project: whose }) =>
      (!input.Kind || kind === input.Kind) &&
      (!input.Year || year === null || year === input.Year) &&
      (!input.Scope || (input.Scope === '项目') === (whose !== null)),
  );
  return {
    rows: rows.map((of) => ({
      Id: of.id,
      Kind: of.kind,
      CategoryCode: of.carrier,
      Value: of.value,
      Unit: factorUnit(of),
      Lhv: of.lhv,
      FromUnit: of.unit,
      Year: of.year,
      From: of.from,
      To: of.to,
      Region: of.region,
      ProjectCode: of.project,
      ProjectName: of.projectName,
      Source: of.source,
      Checked: of.checked,
      DocNo: of.document,
      Files: [...of.files],
      Version: of.version,
      Editor: of.editor,
      EditTime: of.editedAt,
    })),
    total: rows.length,
    Province: provinces.get(project ?? '') ?? '',
    notes: [...notesOf(all, input.Year ?? Number(today(ctx.now).slice(0, 4)), project, provinces)],
  };
}

const FIELDS: Readonly<Partial<Record<keyof Factor, string>>> = {
  value: 'Value',
  carrier: 'CategoryCode',
  year: 'Year',
  lhv: 'Lhv',
  unit: 'FromUnit',
  to: 'To',
  source: 'Source',
};

function demandSound(factor: Factor, others: readonly Stored[], confirmed: boolean): void {
  const errors: FieldError[] = factorErrors(factor).map(({ path, message }) => ({
    path: FIELDS[path] ?? 'Value',
    message,
  }));
  if (factor.year !== null && (factor.from !== null || factor.to !== null))
    errors.push({ path: 'Year', message: '按年份的系数不另填生效期' });
  if (errors.length > 0) throw invalid(errors);
  const same = others.filter(({ id }) => id !== factor.id).map(factorOf);
  const overlap = overlappingFactors([factor, ...same]).find(([a, b]) => a.id === factor.id || b.id === factor.id);
  if (overlap !== undefined)
    throw invalid([
      factor.year === null
        ? { path: 'From', message: '与同类同能源的另一系数有效期重叠，请先截止它' }
        : { path: 'Year', message: `${factor.year} 年已有同类同能源的系数` },
    ]);
  if (factor.kind === 'coal' && isOfGasPair(factor) && factor.lhv !== null && !confirmed) {
    const question = lhvMismatch(factor.lhv, factor.value);
    if (question !== null) throw invalid([{ path: 'Confirm', message: question }]);
  }
}

/** Papers that the version before had stay bound to it, too, whoever brought them. */
async function bindPapers(
  ctx: Ctx,
  tx: Tx,
  id: string,
  files: readonly { readonly URL: string }[],
  before: Stored | undefined,
): Promise<void> {
  const kept = before === undefined ? [] : files.filter(({ URL }) => before.files.some((file) => file.URL === URL));
  if (kept.length > 0)
    await sql`insert into file_link (file_id, business_type, business_id)
      select unnest(${kept.flatMap(({ URL }) => addressOf(URL)?.id ?? [])}::bigint[]), ${FACTOR_PAPER}, ${id}
      on conflict do nothing`.execute(tx);
  const errors = await bindFiles(
    tx,
    FACTOR_PAPER,
    id,
    files.map(({ URL }, index) => ({ path: `Files[${index}]`, URL })),
    ctx.session.userId,
  );
  if (errors.length > 0) throw invalid(errors);
}

/** @throws invalid where it is none, or the factor is a project's: that stands in its province anyway */
async function demandProvince(tx: Tx, name: string, project: string | null): Promise<void> {
  if (project !== null) throw invalid([{ path: 'Region', message: '项目系数不另填适用省份' }]);
  const { rows } = await sql`select from district where name = ${name} and parent_id is null`.execute(tx);
  if (rows.length === 0) throw invalid([{ path: 'Region', message: '请选择省、自治区或直辖市' }]);
}

const lockFactors = async (tx: Tx): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtextextended('energyFactor', 0))`.execute(tx));

export const saveCoefficient = (ctx: Ctx, input: Written): Promise<{ readonly Id: string }> =>
  ctx.write(async (tx) => {
    const project = input.ProjectCode ? (await seenProject(ctx, tx, input.ProjectCode)).code : null;
    // What holds for the whole company is not changed by who sees a part of it.
    if (project === null && !ctx.session.permissions.scopes.has('all'))
      throw forbidden('通用系数由公司级的人员维护，您可以为项目单独设置');
    if (input.Region) await demandProvince(tx, input.Region, project);
    await lockFactors(tx);
    const all = await storedWhere(tx, sql`true`);
    const before = input.Id ? all.find(({ id }) => id === input.Id) : undefined;
    if (input.Id && before === undefined) throw notFound('系数不存在');
    if (before !== undefined && before.project !== project)
      throw invalid([{ path: 'ProjectCode', message: '系数的范围不能改，请另行新增' }]);
    if (before !== undefined && before.version !== input.Version)
      throw conflict(`该系数已由${before.editor ?? '他人'}修改，请刷新后再改`);
    if (before !== undefined && input.Reason === '') throw invalid([{ path: 'Reason', message: '请填写修改原因' }]);
    const factor: Factor = {
      id: before?.id ?? 'new',
      kind: input.Kind,
      carrier: input.CategoryCode,
      value: Number(input.Value),
      lhv: input.Lhv ? Number(input.Lhv) : null,
      unit: input.FromUnit || null,
      year: input.Year ?? null,
      from: input.From ?? null,
      to: input.To ?? null,
      region: input.Region ?? null,
      project,
      source: source(input.Source),
    };
    demandSound(factor, all, input.Confirm);
    const { rows } = await sql<{ id: string }>`
      insert into energy_factor (kind, carrier, value, lhv, from_unit, year, valid_from, valid_to, region, project_code, source, document, files, checked, edited_by, version)
      values (${input.Kind}, ${input.CategoryCode}, ${input.Value}, ${input.Lhv ?? null}, ${factor.unit}, ${factor.year}, ${factor.from}, ${factor.to}, ${factor.region},
        ${project}, ${input.Source}, ${input.DocNo}, ${JSON.stringify(input.Files ?? before?.files ?? [])}::jsonb, ${input.Checked}, ${ctx.session.userId}, ${(before?.version ?? 0) + 1}) returning id::text`.execute(
      tx,
    );
    await bindPapers(ctx, tx, rows[0]?.id ?? '', input.Files ?? [], before);
    // The old one stays: reports that were signed name it.
    if (before !== undefined)
      await sql`update energy_factor set deleted_at = app_now() where id = ${before.id}::bigint`.execute(tx);
    await trail(tx, ctx, {
      kind: '系统设置',
      action: before === undefined ? '新增能耗系数' : '修改能耗系数',
      object: `${CARRIER_NAMES[factor.carrier]}${FACTOR_KINDS[factor.kind]} ${factor.year ?? factor.from ?? ''}`.trim(),
      summary: input.Reason,
      before:
        before === undefined
          ? null
          : { value: before.value, lhv: before.lhv, fromUnit: before.unit, source: before.source },
      after: { value: input.Value, lhv: input.Lhv ?? null, fromUnit: factor.unit, source: input.Source },
    });
    return { Id: rows[0]?.id ?? '' };
  });

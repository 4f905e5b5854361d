/** 运营项目列表: projects with today's entry, yesterday's use and cost, and how well all of it is known. */
import type { OperationFigures, OperationRow, ProjectRow, projectListByModel } from '@hengneng/contracts';
import { addMoney, moneyText, shortCodeOf, ZERO_MONEY } from '@hengneng/core';
import { CHINA, dayAt, exact, exactText, sumOf } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { forbidden } from '../../../platform/http/errors.ts';
import type { FileAnswer } from '../../../platform/http/registry.ts';
import { holds, workbook } from '../../identity/index.ts';
import { type Cell, figure } from '../workbook.ts';
import { listProjects } from '../../projects/index.ts';
import { seesCosts } from '../costs/index.ts';
import { hostEnergies, mainEnergy } from '../things/index.ts';
import { progress } from '../readings/index.ts';
import { qualityOf, rounded } from '../reports/sums.ts';
import { costsOf, yesterdayOf } from './cost.ts';
import { type EntryToday, entryStateOf, entryToday, NOTHING_DUE } from './entry.ts';
import { type EnergyDay, likeDays, useOn } from './use.ts';

export const OPERATION_LIST = shortCodeOf('/operationContent/operationList');
type Input = z.output<typeof projectListByModel.input>;
type Output = z.input<typeof projectListByModel.output>;

/** More than any company has; the page itself is cut from what matched. */
const ALL = 5000;

interface About {
  readonly code: string;
  readonly city: string | null;
  readonly district: string | null;
  readonly building: string | null;
  readonly airArea: string | null;
  readonly hosts: string;
  readonly energies: readonly string[];
  readonly until: string | null;
  readonly warnings: number;
  readonly lng: number | null;
  readonly lat: number | null;
}

const aboutOf = async (ctx: Ctx, codes: readonly string[]): Promise<ReadonlyMap<string, About>> => {
  const { rows } = await sql<About>`
    select p.code, coalesce(c.name, x.name) as city, p.district, p.building_type as building,
      trim_scale(coalesce(p.air_area, p.area_m2))::text as "airArea",
      coalesce((select string_agg(h.model || ' × ' || h.n, '、' order by h.n desc, h.model) from (select d.model, count(*) as n from device d
        where d.project_code = p.code and d.category in ('主机', '锅炉') and d.state <> 'retired' group by d.model) h), '') as hosts,
      ${hostEnergies('p.code')} as energies,
      (select to_jsonb(f.to_at) #>> '{}' from meter_day f where f.project_code = p.code order by f.day desc limit 1) as until,
      (select count(*)::int from alarm a where a.project_code = p.code and not a.voided and a.handled_at is null) as warnings,
      p.longitude::float8 as lng, p.latitude::float8 as lat
    from project p left join district x on x.id = p.district left join district c on c.id = x.parent_id and c.parent_id is not null
    where p.code = any(${[...codes]}::text[])`.execute(ctx.db);
  return new Map(rows.map((row) => [row.code, row]));
};

const energyOf = ({ energies }: About): string | null => mainEnergy(energies);

/** A province's id ends on four noughts, a city's on two. */
const within = (district: string | null, asked: string): boolean =>
  district?.startsWith(asked.replace(/(00){1,2}$/, '')) === true;

interface Matched {
  readonly row: ProjectRow;
  readonly about: About;
  readonly entry: Omit<EntryToday, 'project'>;
}

async function matching(ctx: Ctx, input: Input, today: string): Promise<readonly Matched[]> {
  const { rows } = await listProjects(ctx, { ...input, PageIndex: 1, PageSize: ALL });
  const codes = rows.map(({ ProjectCode }) => ProjectCode);
  const [about, entry] = await Promise.all([aboutOf(ctx, codes), entryToday(ctx.db, codes, today)]);
  return rows.flatMap((row): Matched[] => {
    const of = about.get(row.ProjectCode);
    if (of === undefined) return [];
    const { DistrictId, ChargeModel = [], MainEnergy = [] } = input;
    const fits =
      (!DistrictId || within(of.district, DistrictId)) &&
      (ChargeModel.length === 0 || ChargeModel.includes(row.chargeModel ?? '')) &&
      (MainEnergy.length === 0 || MainEnergy.includes(energyOf(of) ?? ''));
    return fits ? [{ row, about: of, entry: entry.get(row.ProjectCode) ?? NOTHING_DUE }] : [];
  });
}

const usageOf = (used: readonly EnergyDay[], codes: readonly string[]): string | null => {
  const known = used.filter((one) => one.known && codes.includes(one.code));
  return known.length === 0 ? null : exactText(sumOf(known.map(({ usage }) => exact(usage))));
};

const qualityNow = (used: readonly EnergyDay[]) =>
  qualityOf(
    used.map((one) => ({
      ...one,
      at: one.day,
      sharp: null,
      peak: null,
      flat: null,
      valley: null,
      doubtful: false,
    })),
  );

const OPERATING = 2;

export async function listOperation(ctx: Ctx, input: Input): Promise<Output> {
  if (input.Figures !== true) return listProjects(ctx, input);
  if (!holds(ctx.session, OPERATION_LIST, 'search')) throw forbidden();
  const today = dayAt(ctx.now.getTime(), CHINA);
  const yesterday = yesterdayOf(today);
  const all = await matching(ctx, input, today);
  const seesMoney = seesCosts(ctx.session);
  const costs = seesMoney
    ? await costsOf(
        ctx,
        all.map(({ row }) => row.ProjectCode),
        yesterday,
      )
    : null;
  const shown = all.filter(
    ({ entry, about }) =>
      (input.InputState === undefined || entryStateOf(entry) === input.InputState) &&
      (input.HasWarn !== true || about.warnings > 0),
  );
  const first = (input.PageIndex - 1) * input.PageSize;
  const page = shown.slice(first, first + input.PageSize);
  const codes = page.map(({ row }) => row.ProjectCode);
  const counted = [...(costs ?? [])].flatMap(([code, { cost }]) => (cost === null ? [] : [code]));
  const [allUsed, months] = await Promise.all([
    useOn(ctx.db, [...new Set([...codes, ...counted])], yesterday),
    codes.length === 0 ? { rows: [] } : progress(ctx, { ProjectCodes: codes, Month: today.slice(0, 7) }),
  ]);
  const byProject = Map.groupBy(allUsed, ({ project }) => project);
  const usedOf = (some: readonly string[]) => some.flatMap((code) => byProject.get(code) ?? []);
  const like = await likeDays(ctx.db, usedOf(codes), yesterday);
  const costQuality = qualityNow(usedOf(counted));
  const complete = new Map(months.rows.map((month) => [month.ProjectCode, month.Completeness]));
  const sums = [...(costs?.values() ?? [])].flatMap(({ cost }) => cost ?? []);
  const stateCount = (state: OperationFigures['InputState']): number =>
    all.filter(({ entry }) => entryStateOf(entry) === state).length;
  return {
    rows: page.map(({ row, about, entry }): OperationRow => {
      const mine = byProject.get(row.ProjectCode) ?? [];
      const quality = qualityNow(mine);
      const cost = costs?.get(row.ProjectCode);
      const deviation = like.get(row.ProjectCode);
      const month = complete.get(row.ProjectCode) ?? null;
      return {
        ...row,
        City: about.city,
        BuildType: about.building,
        AirArea: about.airArea,
        HostBrief: about.hosts,
        MainEnergy: energyOf(about),
        EnteredCount: entry.entered,
        DueCount: entry.due,
        InputState: entryStateOf(entry),
        YesterdayElec: usageOf(mine, ['elec']),
        YesterdayGas: usageOf(mine, ['gas']),
        YesterdayCool: usageOf(mine, ['cooling', 'heating']),
        YesterdayComplete: quality.complete,
        YesterdayEstimated: quality.estimated,
        YesterdayCost: cost?.cost == null ? null : moneyText(cost.cost),
        CostNote: costs === null ? null : cost === undefined ? '昨日还没有用量' : cost.note,
        SameTempDev: deviation?.deviation == null ? null : rounded(deviation.deviation, 1),
        DevNote: deviation?.note ?? '昨日没有可比的用量',
        MonthComplete: month === null ? null : Math.floor(month * 10) / 10,
        OpenWarn: about.warnings,
        DataUntil: about.until,
        Lng: about.lng,
        Lat: about.lat,
      };
    }),
    total: shown.length,
    Cards: {
      Running: all.filter(({ row }) => row.G_ProjectState === OPERATING).length,
      Done: stateCount('完成'),
      Missing: stateCount('未录'),
      Abnormal: stateCount('有异常'),
      Warn: all.reduce((sum, { about }) => sum + about.warnings, 0),
      Cost: costs === null || sums.length === 0 ? null : moneyText(sums.reduce(addMoney, ZERO_MONEY)),
      CostOf: sums.length,
      CostComplete: costQuality.complete,
      CostEstimated: costQuality.estimated,
    },
    Yesterday: yesterday,
    AsOf: ctx.now.toISOString(),
  };
}

/** All that matches, not the page alone; columns are those of the page. */
export async function exportOperation(ctx: Ctx, input: Input): Promise<FileAnswer> {
  const list = await listOperation(ctx, { ...input, Figures: true, PageIndex: 1, PageSize: ALL });
  const money = ctx.session.permissions.exportable.has('amount');
  return workbook(ctx, {
    title: '运营项目列表',
    head: [
      '项目编号',
      '项目名称',
      '区域',
      '城市',
      '建筑类型',
      '空调面积（m²）',
      '主机',
      '主能源',
      '收费模式',
      '状态',
      '项目经理',
      '今日已录',
      '今日应录',
      '昨日用电（kWh）',
      '昨日用气（m³）',
      '昨日冷热量（kWh）',
      ...(money ? ['昨日能源费（元）'] : []),
      '同温偏差（%）',
      '昨日完整率（%）',
      '昨日估算（%）',
      '本月完整率（%）',
      '未处理报警',
      '数据截至',
    ],
    rows: list.rows.map((row): Cell[] => [
      row.ProjectCode,
      row.ProjectName,
      row.areaName,
      row.City ?? '',
      row.BuildType ?? '',
      figure(row.AirArea, 2),
      row.HostBrief ?? '',
      row.MainEnergy ?? '',
      row.chargeModel ?? '',
      row.stateName,
      row.managerName ?? '',
      figure(row.EnteredCount, 0),
      figure(row.DueCount, 0),
      figure(row.YesterdayElec, 0),
      figure(row.YesterdayGas, 0),
      figure(row.YesterdayCool, 0),
      ...(money ? [figure(row.YesterdayCost, 2)] : []),
      figure(row.SameTempDev, 1),
      figure(row.YesterdayComplete, 1),
      figure(row.YesterdayEstimated, 1),
      figure(row.MonthComplete, 1),
      figure(row.OpenWarn, 0),
      row.DataUntil ?? '',
    ]),
    filters: [
      ['昨日', list.Yesterday ?? ''],
      ['口径', '用量为各能源总表合计；能源费为电度、气、水等按量部分，不含基本电费与力调'],
      ['关键字', input.Keyword ?? ''],
      ['今日录入', input.InputState ?? '全部'],
      ['报警', input.HasWarn === true ? '有未处理报警' : '全部'],
    ],
  });
}

/** 偏差核对: totals against their parts, bills against meters, heat balances and COP of a month, each against its limit, with what people found out. */
import {
  DEVIATION_CHECK_NAMES,
  type DeviationCheck,
  type DeviationFinding,
  type DeviationFindings,
  type DeviationNote,
  type deviationChecks,
  type deviationExport,
  type deviationFollow,
  type deviationFollowRead,
  deviationsInTurn,
  MOST_CHECKED,
} from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { monthEnd } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { conflict, refused } from '../../../platform/http/errors.ts';
import type { FileAnswer } from '../../../platform/http/registry.ts';
import { holds, workbook } from '../../identity/index.ts';
import { projectsVisible, seenProject } from '../../projects/index.ts';
import { oddBills } from '../bills/index.ts';
import { reportProject } from '../reports/figures.ts';
import { rounded } from '../reports/sums.ts';
import { projectRules, type ProjectRules } from '../settings/index.ts';
import { type TotalGap, totalGaps } from './findings.ts';
import { copRangeOf, hostFigures, hostRow } from './machines.ts';
import { type Counted, countedMeters } from './meters.ts';
import { groupFigures, type Span } from './usage.ts';

export const DEVIATION_PAGE = shortCodeOf('/operationContent/setting/deviationSetting');
const METERS_PATH = '/operationContent/deviceManage/projectDeviceSet';
const RUNS_PATH = '/operationContent/energyConsume/energyAnalysis';
const BILLS_PATH = '/operationContent/DataInputIn';
/** A figure that moved by less since it was explained is the same one. */
const SAME = { percent: 0.5, cop: 0.05 } as const;
const ALL_HOSTS = 'all';

type Asked = z.output<typeof deviationChecks>;
type Found = Omit<DeviationFinding, 'Note' | 'Version' | 'State'> & { readonly explained: string | null };

const spanOf = (month: string): Span => ({ from: `${month}-01`, to: monthEnd(month) });
const query = (path: string, values: Record<string, string>): string => `${path}?${new URLSearchParams(values)}`;

interface TotalOut extends TotalGap {
  readonly limit: number;
  readonly percent: number;
}

/** Totals of a project that their parts do not make up in a month, by the limits of its rules. */
export async function totalsOut(
  db: Db,
  meters: readonly Counted[],
  { deviation }: Pick<ProjectRules, 'deviation'>,
  month: string,
  now: Date,
): Promise<readonly TotalOut[]> {
  const each = new Map(meters.map((one) => [one.id, [one]]));
  const usage = await groupFigures(db, each, spanOf(month), now, 'span');
  const limitOf = ({ id, categoryId }: Counted): number => deviation(id, categoryId).subDiff;
  return totalGaps(meters, new Map(usage.map((one) => [one.code, one])), limitOf).map((gap) => ({
    ...gap,
    limit: limitOf(gap.meter),
    percent: rounded(gap.finding.values['percent'] ?? 0, 1),
  }));
}

/** All that is out of its limits in one project and month. */
async function foundIn(ctx: Ctx, code: string, month: string): Promise<readonly Found[]> {
  const project = await reportProject(ctx, code);
  const span = spanOf(month);
  const [meters, all, bills] = await Promise.all([
    countedMeters(ctx.db, code),
    projectRules(ctx.db, [code], span.to),
    oddBills(ctx.db, code, month),
  ]);
  const rule = all.get(code);
  if (rule === undefined) return [];
  const base = { ProjectCode: code, ProjectName: project.name, Month: month, explained: null } as const;
  const [gaps, hosts] = await Promise.all([
    totalsOut(ctx.db, meters, rule, month, ctx.now),
    hostFigures(ctx.db, code, meters, span, ctx.now),
  ]);
  const totals = gaps.map(
    ({ meter, finding, limit, percent }): Found => ({
      ...base,
      Kind: 'total',
      Target: meter.id,
      TargetName: meter.name,
      Value: percent,
      Limit: `≤ ${limit}%`,
      Severity: finding.severity,
      Words: finding.words,
      Path: query(METERS_PATH, { ProjectCode: code, DeviceId: meter.id }),
    }),
  );
  const limits = rule.deviation('', '');
  const machines = hosts.flatMap((one): readonly Found[] => {
    const { Cop, Doubt } = hostRow(one, project.energies, limits);
    const range = copRangeOf(one.figures, limits);
    const target = { Target: one.host?.id ?? ALL_HOSTS, TargetName: one.host?.name ?? '全部主机' };
    const balance = one.run?.balance ?? null;
    const Path = query(RUNS_PATH, { ProjectCode: code, from: span.from, to: span.to });
    return [
      ...(balance?.signedPercent != null && (balance.level === 'poor' || balance.level === 'alarm')
        ? [
            {
              ...base,
              ...target,
              Kind: 'balance' as const,
              Value: Math.round(balance.signedPercent * 10) / 10,
              Limit: `±${limits.balanceDiff}%`,
              Severity: balance.level === 'alarm' ? ('alarm' as const) : ('warn' as const),
              Words: `${balance.words}（${one.run?.balanceRecords ?? 0} 条运行参数）`,
              Path,
            },
          ]
        : []),
      ...(Cop !== null && Doubt !== null
        ? [
            {
              ...base,
              ...target,
              Kind: 'cop' as const,
              Value: Math.round(Cop * 100) / 100,
              Limit: `${range.min.toFixed(2)}~${range.max.toFixed(2)}`,
              Severity: 'warn' as const,
              Words: `${Doubt}气表、冷热量表与主机`,
              Path,
            },
          ]
        : []),
    ];
  });
  return [
    ...totals,
    ...bills.map(
      (bill): Found => ({
        ...base,
        explained: bill.note === '' ? null : bill.note,
        Kind: 'bill',
        Target: bill.id,
        TargetName: `${bill.supplier} ${bill.account}`.trim(),
        Value: bill.rate,
        Limit: `±${bill.allowed}%`,
        Severity: Math.abs(bill.rate) > 2 * bill.allowed ? 'alarm' : 'warn',
        Words: bill.words,
        Path: query(BILLS_PATH, { ProjectCode: code, month, tab: 'compare' }),
      }),
    ),
    ...machines,
  ];
}

interface Stored extends DeviationNote {
  readonly project: string;
  readonly kind: string;
  readonly target: string;
}

const notesOf = async (db: Db | Tx, projects: readonly string[], month: string): Promise<readonly Stored[]> => {
  const { rows } =
    await sql<Stored>`select n.project_code as project, n.kind, n.target, n.cause as "Cause", n.note as "Note",
      u.user_name as "By", to_jsonb(n.at) #>> '{}' as "At", n.value::float8 as "Value"
    from deviation_note n join app_user u on u.id = n.by_user
    where n.project_code = any(${[...projects]}::text[]) and n.month = ${month} order by n.id desc`.execute(db);
  return rows;
};

const same = (kind: DeviationCheck, a: number, b: number): boolean =>
  Math.abs(a - b) <= (kind === 'cop' ? SAME.cop : SAME.percent) + 1e-9;

/** With the last note, and whether it still speaks of this figure. A bill is explained on the bill itself. */
const followed = ({ explained, ...found }: Found, notes: readonly Stored[]): DeviationFinding => {
  if (found.Kind === 'bill')
    return {
      ...found,
      State: explained === null ? '待核对' : '已说明',
      Note: explained === null ? null : { Cause: '账单说明', Note: explained, By: '', At: '', Value: found.Value },
      Version: 0,
    };
  const own = notes.filter(
    ({ project, kind, target }) => project === found.ProjectCode && kind === found.Kind && target === found.Target,
  );
  const [last] = own;
  if (last === undefined) return { ...found, State: '待核对', Note: null, Version: 0 };
  const { project: _project, kind: _kind, target: _target, ...Note } = last;
  return {
    ...found,
    State: same(found.Kind, last.Value, found.Value) ? '已说明' : '数值已变',
    Note,
    Version: own.length,
  };
};

const projectsAsked = async (ctx: Ctx, code: string | null | undefined): Promise<readonly string[]> => {
  if (code) return [(await seenProject(ctx, ctx.db, code)).code];
  const { rows } = await sql<{ code: string }>`select p.code from project p where ${projectsVisible(ctx.session, 'p')}
    and exists (select from meter m where m.project_code = p.code) order by p.code`.execute(ctx.db);
  return rows.map((row) => row.code);
};

async function findingsOf(
  ctx: Ctx,
  projects: readonly string[],
  { Month, Kind }: Pick<Asked, 'Month' | 'Kind'>,
): Promise<readonly DeviationFinding[]> {
  const found: Found[] = [];
  // One after the other: each already asks several things at once.
  for (const code of projects) found.push(...(await foundIn(ctx, code, Month)));
  const notes = await notesOf(ctx.db, projects, Month);
  return deviationsInTurn(found.filter((one) => !Kind || one.Kind === Kind).map((one) => followed(one, notes)));
}

export async function readDeviations(ctx: Ctx, { After, ...asked }: Asked): Promise<DeviationFindings> {
  const all = await projectsAsked(ctx, asked.ProjectCode);
  const left = After ? all.filter((code) => code > After) : all;
  const projects = left.slice(0, MOST_CHECKED);
  return {
    Month: asked.Month,
    Projects: projects.length,
    Total: all.length,
    Next: left.length > projects.length ? (projects.at(-1) ?? null) : null,
    rows: await findingsOf(ctx, projects, asked),
    MayFollow: holds(ctx.session, DEVIATION_PAGE, 'edit'),
  };
}

/** Everything that was found out about one of them, the newest first. */
export async function readFollow(
  ctx: Ctx,
  { ProjectCode, Month, Kind, Target }: z.output<typeof deviationFollowRead>,
): Promise<{ readonly rows: readonly DeviationNote[] }> {
  const seen = await seenProject(ctx, ctx.db, ProjectCode);
  const notes = await notesOf(ctx.db, [seen.code], Month);
  return {
    rows: notes.flatMap(({ project: _project, kind, target, ...note }) =>
      kind === Kind && target === Target ? [note] : [],
    ),
  };
}

export async function writeFollow(
  ctx: Ctx,
  input: z.output<typeof deviationFollow>,
): Promise<{ readonly Version: number }> {
  const seen = await seenProject(ctx, ctx.db, input.ProjectCode);
  if (input.Kind === 'bill') throw refused('账单差请在账单上填写原因');
  const all = await foundIn(ctx, seen.code, input.Month);
  return ctx.write(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`energy.deviation-note ${seen.code} ${input.Month}`}, 0))`.execute(
      tx,
    );
    const found = all.find(({ Kind, Target }) => Kind === input.Kind && Target === input.Target);
    if (found === undefined) throw refused(`该${DEVIATION_CHECK_NAMES[input.Kind]}已在限值以内，无需说明，请刷新`);
    const now = followed(found, await notesOf(tx, [seen.code], input.Month));
    if (now.Version !== input.Version)
      throw conflict(`${now.Note?.By ?? '他人'}刚填写了说明，您的内容未保存，请刷新对比后再填`);
    await sql`insert into deviation_note (project_code, month, kind, target, cause, note, value, by_user)
      values (${seen.code}, ${input.Month}, ${input.Kind}, ${input.Target}, ${input.Cause}, ${input.Note}, ${found.Value},
        ${ctx.session.userId})`.execute(tx);
    await trail(tx, ctx, {
      kind: '读数',
      action: '说明偏差',
      object: `${seen.name} ${input.Month} ${found.TargetName} ${DEVIATION_CHECK_NAMES[input.Kind]}`,
      summary: `${input.Cause}：${input.Note}`,
      after: { value: found.Value, words: found.Words },
    });
    return { Version: now.Version + 1 };
  });
}

export async function exportDeviations(
  ctx: Ctx,
  { Check, ...of }: z.output<typeof deviationExport>,
): Promise<FileAnswer> {
  const asked: Asked = { ...of, Kind: Check };
  const rows = await findingsOf(ctx, await projectsAsked(ctx, asked.ProjectCode), asked);
  return workbook(ctx, {
    title: '偏差核对',
    head: ['项目', '核对项', '对象', '数值', '限值', '判定', '状态', '原因', '说明', '说明人'],
    rows: rows.map((row) => [
      row.ProjectName,
      DEVIATION_CHECK_NAMES[row.Kind],
      row.TargetName,
      { number: String(row.Value), style: { places: row.Kind === 'cop' ? 2 : 1 } },
      row.Limit,
      row.Words,
      row.State,
      row.Note?.Cause ?? '',
      row.Note?.Note ?? '',
      row.Note?.By ?? '',
    ]),
    filters: [
      ['月份', asked.Month],
      ['项目', asked.ProjectCode || '全部'],
      ['核对项', asked.Kind ? DEVIATION_CHECK_NAMES[asked.Kind] : '全部'],
    ],
  });
}

/** 灯具安装导入: what hangs in a building already, by its place. What is put up later comes from issues. */
import { lampPlace } from '@hengneng/core';
import { lampInstall, lampInstallImport } from '@hengneng/forms';
import { today } from '@hengneng/form-kit';
import { sql } from 'kysely';
import { enter, voidEntries } from '../../engine/books/entries.ts';
import { importSource, type Judging, type Line, type Verdict } from '../../engine/imports/source.ts';
import { projectsVisible } from '../../modules/projects/index.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { refused } from '../../platform/http/errors.ts';
import { addMonths } from '../contractManage/instalments.ts';

type Shape = typeof lampInstallImport;
type Row = Line<Shape>;

interface Lamp {
  readonly id: string;
  readonly name: string;
  readonly model: string;
  readonly power: string;
  readonly months: number | null;
}

interface Known {
  readonly projects: ReadonlyMap<string, string>;
  readonly lamps: readonly Lamp[];
  /** How many stand by project, place and lamp. */
  readonly standing: ReadonlyMap<string, number>;
}

const keyOf = (project: string, place: string, lamp: string): string => JSON.stringify([project, place, lamp]);

async function known(db: Db | Tx, ctx: Ctx, rows: readonly Row[]): Promise<Known> {
  const codes = [...new Set(rows.flatMap(({ values }) => values.projectCode ?? []))];
  const models = [...new Set(rows.flatMap(({ values }) => values.model?.toLowerCase() ?? []))];
  const projects = await sql<{ code: string; name: string }>`select p.code, p.name from project p
    where p.code = any(${codes}::text[]) and p.state <> 4 and ${projectsVisible(ctx.session, 'p')}`.execute(db);
  const lamps =
    await sql<Lamp>`select l.id::text, l.name, l.model, l.power::text, l.warranty_months as months from b_lamp_device l
    where lower(l.model) = any(${models}::text[]) and l.state = '启用' and not l.voided order by l.id`.execute(db);
  const standing = await sql<{ project: string; place: string; lamp: string; n: number }>`
    select n.project, n.place, n.lamp::text, sum(n.quantity)::int as n from b_lamp_install n
    where n.project = any(${codes}::text[]) and n.state in ('在用', '故障') and not n.voided group by 1, 2, 3`.execute(
    db,
  );
  return {
    projects: new Map(projects.rows.map((row) => [row.code, row.name])),
    lamps: lamps.rows,
    standing: new Map(standing.rows.map((row) => [keyOf(row.project, row.place, row.lamp), row.n])),
  };
}

/** The one lamp that a row means, or what is wrong. */
function lampOf({ values }: Row, { lamps }: Known): Lamp | string {
  const same = lamps.filter((lamp) => lamp.model.toLowerCase() === values.model?.toLowerCase());
  const meant = values.power === null ? same : same.filter((lamp) => Number(lamp.power) === Number(values.power));
  const [lamp] = meant;
  if (same.length === 0) return `没有型号“${values.model ?? ''}”，请先在品种里登记并启用`;
  if (lamp === undefined) return `型号“${values.model ?? ''}”没有${values.power ?? ''}W的品种`;
  return meant.length > 1 ? `型号“${values.model ?? ''}”有${meant.length}种功率，请填写功率` : lamp;
}

interface Resolved {
  readonly place: string;
  readonly lamp: Lamp;
}

const placed = ({ values }: Row): string => lampPlace([values.building, values.floor, values.spot]);

function judgeRow(row: Row, facts: Known, first: Map<string, number>, now: string): [Verdict, Resolved | null] {
  const { values } = row;
  const errors: string[] = [];
  const warnings: string[] = [];
  const project = facts.projects.get(values.projectCode ?? '');
  if (project === undefined) errors.push('项目代码不存在、项目已结束，或您无权办理该项目');
  const lamp = lampOf(row, facts);
  if (typeof lamp === 'string') errors.push(lamp);
  if ([values.building, values.floor, values.spot].some((part) => part?.includes('/') === true))
    errors.push('楼栋、楼层、区域不能含“/”');
  if ((values.installedOn ?? '') > now) errors.push('安装日期不能晚于今天');
  if (values.warrantyTo !== null && values.installedOn !== null && values.warrantyTo < values.installedOn)
    errors.push('质保到期不能早于安装日期');
  const place = placed(row);
  if (typeof lamp === 'string') return [{ errors, found: { project: project ?? null, place } }, null];
  const key = keyOf(values.projectCode ?? '', place, lamp.id);
  const earlier = first.get(key);
  if (earlier === undefined) first.set(key, row.row);
  else errors.push(`同一位置同一灯具与第${earlier}行重复`);
  const standing = facts.standing.get(key) ?? 0;
  if (standing > 0) warnings.push(`该处台账已有${standing}盏同型号在用，导入后另计`);
  const found = { project: project ?? null, lamp: `${lamp.name} ${lamp.power}W`, place, standing: String(standing) };
  return [
    { errors, warnings, found },
    { place, lamp },
  ];
}

async function judged({ db, ctx, lines }: Pick<Judging<Shape>, 'db' | 'ctx' | 'lines'>) {
  const facts = await known(db, ctx, lines);
  const first = new Map<string, number>();
  const now = today(ctx.now);
  return lines.map((row) => ({ row, of: judgeRow(row, facts, first, now) }));
}

/** @throws refused where a lamp of the batch was replaced since */
async function demandStanding(tx: Tx, batch: string): Promise<void> {
  const { rows } = await sql<{ place: string }>`select place from b_lamp_install
    where source_module = 'import' and source_id = ${batch} and not voided and state <> '在用' limit 1`.execute(tx);
  const [gone] = rows;
  if (gone !== undefined) throw refused(`“${gone.place}”的灯具已更换或报废，该批次不能撤销`);
}

export const lampInstallImportSource = importSource<Shape>({
  shape: lampInstallImport,
  judge: async (of) => new Map((await judged(of)).map(({ row, of: [verdict] }) => [row.row, verdict])),
  facts: (lines, verdicts) => ({
    lamps: String(
      lines.reduce(
        (sum, { row, values }) => ((verdicts.get(row)?.errors ?? []).length === 0 ? sum + (values.quantity ?? 0) : sum),
        0,
      ),
    ),
  }),
  async write({ tx, ctx, lines, batch, source }) {
    const rows = await judged({ db: tx, ctx, lines });
    await enter(
      tx,
      lampInstall,
      rows.flatMap(({ row: { values }, of: [, resolved] }) => {
        if (resolved === null || values.projectCode === null || values.quantity === null || values.installedOn === null)
          return [];
        const { lamp, place } = resolved;
        return [
          {
            project: values.projectCode,
            place,
            lamp: lamp.id,
            quantity: values.quantity,
            installedOn: values.installedOn,
            warrantyTo: values.warrantyTo ?? (lamp.months ? addMonths(values.installedOn, lamp.months) : null),
            dailyHours: values.dailyHours,
            cause: '期初导入',
            document: batch.no,
            state: '在用' as const,
          },
        ];
      }),
      source,
    );
    return {};
  },
  async undo({ tx, batch, source }) {
    await demandStanding(tx, batch.id);
    await voidEntries(tx, 'b_lamp_install', source);
  },
});

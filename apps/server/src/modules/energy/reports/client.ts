/** 能耗同比(客户): the comparison as the customer gets it, in words first; without money, signed in versions. */
import {
  type ClientContent,
  clientContent,
  type clientInput,
  type clientSign,
  type reportClient,
} from '@hengneng/contracts';
import { monthRange } from '@hengneng/core';
import { addMonths, CHINA, compare, dayAt, daysIn, monthEnd } from '@hengneng/energy/measuring';
import { formatQuantity, intensityWords, suppliedWords } from '@hengneng/energy/units';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { invalid } from '../../../platform/http/errors.ts';
import { seenProject } from '../../projects/index.ts';
import { adjustmentWords, type Figure, monthFigures, reportProject, weatherOf } from './figures.ts';
import { together } from './many.ts';
import { comparedOf } from './month.ts';
import { perM2, qualityOf, rounded } from './sums.ts';
import { digestOf, type ReportKey, signedContent, signedVersions, signReport } from './versions.ts';
import { readYoy } from './yoy.ts';

type Asked = z.output<typeof clientInput>;
type Compared = ClientContent['rows'][number]['output'];

const COMPLETE_FROM = 95;
/** Above it a customer is told why. */
const MOST_ESTIMATED = 5;
const SHOWN = ['elec', 'gas', 'cooling', 'heating'];

async function makeClient(ctx: Ctx, code: string, { From, To }: Pick<Asked, 'From' | 'To'>): Promise<ClientContent> {
  const months = monthRange(From, To);
  const today = dayAt(ctx.now.getTime(), CHINA);
  const project = await reportProject(ctx, code);
  // Reads the same months as the internal report, and refuses what that refuses.
  const yoy = await readYoy(ctx, { ProjectCode: code, From, To }, '客户');
  const [all, weather, customer] = await Promise.all([
    monthFigures(ctx.db, [project.code], { from: addMonths(From, -12), to: To }, ctx.now),
    weatherOf(ctx.db, project.code, { from: `${addMonths(From, -12)}-01`, to: monthEnd(To) }),
    sql<{ name: string }>`select customer_name as name from project where code = ${project.code}`.execute(ctx.db),
  ]);
  const until = monthEnd(To) < today ? monthEnd(To) : today;
  const at = (wanted: readonly string[], codes: readonly string[]): Figure | undefined => {
    const found = all.filter((one) => wanted.includes(one.at) && codes.includes(one.code));
    return found.length === 0 ? undefined : together('', codes[0] ?? '', found);
  };
  const lengthOf = (wanted: readonly string[]): number =>
    wanted.reduce(
      (sum, month) => sum + daysIn({ from: `${month}-01`, to: until < monthEnd(month) ? until : monthEnd(month) }),
      0,
    );
  const compared = (wanted: readonly string[], codes: readonly string[]): Compared => {
    const before = wanted.map((month) => addMonths(month, -12));
    const period = (of: readonly string[]) => {
      const figure = at(of, codes);
      return {
        usage: figure?.known === true ? figure.usage : null,
        completeness: figure === undefined ? null : qualityOf([figure]).complete,
        days: lengthOf(of),
      };
    };
    const now = period(wanted);
    const last = period(before);
    return { now: now.usage, last: last.usage, yoy: comparedOf(compare(now, last, '去年同期')) };
  };
  const meanC = (month: string): number | null => {
    const days = weather.filter(({ day }) => day.startsWith(month));
    return days.length === 0 ? null : rounded(days.reduce((sum, one) => sum + one.meanC, 0) / days.length, 1);
  };
  const energyOf = new Map(project.energies.map((energy) => [energy.code, energy]));
  const heat = ['cooling', 'heating'];
  const whole = qualityOf(all.filter((one) => months.includes(one.at) && SHOWN.includes(one.code)));
  const output = compared(months, heat);
  const electricity = compared(months, ['elec']);
  const intensity = output.now === null ? null : perM2(output.now, project.areaM2);
  // 修正后: of electricity where every month could be corrected.
  const corrected = yoy.rows.filter((row) => row.code === 'elec');
  const before = corrected.reduce((sum, row) => sum + (row.adjustedLast ?? 0), 0);
  const whollyCorrected =
    corrected.length === months.length && corrected.every((row) => row.adjustedYoy !== null) && before > 0;
  const rateText = (percent: number): string => `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)}%`;
  const yoyWords = ({ yoy: { rate, text, reason } }: Compared): string =>
    rate === null ? `（同比无法给出：${reason ?? ''}）` : `，同比 ${text}`;
  const kwh = (value: string): string => `${formatQuantity(Number(value) / 10_000, 'cop')} 万 kWh`;
  return {
    projectName: project.name,
    areaM2: project.areaM2,
    asOf: ctx.now.toISOString(),
    pending: project.pending,
    categories: project.energies
      .filter(({ code: energy }) => SHOWN.includes(energy))
      .map(({ code: energy, name, unit, color }) => ({ code: energy, name, unit, color })),
    customerName: customer.rows[0]?.name ?? '',
    rows: months.map((month) => {
      const of = compared([month], heat);
      return {
        month,
        output: of,
        elec: compared([month], ['elec']),
        gas: compared([month], ['gas']),
        meanC: meanC(month),
        lastMeanC: meanC(addMonths(month, -12)),
        perM2: of.now === null ? null : perM2(of.now, project.areaM2),
      };
    }),
    summary: [
      ...(output.now === null ? [] : [`${suppliedWords(Number(output.now))}${yoyWords(output)}`]),
      ...(electricity.now === null
        ? []
        : [
            `本期用电 ${kwh(electricity.now)}${yoyWords(electricity)}${
              whollyCorrected ? `（气温修正后 ${rateText(((Number(electricity.now) - before) / before) * 100)}）` : ''
            }`,
          ]),
      ...(intensity === null ? [] : [intensityWords(intensity)]),
      ...all.flatMap(({ at: month, code: energy, brought = [] }) => {
        const about = months.includes(month) && SHOWN.includes(energy) ? energyOf.get(energy) : undefined;
        return about === undefined ? [] : brought.map((one) => adjustmentWords(one, about, month));
      }),
    ],
    lacks: [
      ...(monthEnd(To) >= today ? [`${To} 尚未结束`] : []),
      ...(whole.complete === null || whole.complete < COMPLETE_FROM
        ? [`完整率 ${whole.complete === null ? '未知' : `${whole.complete}%`}，低于 ${COMPLETE_FROM}%`]
        : []),
      ...(project.pending > 0 ? [`有 ${project.pending} 块表正在重算`] : []),
    ],
    whole,
  };
}

const keyOf = (project: string, { From, To }: Pick<Asked, 'From' | 'To'>): ReportKey => ({
  kind: 'client',
  project,
  period: `${From}~${To}`,
});

const figuresOf = ({ asOf: _, pending: __, lacks: ___, ...figures }: ClientContent): unknown => figures;

export async function readClient(ctx: Ctx, asked: Asked): Promise<z.input<typeof reportClient.output>> {
  const { code } = await seenProject(ctx, ctx.db, asked.ProjectCode);
  const key = keyOf(code, asked);
  const [current, versions] = await Promise.all([makeClient(ctx, code, asked), signedVersions(ctx.db, key)]);
  const content =
    asked.Version === undefined ? current : clientContent.parse(await signedContent(ctx.db, key, asked.Version));
  const [last] = versions;
  const shown = versions.find(({ Version }) => Version === asked.Version);
  return {
    ...content,
    Version: shown?.Version ?? null,
    SignedBy: shown?.SignedBy ?? '',
    SignedAt: shown?.SignedAt ?? null,
    SignNote: shown?.Note ?? '',
    Changed: last !== undefined && last.digest !== digestOf(figuresOf(current)),
    Versions: versions.map(({ digest: _, ...version }) => version),
  };
}

export async function signClient(
  ctx: Ctx,
  { Note, ...asked }: z.output<typeof clientSign.input>,
): Promise<{ readonly Version: number }> {
  const { code, name } = await seenProject(ctx, ctx.db, asked.ProjectCode);
  const content = await makeClient(ctx, code, asked);
  if (content.lacks.length > 0) throw invalid([{ path: 'To', message: `未达签发条件：${content.lacks.join('；')}` }]);
  if ((content.whole.estimated ?? 0) > MOST_ESTIMATED && Note === '')
    throw invalid([
      { path: 'Note', message: `估算占比 ${content.whole.estimated}%，超过 ${MOST_ESTIMATED}%，请附说明` },
    ]);
  return signReport(ctx, keyOf(code, asked), {
    content,
    digest: digestOf(figuresOf(content)),
    note: Note,
    title: `能耗同比(客户) ${name} ${asked.From}~${asked.To}`,
  });
}

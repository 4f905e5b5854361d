/** 日报表: one day of a project in sections: what ran, what each meter showed, what is out of the ordinary, and what of it was signed. */
import {
  type DailyContent,
  dailyContent,
  type dailyInput,
  type dailyRunning,
  type dailySign,
} from '@hengneng/contracts';
import { addDays, CHINA, dayAt, exact, exactText, LEVEL_NAMES, sumOf } from '@hengneng/energy/measuring';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { invalid } from '../../../platform/http/errors.ts';
import { seenProject } from '../../projects/index.ts';
import { dayCosts, seesCosts, takesCosts } from '../costs/index.ts';
import { correctedDay } from '../day-reports/index.ts';
import { coolingWater, correctedRunning, hostsOf, weatherRange, withMeters } from './daily-corrected.ts';
import { exceptionsOf, sameTempOver } from './daily-judged.ts';
import { dayFigures, type Figure, reportProject, type ReportProject } from './figures.ts';
import { readDays } from './days.ts';
import { dutyOf } from './duty.ts';
import { indoorDays, passRate } from './indoor.ts';
import { costWords } from './money.ts';
import { figureOf, fillsTowers, type MeterDay, meterDays, type ReportMeter, reportMeters, WATER } from './meters.ts';
import { coalOf, rounded } from './sums.ts';
import { digestOf, type ReportKey, signedContent, signedVersions, signReport } from './versions.ts';

type Asked = z.output<typeof dailyInput>;

const DAYS_SHOWN = 30;
const FUNCTIONS = [
  ['cooling', '制冷'],
  ['heating', '采暖'],
  ['hotWater', '卫生热水'],
] as const;

const usedOf = (figures: readonly Figure[], codes: readonly string[]): string | null => {
  const of = figures.filter(({ code, known }) => known && codes.includes(code));
  return of.length === 0 ? null : exactText(sumOf(of.map(({ usage }) => exact(usage))));
};

/** Energy is one function's where only one was delivered; nothing is split between two by a rule that nobody measured. */
function functionsOf(project: ReportProject, figures: readonly Figure[]): DailyContent['functions'] {
  const delivered = FUNCTIONS.flatMap(([code, name]) => {
    const output = usedOf(figures, [code]);
    return output === null || Number(output) <= 0 ? [] : [{ code, name, output }];
  });
  const only = delivered.length === 1;
  const rows = delivered.map(({ code, name, output }) => ({
    Function: name,
    Area: project.areaM2,
    Output: output,
    Unit: project.energies.find((energy) => energy.code === code)?.unit ?? 'kWh',
    Gas: only ? usedOf(figures, ['gas']) : null,
    Elec: only ? usedOf(figures, ['elec']) : null,
    Water: only ? usedOf(figures, ['water']) : null,
    Kgce: only ? coalOf(figures, project).kgce : null,
  }));
  return rows;
}

const meterRow = (meter: ReportMeter, day: MeterDay) => ({
  DeviceId: meter.id,
  DeviceName: meter.name,
  IsMain: meter.main,
  CategoryCode: meter.energy,
  CategoryName: meter.energyName,
  Last: day.open,
  This: day.close,
  Ratio: day.ratio,
  Unit: meter.unit,
  Flag: day.flags.join(''),
  Doubt: day.doubts.join('、'),
});

type Sections = { readonly [K in keyof DailyContent]: () => Promise<DailyContent[K]> };

/** What several sections need is read once, and only where one of them is asked for. */
const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let kept: Promise<T> | undefined;
  return () => (kept ??= make());
};

/** The report as it is now, section by section. */
async function sectionsOf(ctx: Ctx, code: string, day: string): Promise<Sections> {
  const project = await reportProject(ctx, code);
  const span = { from: day, to: day };
  const figures = once(() => dayFigures(ctx.db, project.code, span, ctx.now));
  const meters = once(() => reportMeters(ctx.db, project.code));
  const corrected = once(() => correctedDay(ctx.db, project.code, day, ctx.now));
  const days = once(async () =>
    meterDays(
      ctx.db,
      (await meters()).map(({ id }) => id),
      'total',
      span,
    ),
  );
  const rowsOf = async <R>(
    wanted: (meter: ReportMeter) => boolean,
    row: (meter: ReportMeter, of: MeterDay) => R,
  ): Promise<R[]> => {
    const byMeter = new Map((await days()).map((one) => [one.meter, one]));
    return (await meters()).filter(wanted).flatMap((meter) => {
      const of = byMeter.get(meter.id);
      return of === undefined ? [] : [row(meter, of)];
    });
  };
  return {
    running: async () => {
      // Whoever signs keeps what it cost, whether or not he sees it.
      const [report, range, duty, used, costs, edited, indoor] = await Promise.all([
        readDays(ctx, { ProjectCode: code, From: day, To: day }),
        weatherRange(ctx, project.code, day),
        dutyOf(ctx.db, project.code, span),
        figures(),
        dayCosts(ctx.db, [project.code], span),
        corrected(),
        indoorDays(ctx.db, project.code, span),
      ]);
      const [own] = report.rows;
      return {
        projectName: project.name,
        areaM2: project.areaM2,
        asOf: ctx.now.toISOString(),
        pending: project.pending,
        categories: report.categories,
        Date: day,
        Stopped: own?.stopped ?? false,
        ...correctedRunning({ condition: own?.condition, meanC: own?.meanC, range, duty }, edited),
        Mode: functionsOf(project, used)
          .map((row) => row.Function)
          .join('、'),
        Used: own?.used ?? {},
        Tou: own?.tou ?? null,
        Output: own?.output ?? null,
        Cop: own?.cop ?? null,
        Kgce: own?.kgce ?? null,
        KgCo2: own?.kgCo2 ?? null,
        Notes: [...coalOf(used, project).notes],
        IndoorRooms: indoor.reduce((sum, one) => sum + one.judged, 0),
        IndoorPass: passRate(indoor),
        Costs: {
          whole: costWords(costs, project.areaM2),
          rows: project.energies.flatMap(({ code: energy, name }) => {
            const of = costs.filter((one) => one.code === energy);
            return of.length === 0 ? [] : [{ code: energy, name, ...costWords(of, project.areaM2) }];
          }),
        },
        complete: own?.complete ?? null,
        estimated: own?.estimated ?? null,
      };
    },
    hosts: async () => withMeters(ctx, project.code, day, await hostsOf(ctx, project.code, day, await corrected())),
    functions: async () => functionsOf(project, await figures()),
    electricity: () =>
      rowsOf(
        ({ energy }) => energy === 'elec',
        (meter, of) => ({
          ...meterRow(meter, of),
          Sharp: of.sharp,
          Peak: of.peak,
          Flat: of.flat,
          Valley: of.valley,
          Total: of.known ? of.usage : null,
        }),
      ),
    water: async () => {
      const round = (await meters()).some(fillsTowers) ? await coolingWater(ctx, project.code, day) : null;
      return rowsOf(
        ({ energy }) => WATER.includes(energy),
        (meter, of) => ({
          ...meterRow(meter, of),
          Usage: of.known ? of.usage : null,
          Purpose: meter.areaUse || meter.categoryName,
          MakeupRate:
            !fillsTowers(meter) || !of.known || round === null || round <= 0
              ? null
              : rounded((Number(of.usage) / round) * 100, 2),
        }),
      );
    },
    mainEnergy: () =>
      rowsOf(
        ({ energy }) => energy !== 'elec' && !WATER.includes(energy),
        (meter, of) => {
          const { kgce, kgCo2 } = coalOf([figureOf(meter, of)], project);
          return {
            ...meterRow(meter, of),
            Usage: of.known ? of.usage : null,
            Lhv: project.energies.find((one) => one.code === meter.energy)?.lhvOn(day) ?? null,
            Kgce: kgce,
            Co2: kgCo2,
          };
        },
      ),
    analysis: async () => {
      const [report, sameTemp, exceptions] = await Promise.all([
        readDays(ctx, { ProjectCode: code, From: addDays(day, 1 - DAYS_SHOWN), To: day }),
        sameTempOver(ctx, project, span),
        exceptionsOf(ctx, project.code, day, await meters(), await days()),
      ]);
      return {
        rows: report.rows.map(({ day: of, used, output, cop, meanC, complete, estimated }) => ({
          day: of,
          used,
          output,
          cop,
          meanC,
          complete,
          estimated,
        })),
        SameTemp: sameTemp(day),
        Exceptions: exceptions,
      };
    },
  };
}

const wholeOf = async (sections: Sections): Promise<DailyContent> => ({
  running: await sections.running(),
  hosts: await sections.hosts(),
  functions: await sections.functions(),
  electricity: await sections.electricity(),
  water: await sections.water(),
  mainEnergy: await sections.mainEnergy(),
  analysis: await sections.analysis(),
});

const makeDaily = async (ctx: Ctx, code: string, day: string): Promise<DailyContent> =>
  wholeOf(await sectionsOf(ctx, code, day));

const keyOf = (project: string, day: string): ReportKey => ({ kind: 'day', project, period: day });

/** What makes it another report: not when it was read, nor what waits to be worked out. */
const figuresOf = ({
  running: { asOf: _, pending: __, Report, IndoorRooms: ___, IndoorPass: ____, ...running },
  hosts,
  water,
  analysis,
  ...rest
}: DailyContent): unknown => ({
  ...rest,
  // What is told of the same readings in another way makes no other report; versions signed before have none of it.
  hosts: hosts.map(({ Output: _output, Gas: _gas, Elec: _elec, ...host }) => host),
  water: water.map(({ MakeupRate: _makeup, ...row }) => row),
  // A day of which nobody wrote anything down is the same as before there was a place for it.
  running: Report === null ? running : { ...running, Report },
  // Days before have their own reports; their late readings do not change this one.
  analysis: { ...analysis, rows: analysis.rows.at(-1) },
});

const readVersion = async (ctx: Ctx, key: ReportKey, version: number): Promise<DailyContent> =>
  dailyContent.parse(await signedContent(ctx.db, key, version));

async function versionOrNow(ctx: Ctx, asked: Asked): Promise<Sections> {
  if (asked.Date > dayAt(ctx.now.getTime(), CHINA))
    throw invalid([{ path: 'Date', message: '不能选择还没有到的日期' }]);
  const { code } = await seenProject(ctx, ctx.db, asked.ProjectCode);
  if (asked.Version === undefined) return sectionsOf(ctx, code, asked.Date);
  const kept = await readVersion(ctx, keyOf(code, asked.Date), asked.Version);
  const of =
    <K extends keyof DailyContent>(name: K) =>
    (): Promise<DailyContent[K]> =>
      Promise.resolve(kept[name]);
  return {
    running: of('running'),
    hosts: of('hosts'),
    functions: of('functions'),
    electricity: of('electricity'),
    water: of('water'),
    mainEnergy: of('mainEnergy'),
    analysis: of('analysis'),
  };
}

/** The customer sees what was used, not what we say about it among ourselves. */
const forAudience = ({ Audience }: Asked, analysis: DailyContent['analysis']): DailyContent['analysis'] =>
  Audience === '客户' ? { ...analysis, Exceptions: [] } : analysis;

/** Amounts are for those only who may see them, and never for the customer. */
const withoutMoney = ({ Costs: _, ...running }: DailyContent['running']): DailyContent['running'] => running;
/** Nor does he read what is said inside. */
const withoutRemarks = (running: DailyContent['running']): DailyContent['running'] => ({
  ...running,
  Report: running.Report === null ? null : { ...running.Report, Focus: '', Pending: '', Materials: '', Remark: '' },
});
const runningFor = (asked: Asked, running: DailyContent['running'], sees: boolean): DailyContent['running'] => {
  const shown = asked.Audience === '客户' ? withoutRemarks(running) : running;
  return sees && asked.Audience === '内部' ? shown : withoutMoney(shown);
};

/** All of it, as it leaves the house. */
export async function readDaily(ctx: Ctx, asked: Asked): Promise<DailyContent> {
  const content = await wholeOf(await versionOrNow(ctx, asked));
  return {
    ...content,
    running: runningFor(asked, content.running, takesCosts(ctx.session)),
    analysis: forAudience(asked, content.analysis),
  };
}

/** One section of a version as it was signed, or of the day as it is now. */
export const readSection = async <K extends keyof DailyContent>(
  ctx: Ctx,
  asked: Asked,
  name: K,
): Promise<DailyContent[K]> => (await versionOrNow(ctx, asked))[name]();

export const readAnalysis = async (ctx: Ctx, asked: Asked): Promise<DailyContent['analysis']> =>
  forAudience(asked, await readSection(ctx, asked, 'analysis'));

export async function readRunning(ctx: Ctx, asked: Asked): Promise<z.input<typeof dailyRunning.output>> {
  const running = runningFor(asked, await readSection(ctx, asked, 'running'), seesCosts(ctx.session));
  const { code } = await seenProject(ctx, ctx.db, asked.ProjectCode);
  const versions = await signedVersions(ctx.db, keyOf(code, asked.Date));
  const [last] = versions;
  const shown = versions.find(({ Version }) => Version === asked.Version);
  return {
    ...running,
    Version: shown?.Version ?? null,
    SignedBy: shown?.SignedBy ?? '',
    SignedAt: shown?.SignedAt ?? null,
    SignNote: shown?.Note ?? '',
    Changed: last !== undefined && last.digest !== digestOf(figuresOf(await makeDaily(ctx, code, asked.Date))),
    Versions: versions.map(({ digest: _, ...version }) => version),
  };
}

const COMPLETE_FROM = 95;

export async function signDaily(
  ctx: Ctx,
  { ProjectCode, Date: day, Note }: z.output<typeof dailySign.input>,
): Promise<{ readonly Version: number }> {
  if (day >= dayAt(ctx.now.getTime(), CHINA)) throw invalid([{ path: 'Date', message: '当日尚未结束，不能签发' }]);
  const { code, name } = await seenProject(ctx, ctx.db, ProjectCode);
  const content = await makeDaily(ctx, code, day);
  const { running, analysis } = content;
  if (Object.keys(running.Used).length === 0 && !running.Stopped)
    throw invalid([{ path: 'Date', message: '该日尚未录入，不能签发' }]);
  if (running.pending > 0)
    throw invalid([{ path: 'Date', message: `有 ${running.pending} 块表正在重算，请稍后再签发` }]);
  if (running.complete !== null && running.complete < COMPLETE_FROM && Note === '')
    throw invalid([{ path: 'Note', message: `完整率 ${running.complete}%，低于 ${COMPLETE_FROM}%，请注明缺项原因` }]);
  const unexplained = analysis.Exceptions.filter(
    ({ Item, ReasonType }) => Item === LEVEL_NAMES.abnormal && ReasonType === '',
  );
  if (unexplained.length > 0)
    throw invalid([{ path: 'Date', message: `异常读数尚未说明：${unexplained.map(({ Value }) => Value).join('；')}` }]);
  return signReport(ctx, keyOf(code, day), {
    content,
    digest: digestOf(figuresOf(content)),
    note: Note,
    title: `日报 ${name} ${day}`,
  });
}

/** Two states of a day that was corrected, side by side: what was said by whom, and what the day's report makes of it. */
import { type DailyContent, dailyContent, type dayReportCompare, type DayComparison } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { seenProject } from '../../projects/index.ts';
import {
  correctedBy,
  type CorrectedDay,
  type DayContent,
  type DayStates,
  dayStates,
  fieldsOf,
  merged,
  type StoredVersion,
} from '../day-reports/index.ts';
import { correctedRunning, hostsOf, weatherRange } from './daily-corrected.ts';
import { dutyOf } from './duty.ts';
import { reportProject, weatherOf } from './figures.ts';
import { signedContent, signedVersions } from './versions.ts';

interface State {
  readonly about: DayComparison['From'];
  readonly content: DayContent;
  readonly corrected: CorrectedDay | null;
}

const aboutOf = (one: StoredVersion): DayComparison['From'] => ({
  Version: one.version,
  State: one.state,
  Editor: one.by,
  EditTime: one.at,
  Reason: one.reason,
  Decider: one.decider,
  DecideTime: one.decidedAt,
  Decision: one.decision,
});

const RECORDED: DayComparison['From'] = {
  Version: 0,
  State: '原记录',
  Editor: '',
  EditTime: null,
  Reason: '',
  Decider: '',
  DecideTime: null,
  Decision: '',
};

/** @throws notFound where there is no such version */
function stateOf(states: DayStates, version: number): State {
  if (version === 0) return { about: RECORDED, content: states.recorded, corrected: null };
  const found = states.versions.find((one) => one.version === version);
  if (found === undefined) throw notFound('没有这个版本，请刷新');
  return {
    about: aboutOf(found),
    content: merged(states.recorded, found.content),
    corrected: correctedBy(states, found),
  };
}

/** Of a field the last version up to the one on the right that changed it; what was refused changed nothing. */
const authorOf = (states: DayStates, version: number, field: string): string => {
  const of = states.versions.findLast(
    (one) =>
      one.version <= version &&
      (one.state === '已生效' || one.version === version) &&
      one.changed.some(({ Field }) => Field === field),
  );
  return of === undefined ? '' : `${of.by} v${of.version}`;
};

type Part = Pick<DailyContent, 'running' | 'hosts'>;
interface Line {
  readonly section: string;
  readonly figure: string;
  readonly value: string;
  readonly client: boolean;
}

const words = (value: string | number | null | undefined, unit = ''): string =>
  value === null || value === undefined || value === '' ? '—' : `${value}${unit}`;

const RUNNING = [
  ['天气', ({ Weather }) => words(Weather)],
  ['室外最高', ({ OutMax }) => words(OutMax, ' ℃')],
  ['室外最低', ({ OutMin }) => words(OutMin, ' ℃')],
  ['室外日均', ({ OutAvg }) => words(OutAvg, ' ℃')],
  ['当班人员', ({ OnDuty }) => words(OnDuty.map(({ Shift, Names }) => `${Shift} ${Names}`.trim()).join('；'))],
  ['湿度', ({ Report }) => words(Report?.Humidity, '%')],
  ['供能区域', ({ Report }) => words(Report?.Areas)],
  ['客流或入住率', ({ Report }) => words(Report?.Occupancy, '%')],
  ['客户投诉数', ({ Report }) => words(Report?.Complaints)],
  ['停供', ({ Report }) => words(Report?.Stops)],
] as const satisfies readonly (readonly [string, (running: Running) => string])[];
type Running = Pick<Part['running'], 'Weather' | 'OutMax' | 'OutMin' | 'OutAvg' | 'OnDuty' | 'Report'>;

/** Said among ourselves. */
const REMARKS = [
  ['重点事项', 'Focus'],
  ['遗留问题', 'Pending'],
  ['备件药剂消耗', 'Materials'],
  ['备注', 'Remark'],
] as const;

const HOST = [
  ['模式', 'Mode', ''],
  ['启', 'Start', ''],
  ['停', 'End', ''],
  ['运行', 'Hours', ' h'],
  ['负荷率', 'LoadRate', '%'],
  ['冷温水回水', 'ChwIn', ' ℃'],
  ['冷温水供水', 'ChwOut', ' ℃'],
  ['冷却水进', 'CwIn', ' ℃'],
  ['冷却水出', 'CwOut', ' ℃'],
] as const;

const linesOf = ({ running, hosts }: { running: Running; hosts: Part['hosts'] }): readonly Line[] => [
  ...RUNNING.map(([figure, of]): Line => ({ section: '一 运行信息', figure, value: of(running), client: true })),
  ...REMARKS.map(
    ([figure, key]): Line => ({
      section: '一 运行信息',
      figure,
      value: words(running.Report?.[key]),
      client: false,
    }),
  ),
  ...hosts.flatMap((host) =>
    HOST.map(
      ([figure, key, unit]): Line => ({
        section: '二 主机运行',
        figure: `${host.HostName} ${figure}`,
        value: words(host[key], unit),
        client: true,
      }),
    ),
  ),
];

/** Lines that say something else; a machine that only one of them has stands against nothing. */
function figuresBetween(from: readonly Line[], to: readonly Line[]): DayComparison['Figures'] {
  const key = ({ section, figure }: Line): string => `${section} ${figure}`;
  const [before, after] = [from, to].map((lines) => new Map(lines.map((line) => [key(line), line])));
  const all = new Map([...from, ...to].map((line) => [key(line), line]));
  return [...all].flatMap(([of, { section, figure, client }]) => {
    const From = before?.get(of)?.value ?? '—';
    const To = after?.get(of)?.value ?? '—';
    return From === To ? [] : [{ Section: section, Figure: figure, From, To, Client: client }];
  });
}

async function linksOf(ctx: Ctx, project: string, day: string): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ version: number; links: number }>`
    select version, count(*)::int as links from energy_report_send where kind = 'day' and project_code = ${project} and period = ${day}
      and withdrawn_at is null and expires_at > ${ctx.now} group by version`.execute(ctx.db);
  return new Map(rows.map(({ version, links }) => [version, links]));
}

export async function compareDay(
  ctx: Ctx,
  { ReportId, From, To }: z.output<typeof dayReportCompare.input>,
): Promise<DayComparison> {
  const split = ReportId.lastIndexOf(':');
  const day = ReportId.slice(split + 1);
  const { code } = await seenProject(ctx, ctx.db, ReportId.slice(0, split));
  const states = await dayStates(ctx.db, code, day, ctx.now);
  const [from, to] = [stateOf(states, From), stateOf(states, To)];
  const project = await reportProject(ctx, code);
  const span = { from: day, to: day };
  const key = { kind: 'day', project: code, period: day } as const;
  const [[weather], range, duty, fromHosts, toHosts, signed, links] = await Promise.all([
    weatherOf(ctx.db, project.code, span),
    weatherRange(ctx, project.code, day),
    dutyOf(ctx.db, code, span),
    hostsOf(ctx, code, day, from.corrected),
    hostsOf(ctx, code, day, to.corrected),
    signedVersions(ctx.db, key),
    linksOf(ctx, code, day),
  ]);
  const recorded = { condition: weather?.condition, meanC: weather?.meanC, range, duty };
  const lines = (corrected: CorrectedDay | null, hosts: Part['hosts']): readonly Line[] =>
    linesOf({ running: correctedRunning(recorded, corrected), hosts });
  const after = lines(to.corrected, toHosts);
  return {
    From: from.about,
    To: to.about,
    Fields: fieldsOf(from.content, to.content, states.names).map((field) => ({
      ...field,
      Differs: field.From !== field.To,
      By: authorOf(states, To, field.Field),
    })),
    Figures: figuresBetween(lines(from.corrected, fromHosts), after),
    Signed: await Promise.all(
      signed.map(async ({ Version, SignedBy, SignedAt }) => ({
        Version,
        SignedBy,
        SignedAt,
        Links: links.get(Version) ?? 0,
        Differs:
          figuresBetween(linesOf(dailyContent.parse(await signedContent(ctx.db, key, Version))), after).length > 0,
      })),
    ),
  };
}

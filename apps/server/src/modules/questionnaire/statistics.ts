/** What the answers of a version come to, and the same as a workbook. */
import type { questionnaireExport, questionnaireStatistics, satisfactionOfSource } from '@hengneng/contracts';
import {
  type Answers,
  type Design,
  isPoints,
  itemScores,
  meanOf,
  npsOf,
  pointsOf,
  type Question,
  rateOf,
  scaleOf,
  textsOf,
} from '@hengneng/core/questionnaire';
import { maskPhone } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import type { FileAnswer } from '../../platform/http/registry.ts';
import { refused } from '../../platform/http/errors.ts';
import { workbook } from '../identity/index.ts';
import { projectsVisible } from '../projects/index.ts';
import { answersOf, answerVisible, minuteOf, readDesign, readQuestionnaire } from './store.ts';
import { valueWords } from './words.ts';

type Statistics = z.input<typeof questionnaireStatistics.output>;
type OfQuestion = Statistics['questions'][number];

/** More are read in parts: by project or by days. */
const MOST_ANSWERS = 50_000;
const LATEST_TEXTS = 30;

interface Row {
  readonly answers: unknown;
  readonly project: string;
  readonly place: string;
  readonly respondent: string;
  readonly phone: string;
  readonly satisfaction: number | null;
  readonly nps: number | null;
  readonly lowest: string | null;
  readonly low: boolean;
  readonly seconds: number;
  readonly source: string;
  readonly state: string;
  readonly at: Date;
  readonly day: string;
}
type Read = Omit<Row, 'answers'> & { readonly answers: Answers };

interface Wanted {
  readonly Id: string;
  readonly version: number;
  readonly project?: string | undefined;
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
}

const DAY = sql`(a.submitted_at at time zone 'Asia/Shanghai')::date`;

const readAll = async (ctx: Ctx, { Id, version, project, from, to }: Wanted): Promise<readonly Read[]> => {
  const { rows } = await sql<Row>`
    select a.answers, pr.name as project, a.place, a.respondent, a.phone, a.satisfaction::float8 as satisfaction, a.nps,
      a.lowest_label || ' ' || a.lowest_score || '分' as lowest, a.low, a.seconds, a.source, a.state, a.submitted_at as at, ${DAY}::text as day
    from questionnaire_answer a join project pr on pr.code = a.project_code
    where a.questionnaire_id = ${Id} and a.version = ${version} and ${answerVisible(ctx.session)}
      ${project === undefined || project === '' ? sql`` : sql`and a.project_code = ${project}`}
      ${from == null ? sql`` : sql`and ${DAY} >= ${from}::date`} ${to == null ? sql`` : sql`and ${DAY} <= ${to}::date`}
    order by a.submitted_at desc limit ${MOST_ANSWERS + 1}`.execute(ctx.db);
  if (rows.length > MOST_ANSWERS) throw refused('答卷超过5万份，请按项目或日期分开统计');
  return rows.map((row) => ({ ...row, answers: answersOf(row.answers) }));
};

const counted = (labels: readonly string[], given: readonly string[]): OfQuestion['counts'] =>
  labels.map((label) => ({ label, n: given.filter((one) => one === label).length }));

const ofQuestion = (question: Question, rows: readonly Read[]): OfQuestion => {
  const given = rows.flatMap(({ answers }) => answers[question.id] ?? []);
  const values = given.map(({ value }) => value);
  const points = values.filter(isPoints);
  const scale = scaleOf(question.type);
  const steps =
    scale === null ? [] : Array.from({ length: scale.max - scale.min + 1 }, (_, at) => String(scale.min + at));
  const texts = question.type === 'text' || question.type === 'textarea';
  const said = given.flatMap(({ value, reason }) => [
    ...(texts && typeof value === 'string' ? [value] : []),
    ...(reason === '' ? [] : [`${valueWords(question, value)}：${reason}`]),
  ]);
  return {
    id: question.id,
    title: question.title,
    type: question.type,
    answered: given.length,
    mean: points.length > 0 ? meanOf(points) : null,
    counts:
      question.type === 'single' || question.type === 'multi'
        ? counted(
            question.options,
            values.flatMap((value) => (typeof value === 'string' ? [value] : textsOf(value))),
          )
        : question.type === 'matrix'
          ? []
          : counted(steps, points.map(String)),
    dimensions: question.dimensions.map(({ key, label, weight }) => ({
      label,
      weight,
      mean: meanOf(values.flatMap((value) => pointsOf(value).get(key) ?? [])),
    })),
    texts: said.slice(0, LATEST_TEXTS),
  };
};

/** Means of everything that was given points, in the order in which it is asked. */
const scoresOf = (design: Design, rows: readonly Read[]): Statistics['scores'] => {
  const found = new Map<string, { readonly label: string; readonly scores: number[] }>();
  for (const question of design.questions)
    if (question.type === 'matrix')
      for (const { key, label } of question.dimensions) found.set(`${question.id}.${key}`, { label, scores: [] });
    else if (question.type === 'stars' || question.type === 'rating')
      found.set(`${question.id}.`, { label: question.title, scores: [] });
  for (const { answers } of rows)
    for (const item of itemScores(design, answers))
      found.get(`${item.question}.${item.dimension ?? ''}`)?.scores.push(item.score);
  return [...found.values()].flatMap(({ label, scores }) => {
    const mean = meanOf(scores);
    return mean === null ? [] : [{ label, mean }];
  });
};

const medianOf = (values: readonly number[]): number | null => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
};

const byMessage = (row: Read): boolean => row.source === '短信' || row.source === '微信';

/** How many came each day, and which part of the messages had been answered by its end. */
const dailyOf = (rows: readonly Read[], sent: number): Statistics['daily'] => {
  const days = [...new Set(rows.map(({ day }) => day))].sort();
  let messages = 0;
  return days.map((day) => {
    const those = rows.filter((row) => row.day === day);
    messages += those.filter(byMessage).length;
    return { day, n: those.length, rate: rateOf(messages, sent) };
  });
};

const sentOf = async (ctx: Ctx, { Id, project }: Wanted): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(l.sent_sms + l.sent_wechat), 0)::int as n from questionnaire_link l join project p on p.code = l.project_code
    where l.questionnaire_id = ${Id} and ${projectsVisible(ctx.session)}
      ${project === undefined || project === '' ? sql`` : sql`and l.project_code = ${project}`}`.execute(ctx.db);
  return rows[0]?.n ?? 0;
};

export const statistics = async (
  ctx: Ctx,
  input: z.output<typeof questionnaireStatistics.input>,
): Promise<Statistics> => {
  const of = await readQuestionnaire(ctx, ctx.db, input.Id, 'see');
  const wanted = { ...input, version: input.version ?? of.version };
  const design = await readDesign(ctx.db, input.Id, wanted.version);
  const [rows, sent] = await Promise.all([readAll(ctx, wanted), sentOf(ctx, wanted)]);
  return {
    version: wanted.version,
    count: rows.length,
    sent,
    rate: rateOf(rows.filter(byMessage).length, sent),
    satisfaction: meanOf(rows.flatMap(({ satisfaction }) => satisfaction ?? [])),
    low: rows.filter(({ low }) => low).length,
    medianSeconds: medianOf(rows.map(({ seconds }) => seconds)),
    nps: npsOf(rows.flatMap(({ nps }) => nps ?? [])),
    questions: design.questions.map((question) => ofQuestion(question, rows)),
    scores: scoresOf(design, rows),
    daily: dailyOf(rows, sent),
  };
};

/** Two sheets: an answer a row, and what each question comes to. Phones stay masked. */
export const exportAnswers = async (
  ctx: Ctx,
  input: z.output<typeof questionnaireExport.input>,
): Promise<FileAnswer> => {
  const of = await readQuestionnaire(ctx, ctx.db, input.Id, 'see');
  const version = input.version ?? of.version;
  const design = await readDesign(ctx.db, input.Id, version);
  const rows = await readAll(ctx, { Id: input.Id, version });
  const asked = design.questions.flatMap((question) => [
    { question, reason: false, head: question.title },
    ...(question.reasonBelow === null ? [] : [{ question, reason: true, head: `${question.title}：低分原因` }]),
  ]);
  const figures = design.questions.map((question) => ofQuestion(question, rows));
  return workbook(ctx, {
    title: '答卷',
    head: [
      '提交时间',
      '项目',
      '楼层或房间',
      '答卷人',
      '电话',
      '满意度（分）',
      'NPS',
      '最低分题',
      '用时（秒）',
      '来源',
      '处理状态',
      ...asked.map(({ head }) => head),
    ],
    rows: rows.map((row) => [
      minuteOf(row.at),
      row.project,
      row.place,
      row.respondent,
      maskPhone(row.phone),
      row.satisfaction?.toFixed(2) ?? '',
      row.nps === null ? '' : String(row.nps),
      row.lowest ?? '',
      String(row.seconds),
      row.source,
      row.state,
      ...asked.map(({ question, reason }) => {
        const answer = row.answers[question.id];
        return reason ? (answer?.reason ?? '') : valueWords(question, answer?.value);
      }),
    ]),
    more: [
      {
        title: '题目统计',
        head: ['题目', '选项或维度', '权重（%）', '份数', '占比（%）', '平均分'],
        rows: figures.flatMap((one) => [
          [one.title, '全部', '', String(one.answered), '', one.mean?.toFixed(2) ?? ''],
          ...one.counts.map(({ label, n }) => [
            one.title,
            label,
            '',
            String(n),
            rateOf(n, one.answered)?.toFixed(1) ?? '',
            '',
          ]),
          ...one.dimensions.map(({ label, weight, mean }) => [
            one.title,
            label,
            String(weight),
            '',
            '',
            mean?.toFixed(2) ?? '',
          ]),
        ]),
      },
    ],
    filters: [
      ['问卷', of.title],
      ['版本', String(version)],
    ],
  });
};

/** By dimension over all questionnaires: what 客户满意度分析 compares with visits. */
export const satisfactionByDimension = async (
  ctx: Ctx,
  { project, period }: z.output<typeof satisfactionOfSource.input>,
): Promise<z.input<typeof satisfactionOfSource.output>> => {
  const [{ rows: dimensions }, { rows: willing }] = await Promise.all([
    sql<{ label: string; mean: number; count: number }>`
      select d ->> 'label' as label, round(avg((v.value #>> '{}')::numeric), 2)::float8 as mean, count(*)::int as count
      from questionnaire_answer a
        join questionnaire_version w on w.questionnaire_id = a.questionnaire_id and w.version = a.version,
        jsonb_array_elements(w.design -> 'questions') q, jsonb_array_elements(q -> 'dimensions') d,
        jsonb_each(case when q ->> 'type' = 'matrix' then coalesce(a.answers -> (q ->> 'id') -> 'value', '{}') else '{}' end) v
      where v.key = d ->> 'key' and ${answerVisible(ctx.session)} and ${within(project, period)}
      group by 1 order by 1`.execute(ctx.db),
    sql<{ nps: number | null }>`select a.nps from questionnaire_answer a
      where ${answerVisible(ctx.session)} and ${within(project, period)} limit ${MOST_ANSWERS}`.execute(ctx.db),
  ]);
  return { dimensions, nps: npsOf(willing.flatMap(({ nps }) => nps ?? [])).nps, count: willing.length };
};

const within = (project: string | undefined, period: string | undefined) => sql<boolean>`(
  ${project ?? ''} in ('', a.project_code)
  and starts_with(to_char(a.submitted_at at time zone 'Asia/Shanghai', 'YYYY-MM'), ${period ?? ''}))`;

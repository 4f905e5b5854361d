/** Learning a lesson: how far somebody is, the quiz, and the hours that count once. */
import {
  MOST_EXAMS,
  PASS_SCORE,
  type Question,
  type trainResourcesExam,
  type trainResourcesProgress,
} from '@hengneng/contracts';
import { trainRecord } from '@hengneng/forms';
import { sql } from 'kysely';
import type { z } from 'zod';
import { enter, SETUP } from '../../engine/books/entries.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { conflict, invalid, refused } from '../../platform/http/errors.ts';
import { advance, isEnough, type Part, percentOf, scoreOf } from './counting.ts';
import { instant, readLesson, type Stored } from './lessons.ts';

/** What a paper that was sent on the last second takes to arrive. */
const GRACE_SECONDS = 15;

interface Ready extends Stored {
  readonly version: number;
  readonly length: number;
}

const lessonOf = async (tx: Tx, ctx: Ctx, id: string): Promise<Ready> => {
  const lesson = await readLesson(tx, ctx.session, id);
  const { version, length } = lesson;
  if (lesson.state !== '已发布' || version === null || length === null) throw refused('该资料还没有发布');
  return { ...lesson, version, length };
};

/** Counts the hours where enough was learnt and the quiz is passed; once for a person and a lesson. @returns whether they count */
const credit = async (tx: Tx, ctx: Ctx, lesson: Ready, percent: number): Promise<boolean> => {
  if (lesson.credited) return true;
  const { userId } = ctx.session;
  const { rows } = await sql<{
    passed: boolean;
    best: string | null;
  }>`select coalesce(bool_or(passed), false) as passed, max(score)::text as best
    from lesson_exam where resource_id = ${lesson.id} and user_id = ${userId} and version = ${lesson.version}`.execute(
    tx,
  );
  const { passed = false, best = null } = rows[0] ?? {};
  if (!isEnough(percent, { needed: lesson.exam !== null, passed })) return false;
  const { rows: made } = await sql<{ hours: string }>`insert into lesson_credit (resource_id, user_id, version, hours)
    values (${lesson.id}, ${userId}, ${lesson.version}, ${lesson.hours}) on conflict do nothing returning hours::text as hours`.execute(
    tx,
  );
  const [counted] = made;
  if (counted === undefined || lesson.category === null) return true;
  await enter(
    tx,
    trainRecord,
    [
      {
        employee: userId,
        topic: lesson.title,
        category: lesson.category,
        trainedAt: ctx.now.toISOString(),
        creditHours: counted.hours,
        score: best,
        result: '合格',
      },
    ],
    SETUP,
  );
  return true;
};

type Progress = z.output<typeof trainResourcesProgress.input>;

export const reportProgress = (ctx: Ctx, input: Progress): Promise<z.input<typeof trainResourcesProgress.output>> =>
  ctx.write(async (tx) => {
    const lesson = await lessonOf(tx, ctx, input.id);
    const mine = sql`resource_id = ${lesson.id} and user_id = ${ctx.session.userId} and version = ${lesson.version}`;
    await sql`insert into lesson_progress (resource_id, user_id, version) values (${lesson.id}, ${ctx.session.userId}, ${lesson.version})
      on conflict do nothing`.execute(tx);
    const { rows } = await sql<{ seen: Part[]; effective: string; elapsed: string }>`select seen, effective::text,
      extract(epoch from app_now() - last_at)::text as elapsed from lesson_progress where ${mine} for update`.execute(
      tx,
    );
    const [before] = rows;
    if (before === undefined) throw new Error('no progress was written');
    const film = lesson.type === '视频';
    const part = film && input.from !== undefined && input.to !== undefined ? ([input.from, input.to] as const) : null;
    const was = { seen: before.seen, effective: Number(before.effective) };
    const now = input.begin ? was : advance(was, part, Number(before.elapsed), lesson.length);
    const percent = percentOf(now, film, lesson.length);
    const credited = await credit(tx, ctx, lesson, percent);
    await sql`update lesson_progress set seen = ${JSON.stringify(now.seen)}::jsonb, effective = ${now.effective.toFixed(1)}, percent = ${percent.toFixed(1)},
      last_at = app_now(), finished_at = case when ${credited} then coalesce(finished_at, app_now()) else finished_at end where ${mine}`.execute(
      tx,
    );
    return { percent: percent.toFixed(1), effective: now.effective.toFixed(1), credited };
  });

type ExamAnswer = z.input<typeof trainResourcesExam.output>;
interface Paper {
  readonly id: string;
  readonly paper: { readonly questions: readonly Question[] };
  readonly endsAt: string;
  readonly over: boolean;
  readonly submitted: boolean;
}

const shown = (questions: readonly Question[]) =>
  questions.map(({ title, options, answers }) => ({ title, options: [...options], several: answers.length > 1 }));

const paperColumns = sql`id::text as id, paper, ${instant(sql`ends_at`)} as "endsAt",
  app_now() > ends_at + make_interval(secs => ${GRACE_SECONDS}) as over, submitted_at is not null as submitted`;

const handOut = async (tx: Tx, ctx: Ctx, lesson: Ready): Promise<ExamAnswer> => {
  const { exam, id, version } = lesson;
  if (exam === null) throw refused('该资料没有测验');
  const { userId } = ctx.session;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`lesson_exam ${id} ${userId}`}, 0))`.execute(tx);
  // One that was begun and is still running goes on: a page that was closed costs no try.
  const { rows: open } = await sql<Paper>`select ${paperColumns} from lesson_exam
    where resource_id = ${id} and user_id = ${userId} and submitted_at is null and ends_at > app_now() order by id desc limit 1`.execute(
    tx,
  );
  const { rows: tries } = await sql<{
    n: number;
  }>`select count(*)::int as n from lesson_exam where resource_id = ${id} and user_id = ${userId}
    and version = ${version}`.execute(tx);
  const used = tries[0]?.n ?? 0;
  if (open[0] === undefined && used >= MOST_EXAMS) throw refused(`测验最多${MOST_EXAMS}次，您已用完`);
  const { rows } =
    open.length > 0
      ? { rows: open }
      : await sql<Paper>`insert into lesson_exam (resource_id, user_id, version, paper, ends_at)
          values (${id}, ${userId}, ${version}, ${JSON.stringify(exam)}::jsonb, app_now() + make_interval(mins => ${exam.minutes}))
          returning ${paperColumns}`.execute(tx);
  const [paper] = rows;
  if (paper === undefined) throw new Error('no paper was handed out');
  return {
    exam: paper.id,
    endsAt: paper.endsAt,
    left: MOST_EXAMS - used - (open.length > 0 ? 0 : 1),
    questions: shown(paper.paper.questions),
    score: null,
    passed: null,
    credited: lesson.credited,
  };
};

export const takeExam = (ctx: Ctx, input: z.output<typeof trainResourcesExam.input>): Promise<ExamAnswer> =>
  ctx.write(async (tx) => {
    const lesson = await lessonOf(tx, ctx, input.id);
    if (input.exam === undefined) return handOut(tx, ctx, lesson);
    const { rows } = await sql<Paper>`select ${paperColumns} from lesson_exam
      where id = ${input.exam} and resource_id = ${lesson.id} and user_id = ${ctx.session.userId} for update`.execute(
      tx,
    );
    const [paper] = rows;
    if (paper === undefined) throw invalid([{ path: 'exam', message: '没有这份试卷' }]);
    if (paper.submitted) throw conflict('这份试卷已经交过了');
    // Too late counts as a try, and for nothing.
    const score = paper.over ? 0 : scoreOf(paper.paper.questions, input.answers);
    const passed = score >= PASS_SCORE;
    await sql`update lesson_exam set submitted_at = app_now(), score = ${score.toFixed(1)}, passed = ${passed} where id = ${paper.id}`.execute(
      tx,
    );
    const credited = await credit(tx, ctx, lesson, Number(lesson.percent));
    if (credited)
      await sql`update lesson_progress set finished_at = coalesce(finished_at, app_now())
        where resource_id = ${lesson.id} and user_id = ${ctx.session.userId} and version = ${lesson.version}`.execute(
        tx,
      );
    const { rows: tries } = await sql<{
      n: number;
    }>`select count(*)::int as n from lesson_exam where resource_id = ${lesson.id}
      and user_id = ${ctx.session.userId} and version = ${lesson.version}`.execute(tx);
    return {
      exam: paper.id,
      endsAt: paper.endsAt,
      left: Math.max(0, MOST_EXAMS - (tries[0]?.n ?? 0)),
      questions: shown(paper.paper.questions),
      score: score.toFixed(1),
      passed,
      credited,
    };
  });

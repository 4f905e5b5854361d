/** Single answers: reading one, the phone in full, what became of a low one. */
import type { questionnaireAnswer } from '@hengneng/contracts';
import { maskPhone, SCREENS, shortCodeOf } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import { type Engine, followUps } from '../../engine/index.ts';
import { mayPress } from '../../platform/auth/access.ts';
import { BUTTONS } from '../../platform/auth/buttons.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { forbidden, notFound, refused } from '../../platform/http/errors.ts';
import { trail } from '../identity/index.ts';
import { answersOf, answerVisible, minuteOf, readDesign } from './store.ts';
import { saidIn } from './words.ts';

interface Row {
  readonly id: string;
  readonly questionnaire: string;
  readonly title: string;
  readonly version: number;
  readonly project: string;
  readonly project_name: string;
  readonly answers: unknown;
  readonly respondent: string;
  readonly phone: string;
  readonly place: string;
  readonly satisfaction: string | null;
  readonly nps: number | null;
  readonly lowest_label: string | null;
  readonly lowest_score: number | null;
  readonly low: boolean;
  readonly seconds: number;
  readonly source: string;
  readonly submitted_at: Date;
  readonly state: string;
  readonly handled_by: string | null;
  readonly handled_at: Date | null;
  readonly handled_note: string;
  readonly complaint_id: string | null;
  readonly visible: boolean;
}

/** @throws notFound, forbidden */
const readAnswer = async (ctx: Ctx, db: Db | Tx, id: string, lock = false): Promise<Row> => {
  const { rows } = await sql<Row>`
    select a.id::text, a.questionnaire_id::text as questionnaire, q.title, a.version, a.project_code as project, pr.name as project_name,
      a.answers, a.respondent, a.phone, a.place, a.satisfaction::text, a.nps, a.lowest_label, a.lowest_score, a.low, a.seconds, a.source,
      a.submitted_at, a.state, u.user_name as handled_by, a.handled_at, a.handled_note, a.complaint_id::text, ${answerVisible(ctx.session)} as visible
    from questionnaire_answer a join questionnaire q on q.id = a.questionnaire_id join project pr on pr.code = a.project_code
      left join app_user u on u.id = a.handled_by
    where a.id = ${id} ${lock ? sql`for update of a` : sql``}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw notFound('答卷不存在');
  if (!row.visible) throw forbidden('您无权查看该答卷');
  return row;
};

const convertible = (row: Row): boolean => row.low && row.phone !== '' && row.complaint_id === null;

export const showAnswer = async (ctx: Ctx, id: string): Promise<z.input<typeof questionnaireAnswer.output>> => {
  const row = await readAnswer(ctx, ctx.db, id);
  return {
    Id: row.id,
    questionnaire: row.questionnaire,
    title: row.title,
    version: row.version,
    project: row.project,
    projectName: row.project_name,
    design: await readDesign(ctx.db, row.questionnaire, row.version),
    answers: answersOf(row.answers),
    respondent: row.respondent,
    phone: maskPhone(row.phone),
    hasPhone: row.phone !== '',
    place: row.place,
    satisfaction: row.satisfaction,
    nps: row.nps,
    lowest: row.lowest_label === null ? null : `${row.lowest_label} ${row.lowest_score}分`,
    low: row.low,
    seconds: row.seconds,
    source: row.source,
    submittedAt: row.submitted_at.toISOString(),
    state: row.state,
    handledBy: row.handled_by,
    handledAt: row.handled_at?.toISOString() ?? null,
    handledNote: row.handled_note,
    complaintId: row.complaint_id,
    convertible: convertible(row),
  };
};

/** The whole number, for those who call customers back; each look is noted before it is answered. */
export const showPhone = (ctx: Ctx, id: string): Promise<{ phone: string }> =>
  ctx.write(async (tx) => {
    const row = await readAnswer(ctx, tx, id);
    if (row.phone === '') throw refused('答卷人没有留电话');
    await trail(tx, ctx, {
      kind: '敏感查看',
      action: '查看答卷人电话',
      object: `${row.title} ${row.project_name} ${minuteOf(row.submitted_at)}`,
      summary: maskPhone(row.phone),
    });
    return { phone: row.phone };
  });

export const closeAnswer = (ctx: Ctx, id: string, note: string): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    const row = await readAnswer(ctx, tx, id, true);
    if (row.state !== '待处理') throw refused(row.state === '无需处理' ? '该答卷无需处理' : `该答卷${row.state}`);
    await sql`update questionnaire_answer set state = '已处理', handled_by = ${ctx.session.userId}, handled_at = ${ctx.now},
      handled_note = ${note} where id = ${id}`.execute(tx);
    await trail(tx, ctx, {
      kind: '业务',
      action: '处理低分答卷',
      object: `${row.title} ${row.project_name} ${minuteOf(row.submitted_at)}`,
      after: { note },
    });
    return { ok: true };
  });

const COMPLAINT_SCREENS = SCREENS.filter((screen) => screen.module === 'userComplaint').map((screen) =>
  shortCodeOf(screen.path),
);

/** A complaint's draft with what the customer said; whoever makes it fills in the rest. */
export const toComplaint = (ctx: Ctx, engine: Engine, id: string): Promise<{ BusinessId: string }> => {
  if (!mayPress(ctx.session, COMPLAINT_SCREENS, BUTTONS.add)) throw forbidden('您没有新建用户投诉的权限');
  return ctx.write(async (tx) => {
    const row = await readAnswer(ctx, tx, id, true);
    if (row.complaint_id !== null) return { BusinessId: row.complaint_id };
    if (!convertible(row)) throw refused('低于6分且留有电话的答卷才能转投诉');
    const design = await readDesign(tx, row.questionnaire, row.version);
    const services = followUps(
      { deps: engine.deps, tx, now: ctx.now, module: { id: 'userComplaint' } },
      'questionnaire.complaint',
      { id, project: row.project },
    );
    const draft = await services.draft({
      module: 'userComplaint',
      applicant: ctx.session.userId,
      title: `${row.project_name}：低分答卷已转投诉，请补充后提交`,
      values: {
        project: row.project,
        channel: '满意度问卷',
        complainant: row.respondent,
        phone: row.phone,
        place: row.place,
        complaintText: saidIn(design, answersOf(row.answers)).join('\n').slice(0, 1900),
      },
    });
    if (draft === null) throw refused('用户投诉模块未启用');
    await sql`update questionnaire_answer set state = '已转投诉', complaint_id = ${draft}, handled_by = ${ctx.session.userId},
      handled_at = ${ctx.now} where id = ${id}`.execute(tx);
    await trail(tx, ctx, {
      kind: '业务',
      action: '转投诉',
      object: `${row.title} ${row.project_name} ${minuteOf(row.submitted_at)}`,
      after: { complaint: draft },
    });
    return { BusinessId: draft };
  });
};

/** What anybody may call: a questionnaire by its code, and answering it. Nothing here tells one unknown code from another. */
import { createHash } from 'node:crypto';
import type { answerQuestionnaire, publicQuestionnaire, questionnairePhoto } from '@hengneng/contracts';
import {
  type Answers,
  answerPath,
  checkAnswers,
  type Design,
  keptAnswers,
  photosOf,
  SOURCES,
  summaryOf,
} from '@hengneng/core/questionnaire';
import type { FieldError } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import { audit } from '../../platform/audit/audit.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { pushToHolders } from '../../platform/events/push.ts';
import { bindFiles, type StoredFile, storeFile } from '../../platform/files/files.ts';
import type { Storage } from '../../platform/files/storage.ts';
import { invalid, notFound, refused } from '../../platform/http/errors.ts';
import type { UploadedFile } from '../../platform/http/registry.ts';
import { limitAnswers, limitPhotos } from './source.ts';
import { ANSWER_FILES, LIVE, minuteOf, readDesign, SCREEN } from './store.ts';

const UNKNOWN = '链接无效或已停用';
const ALREADY = '您已提交过，感谢您的评价';
const PHOTO_LIMITS = {
  maxBytes: 10 * 1024 * 1024,
  tooLarge: '图片不能超过10MB',
  onlyImages: '只能上传图片',
} as const;

interface Linked {
  readonly id: string;
  readonly title: string;
  readonly intro: string;
  readonly thanks: string;
  readonly hotline: string;
  readonly state: string;
  readonly starts_at: Date | null;
  readonly ends_at: Date | null;
  readonly version: number;
  readonly project: string;
  readonly project_name: string;
}

/** What stands in the way of answering now; null where nothing does. */
const closed = ({ state, starts_at, ends_at }: Linked, now: Date): string | null => {
  if (state === 'ended' || (ends_at !== null && ends_at <= now)) return '问卷已结束收集';
  if (state === 'paused') return '问卷已暂停收集，请稍后再试';
  if (starts_at !== null && starts_at > now) return `问卷将于${minuteOf(starts_at)}开始收集`;
  return null;
};

/** @throws AppError where the code leads nowhere, or nobody may answer now */
const byCode = async (ctx: Ctx, db: Db | Tx, code: string, lock: boolean): Promise<Linked> => {
  const { rows } = await sql<Linked>`
    select q.id::text, q.title, q.intro, q.thanks, q.hotline, q.state, q.starts_at, q.ends_at, q.version, l.project_code as project,
      p.name as project_name
    from questionnaire_link l join questionnaire q on q.id = l.questionnaire_id join project p on p.code = l.project_code
    where l.code = ${code} and l.active and q.state <> 'draft' ${lock ? sql`for share of q` : sql``}`.execute(db);
  const [found] = rows;
  if (found === undefined) throw notFound(UNKNOWN);
  const words = closed(found, ctx.now);
  if (words !== null) throw refused(words);
  return found;
};

/** The device by questionnaire: what is kept says nothing about it elsewhere. */
const digest = (questionnaire: string, device: string): Buffer =>
  createHash('sha256').update(`${questionnaire}\n${device.toLowerCase()}`).digest();

const hasAnswered = async (db: Db, id: string, device: string): Promise<boolean> => {
  const { rows } = await sql`select 1 from questionnaire_answer
    where questionnaire_id = ${id} and device = ${digest(id, device)}`.execute(db);
  return rows.length > 0;
};

const MOST_LISTED = 50;

export const showPublic = async (
  ctx: Ctx,
  { code, device }: z.output<typeof publicQuestionnaire.input>,
): Promise<z.input<typeof publicQuestionnaire.output>> => {
  if (code === undefined) {
    const { rows } = await sql<{ code: string; title: string; project: string }>`
      select l.code, q.title, p.name as project
      from questionnaire q join questionnaire_link l on l.questionnaire_id = q.id and l.active join project p on p.code = l.project_code
      where q.listed and q.state = 'collecting' and (q.starts_at is null or q.starts_at <= ${ctx.now})
        and (q.ends_at is null or q.ends_at > ${ctx.now})
      order by q.published_at desc, p.name limit ${MOST_LISTED}`.execute(ctx.db);
    return { questionnaire: null, listed: rows };
  }
  const found = await byCode(ctx, ctx.db, code, false);
  const { id, title, intro, hotline, thanks, version, project_name: project } = found;
  const design = await readDesign(ctx.db, id, version);
  const answered = device !== undefined && (await hasAnswered(ctx.db, id, device));
  return { questionnaire: { title, intro, project, hotline, thanks, version, design, answered }, listed: [] };
};

const photosIn = (answers: Answers) =>
  Object.entries(answers).flatMap(([id, { value }]) =>
    photosOf(value).map(({ URL }) => ({ path: answerPath(id), URL })),
  );

const contactErrors = (design: Design, input: { readonly respondent: string; readonly phone: string }): FieldError[] =>
  design.contact !== 'required'
    ? []
    : [
        ...(input.respondent === '' ? [{ path: 'respondent', message: '请填写称呼' }] : []),
        ...(input.phone === '' ? [{ path: 'phone', message: '请填写电话' }] : []),
      ];

export const takeAnswer = async (
  ctx: Ctx,
  input: z.output<typeof answerQuestionnaire.input>,
): Promise<z.input<typeof answerQuestionnaire.output>> => {
  await limitAnswers(ctx, digest('', input.device), input);
  return ctx.write(async (tx) => {
    // Shared: it is not ended or changed while an answer comes in.
    const of = await byCode(ctx, tx, input.code, true);
    // Who began before a new version went out answers what they were asked.
    if (input.version > of.version) throw invalid([{ path: 'version', message: '问卷版本不正确，请刷新后重试' }]);
    const design = await readDesign(tx, of.id, input.version);
    const contact = design.contact === 'none' ? { respondent: '', phone: '', place: '' } : input;
    const errors = [...checkAnswers(design, input.Answers), ...contactErrors(design, contact)];
    if (errors.length > 0) throw invalid(errors);
    const answers = keptAnswers(design, input.Answers);
    const { satisfaction, nps, lowest, low } = summaryOf(design, answers);
    const { rows } = await sql<{ id: string }>`
      insert into questionnaire_answer (questionnaire_id, version, project_code, device, source, answers, respondent, phone, place,
        satisfaction, nps, lowest_label, lowest_score, low, seconds, submitted_at, state)
      values (${of.id}, ${input.version}, ${of.project}, ${digest(of.id, input.device)}, ${SOURCES[input.source]},
        ${JSON.stringify(answers)}::jsonb, ${contact.respondent}, ${contact.phone}, ${contact.place}, ${satisfaction}, ${nps},
        ${lowest?.label ?? null}, ${lowest?.score ?? null}, ${low}, ${input.seconds}, ${ctx.now}, ${low ? '待处理' : '无需处理'})
      on conflict (questionnaire_id, device) do nothing returning id::text`.execute(tx);
    const id = rows[0]?.id;
    if (id === undefined) throw refused(ALREADY);
    const wrong = await bindFiles(tx, ANSWER_FILES, id, photosIn(answers), null);
    if (wrong.length > 0) throw invalid(wrong);
    await audit(tx, {
      userId: null,
      kind: '业务',
      action: '提交答卷',
      object: of.title,
      objectType: ANSWER_FILES,
      objectId: id,
      ip: ctx.ip,
      device: ctx.device,
      requestId: ctx.requestId,
    });
    await pushToHolders(tx, { screen: SCREEN, button: 'search' }, 'rows', { ...LIVE, BusinessId: of.id });
    return { thanks: of.thanks, hotline: of.hotline };
  });
};

export const takePhoto = async (
  ctx: Ctx,
  storage: Storage,
  { code }: z.output<typeof questionnairePhoto.input>,
  file: UploadedFile,
): Promise<StoredFile> => {
  try {
    await limitPhotos(ctx);
    await byCode(ctx, ctx.db, code, false);
    return await storeFile(ctx.db, storage, null, file, PHOTO_LIMITS);
  } finally {
    // Refused before it was read: what is left of it must not hold the connection.
    file.stream.resume();
  }
};

/** 学习资料库. */
import {
  trainCategoryIndex,
  trainCategorySave,
  trainResourcesAssign,
  trainResourcesExam,
  trainResourcesExport,
  trainResourcesIndex,
  trainResourcesInfo,
  trainResourcesProgress,
  trainResourcesRecords,
  trainResourcesRemark,
  trainResourcesSave,
  trainResourcesUpload,
  trainResourcesUploadBegin,
  trainResourcesUploadDrop,
  trainResourcesUploadEnd,
  trainResourcesUploads,
} from '@hengneng/contracts';
import { sql } from 'kysely';

import { storeFile } from '../../platform/files/files.ts';
import {
  beginUpload,
  dropUpload,
  finishUpload,
  openUploads,
  type OpenUpload,
  type PartLimits,
  takePart,
} from '../../platform/files/parts.ts';
import type { SeesPaper } from '../../platform/files/papers.ts';
import type { Storage } from '../../platform/files/storage.ts';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { holds } from '../identity/index.ts';
import { reportProgress, takeExam } from './learn.ts';
import { lessonInfo, listLessons, mayEdit } from './lessons.ts';
import { exportRecords, listRecords } from './records.ts';
import { LIBRARY } from './screen.ts';
import { assignLesson, remark, saveCategory, saveLesson } from './write.ts';

export { tellLateLearners } from './records.ts';
export { LESSON_FILES } from './screen.ts';

/** Whether the person may see the files of a lesson: published ones, or any where they keep the library. */
export const seesLesson: SeesPaper = async (db, session, id) => {
  if (!holds(session, LIBRARY, 'search')) return false;
  if (mayEdit(session)) return true;
  const { rows } =
    await sql`select 1 from b_train_resource where id = ${id} and state = '已发布' and not voided`.execute(db);
  return rows.length > 0;
};

/** Papers are read, not watched: what weighs more is no paper. */
const OTHER_BYTES = 100 * 1024 * 1024;

const registerUploads = (registry: CallRegistry, storage: Storage, limits: PartLimits): void => {
  const on = { access: { screen: LIBRARY, button: 'upload' } } as const;
  const told = (of: OpenUpload) => ({ ...of, have: [...of.have] });
  registry.upload(trainResourcesUpload, on, async ({ db, session }, { uploadId, chunk }, file) =>
    uploadId === undefined
      ? storeFile(db, storage, session.userId, file)
      : told(await takePart({ db, storage }, session.userId, { uploadId, nth: chunk ?? 0, limits }, file)),
  );
  registry.handle(trainResourcesUploadBegin, on, async ({ db, session }, input) =>
    told(await beginUpload(db, session.userId, input, limits)),
  );
  registry.handle(trainResourcesUploadEnd, on, ({ db, session }, { uploadId }) =>
    finishUpload({ db, storage }, session.userId, uploadId, limits),
  );
  registry.handle(trainResourcesUploadDrop, on, async ({ db, session }, { uploadId }) => {
    await dropUpload({ db, storage }, session.userId, uploadId);
    return { ok: true as const };
  });
  registry.handle(trainResourcesUploads, on, async ({ db, session }) => ({
    rows: (await openUploads(db, session.userId)).map(told),
    ...limits,
  }));
};

/** @param filmBytes the most that one film may weigh */
export const registerLearning = (registry: CallRegistry, storage: Storage, filmBytes: number): void => {
  registerUploads(registry, storage, { filmBytes, otherBytes: OTHER_BYTES });
  const on = (button: 'search' | 'edit' | 'export' | 'associatedUser') =>
    ({ access: { screen: LIBRARY, button } }) as const;
  registry.handle(trainResourcesIndex, on('search'), (ctx, input) => listLessons(ctx, input));
  registry.handle(trainResourcesInfo, on('search'), (ctx, input) => lessonInfo(ctx, input.id));
  registry.handle(trainResourcesSave, on('edit'), (ctx, input) => saveLesson(ctx, input));
  registry.handle(trainResourcesProgress, on('search'), (ctx, input) => reportProgress(ctx, input));
  registry.handle(trainResourcesExam, on('search'), (ctx, input) => takeExam(ctx, input));
  registry.handle(trainResourcesAssign, on('associatedUser'), (ctx, input) => assignLesson(ctx, input));
  registry.handle(trainResourcesRemark, on('search'), (ctx, input) => remark(ctx, input));
  registry.handle(trainResourcesRecords, on('edit'), (ctx, input) => listRecords(ctx, input));
  registry.stream(trainResourcesExport, on('export'), (ctx, input) => exportRecords(ctx, input));
  registry.handle(trainCategoryIndex, on('search'), async (ctx) => {
    const { rows } = await sql<{ id: string; name: string; safety: boolean; count: number }>`
      select k.id::text as id, k.name, coalesce(k.safety, false) as safety, (select count(*)::int from b_train_resource b
        where b.category = k.id and not b.voided and (${mayEdit(ctx.session)} or b.state = '已发布')) as count
      from b_training_category k where not k.voided order by k.id`.execute(ctx.db);
    return rows;
  });
  registry.handle(trainCategorySave, on('edit'), (ctx, input) => saveCategory(ctx, input));
};

/** 学习资料库. */
import {
  trainCategoryIndex,
  trainCategorySave,
  trainResourcesAssign,
  trainResourcesExam,
  trainResourcesExport,
  trainResourcesFiles,
  trainResourcesIndex,
  trainResourcesInfo,
  trainResourcesProgress,
  trainResourcesRecords,
  trainResourcesRemark,
  trainResourcesSave,
} from '@hengneng/contracts';
import { sql } from 'kysely';
import { registerParted } from '../../platform/files/parted-calls.ts';
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

/** @param filmBytes the most that one film may weigh */
export const registerLearning = (registry: CallRegistry, storage: Storage, filmBytes: number): void => {
  registerParted(registry, trainResourcesFiles, {
    access: { screen: LIBRARY, button: 'upload' },
    storage,
    limits: { filmBytes, otherBytes: OTHER_BYTES },
  });
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

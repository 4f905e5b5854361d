/** 培训管理: plans, records and feedback of training. */
import {
  lecturerMark,
  trainingBudget,
  trainingCourse,
  trainingNeed,
  trainRecord,
  trainResource,
} from '@hengneng/forms';
import type { monthlyTrainingPlan, monthlyTrainingProcessRecord, trainingFeedback } from '@hengneng/forms';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { nextMonth, yearOf } from '../books/source.ts';
import { positive } from '../books/money.ts';
import { peopleOf } from '../kit/people.ts';
import { effect } from '../kit/effect.ts';

type Plan = Recorded<typeof monthlyTrainingPlan>;
type Training = Recorded<typeof monthlyTrainingProcessRecord>;
type Feedback = Recorded<typeof trainingFeedback>;

const PRESENT: readonly string[] = ['准时', '迟到', '早退'];

const planEffects: EffectsOf<'monthlyTrainingPlan', Plan> = {
  'monthlyTrainingPlan.draftRecords': effect(async ({ record, book, services }) => {
    await book(
      trainingCourse,
      ...record.sessions.map((row) => ({
        plan: record.id,
        project: record.project,
        dept: record.dept,
        month: record.planMonth,
        topic: row.topic,
        category: row.category,
        planTime: row.planTime,
        hours: row.hours,
        fee: row.fee,
        done: false,
      })),
    );
    for (const row of record.sessions)
      await services.draft({
        module: 'monthlyTrainingProcessRecord',
        applicant: row.trainer ?? record.manager,
        title: `培训「${row.topic}」按计划执行后请登记过程和成绩`,
        values: {
          project: record.project,
          plan: record.id,
          inPlan: '计划内',
          topic: row.topic,
          category: row.category,
          trainer: row.trainer,
          outTrainer: row.outTrainer,
          method: row.method,
          place: row.place,
          startTime: row.planTime,
          hours: row.hours,
          shouldCount: row.headcount,
        },
      });
  }),
  'monthlyTrainingPlan.calendar': effect(async ({ record, tx, services }) => {
    const to = await peopleOf(tx, record.project, record.dept);
    const days = record.sessions.map((row) => `${row.planTime.slice(5, 16).replace('T', ' ')} ${row.topic}`);
    await services.tell({ to, title: `${record.planMonth} 培训安排：${days.join('；')}` });
  }),
  'monthlyTrainingPlan.holdBudget': effect(async ({ record, book }) => {
    if (record.totalFee !== null && positive(record.totalFee))
      await book(trainingBudget, {
        year: yearOf(record.planMonth),
        project: record.project,
        dept: record.dept,
        kind: '计划占用',
        amount: record.totalFee,
        topic: `${record.serial} ${record.monthTheme}`,
      });
  }),
  'monthlyTrainingPlan.keepCourseware': effect(async ({ record, book }) => {
    await book(
      trainResource,
      ...record.sessions.flatMap((row) =>
        row.courseware === null || row.courseware.length === 0
          ? []
          : [
              {
                title: row.topic,
                category: row.category,
                kind: '课件' as const,
                files: row.courseware,
                state: '待发布' as const,
              },
            ],
      ),
    );
  }),
};

const trainingEffects: EffectsOf<'monthlyTrainingProcessRecord', Training> = {
  'monthlyTrainingProcessRecord.creditHours': effect(async ({ record, book }) => {
    await book(
      trainRecord,
      ...record.trainees
        .filter((row) => PRESENT.includes(row.attend))
        .map((row) => ({
          employee: row.trainee,
          project: record.project,
          topic: record.topic,
          category: record.category,
          trainer: record.trainer,
          trainedAt: record.startTime,
          creditHours: row.creditHours,
          score: row.score,
          result: row.result,
        })),
    );
  }),
  'monthlyTrainingProcessRecord.finishCourse': effect(async ({ record, find, setEntry }) => {
    if (record.plan === null) return;
    const [course] = await find(trainingCourse, { plan: record.plan, topic: record.topic, done: false });
    if (course) await setEntry(trainingCourse, course.id, { done: true, doneAt: record.endTime });
  }),
  'monthlyTrainingProcessRecord.askFeedback': effect(async ({ record, services }) => {
    for (const row of record.trainees)
      if (PRESENT.includes(row.attend))
        await services.draft({
          module: 'trainingFeedback',
          applicant: row.trainee,
          title: `请反馈培训「${record.topic}」`,
          values: {
            project: record.project,
            processRecord: record.id,
            topic: record.topic,
            trainer: record.trainer,
            trainDate: record.startTime,
            post: row.post,
          },
        });
  }),
  'monthlyTrainingProcessRecord.listRetraining': effect(async ({ record, book }) => {
    const month = nextMonth(record.startTime);
    await book(
      trainingNeed,
      ...record.trainees.flatMap((row) =>
        row.result === '补考' || row.result === '补训'
          ? [{ month, project: record.project, employee: row.trainee, kind: row.result, topic: record.topic }]
          : [],
      ),
    );
  }),
  'monthlyTrainingProcessRecord.publishCourseware': effect(async ({ record, book, find, setEntry }) => {
    if (record.toLibrary !== true) return;
    if (record.courseware !== null && record.courseware.length > 0) {
      await book(trainResource, {
        title: record.topic,
        category: record.category,
        kind: '课件',
        files: record.courseware,
        state: '已发布',
      });
      return;
    }
    // Nothing newer was handed in: what the plan left waiting is published.
    if (record.plan === null) return;
    for (const waiting of await find(trainResource, { title: record.topic, state: '待发布' }))
      if (waiting.sourceModule === 'monthlyTrainingPlan' && waiting.sourceId === record.plan)
        await setEntry(trainResource, waiting.id, { state: '已发布' });
  }),
  'monthlyTrainingProcessRecord.settleBudget': effect(async ({ record, book, find }) => {
    // What the plan held for this course is free again, whether the course cost more or less.
    const [course] =
      record.plan === null
        ? []
        : await find(trainingCourse, { plan: record.plan, topic: record.topic, doneAt: record.endTime });
    if (course && course.fee !== null && positive(course.fee))
      await book(trainingBudget, {
        year: yearOf(course.month ?? record.startTime),
        project: course.project,
        dept: course.dept,
        kind: '释放占用',
        amount: `-${course.fee}`,
        topic: `${record.serial} ${record.topic}`,
      });
    if (record.actualFee !== null && positive(record.actualFee))
      await book(trainingBudget, {
        year: yearOf(record.startTime),
        project: record.project,
        kind: '实际核销',
        amount: record.actualFee,
        topic: `${record.serial} ${record.topic}`,
      });
  }),
};

const feedbackEffects: EffectsOf<'trainingFeedback', Feedback> = {
  'trainingFeedback.markLecturer': effect(async ({ record, book }) => {
    await book(lecturerMark, {
      lecturer: record.trainer,
      project: record.project,
      topic: record.topic,
      trainedAt: record.trainDate,
      lecturerRate: record.lecturerRate,
      satisfaction: record.satisfyPercent,
    });
  }),
  'trainingFeedback.listRetraining': effect(async ({ record, book }) => {
    if (record.needRetrain === true)
      await book(trainingNeed, {
        month: nextMonth(record.trackDate ?? record.trainDate),
        project: record.project,
        employee: record.applicant,
        kind: '应用效果不足',
        topic: record.topic,
      });
  }),
  'trainingFeedback.countWishes': effect(async ({ record, book }) => {
    const month = nextMonth(record.trainDate);
    await book(
      trainingNeed,
      ...record.wishTopics.map((topic) => ({
        month,
        project: record.project,
        employee: record.applicant,
        kind: '希望增加' as const,
        topic,
      })),
    );
  }),
  'trainingFeedback.noteBehaviour': effect(async ({ record, find, setEntry }) => {
    const [learned] = await find(trainRecord, {
      employee: record.applicant,
      topic: record.topic,
      trainedAt: record.trainDate,
    });
    if (learned) await setEntry(trainRecord, learned.id, { behaviorRate: record.behaviorRate });
  }),
};

export const trainingManagementEffects = { ...planEffects, ...trainingEffects, ...feedbackEffects };

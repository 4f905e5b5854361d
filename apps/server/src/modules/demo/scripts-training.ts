/** What the demo records of training say: plans of the month, and courses that were held besides. */
import { day, first, moment, none, type Script, site, type Stage } from './script.ts';

const COURSES = [
  { topic: '直燃机真空度判断与抽气操作', category: '真空', point: '抽气频次、压差判断、漏点排查' },
  { topic: '燃烧器安全连锁与点火程序', category: '燃烧', point: '点火程序、熄火保护、燃气检漏' },
  { topic: '冷却水浓缩倍数控制', category: '水质', point: '电导率换算、排污与加药配合' },
  { topic: '机房停电应急处置', category: '安全', point: '停电步骤、溶晶预防、恢复顺序' },
] as const;
const course = (i: number) => COURSES[i % COURSES.length] ?? COURSES[0];

const PLANS: readonly Stage[] = [
  { end: 'approved', after: 0 },
  { end: 'running', after: 0 },
];
const RECORDS: readonly Stage[] = [
  { end: 'approved', after: 0 },
  { end: 'running', after: 1 },
  { end: 'running', after: 0 },
];
const stage = (stages: readonly Stage[], i: number): Stage => stages[i % stages.length] ?? { end: 'running', after: 0 };

const monthlyTrainingPlan = (i: number): Script => {
  const at = site(i);
  return {
    module: 'monthlyTrainingPlan',
    applicant: at.manager,
    ...stage(PLANS, i),
    async fields(tools, driver) {
      const sessions = await Promise.all(
        [course(i), COURSES[3]].map(async ({ topic, category, point }, nth) => ({
          topic,
          category: await first(driver, tools, at.manager, 'trainingCategory', { Keyword: category }),
          keyPoints: point,
          trainer: await tools.user(at.manager),
          method: ['机房实操', '应急演练'][nth],
          planTime: moment(tools.now, 24 * (5 + nth * 3)),
          hours: '2.0',
          place: '制冷机房值班室',
          targetPost: '全体运行人员',
          headcount: 2,
          examMethod: '实操考核',
          fee: nth === 0 ? '200.00' : '0',
        })),
      );
      return {
        project: at.project,
        planMonth: day(tools.now).slice(0, 7),
        planLevel: '项目级',
        manager: await tools.user(at.manager),
        needSource: ['年度培训计划', '换季开机停机'],
        monthTheme: '采暖季运行与安全',
        staffCount: 2,
        yearTarget: '48.0',
        yearDone: '38.0',
        safetyIncluded: true,
        yearBudget: '3600.00',
        lastMonthSummary: '上月计划两门课程均已完成，补考一人已通过',
        sessions,
      };
    },
    steps: {
      项目经理审核: none,
      区域经理审核: none,
      人事审批: async () => ({ planGrade: '同意执行' }),
    },
  };
};

const monthlyTrainingProcessRecord = (i: number): Script => {
  const at = site(i);
  const { topic, category, point } = course(i + 1);
  return {
    module: 'monthlyTrainingProcessRecord',
    applicant: at.manager,
    ...stage(RECORDS, i),
    async fields(tools, driver) {
      const trainees = await Promise.all(
        at.operators.map(async (account, nth) => ({
          trainee: await tools.user(account),
          post: '运行工',
          attend: '准时',
          creditHours: '2.0',
          theory: String(86 - nth * 4),
          practice: String(90 - nth * 3),
          result: '合格',
        })),
      );
      const pictures = [await tools.file()];
      return {
        project: at.project,
        inPlan: '计划外临时增加',
        topic,
        category: await first(driver, tools, at.manager, 'trainingCategory', { Keyword: category }),
        trainer: await tools.user(at.manager),
        method: '机房实操',
        place: '制冷机房',
        startTime: moment(tools.now, -4),
        endTime: moment(tools.now, -2),
        hours: '2.0',
        shouldCount: 2,
        actualCount: 2,
        processNote: `讲解${point}，学员逐一在机上操作`,
        passLine: 60,
        signSheet: pictures,
        sitePhotos: pictures,
        trainees,
      };
    },
    steps: {
      讲师确认成绩: async () => ({ effectLevel: '较好', nextSuggest: '下月安排夜班人员补讲' }),
      项目经理审核: none,
      人事核定学时: async () => ({ approvedHours: '4.0', toLibrary: false }),
    },
  };
};

export const TRAINING: readonly Script[] = [
  ...[0, 1, 2].map(monthlyTrainingPlan),
  ...[0, 1, 2].map(monthlyTrainingProcessRecord),
];

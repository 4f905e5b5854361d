/** What the demo company has to learn, who has to, and how far some are: through the product's own calls, half a minute after half a minute. */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';
import type { Driver } from './driver.ts';
import { day } from './script.ts';

const API = '/bpmapi/TrainResources';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Put up before anything else was filed, so that the audit log stays in the order of time; learnt of late. */
const PUT_UP_DAYS = 95;
const LEARNT_DAYS = 5;

interface LessonScript {
  readonly title: string;
  readonly category: string;
  readonly type: string;
  readonly minutes: number;
  readonly hours: string;
  readonly posts: readonly string[];
  readonly text: string;
  readonly questions: readonly {
    readonly title: string;
    readonly options: readonly string[];
    readonly answers: readonly number[];
  }[];
  /** Accounts that have to learn it. */
  readonly required: readonly string[];
  /** How many half minutes of it each has learnt. */
  readonly learnt: readonly (readonly [account: string, beats: number])[];
}

const LESSONS: readonly LessonScript[] = [
  {
    title: '溴化锂机组真空维护规程',
    category: '真空与溶液',
    type: '规程',
    minutes: 3,
    hours: '1.0',
    posts: ['运行工'],
    text: '一、每班记录真空度，停机保压24小时压力回升不大于25Pa。\n二、自抽装置每周排放一次，排放前确认阀门位置。\n三、真空度下降时，先查阀门与视镜垫片，再做正压检漏。\n四、严禁短接真空保护。',
    questions: [
      { title: '停机保压24小时，压力回升不应大于', options: ['25Pa', '100Pa', '1kPa'], answers: [0] },
      { title: '真空度下降时先查哪里', options: ['阀门', '视镜垫片', '室外温度'], answers: [0, 1] },
    ],
    required: ['operator', 'operator2'],
    learnt: [
      ['operator', 6],
      ['operator2', 3],
    ],
  },
  {
    title: '燃气泄漏应急处置',
    category: '安全与应急',
    type: '案例',
    minutes: 2,
    hours: '0.5',
    posts: [],
    text: '某机房燃气表间法兰渗漏，报警器动作后值班员先开事故风机、关闭总阀，再撤离并报警。\n要点：不开关非防爆电器，不用明火，不擅自复位。',
    questions: [],
    required: ['operator', 'operator3'],
    learnt: [['projectManager', 4]],
  },
  {
    title: '冷却水浓缩倍数与加药',
    category: '水质管理',
    type: '课件',
    minutes: 20,
    hours: '1.5',
    posts: ['运行工', '水质工程师'],
    text: '浓缩倍数控制在3～5倍：过低浪费补水，过高结垢。\n加药按补水量计，排污后复测电导率。',
    questions: [],
    required: [],
    learnt: [['operator', 8]],
  },
];

const post = (driver: Driver, who: string, at: Date, call: string, input: object): Promise<unknown> =>
  driver.call(who, at, 'POST', `${API}/${call}`, input);

const learn = async (driver: Driver, script: LessonScript, id: string, at: Date): Promise<void> => {
  for (const [account, beats] of script.learnt) {
    const who = await driver.userId(account);
    for (let beat = 0; beat <= beats; beat += 1)
      await post(driver, who, new Date(at.getTime() + beat * 30_000), 'Progress', { id, begin: beat === 0 });
    if (script.questions.length === 0 || beats * 30 < (script.minutes * MINUTE) / 1000) continue;
    const after = new Date(at.getTime() + (beats + 2) * 30_000);
    const paper = await post(driver, who, after, 'Exam', { id });
    const exam = typeof paper === 'object' && paper !== null && 'exam' in paper ? paper.exam : '';
    await post(driver, who, after, 'Exam', { id, exam, answers: script.questions.map((question) => question.answers) });
  }
};

/** Once: where there is any lesson, nothing is added. */
export const seedLessons = async (db: Db, driver: Driver, from: Date): Promise<void> => {
  const { rows: there } = await sql`select 1 from lesson limit 1`.execute(db);
  if (there.length > 0) return;
  const { rows } = await sql<{
    id: string;
    name: string;
  }>`select id::text as id, name from b_training_category where not voided`.execute(db);
  const categories = new Map(rows.map((row) => [row.name, row.id]));
  const hr = await driver.userId('hr');
  const made = new Date(from.getTime() - PUT_UP_DAYS * DAY);
  for (const script of LESSONS) {
    const category = categories.get(script.category);
    if (category === undefined) continue;
    const file = await driver.upload(hr, made, `${script.title}.txt`, Buffer.from(script.text));
    const { title, type, minutes, hours, posts, questions } = script;
    const saved = await post(driver, hr, made, 'Save', {
      title,
      type,
      category,
      minutes,
      hours,
      posts,
      questions,
      examMinutes: questions.length > 0 ? 20 : '',
      files: [file],
      publish: true,
    });
    const id = typeof saved === 'object' && saved !== null && 'id' in saved ? String(saved.id) : '';
    if (script.required.length > 0)
      await post(driver, hr, made, 'Assign', {
        id,
        users: await Promise.all(script.required.map((account) => driver.userId(account))),
        due: day(from, 14),
      });
    await learn(driver, script, id, new Date(from.getTime() - LEARNT_DAYS * DAY));
  }
};

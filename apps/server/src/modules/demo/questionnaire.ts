/** A questionnaire of the demo company that is being answered: set up, published and answered through the product's own calls. */
import { createHash } from 'node:crypto';
import { type Design, type Question, type SourceCode, TEN_DIMENSIONS } from '@hengneng/core/questionnaire';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';
import type { Driver } from './driver.ts';
import { HOUR } from './script.ts';

const API = '/bpmapi/Questionnaire';
const TITLE = '采暖季客户满意度调查';
const PROJECTS = ['EMC01001', 'EMC02002', 'EMC03001'] as const;
const DAY = 24 * HOUR;

const question = (id: string, type: Question['type'], title: string, more: Partial<Question> = {}): Question => ({
  id,
  type,
  title,
  hint: '',
  required: false,
  options: [],
  least: null,
  most: null,
  dimensions: [],
  showIf: null,
  reasonBelow: null,
  ...more,
});

const DESIGN: Design = {
  contact: 'optional',
  questions: [
    question('q1', 'single', '您的身份', { required: true, options: ['物业管理', '租户', '业主', '访客'] }),
    question('q2', 'matrix', '请为以下各项打分', { required: true, dimensions: TEN_DIMENSIONS, reasonBelow: 6 }),
    question('q3', 'multi', '室内哪些时段感觉不够暖', {
      options: ['清晨', '上午', '下午', '晚上'],
      showIf: { question: 'q2', kind: 'below', value: '7' },
    }),
    question('q4', 'stars', '报修后的处理结果', { reasonBelow: 3 }),
    question('q5', 'nps', '您有多大可能向同行推荐我们的服务？'),
    question('q6', 'textarea', '您的其他意见和建议'),
    question('q7', 'photos', '如有问题请拍照上传'),
  ],
};

interface Said {
  readonly project: number;
  readonly source: SourceCode;
  readonly who: string;
  readonly base: number;
  /** Dimensions that differ from the others. */
  readonly but?: Readonly<Record<string, number>>;
  readonly stars: number;
  readonly nps: number;
  readonly words?: string;
  readonly reason?: string;
  readonly name?: string;
  readonly phone?: string;
  readonly place?: string;
}

const SAID: readonly Said[] = [
  { project: 0, source: 'q', who: '租户', base: 9, stars: 5, nps: 9, words: '室温很稳定，夜里也不冷' },
  {
    project: 0,
    source: 'w',
    who: '物业管理',
    base: 9,
    but: { d9: 8 },
    stars: 4,
    nps: 10,
    name: '周经理',
    phone: '13611110001',
    place: '物业办公室',
  },
  { project: 1, source: 'q', who: '租户', base: 8, but: { d4: 7 }, stars: 4, nps: 8 },
  {
    project: 0,
    source: 's',
    who: '业主',
    base: 8,
    but: { d6: 4 },
    stars: 3,
    nps: 6,
    reason: '报修后第二天才来人',
    words: '会议室风口有异响',
    name: '陈女士',
    phone: '13611110002',
    place: '主楼12层',
  },
  { project: 2, source: 'q', who: '租户', base: 10, stars: 5, nps: 10 },
  { project: 1, source: 'w', who: '物业管理', base: 8, but: { d8: 9 }, stars: 4, nps: 9 },
  {
    project: 2,
    source: 'w',
    who: '业主',
    base: 7,
    but: { d2: 5, d4: 6 },
    stars: 3,
    nps: 5,
    reason: '北侧房间只有17度',
    name: '孙先生',
    phone: '13611110003',
    place: '2号楼603',
  },
  { project: 0, source: 'q', who: '访客', base: 9, stars: 5, nps: 9 },
  { project: 1, source: 's', who: '租户', base: 9, but: { d9: 7 }, stars: 4, nps: 7, words: '账单希望附上读数照片' },
  { project: 0, source: 'w', who: '租户', base: 8, stars: 4, nps: 8, place: '裙楼3层' },
  { project: 2, source: 'l', who: '物业管理', base: 9, stars: 5, nps: 10, words: '节能建议很实用' },
  { project: 0, source: 'q', who: '租户', base: 9, but: { d3: 8 }, stars: 5, nps: 9 },
];

const answersOf = (said: Said): Readonly<Record<string, { readonly value: unknown; readonly reason: string }>> => {
  const points = Object.fromEntries(TEN_DIMENSIONS.map(({ key }) => [key, said.but?.[key] ?? said.base]));
  const lowest = Math.min(...Object.values(points));
  return {
    q1: { value: said.who, reason: '' },
    q2: { value: points, reason: lowest < 6 ? (said.reason ?? '') : '' },
    ...(lowest < 7 ? { q3: { value: ['清晨', '晚上'], reason: '' } } : {}),
    q4: { value: said.stars, reason: '' },
    q5: { value: said.nps, reason: '' },
    ...(said.words === undefined ? {} : { q6: { value: said.words, reason: '' } }),
  };
};

/** The same device each time: an answer that is there already is not given again. */
const deviceOf = (index: number): string => {
  const hex = createHash('sha256').update(`demo ${index}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

interface Detail {
  readonly Id: string;
  readonly state: string;
  readonly links: readonly { readonly project: string; readonly code: string; readonly sentSms: number }[];
}

export interface Act {
  readonly at: Date;
  run(): Promise<void>;
}

/** What happens to it, each at its moment; what an earlier start did is not done again. */
export const questionnaireActs = (db: Db, driver: Driver, from: Date): readonly Act[] => {
  const at = (days: number): Date => new Date(from.getTime() - days * DAY);
  const begun = at(13);
  const found = async (): Promise<{ readonly id: string; readonly answers: number } | undefined> => {
    const { rows } = await sql<{ id: string; answers: number }>`
      select q.id::text, (select count(*)::int from questionnaire_answer a where a.questionnaire_id = q.id) as answers
      from questionnaire q where q.title = ${TITLE} and q.created_by = ${await driver.userId('admin')}
      order by q.id limit 1`.execute(db);
    return rows[0];
  };
  const read = async (Id: string) =>
    (await driver.call(await driver.userId('admin'), begun, 'GET', `${API}/Detail`, { Id })) as Detail;
  const post = async (when: Date, name: string, input: object) =>
    driver.call(await driver.userId('admin'), when, 'POST', `${API}/${name}`, input);

  const setUp = async (): Promise<void> => {
    if ((await found()) === undefined)
      await post(begun, 'Save', {
        title: TITLE,
        intro: '为改进供暖服务，请用一分钟评价本采暖季以来的情况。',
        thanks: '感谢您的评价，低分意见我们会在24小时内联系您。',
        hotline: '400-820-1234',
        season: '采暖季',
        listed: true,
        projects: PROJECTS,
        Design: DESIGN,
      });
    const Id = (await found())?.id ?? '';
    if ((await read(Id)).state === 'draft') await post(begun, 'SetState', { Id, state: 'collecting' });
    const { links } = await read(Id);
    for (const [index, project] of PROJECTS.entries())
      if (links.find((link) => link.project === project)?.sentSms === 0)
        await post(begun, 'SetSent', { Id, project, sentSms: 4 + index, sentWechat: 6 + index * 2 });
  };
  const answer = async (said: Said, index: number, when: Date): Promise<void> => {
    const of = await found();
    if (of === undefined || of.answers > index) return;
    const { links } = await read(of.id);
    await post(when, 'Answer', {
      code: links.find((link) => link.project === PROJECTS[said.project])?.code,
      device: deviceOf(index),
      version: 1,
      Answers: answersOf(said),
      respondent: said.name ?? '',
      phone: said.phone ?? '',
      place: said.place ?? '',
      seconds: 45 + ((index * 17) % 70),
      source: said.source,
    });
  };
  return [
    { at: begun, run: setUp },
    ...SAID.map((said, index) => ({ at: at(12 - index), run: () => answer(said, index, at(12 - index)) })),
  ];
};

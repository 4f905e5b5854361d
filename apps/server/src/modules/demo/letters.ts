/** Letters of the demo company's building works: one that was answered, one that nobody answers, a claim with the lawyers, one of theirs that waits for us. */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';
import type { Driver } from './driver.ts';
import type { Act } from './questionnaire.ts';
import { day, morningBefore } from './script.ts';

const ADD = '/srmapi/DataManagement/Add';
const PROJECT = 'EMC01001';
const WRITER = 'engineer';
const CHECKER = 'projectManager';
/** A quarter past ten in China. */
const MORNING = 2.25;

interface Letter {
  readonly title: string;
  readonly letterKind: string;
  readonly body: string;
  /** Days from the letter to the answer that is asked for. */
  readonly within: number;
  readonly amount?: string;
  readonly claimKind?: string;
  /** Whether it is on its way, or still with the lawyers. */
  readonly sent: boolean;
}

const PACE: Letter = {
  title: '机房安装进度滞后',
  letterKind: '工期',
  body: '{单位}：\n{项目}的机房管道安装较计划延误9天。\n请于{要求回复日}前提交赶工措施与调整后的进度计划。',
  within: 7,
  sent: true,
};
const WELDS: Letter = {
  title: '焊口外观与支吊架整改',
  letterKind: '整改通知',
  body: '{单位}：\n经检查，{项目}冷却水管3处焊口咬边、2处支吊架间距超标。\n请按GB 50243整改，并于{要求回复日}前报送整改结果与影像资料。',
  within: 6,
  sent: true,
};
const CLAIM: Letter = {
  title: '保温返工费用索赔',
  letterKind: '索赔',
  body: '{单位}：\n贵单位在{项目}中保温厚度不足造成返工，依据合同违约条款，我方提出索赔{涉及金额}元。\n如有异议，请于{要求回复日}前书面提出。',
  within: 10,
  amount: '6800.00',
  claimKind: '质量扣款',
  sent: false,
};
const THEIRS = '夜间施工用电申请';

export const letterActs = (db: Db, driver: Driver, from: Date): readonly Act[] => {
  const moment = (days: number): Date => morningBefore(from, days, MORNING);
  const post = async (account: string, at: Date, path: string, input: object) =>
    driver.call(await driver.userId(account), at, 'POST', path, { kind: '函件', ...input });
  const found = async (title: string): Promise<{ readonly id: string; readonly state: string } | undefined> => {
    const { rows } = await sql<{
      id: string;
      state: string;
    }>`select id::text, state from works_letter where title = ${title}`.execute(db);
    return rows[0];
  };
  /** A supplier that may be written to. */
  const supplier = async (): Promise<string> => {
    const { rows } = await sql<{ id: string }>`select s.id::text from supplier s where s.email is not null
      order by (exists (select from b_project_contract c where c.supplier = s.id and c.project = ${PROJECT})) desc, s.id limit 1`.execute(
      db,
    );
    return rows[0]?.id ?? '';
  };
  const written = (days: number, letter: Letter): Act => ({
    at: moment(days),
    async run() {
      const at = moment(days);
      const { title, letterKind, body, within, amount = '', claimKind = '', sent } = letter;
      if ((await found(title)) === undefined)
        await post(WRITER, at, ADD, {
          action: 'draft',
          project: PROJECT,
          supplier: await supplier(),
          letterKind,
          title,
          body,
          replyBy: day(at, within),
          amount,
          claimKind,
        });
      const drafted = await found(title);
      if (drafted?.state === '待审核')
        await post(CHECKER, at, ADD, { action: 'audit', id: drafted.id, pass: true, opinion: '情况属实，同意发出' });
      const passed = await found(title);
      if (sent && passed?.state === '待发送')
        await post(WRITER, at, '/srmapi/Mail/Template', { objectId: passed.id, preview: false });
    },
  });
  const received = (days: number, title: string, more: (at: Date) => Promise<object>): Act => ({
    at: moment(days),
    async run() {
      const at = moment(days);
      if ((await found(title)) === undefined)
        await post(WRITER, at, ADD, { action: 'receive', title, madeOn: day(at), ...(await more(at)) });
    },
  });
  return [
    written(20, PACE),
    received(15, '关于赶工措施的回复', async () => ({
      answers: (await found(PACE.title))?.id ?? '',
      letterKind: '工期',
      theirNo: 'HF-2026-031',
      body: '已增加一个管道班组，调整后计划附后，月底前追回进度。',
    })),
    written(13, WELDS),
    written(4, CLAIM),
    received(2, THEIRS, async (at) => ({
      project: PROJECT,
      supplier: await supplier(),
      letterKind: '工作联系',
      theirNo: 'HF-2026-037',
      body: '因赶工需要，申请本周起夜间施工并使用机房临时电源，请批准。',
      replyBy: day(at, 4),
    })),
  ];
};

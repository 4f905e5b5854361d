/** Reviews of the demo company's experts: one that is through, one that is about to be held; through the product's own calls. */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';
import type { Driver } from './driver.ts';
import type { Act } from './questionnaire.ts';
import { day, morningBefore } from './script.ts';
import { WON } from './scripts-won.ts';

const API = '/bpmapi/Committee';
const SECRETARY = 'technicalDirector';
const EXPERTS = ['adviser', 'adviser2', 'waterEngineer'] as const;
/** Half past nine in China. */
const MORNING = 1.5;

const HELD = '直燃机改造方案与节能率评审';
const AHEAD = '低负荷工况溶液结晶技术攻关';

const SAID = [
  ['88', '同意', '室内机房层高', '冷温水泵并联曲线复核后可行，建议预留检修通道'],
  ['82', '修改后同意', '节能率测算', '基准年度应按近三年均值，部分负荷性能再核'],
  ['90', '同意', '水质', '补水软化能力满足，建议增加旁滤'],
] as const;

const MEMBERS = [
  ['emcDirector', '主任', '冷热源', '主持委员会，签发结论'],
  ['technicalDirector', '秘书', '冷热源', '组织评审、跟踪整改'],
  ['adviser', '副主任', '冷热源', '主机选型与热力系统'],
  ['adviser2', '委员', '输配与末端', '水力与节能测算'],
  ['waterEngineer', '委员', '水质', '水处理与防腐'],
  ['automationLeader', '委员', '自控与数据', '控制策略与计量'],
] as const;

/** Name, kind, who answers for it, from and to in days from the plan, weight, budget, and how far it came: percent and result. */
const PLANNED = [
  ['溴化锂机组防结晶控制攻关', '技术攻关', 'adviser', 0, 45, '3', '36000.00', '100', '防结晶控制策略与试验报告'],
  ['既有机房改造方案评审', '评审', 'technicalDirector', 5, 90, '2', '12000.00', '60', ''],
  ['冷却水水质控制标准修订', '标准', 'waterEngineer', 10, 40, '2', '8000.00', '40', ''],
  ['机房运行班长培训', '培训', 'hvacLeader', 70, 120, '1', '15000.00', '', ''],
  ['同类热电站余热利用考察', '考察', 'emcDirector', 80, 110, '1', '20000.00', '', ''],
] as const;

/** Account, name, title, field, level, how long engaged in days, fee, and how their service was. */
const CONSULTANTS = [
  ['adviser', '某理工大学 教授', '吸收式制冷', '首席', 400, '3000.00', ['28', '18', '27', '9', '10']],
  ['adviser2', '某设计研究院 高级工程师', '节能审计', '资深', 100, '1800.00', ['24', '15', '23', '8', '9']],
] as const;

export const reviewActs = (db: Db, driver: Driver, from: Date): readonly Act[] => {
  const moment = (days: number): Date => morningBefore(from, days, MORNING);
  const post = async (account: string, at: Date, name: string, input: object) =>
    driver.call(await driver.userId(account), at, 'POST', `${API}/${name}`, input);
  const found = async (topic: string): Promise<{ readonly id: string; readonly state: string } | undefined> => {
    const { rows } = await sql<{
      id: string;
      state: string;
    }>`select id::text, state from committee_review where topic = ${topic}`.execute(db);
    return rows[0];
  };
  const planOf = async (project: string): Promise<string> => {
    const { rows } = await sql<{
      id: string;
    }>`select c.id::text from committee_plan c join f_consult_project p on p.id = c.consult_project_id
      where p.project_name = ${project} and not c.voided and not exists (select from committee_review r where r.plan = c.id)`.execute(
      db,
    );
    return rows[0]?.id ?? '';
  };
  const call = (days: number, topic: string, more: (at: Date) => Promise<object>): Act => ({
    at: moment(days),
    async run() {
      const at = moment(days);
      if ((await found(topic)) === undefined)
        await post(SECRETARY, at, 'Save', {
          action: 'save',
          topic,
          host: await driver.userId('emcDirector'),
          material: await driver.picture(await driver.userId(SECRETARY), at),
          ...(await more(at)),
        });
      const review = await found(topic);
      if (review?.state === '议题征集')
        await post(SECRETARY, at, 'Invite', {
          Id: review.id,
          experts: await Promise.all(EXPERTS.map((account) => driver.userId(account))),
        });
    },
  });
  const held: Act = {
    at: moment(14),
    async run() {
      const at = moment(14);
      const review = await found(HELD);
      if (review?.state !== '待开会') return;
      for (const [index, account] of EXPERTS.entries()) {
        const [score, verdict, concern, opinion] = SAID[index] ?? SAID[0];
        await post(account, at, 'SignIn', { Id: review.id });
        await post(account, at, 'Opinion', { Id: review.id, score, verdict, concern, opinion });
      }
      await post(SECRETARY, at, 'Save', {
        action: 'conclude',
        Id: review.id,
        conclusion: '修改后同意',
        text: '方案可行，节能率按近三年均值重新测算后实施',
        fixes: [
          { matter: '按近三年均值重算节能率', owner: await driver.userId('hvacEngineer'), dueOn: day(at, 10) },
          { matter: '补充旁滤与检修通道图', owner: await driver.userId('hvacLeader'), dueOn: day(at, 40) },
        ],
      });
    },
  };
  const seated: Act = {
    at: moment(60),
    async run() {
      const { rows } = await sql`select 1 from committee_member limit 1`.execute(db);
      if (rows.length > 0) return;
      const at = moment(60);
      for (const [account, position, group, duty] of MEMBERS)
        await driver.call(await driver.userId(SECRETARY), at, 'POST', '/bpmapi/CommitteeMember/Save', {
          term: '第一届',
          position,
          member: await driver.userId(account),
          group,
          duty,
          fromOn: day(at),
          toOn: day(at, 1095),
        });
    },
  };
  const planned: Act = {
    at: moment(62),
    async run() {
      const { rows } = await sql`select 1 from committee_activity limit 1`.execute(db);
      if (rows.length > 0) return;
      const at = moment(62);
      const year = day(at).slice(0, 4);
      for (const [name, kind, expert, begin, end, weight, budget] of PLANNED)
        await post(SECRETARY, at, 'SavePlan', {
          action: 'save',
          year,
          name,
          kind,
          expert: await driver.userId(expert),
          planFrom: day(at, begin),
          planTo: day(at, end),
          weight,
          budget,
        });
      await post(SECRETARY, at, 'SavePlan', { action: 'publish', year });
    },
  };
  /** How far they came, said by those who answer for them. */
  const reported: Act = {
    at: moment(12),
    async run() {
      const at = moment(12);
      for (const [name, , expert, , , , , progress, result] of PLANNED) {
        const { rows } = await sql<{
          id: string;
        }>`select id::text from committee_activity where name = ${name} and progress = 0`.execute(db);
        if (progress !== '' && rows[0] !== undefined)
          await post(expert, at, 'SavePlan', { action: 'progress', Id: rows[0].id, progress, on: day(at), result });
      }
    },
  };
  const engaged: Act = {
    at: moment(61),
    async run() {
      const at = moment(61);
      const save = async (account: string, input: object) =>
        driver.call(await driver.userId(account), at, 'POST', '/bpmapi/Consultant/Save', input);
      for (const [account, orgTitle, field, level, days, fee] of CONSULTANTS) {
        const user = await driver.userId(account);
        const { rows } = await sql<{ name: string; known: boolean }>`select u.user_name as name,
          exists (select from consultant c where c.account = u.id) as known from app_user u where u.id = ${user}`.execute(
          db,
        );
        if (rows[0] === undefined || rows[0].known) continue;
        const paper = await driver.picture(await driver.userId(SECRETARY), at);
        await save(SECRETARY, {
          action: 'save',
          name: rows[0].name,
          account: user,
          orgTitle,
          field,
          level,
          fromOn: day(at, -30),
          toOn: day(at, days),
          fee,
          certificate: paper,
          letter: paper,
        });
        const { rows: made } = await sql<{
          id: string;
        }>`select id::text from consultant where account = ${user}`.execute(db);
        await save('emcDirector', { action: 'agree', Id: made[0]?.id });
      }
    },
  };
  const rated: Act = {
    at: moment(11),
    async run() {
      const at = moment(11);
      for (const [account, , , , , paid, points] of CONSULTANTS) {
        const { rows } = await sql<{
          id: string;
        }>`select c.id::text from consultant c where c.account = ${await driver.userId(account)}
          and not exists (select from consultant_score s where s.consultant = c.id)`.execute(db);
        const [expertise, promptness, outcome, cooperation, attendance] = points;
        if (rows[0] !== undefined)
          await driver.call(await driver.userId(SECRETARY), at, 'POST', '/bpmapi/Consultant/Score', {
            Id: rows[0].id,
            service: HELD,
            servedOn: day(at, -3),
            expertise,
            promptness,
            outcome,
            cooperation,
            attendance,
            paid,
          });
      }
    },
  };
  return [
    engaged,
    rated,
    planned,
    reported,
    seated,
    call(18, HELD, async (at) => ({
      kind: '方案评审',
      plan: await planOf(WON[0]?.name ?? ''),
      meetOn: day(at, 4),
      way: '现场',
      fee: '3600.00',
    })),
    held,
    call(1, AHEAD, async (at) => ({ kind: '技术攻关', meetOn: day(at, 6), way: '视频', fee: '1800.00' })),
  ];
};

/** Topics of the demo company's institute: one in its trials, one just begun; through the product's own calls. */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';
import type { Driver } from './driver.ts';
import type { Act } from './questionnaire.ts';
import { day, HOUR, monthBefore } from './script.ts';

const API = '/bpmapi/ResearchProject';
const HEAD = 'researchCto';
const LEADER = 'researchEngineer';
const DAY = 24 * HOUR;
/** Three in the afternoon in China. */
const AFTERNOON = 7 * HOUR;

const HEAT = '吸收式热泵低温余热回收';
const CONTROL = '机房群控自学习算法';

export const researchActs = (db: Db, driver: Driver, from: Date): readonly Act[] => {
  const at = (days: number): Date => new Date(Math.floor(from.getTime() / DAY) * DAY - days * DAY + AFTERNOON);
  const post = async (account: string, now: Date, name: string, input: object) =>
    driver.call(await driver.userId(account), now, 'POST', `${API}/${name}`, input);
  const found = async (topic: string): Promise<string | null> => {
    const { rows } = await sql<{ id: string }>`select id::text from research_project where topic = ${topic}`.execute(
      db,
    );
    return rows[0]?.id ?? null;
  };
  /** Something that a topic does not have yet. */
  const lacks = async (
    table: 'research_milestone' | 'research_progress' | 'research_benefit' | 'research_outcome',
    id: string,
  ) => {
    const { rows } = await sql`select 1 from ${sql.table(table)} where research = ${id} limit 1`.execute(db);
    return rows.length === 0;
  };
  const begun = (days: number, topic: string, more: (now: Date) => object): Act => ({
    at: at(days),
    async run() {
      const now = at(days);
      if ((await found(topic)) === null)
        await post(HEAD, now, 'Save', {
          action: 'save',
          topic,
          leader: await driver.userId(LEADER),
          members: [await driver.userId('researchEngineer2')],
          ...more(now),
        });
    },
  });
  const worked: Act = {
    at: at(9),
    async run() {
      const now = at(9);
      const Id = await found(HEAT);
      if (Id === null) return;
      if (await lacks('research_milestone', Id))
        for (const [name, due, done, deliverable] of [
          ['方案评审', -40, -42, '总体方案'],
          ['样机下线', -15, -12, '5kW样机'],
          ['性能鉴定', 40, null, '鉴定报告'],
        ] as const)
          await post(LEADER, now, 'Save', {
            action: 'milestone',
            Id,
            name,
            dueOn: day(now, due),
            deliverable,
            ...(done === null
              ? {}
              : { doneOn: day(now, done), score: '88', lateReason: done > due ? '换热器到货延迟' : '' }),
          });
      if (await lacks('research_progress', Id))
        for (const [back, stage, progress, spent] of [
          [2, '研究', '35', '86000.00'],
          [1, '试验', '60', '124500.00'],
        ] as const)
          await post(LEADER, now, 'Progress', {
            Id,
            month: monthBefore(day(now), back),
            stage,
            progress,
            spent,
            note: stage === '试验' ? '样机完成变工况试验，COP达到设计值' : '完成溶液循环与换热器设计',
          });
      if (await lacks('research_outcome', Id))
        await post(LEADER, now, 'Save', {
          action: 'outcome',
          Id,
          kind: '专利',
          title: '一种低温余热回收系统',
          gotOn: day(now, -5),
        });
      if (await lacks('research_benefit', Id))
        await post(LEADER, now, 'Benefit', {
          action: 'add',
          Id,
          project: 'EMC01001',
          content: '冷却水余热预热生活热水',
          usedFrom: day(now, -45),
          usedTo: day(now, -6),
          savedKwh: '18600.00',
          savedMoney: '12400.00',
          basis: '与上年同期同负荷对比，现场测试记录',
          file: await driver.picture(await driver.userId(LEADER), now),
        });
    },
  };
  const confirmed: Act = {
    at: at(6),
    async run() {
      const { rows } = await sql<{
        id: string;
      }>`select b.id::text from research_benefit b join research_project r on r.id = b.research
        where r.topic = ${HEAT} and b.confirmed_by is null`.execute(db);
      for (const { id } of rows) await post('finance', at(6), 'Benefit', { action: 'confirm', Id: id });
    },
  };
  return [
    begun(75, HEAT, (now) => ({
      field: '余热利用',
      partner: '某大学热能系',
      fromOn: day(now, -20),
      toOn: day(now, 160),
      budget: '480000.00',
      objective: '回收30～45℃冷却水余热，制热COP不低于1.7',
    })),
    worked,
    confirmed,
    begun(16, CONTROL, (now) => ({
      field: '自控算法',
      fromOn: day(now),
      toOn: day(now, 240),
      budget: '260000.00',
      objective: '按负荷预测优化台数与供水温度，节电8%以上',
    })),
  ];
};

/** 研究课题: reported month by month, closed once all is there, worth what finance confirmed; a secret one is its people's. */
import { researchBenefits, researchMilestones, researchMonths, researchProjects } from '@hengneng/forms';
import type { ViewShape } from '@hengneng/form-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';
import { takenSheet } from '../../testing/taken.ts';

const HEAD = 'researchCto';
const LEADER = 'researchEngineer';
type Row = Readonly<Record<string, unknown>>;

let chains: Chains;
beforeAll(async () => {
  chains = await Chains.start();
});
afterAll(() => chains.close());

const post = async (account: string, name: string, body: object) =>
  chains.server.client.json(`/bpmapi/ResearchProject/${name}`, body, await chains.server.client.signIn(account));
const made = async (answer: ReturnType<typeof post>): Promise<string> => {
  const { message, errors, data } = await answer;
  expect([message, errors]).toEqual(['', []]);
  return String(data['Id']);
};
const save = (more: object = {}, account = HEAD) =>
  post(account, 'Save', {
    action: 'save',
    topic: '吸收式热泵低温余热回收',
    field: '余热利用',
    leader: chains.user(LEADER),
    members: [],
    fromOn: chains.day(-100),
    toOn: chains.day(30),
    budget: '400000.00',
    objective: '回收40℃以下余热',
    ...more,
  });
const month = (back: number): string => {
  const [year = 0, at = 0] = chains.day(0).split('-').map(Number);
  const index = year * 12 + at - 1 - back;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
};
const report = (Id: string, more: object = {}, account = LEADER) =>
  post(account, 'Progress', {
    Id,
    month: month(1),
    stage: '试验',
    progress: '60',
    spent: '90000.00',
    note: '样机试验',
    ...more,
  });
const ask = async (view: ViewShape, account = HEAD, body: object = {}) => {
  const { client } = chains.server;
  const answer = await client.json(
    view.calls.index,
    { PageSize: 100, Charts: true, ...body },
    await client.signIn(account),
  );
  expect(answer.message).toBe('');
  return { rows: answer.data['rows'] as readonly Row[], figures: answer.data['figures'] as Row };
};

describe('research', () => {
  let topic = '';
  let secret = '';

  it("is set up by the head of the institute; a secret topic is its people's", async () => {
    expect((await save({}, LEADER)).status).toBe(403);
    expect((await save({ toOn: chains.day(-101), leader: '999999' })).errors).toEqual([
      { path: 'leader', message: '负责人或成员不存在或已停用' },
      { path: 'toOn', message: '止不能早于起' },
    ]);
    expect((await save({ budget: '0' })).errors).toMatchObject([{ path: 'budget' }]);
    topic = await made(save());
    secret = await made(
      save({
        topic: '新型吸收工质',
        field: '新材料',
        secret: true,
        leader: chains.user(HEAD),
        members: [chains.user('researchEngineer2')],
      }),
    );
    const topics = async (account: string) =>
      (await ask(researchProjects, account)).rows.map((row) => row['id']).toSorted();
    expect(await topics(HEAD)).toEqual([topic, secret].toSorted());
    expect(await topics(LEADER)).toEqual([topic]);
    expect(await topics('researchEngineer2')).toEqual([secret]);
    expect(await topics('technicalDirector')).toEqual([topic]);
    expect(await topics('generalManager')).toEqual([topic, secret].toSorted());
    expect((await report(secret)).status).toBe(404);
  });

  it('is reported once a month, never backwards, and changed first once it is late by much', async () => {
    expect((await report(topic, {}, 'finance')).message).toBe('只有课题负责人可以办理');
    await made(report(topic, { month: month(2), stage: '研究', progress: '40', spent: '50000.00' }));
    expect((await report(topic, { month: month(2), progress: '30' })).errors).toEqual([
      { path: 'month', message: `已填到${month(2)}，每月一份` },
      { path: 'progress', message: '完成率只增不减，已填40.00%' },
    ]);
    expect((await report(topic, { month: month(-1) })).errors).toEqual([
      { path: 'month', message: '不能填以后的月份' },
    ]);
    await made(report(topic));
    expect((await ask(researchMonths)).rows).toMatchObject([
      { month: month(1), spent: '90000.00', total: '140000.00' },
      { month: month(2), spent: '50000.00', total: '50000.00' },
    ]);
    await chains.rows(`update research_project set to_on = '${chains.day(-30)}' where id = ${topic}`);
    expect((await report(topic, { month: month(0) })).message).toBe('课题已延期30天，请先变更课题期限');
    expect((await save({ Id: topic }, LEADER)).errors).toEqual([{ path: 'reason', message: '变更课题期限请写明原因' }]);
    await made(save({ Id: topic, reason: '样机到货延迟' }, LEADER));
    const { rows, figures } = await ask(researchProjects, HEAD, { topic: '低温余热' });
    expect(rows).toMatchObject([{ stage: '试验', progress: '60.00', budget: '40.00', spent: '14.00', lateDays: null }]);
    expect(figures).toMatchObject({ running: '1', spent: '35.00', late: '0', onTime: null });
  });

  it('counts milestones in time, and the use that finance confirmed', async () => {
    const milestone = (more: object) =>
      post(LEADER, 'Save', { action: 'milestone', Id: topic, deliverable: '报告', dueOn: chains.day(-20), ...more });
    await made(milestone({ name: '方案', doneOn: chains.day(-25), score: '90' }));
    expect((await milestone({ name: '样机', doneOn: chains.day(-10) })).errors).toEqual([
      { path: 'lateReason', message: '延期完成请写明原因' },
    ]);
    await made(milestone({ name: '样机' }));
    await made(milestone({ name: '鉴定', dueOn: chains.day(20) }));
    expect((await ask(researchMilestones)).rows.map((row) => [row['name'], row['state']])).toEqual([
      ['样机', '逾期'],
      ['鉴定', '未到期'],
      ['方案', '按时完成'],
    ]);
    const use = (more: object = {}) => ({
      action: 'add',
      Id: topic,
      project: 'EMC01001',
      content: '热泵并联运行',
      usedFrom: chains.day(-73),
      usedTo: chains.day(-1),
      savedKwh: '30000',
      savedMoney: '20000.00',
      basis: '与上年同期对比，第三方测试报告',
      ...more,
    });
    expect((await post(LEADER, 'Benefit', use({ usedTo: chains.day(1) }))).errors).toEqual([
      { path: 'usedTo', message: '对比期止不能晚于今天' },
      { path: 'file', message: '请上传测试报告' },
    ]);
    const benefit = await made(post(LEADER, 'Benefit', use({ file: await chains.file(LEADER) })));
    expect((await ask(researchProjects)).figures).toMatchObject({ benefit: '0.00', onTime: '50.00' });
    expect((await post(HEAD, 'Benefit', { action: 'confirm', Id: benefit })).message).toBe('应用效益由财务核定');
    await made(post('finance', 'Benefit', { action: 'confirm', Id: benefit }));
    expect((await post('finance', 'Benefit', { action: 'confirm', Id: benefit })).message).toBe('该效益已核定');
    // 20000 ÷ 73 days × 365
    expect((await ask(researchBenefits, LEADER)).rows).toMatchObject([
      { days: 73, yearly: '100000.00', state: '已核定' },
    ]);
    expect((await ask(researchProjects)).figures).toMatchObject({ benefit: '10.00' });
    const [head = [], ...body] = await takenSheet(chains.server.client, 'finance', researchProjects.calls.export, {});
    expect(body.at(-1)?.[head.indexOf('年化效益（万元）')]).toBe(10);
  });

  it('is closed once outcomes, milestones and the account are there', async () => {
    const close = (more: object = {}) =>
      post(LEADER, 'Close', { Id: topic, settled: '140000', conclusion: '达到目标', ...more });
    expect((await close()).message).toBe('还没有登记成果，不能结题');
    const outcome = { action: 'outcome', Id: topic, kind: '专利', title: '一种余热回收系统', gotOn: chains.day(-2) };
    await made(post(LEADER, 'Save', outcome));
    expect((await post(LEADER, 'Save', outcome)).errors).toEqual([{ path: 'title', message: '该成果已登记' }]);
    expect((await close()).message).toBe('还有2个里程碑没有完成，不能结题');
    for (const name of ['样机', '鉴定'])
      await made(
        post(LEADER, 'Save', {
          action: 'milestone',
          Id: topic,
          name,
          deliverable: '报告',
          dueOn: chains.day(0),
          doneOn: chains.day(0),
        }),
      );
    expect((await close({ settled: '139999.99' })).errors).toEqual([
      { path: 'settled', message: '经费决算应与各月支出合计140000.00元一致' },
      { path: 'report', message: '请上传结题报告' },
    ]);
    await made(close({ report: await chains.file(LEADER) }));
    expect((await close()).message).toBe('该课题已结题');
    expect((await ask(researchProjects, HEAD, { topic: '低温余热' })).rows).toMatchObject([
      { stage: '结题', progress: '100.00', milestones: '3/3', outcomes: '专利1', used: 1 },
    ]);
  });
});

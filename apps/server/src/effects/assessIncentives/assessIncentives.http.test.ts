/** Talks with employees and assessments of projects: what they leave in the files of people and projects; a cancel leaves nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';

const PROJECT = 'EMC01001';
let chains: Chains;

beforeAll(async () => {
  chains = await Chains.start();
});
afterAll(() => chains.close());

describe('员工面谈', () => {
  const MAKER = 'projectManager';
  const given = (more: Readonly<Record<string, unknown>> = {}) => ({
    project: PROJECT,
    employee: chains.user('operator'),
    position: '运行工',
    interviewer: chains.user('projectManager'),
    talkTime: chains.at(-24),
    workLoadRate: 3,
    payRate: 2,
    livingRate: 4,
    envRate: 2,
    leaderRate: 4,
    growthRate: 3,
    moodState: '有情绪',
    leaveRisk: '高',
    riskReason: '倒班频繁',
    nextTalkDate: chains.day(30),
    demands: [
      {
        demandType: '班次调整',
        demandText: '减少连续夜班',
        handler: chains.user('projectManager'),
        promiseDate: chains.day(7),
      },
    ],
    ...more,
  });
  const steps = (riskAfter: string) => ({
    人事跟踪闭环: { solvedCount: 1, trackResult: '已调整班次', closeDate: chains.day(0), riskAfter },
  });
  const books = async () => ({
    talks: await chains.rows(
      `select satisfaction::text, leave_risk as risk, risk_after as after, solved from b_employee_talk where not voided`,
    ),
    demands: await chains.rows(`select content, state, result from b_employee_demand where not voided`),
    warned: await chains.rows(`select reason, state from b_leave_warning where not voided order by id`),
  });
  const NONE = { talks: [], demands: [], warned: [] };

  it('has promises followed from the day that the area has read it, and ends that when they are kept', async () => {
    const id = await chains.submit('employeeInterview', MAKER, given());
    await chains.agree('employeeInterview', MAKER, id, {}, '运营总监阅处');
    expect(await books()).toEqual({ ...NONE, demands: [{ content: '减少连续夜班', state: '办理中', result: null }] });
    expect(await chains.reminders('employeeInterview', id)).toMatchObject([
      { day: chains.day(7), users: [chains.user('projectManager')], every: 3 },
    ]);
    await chains.agree('employeeInterview', MAKER, id, steps('高'));
    expect(await books()).toEqual({
      talks: [{ satisfaction: '3.00', risk: '高', after: '高', solved: 1 }],
      demands: [{ content: '减少连续夜班', state: '已闭环', result: '已调整班次' }],
      warned: [{ reason: '倒班频繁', state: '预警中' }],
    });
    expect(await chains.reminders('employeeInterview', id)).toEqual([]);
    expect(await chains.followUps('employeeInterview', id)).toMatchObject([
      { kind: '下次面谈', user: chains.user('projectManager'), due: chains.day(30) },
    ]);

    // A later talk finds the risk gone, and lifts the warning; taking that talk back takes it up again.
    const later = await chains.through(
      'employeeInterview',
      MAKER,
      given({ leaveRisk: '低', riskReason: null, moodState: '稳定', demands: [] }),
      { 人事跟踪闭环: { ...steps('低').人事跟踪闭环, solvedCount: 0 } },
    );
    expect((await books()).warned).toEqual([{ reason: '倒班频繁', state: '已解除' }]);
    await chains.cancel('employeeInterview', later.id);
    expect((await books()).warned).toEqual([{ reason: '倒班频繁', state: '预警中' }]);
    await chains.cancel('employeeInterview', id);
    expect(await books()).toEqual(NONE);
    expect([await chains.reminders('employeeInterview', id), await chains.followUps('employeeInterview', id)]).toEqual([
      [],
      [],
    ]);
  });
});

describe('考核报告', () => {
  const MAKER = 'areaManager';
  const person = (account: string, more: Readonly<Record<string, unknown>> = {}) => ({
    person: chains.user(account),
    post: '空调技师',
    baseBonus: '1000.00',
    coefficient: '0.90',
    reward: '0.00',
    penalty: '0.00',
    reason: null,
    ...more,
  });
  const report = (more: Readonly<Record<string, unknown>> = {}) => ({
    project: PROJECT,
    cycle: '月度',
    periodStart: '2026-10',
    periodEnd: '2026-10',
    airArea: '50000.00',
    headCount: 2,
    energyCost: '90000.00',
    energyBudget: '100000.00',
    receivable: '200000.00',
    received: '190000.00',
    accidentLevel: '无',
    basePool: '3000.00',
    kpis: [
      { indicator: '系统能效', weight: '60', kpiScore: '95.0' },
      { indicator: '客户满意度', weight: '40', kpiScore: '85.0' },
    ],
    persons: [
      person('operator', { reward: '200.00', reason: '抢修及时' }),
      person('operator2', { penalty: '100.00', reason: '漏巡检' }),
    ],
    ...more,
  });
  const steps = (grade: string) => ({
    区域经理评定: { grade },
    财务核对: { payMonth: '2026-12' },
  });
  const books = async () => {
    const of = `source_module = 'assessmentReport' and not voided`;
    return {
      projects: await chains.rows(`select score::text, grade, bonus::text from b_project_assessment where ${of}`),
      pay: await chains.rows(
        `select employee::text, from_month as month, amount::text, kind from b_salary_change where ${of} order by id`,
      ),
      people: await chains.rows(
        `select employee::text, coefficient::text as by from b_employee_assessment where ${of} order by id`,
      ),
      cost: await chains.rows(`select month, account, sum(amount)::text as amount from project_cost where source_module = 'assessmentReport'
        group by 1, 2 having sum(amount) <> 0`),
    };
  };
  const NONE = { projects: [], pay: [], people: [], cost: [] };

  it('pays what was shared out, books it to the project, and keeps how everybody did', async () => {
    const twice = await chains
      .walk('assessmentReport')
      .draft(
        MAKER,
        await chains.filled(
          'assessmentReport',
          MAKER,
          0,
          report({ persons: [person('operator'), person('operator')] }),
        ),
      );
    expect((await chains.walk('assessmentReport').submit(MAKER, twice)).errors).toEqual([
      { path: 'persons[1].person', message: '同一员工只能分配一次，请合并为一行' },
    ]);
    const { id } = await chains.through('assessmentReport', MAKER, report(), steps('优秀'));
    const [one, two] = [chains.user('operator'), chains.user('operator2')];
    expect(await books()).toEqual({
      projects: [{ score: '91.00', grade: '优秀', bonus: '1900.00' }],
      pay: [
        { employee: one, month: '2026-12', amount: '1100.00', kind: '考核奖金' },
        { employee: two, month: '2026-12', amount: '800.00', kind: '考核奖金' },
      ],
      people: [
        { employee: one, by: '0.90' },
        { employee: two, by: '0.90' },
      ],
      cost: [{ month: '2026-12', account: '人工成本-考核奖金', amount: '1900.00' }],
    });
    expect(await chains.followUps('assessmentReport', id)).toEqual([]);

    // The period is assessed once.
    const again = await chains
      .walk('assessmentReport')
      .draft(MAKER, await chains.filled('assessmentReport', MAKER, 0, report()));
    expect((await chains.walk('assessmentReport').submit(MAKER, again)).message).toContain('已有相同的单据');
    await chains.cancel('assessmentReport', id);
    expect(await books()).toEqual(NONE);
  });

  it('of a project that failed asks the area for a rectification', async () => {
    const { id } = await chains.through(
      'assessmentReport',
      MAKER,
      report({ periodStart: '2026-09', periodEnd: '2026-09', persons: [person('operator', { baseBonus: '0.00' })] }),
      steps('不合格'),
    );
    const [draft] = await chains.followUps('assessmentReport', id);
    expect(draft).toMatchObject({ module: 'emcProblemRectification', user: chains.user('areaManager') });
    const { record } = await chains.walk('emcProblemRectification').info('areaManager', String(draft?.target));
    expect(record).toMatchObject({ project: PROJECT, source: '上级督办', severity: '严重' });
    expect((await books()).pay).toEqual([]);
    await chains.cancel('assessmentReport', id);
    expect([await books(), await chains.followUps('assessmentReport', id)]).toEqual([NONE, []]);
  });
});

/** Who leads the shifts, and how good technicians are: the books, the files of people, and the way back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';

const PROJECT = 'EMC01001';

let chains: Chains;
beforeAll(async () => {
  chains = await Chains.start(PROJECT);
});
afterAll(() => chains.close());

const user = (account: string): string => chains.user(account);
const rows = (text: string) => chains.rows(text);
const month = (): string => chains.day(0).slice(0, 7);

const books = async () => ({
  monitors: await rows(
    `select monitor::text, state, left_on::text as "left" from b_project_monitor where not voided order by id`,
  ),
  leader: (await rows(`select duty_leader::text as id from project where code = '${PROJECT}'`))[0]?.id,
  files: await rows(
    `select u.account, e.monitor_level as monitor, e.grade, e.salary::text from employee_profile e join app_user u on u.id = e.user_id
     where u.account in ('operator', 'operator2') order by 1`,
  ),
  salaries: await rows(
    `select kind, employee::text, amount::text, to_month as "to" from b_salary_change where not voided order by id`,
  ),
  archive: await rows(
    `select employee::text, score::text, grade from b_employee_assessment where not voided order by id`,
  ),
  needs: await rows(`select kind, topic from b_training_need where not voided order by id`),
  marks: await rows(
    `select supplier::text, kind, score::text from b_supplier_evaluation where not voided and kind = '技师评价' order by id`,
  ),
});

const appointment = (appointType: string, candidate: string, more: object = {}) => ({
  project: PROJECT,
  appointType,
  candidate: user(candidate),
  mobile: '13800138000',
  dispatchCompany: null,
  tradeYears: '6.0',
  siteYears: '2.0',
  monitorLevel: '二级班长',
  startDate: chains.day(0),
  endDate: chains.day(300),
  formerMonitor: null,
  monthAllowance: '600.00',
  members: [{ member: user('operator2') }],
  ...more,
});
const tested = {
  项目经理能力测评: {
    hostOperate: '18.0',
    vacuumJudge: '13.0',
    burnAdjust: '9.0',
    waterCare: '9.0',
    electricFault: '12.0',
    reportData: '9.0',
    teamManage: '9.0',
    clientTalk: '9.0',
    testResult: '推荐任命',
  },
  人事核定津贴: { approvedAllowance: '500.00', allowanceMonth: '2026-12' },
  本人确认: { dutyPromise: true },
};

describe('劳务派遣', () => {
  it('appoints one monitor after another, each in the books, the files and at the head of the roster', async () => {
    const empty = await books();
    const first = await chains.through('monitorEstablish', 'projectManager', appointment('新任', 'operator'), tested);
    const after = await books();
    expect(after).toEqual({
      ...empty,
      monitors: [{ monitor: user('operator'), state: '在任', left: null }],
      leader: user('operator'),
      files: [{ ...empty.files[0], monitor: '二级班长' }, empty.files[1]],
      salaries: [{ kind: '班长津贴', employee: user('operator'), amount: '500.00', to: null }],
    });
    expect(await chains.preview('dutySchedule', 'projectManager', { project: PROJECT })).toMatchObject({
      dutyLeader: user('operator'),
    });
    const acting = await chains.through(
      'monitorEstablish',
      'projectManager',
      appointment('代理', 'operator2', { monitorLevel: '代理班长', formerMonitor: user('operator') }),
      { ...tested, 人事核定津贴: { approvedAllowance: '300.00', allowanceMonth: '2027-01' } },
    );
    expect(await books()).toEqual({
      ...after,
      monitors: [
        { monitor: user('operator'), state: '已卸任', left: chains.day(0) },
        { monitor: user('operator2'), state: '在任', left: null },
      ],
      leader: user('operator2'),
      files: [
        { ...after.files[0], monitor: null },
        { ...after.files[1], monitor: '代理班长' },
      ],
      salaries: [
        { ...after.salaries[0], to: '2027-01' },
        { kind: '班长津贴', employee: user('operator2'), amount: '300.00', to: null },
      ],
    });
    expect(await chains.reminders('monitorEstablish', acting.id)).toMatchObject([
      { day: chains.day(293), users: [user('projectManager')] },
    ]);
    await chains.cancel('monitorEstablish', acting.id);
    expect(await books()).toEqual(after);

    const dismissal = await chains.through(
      'monitorEstablish',
      'projectManager',
      appointment('免去', 'operator', { dismissReason: '本人申请' }),
      { ...tested, 项目经理能力测评: { ...tested.项目经理能力测评, testResult: '不推荐' } },
    );
    expect(await books()).toMatchObject({
      monitors: [{ state: '已卸任' }],
      leader: null,
      files: [{ monitor: null }, {}],
      salaries: [{ to: '2026-12' }],
    });
    await chains.cancel('monitorEstablish', dismissal.id);
    expect(await books()).toEqual(after);
    await chains.cancel('monitorEstablish', first.id);
    expect(await books()).toEqual(empty);
  });

  it('grades a technician: score, grade, fee, what is to be learned, and the company that sent them', async () => {
    const empty = await books();
    const [supplier = ''] = await chains.offered('projectManager', 'supplier');
    const evaluation = (more: object = {}) => ({
      project: PROJECT,
      evaluateSeason: '年度',
      periodStart: '2026-01',
      periodEnd: '2026-10',
      technician: user('operator2'),
      dispatchCompany: supplier,
      currentGrade: '初级技师',
      monthFee: '5000.00',
      dutyShifts: 200,
      actualShifts: 198,
      disciplineScore: '9.0',
      paramScore: '13.0',
      vacuumScore: '9.0',
      burnScore: '4.0',
      waterScore: '8.0',
      maintainScore: '13.0',
      dataScore: '9.0',
      safetyScore: '9.0',
      roomScore: '4.0',
      serviceScore: '9.0',
      majorFault: false,
      events: [{ point: '3.0' }],
      ...more,
    });
    const steps = (conclusion: string, grade: string, fee: string) => ({
      技术员抽考: { theoryScore: '80.0', weakPoint: ['电气控制', '无'] },
      区域经理评价: { areaScore: '90.0', conclusion, newGrade: grade, newMonthFee: fee },
      人事核定: { effectMonth: month(), companyNotified: '已书面通知' },
    });
    const record = await chains.through(
      'airTechnicianEvaluation',
      'projectManager',
      evaluation(),
      steps('培训后续用', '中级技师', '5400.00'),
    );
    // (87 + 3) × 0.7 + 80 × 0.1 + 90 × 0.2
    expect(await books()).toEqual({
      ...empty,
      files: [empty.files[0], { ...empty.files[1], grade: '中级技师', salary: '5400.00' }],
      salaries: [{ kind: '技师费用', employee: user('operator2'), amount: '5400.00', to: null }],
      archive: [{ employee: user('operator2'), score: '89.00', grade: '中级技师' }],
      needs: [{ kind: '技能短板', topic: '电气控制' }],
      marks: [{ supplier, kind: '技师评价', score: expect.stringMatching(/^89/) }],
    });
    await chains.cancel('airTechnicianEvaluation', record.id);
    expect(await books()).toEqual(empty);
    const back = await chains.through(
      'airTechnicianEvaluation',
      'projectManager',
      evaluation(),
      steps('退回劳务公司', '初级技师', '5000.00'),
    );
    expect(await chains.followUps('airTechnicianEvaluation', back.id)).toMatchObject([{ module: 'resignationReport' }]);
    expect((await books()).salaries).toEqual([]);
    await chains.cancel('airTechnicianEvaluation', back.id);
    expect(await books()).toEqual(empty);
  });
});

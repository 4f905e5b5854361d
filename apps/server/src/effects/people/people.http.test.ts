/** People from probation to their last day: what each approval changes in their files, the roster and the loans, and the way back. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';
import { applyDueResignations } from './resignations.ts';
import { applyDueSalaries } from './salaries.ts';

const PROJECT = 'EMC01001';

let chains: Chains;
beforeAll(async () => {
  chains = await Chains.start(PROJECT);
});
afterAll(() => chains.close());

const user = (account: string): string => chains.user(account);
const rows = (text: string) => chains.rows(text);
const one = async (text: string) => (await rows(text))[0];
const month = (): string => chains.day(0).slice(0, 7);

const file = (account: string) =>
  one(
    `select salary::text, probation_end::text as "end", employ_state as state, formal_date::text as formal, grade, monitor_level as monitor
     from employee_profile where user_id = ${user(account)}`,
  );
const salaries = () =>
  rows(
    `select kind, employee::text, from_month as "from", to_month as "to", amount::text, applied from b_salary_change where not voided order by id`,
  );
const archive = () =>
  rows(`select kind, employee::text, score::text, conclusion from b_employee_assessment where not voided order by id`);

const formal = (formalType: string) => ({
  project: PROJECT,
  dept: 'A632201',
  employee: user('operator2'),
  entryDate: chains.day(-90),
  probationEnd: chains.day(2),
  mentor: user('projectManager'),
  formalType,
  formalDate: formalType === '按期转正' ? chains.day(3) : null,
  theoryScore: '80.0',
  probationSalary: '5000.00',
  formalSalary: '6000.00',
  effectMonth: month(),
  tasks: [{ weight: '100', score: '90.0' }],
});
const judged = {
  带教师傅评价: { practiceScore: '90.0', canStandAlone: '可独立顶岗', mentorOpinion: '合格' },
  部门负责人评价: { managerScore: '85.0', managerOpinion: '同意' },
  人事审核: { insuranceChecked: '正常', approvedSalary: '5900.00' },
};

describe('转正申请', () => {
  it('makes somebody regular: their file, the salary from its month, the score; a cancel gives back what was', async () => {
    const was = await file('operator2');
    const record = await chains.through('userFormal', 'hr', formal('按期转正'), judged);
    expect(await file('operator2')).toEqual({ ...was, salary: '5900.00', state: '正式', formal: chains.day(3) });
    expect(await salaries()).toEqual([
      { kind: '转正核薪', employee: user('operator2'), from: month(), to: null, amount: '5900.00', applied: true },
    ]);
    // 80 × 0.3 + 90 × 0.4 + 85 × 0.3
    expect(await archive()).toEqual([
      { kind: '转正考核', employee: user('operator2'), score: '85.50', conclusion: '按期转正' },
    ]);
    await chains.cancel('userFormal', record.id);
    expect(await file('operator2')).toEqual(was);
    expect([await salaries(), await archive()]).toEqual([[], []]);
  });

  it('pays a salary of a later month only from that month', async () => {
    const was = await file('operator2');
    const later = `${Number(month().slice(0, 4)) + 1}-03`;
    const record = await chains.through('userFormal', 'hr', { ...formal('按期转正'), effectMonth: later }, judged);
    expect((await file('operator2'))?.salary).toBe(was?.salary);
    const due = (at: string) => chains.server.db.transaction().execute((tx) => applyDueSalaries(tx, at));
    expect(await due(month())).toBe(0);
    expect(await due(later)).toBe(1);
    expect((await file('operator2'))?.salary).toBe('5900.00');
    await chains.cancel('userFormal', record.id);
    expect(await file('operator2')).toEqual(was);
  });

  it('prolongs probation, or ends it', async () => {
    const was = await file('operator2');
    const longer = await chains.through(
      'userFormal',
      'hr',
      { ...formal('延长试用'), extendTo: chains.day(60) },
      judged,
    );
    expect(await file('operator2')).toEqual({ ...was, end: chains.day(60) });
    expect(await chains.reminders('userFormal', longer.id)).toMatchObject([
      { day: chains.day(45), users: [user('operator2')] },
    ]);
    await chains.cancel('userFormal', longer.id);
    expect(await file('operator2')).toEqual(was);
    const refused = await chains.through('userFormal', 'hr', formal('不予转正'), judged);
    const [draft] = await chains.followUps('userFormal', refused.id);
    expect(draft).toMatchObject({ module: 'resignationReport' });
    const { record } = await chains.walk('resignationReport').info('hr', String(draft?.target));
    expect(record).toMatchObject({ employee: user('operator2'), resignType: '试用期不合格' });
    await chains.cancel('userFormal', refused.id);
    expect(await chains.followUps('userFormal', refused.id)).toEqual([]);
  });
});

const watcher = (account: string, certExpire: string | null = null) => ({
  watcher: user(account),
  post: '主值',
  certType: null,
  certExpire,
  dayShifts: 10,
  nightShifts: 5,
  hoursPerShift: '12.0',
  holidayHours: '8.0',
});
const shift = (account: string, dutyDate: string) => ({
  dutyDate,
  shift: '白班',
  startTime: '08:00',
  endTime: '20:00',
  mainWatcher: user(account),
  viceWatchers: [],
});
const duty = (accounts: readonly string[], dates: readonly string[]) => ({
  project: PROJECT,
  dutyMonth: month(),
  season: '采暖季',
  runHostCount: 1,
  gasRoom: false,
  requiredPerShift: 1,
  standardHours: '165.36',
  dutyLeader: user('operator'),
  leaderPhone: '13800138000',
  backupLeader: user('projectManager'),
  hasHoliday: false,
  persons: accounts.map((account) => watcher(account)),
  shifts: dates.map((date) => shift(accounts[0] ?? '', date)),
});
const filed = { 人事备案: { nightAllowance: '30.00', certChecked: '全部在有效期内' } };
const roster = () =>
  rows(`select watcher::text, state from b_duty_roster where not voided and project = '${PROJECT}' order by id`);
const shifts = () =>
  rows(
    `select day::text, main_watcher::text as who, state from b_duty_shift where not voided and project = '${PROJECT}' order by id`,
  );

describe('值班排班', () => {
  it('is the roster from the day it is filed, replaces the one before, and counts hours at the end of the month', async () => {
    const day = `${month()}-01`;
    const part = () =>
      rows(
        `select user_id::text as id from user_project where project_code = '${PROJECT}' and user_id = ${user('operator4')}`,
      );
    expect(await part()).toEqual([]);
    const first = await chains.submit('dutySchedule', 'projectManager', duty(['operator', 'operator4'], [day]));
    await chains.agree('dutySchedule', 'projectManager', first, filed, '月末出勤确认');
    expect(await roster()).toEqual(['operator', 'operator4'].map((who) => ({ watcher: user(who), state: '有效' })));
    expect(await part()).toHaveLength(1);
    const told = await rows(
      `select user_id::text as id from wf_notice where biz_id = ${first} and module_id = 'dutySchedule' and title like '%白班10班%' order by 1`,
    );
    expect(told.map((row) => row.id).toSorted()).toEqual([user('operator'), user('operator4')].toSorted());

    const second = await chains.submit('dutySchedule', 'projectManager', duty(['operator', 'operator2'], [day]));
    await chains.agree('dutySchedule', 'projectManager', second, filed, '月末出勤确认');
    expect(await roster()).toEqual([
      { watcher: user('operator'), state: '已替换' },
      { watcher: user('operator4'), state: '已替换' },
      { watcher: user('operator'), state: '有效' },
      { watcher: user('operator2'), state: '有效' },
    ]);
    await chains.agree('dutySchedule', 'projectManager', second, {
      月末出勤确认: { actualHours: '360.0', absentShifts: 0 },
    });
    const hours = () =>
      rows(
        `select kind, shifts, hours::text from b_duty_hour where not voided and employee = ${user('operator2')} order by id`,
      );
    expect(await hours()).toEqual([
      { kind: '夜班', shifts: 5, hours: '60.0' },
      { kind: '法定节假日', shifts: null, hours: '8.0' },
    ]);
    expect(await salaries()).toMatchObject([{ kind: '夜班津贴', amount: '150.00' }, { kind: '夜班津贴' }]);
    await chains.cancel('dutySchedule', second);
    expect(await roster()).toMatchObject([{ state: '有效' }, { state: '有效' }]);
    expect([await hours(), await salaries()]).toEqual([[], []]);
    await chains.agree('dutySchedule', 'projectManager', first, {
      月末出勤确认: { actualHours: '360.0', absentShifts: 0 },
    });
    await chains.cancel('dutySchedule', first);
    expect([await roster(), await shifts(), await part()]).toEqual([[], [], []]);
  });

  it('takes the expiry of a certificate from the book, and does not pass what runs out within the month', async () => {
    await sql`insert into b_certificate (source_module, source_id, source_effect, holder, kind, cert_no, valid_to, state)
      values ('setup', 0, 'setup', ${user('operator3')}, '锅炉水处理证G3', 'G3-1', ${`${month()}-05`}::date, '有效')`.execute(
      chains.server.db,
    );
    const seen = await chains.preview('dutySchedule', 'projectManager', {
      project: PROJECT,
      persons: [{ watcher: user('operator3'), certType: '锅炉水处理证G3' }],
    });
    expect(seen.persons).toMatchObject([{ certExpire: `${month()}-05` }]);
    const id = await chains.submit('dutySchedule', 'projectManager', {
      ...duty(['operator'], [`${month()}-01`]),
      persons: [{ ...watcher('operator3', `${month()}-05`), certType: '锅炉水处理证G3' }, watcher('operator')],
    });
    await chains.agree('dutySchedule', 'projectManager', id, {}, '人事备案');
    const refusal = await chains.walk('dutySchedule').agree('projectManager', id, filed);
    expect(refusal.errors).toEqual([
      { path: 'persons[0].certExpire', message: '证书在排班月内到期，持证核对结果请选有证书临期' },
    ]);
  });
});

describe('离职报告', () => {
  const leaving = (account: string, lastWorkDay: string) => ({
    project: PROJECT,
    dept: 'A632201',
    employee: user(account),
    position: '运行工',
    entryDate: chains.day(-900),
    inProbation: false,
    resignType: '协商解除',
    applyDate: chains.day(-40),
    lastWorkDay,
    handoverTo: user('projectManager'),
    liveInDorm: true,
    moveOutDate: lastWorkDay,
    goods: [],
  });
  const settled = {
    部门负责人面谈: { retainResult: '同意离职', talkRecord: '已谈', postPlan: '内部调剂' },
    人事核算: {
      salaryDue: '5000.00',
      leavePay: '300.00',
      economicPay: '0',
      trainRefund: '0',
      insuranceStop: '2026-12',
    },
  };

  it('settles loans, moves shifts on and starts the hand-over; the day after the last the account is closed', async () => {
    const leaver = user('operator5');
    const { db, engine } = chains.server;
    await sql`insert into borrowing_ledger (borrowing_id, borrower, loan_kind, owner_kind, owner_code, budget_month, due_date, paid)
      values (900001, ${leaver}, '差旅借款', 'dept', 'A632201', ${month()}, ${chains.day(5)}::date, 800)`.execute(db);
    await sql`insert into fund_budget_ledger (owner_kind, owner_code, month, subject, approved, used) values ('dept', 'A632201', ${month()}, '个人借款', 5000, 800)
      on conflict (owner_kind, owner_code, month, subject) do update set used = fund_budget_ledger.used + 800`.execute(
      db,
    );
    await sql`insert into b_duty_shift (source_module, source_id, source_effect, project, day, shift, start_time, end_time, main_watcher, state)
      values ('setup', 0, 'setup', ${PROJECT}, ${chains.day(-1)}, '白班', '08:00', '20:00', ${leaver}, '有效'),
        ('setup', 0, 'setup', ${PROJECT}, ${chains.day(9)}, '白班', '08:00', '20:00', ${leaver}, '有效')`.execute(db);
    await sql`insert into b_project_monitor (source_module, source_id, source_effect, project, monitor, appoint_type, level, start_on, state, document)
      values ('setup', 0, 'setup', 'EMC04001', ${leaver}, '新任', '二级班长', ${chains.day(-200)}, '在任', 'BZ')`.execute(
      db,
    );
    await sql`update project set duty_leader = ${leaver} where code = 'EMC04001'`.execute(db);
    const post = () =>
      one(`select b.state, b.left_on::text as "left", p.duty_leader::text as leader from b_project_monitor b join project p on p.code = b.project
        where b.monitor = ${leaver} and not b.voided`);
    const loan = () =>
      one(`select returned::text, cleared_at is null as open from borrowing_ledger where borrowing_id = 900001`);
    const turns = () =>
      rows(
        `select main_watcher::text as who from b_duty_shift where not voided and day >= '${chains.day(-1)}' and source_module = 'setup' order by day`,
      );
    const account = async () => ({
      ...(await one(`select state from app_user where id = ${leaver}`)),
      file: (await file('operator5'))?.state,
      papers: (await rows(`select distinct state from b_certificate where holder = ${leaver} and not voided`)).map(
        (row) => row.state,
      ),
      projects: (await rows(`select to_date::text as "to" from user_project where user_id = ${leaver}`)).map(
        (row) => row.to,
      ),
    });
    const was = await account();

    const walk = chains.walk('resignationReport');
    const record = { id: await chains.submit('resignationReport', 'hr', leaving('operator5', chains.day(0))) };
    await chains.agree('resignationReport', 'hr', record.id, settled, '财务清算');
    // Finance decides by what is still owed: it stands there as the step is opened.
    const [cleared = ''] = (await walk.turn('hr', record.id))?.accounts ?? [];
    expect((await walk.info(cleared, record.id)).record).toMatchObject({ borrowLeft: '800.00' });
    await chains.agree('resignationReport', 'hr', record.id, settled);
    const done = await walk.info('hr', record.id);
    expect(done.record).toMatchObject({ borrowLeft: '800.00', netSettle: '4500.00' });
    expect(await loan()).toEqual({ returned: '800.00', open: false });
    expect((await turns()).map((row) => row.who)).toEqual([leaver, user('projectManager')]);
    expect((await chains.followUps('resignationReport', record.id)).map((row) => row.kind)).toEqual([
      '离职交接',
      '待填报',
      '退宿',
    ]);
    expect(await chains.drafted('resignationReport', record.id, 'paymentNotEnergy')).toMatchObject({
      payCategory: '离职结算',
      payeeKind: '个人',
      payTotal: '4500.00',
    });
    expect(await account()).toEqual(was);

    // Something still waits for them; it goes to whoever takes over.
    const waiting = await chains.submit('userFormal', 'hr', {
      ...formal('延长试用'),
      mentor: leaver,
      extendTo: chains.day(50),
    });
    const handler = async () => (await chains.walk('userFormal').turn('hr', waiting))?.accounts;
    expect(await handler()).toEqual(['operator5']);
    expect(await applyDueResignations(db, engine, chains.day(0), new Date())).toBe(0);
    expect(await applyDueResignations(db, engine, chains.day(1), new Date())).toBe(1);
    expect(await applyDueResignations(db, engine, chains.day(1), new Date())).toBe(0);
    expect(await handler()).toEqual(['projectManager']);
    // Their site has no leader from the next day on.
    expect(await post()).toEqual({ state: '已卸任', left: chains.day(1), leader: null });
    expect(await account()).toEqual({
      state: 'disabled',
      file: '离职',
      papers: ['离职停用'],
      projects: was.projects.map(() => chains.day(0)),
    });

    await chains.cancel('resignationReport', record.id);
    expect(await account()).toEqual(was);
    expect(await post()).toEqual({ state: '在任', left: null, leader: leaver });
    expect(await loan()).toEqual({ returned: '0.00', open: true });
    expect((await turns()).map((row) => row.who)).toEqual([leaver, leaver]);
    expect(await chains.followUps('resignationReport', record.id)).toEqual([]);
  });
});

/** Leaders of sites, transfers, papers of those who join: what the pages show of real records, and what is done on them. */
import { MODULES } from '@hengneng/core';
import { entryMaterials, projectMonitors, transferNotices } from '@hengneng/forms';
import type { ViewShape } from '@hengneng/form-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tellPosts } from '../../effects/laborDispatch/posts.ts';
import { Chains } from '../../testing/chains.ts';

const PROJECT = 'EMC01001';

let chains: Chains;
beforeAll(async () => {
  chains = await Chains.start(PROJECT);
});
afterAll(() => chains.close());

const user = (account: string): string => chains.user(account);
const ask = async (view: ViewShape, body: object, account = 'admin') => {
  const { client } = chains.server;
  return client.json(view.calls.index, { PageSize: 100, ...body }, await client.signIn(account));
};
const rowsOf = async (view: ViewShape, body: object, account = 'admin') => {
  const answer = await ask(view, body, account);
  expect(answer.message).toBe('');
  return answer.data.rows as readonly Readonly<Record<string, unknown>>[];
};
const call = async (account: string, path: string, body: object) => {
  const { client } = chains.server;
  return client.json(path, body, await client.signIn(account));
};

describe('the leaders of sites', () => {
  const appointment = (appointType: string, more: object = {}) => ({
    project: PROJECT,
    appointType,
    candidate: user('operator'),
    mobile: '13800138000',
    dispatchCompany: null,
    tradeYears: '6.0',
    siteYears: '2.0',
    monitorLevel: '二级班长',
    startDate: chains.day(0),
    endDate: chains.day(20),
    formerMonitor: null,
    monthAllowance: '600.00',
    ...more,
  });
  const agreed = {
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

  it('are vacant, then appointed for a term that ends soon, with the machines and the people of the site', async () => {
    const [vacant] = await rowsOf(projectMonitors, { project: PROJECT });
    expect(vacant).toMatchObject({ state: '空岗', overdue: true, monitor: null, hosts: expect.any(Number) });
    await chains.through('monitorEstablish', 'projectManager', appointment('新任'), agreed);
    const [led] = await rowsOf(projectMonitors, { project: PROJECT });
    expect(led).toMatchObject({
      state: '任期将到',
      overdue: false,
      monitor: user('operator'),
      leftDays: 20,
      allowance: '500.00',
      // Two operators are assigned to the site, each with a certificate for the plant.
      crew: 2,
      certified: 2,
    });
    const answer = await ask(projectMonitors, { project: PROJECT });
    expect(answer.data.figures).toMatchObject({ posts: '1', held: '1', vacant: '0', ending: '1' });
    const crew = await call('projectManager', '/bpmapi/MonitorEstablish/Crew', { ProjectCode: PROJECT });
    expect(crew.data.rows).toMatchObject([
      { UserId: user('operator'), leads: true, papers: [{ kind: '制冷与空调设备运行操作作业证' }] },
      { UserId: user('operator2'), leads: false },
    ]);
    expect((await call('projectManager', '/bpmapi/MonitorEstablish/Crew', { ProjectCode: 'EMC03001' })).status).toBe(
      404,
    );
  });

  it('are missed: the area is told of each vacancy once, of a new one anew', async () => {
    const { db, engine } = chains.server;
    const tell = (day: string) => tellPosts(db, engine, day, new Date());
    const vacant = (await rowsOf(projectMonitors, { overdue: 'true' })).length;
    expect(vacant).toBeGreaterThan(3);
    expect(await tell(chains.day(0))).toBe(vacant);
    expect(await tell(chains.day(1))).toBe(0);
    const told = await chains.rows(
      `select f.project_code as project, f.user_id::text as "user" from follow_up f where kind = '班长空岗' and project_code = 'EMC03001'`,
    );
    expect(told).toEqual([{ project: 'EMC03001', user: user('areaManager3') }]);
    // The leader goes: after fifteen days without one it is a vacancy of its own.
    await chains.through('monitorEstablish', 'projectManager', appointment('免去', { dismissReason: '本人申请' }), {
      ...agreed,
      项目经理能力测评: { ...agreed.项目经理能力测评, testResult: '不推荐' },
    });
    expect(await tell(chains.day(15))).toBe(0);
    expect(await tell(chains.day(16))).toBe(1);
    expect(await tell(chains.day(17))).toBe(0);
  });
});

describe('notices of transfers', () => {
  it('are confirmed by whoever moves, closed by whoever takes them in, and asked for until then', async () => {
    const { id } = await chains.through(
      'jobTransfer',
      'hr',
      {
        project: PROJECT,
        employee: user('operator2'),
        transferType: '项目间调动',
        toDept: 'A632201',
        toProject: 'EMC01002',
        toPosition: '空调技师',
        toManager: user('projectManager2'),
        effectiveDate: chains.day(5),
        backDate: null,
        handoverTo: user('operator'),
        handoverDeadline: chains.day(2),
        oldSalary: '5000.00',
        newSalary: '5000.00',
      },
      { 交接完成确认: { handoverDone: chains.day(0) } },
    );
    const notice = async () => (await rowsOf(transferNotices, { employee: user('operator2') }))[0];
    expect(await notice()).toMatchObject({ id, state: '待本人确认', switched: false, toProject: 'EMC01002' });
    expect(await chains.reminders('jobTransfer', id)).toMatchObject([{ day: chains.day(6) }]);

    const confirm = (account: string) => call(account, `${MODULES.jobTransfer.api}/Confirm`, { BusinessId: id });
    expect((await confirm('hr')).message).toBe('只能确认自己的调动通知');
    expect((await confirm('operator2')).status).toBe(1);
    expect((await confirm('operator2')).status).toBe(1);
    // Who has nothing to do with it learns nothing of it.
    expect((await confirm('operator5')).status).toBe(404);
    expect(await rowsOf(transferNotices, {}, 'operator5')).toEqual([]);
    expect(await rowsOf(transferNotices, {}, 'operator2')).toMatchObject([{ id }]);
    expect((await notice())?.['state']).toBe('待到岗');

    const resend = () => call('hr', `${MODULES.jobTransfer.api}/Resend`, { BusinessId: id });
    expect((await resend()).status).toBe(1);
    expect((await resend()).message).toBe('今天已经提醒过');

    const arrive = (account: string, days: number) =>
      call(account, `${MODULES.jobTransfer.api}/Arrive`, { BusinessId: id, arrivedOn: chains.day(days) });
    expect((await arrive('hr', 0)).message).toBe('只有调入方负责人可以确认到岗');
    expect((await arrive('projectManager2', -3)).errors).toEqual([
      { path: 'arrivedOn', message: '到岗日期不能早于生效日前7天' },
    ]);
    expect((await arrive('projectManager2', 1)).errors[0]?.message).toBe('到岗日期不能晚于今天');
    expect((await arrive('projectManager2', 0)).status).toBe(1);
    expect((await arrive('projectManager2', -1)).message).toBe(`已于${chains.day(0)}确认到岗`);
    expect(await notice()).toMatchObject({
      state: '已到岗',
      arrivedOn: chains.day(0),
      arrivedBy: user('projectManager2'),
    });
    const open = await chains.rows(
      `select 1 from reminder where source_module = 'jobTransfer' and source_id = ${id} and ended_at is null`,
    );
    expect(open).toEqual([]);
  });

  it('are late once the day is over, and gone where the transfer is void', async () => {
    await chains.rows(`update f_job_transfer set effective_date = '${chains.day(-4)}'`);
    await chains.rows('delete from transfer_notice');
    const [late] = await rowsOf(transferNotices, {});
    expect(late).toMatchObject({ state: '逾期未到', lateDays: 4 });
    expect((await ask(transferNotices, {})).data.figures).toMatchObject({ all: '1', late: '1' });
    await chains.cancel('jobTransfer', String(late?.['id']));
    expect(await rowsOf(transferNotices, {})).toEqual([]);
  });
});

describe('papers of those who join', () => {
  it('are counted, handed in, checked by personnel, and archived when all that have to be there are', async () => {
    const all = ['身份证正反面', '学历证书', '体检报告', '一寸照片', '工资卡复印件', '劳动合同', '保密协议'];
    const { id } = await chains.through(
      'userEntry',
      'hr',
      {
        project: PROJECT,
        name: '材料齐',
        idNo: '11010519491231002X',
        mobile: '13911112222',
        position: '行政人事',
        entryDept: 'A632201',
        employType: '劳动合同工',
        entryDate: chains.day(0),
        contractYears: '3.0',
        contractStart: chains.day(0),
        contractEnd: chains.day(1095),
        probationMonths: 0,
        probationEnd: null,
        probationSalary: '6000.00',
        formalSalary: '6000.00',
        certs: [],
        works: [],
        materials: all.map((material) => ({
          material,
          submitted: material !== '保密协议',
          promiseDate: material === '保密协议' ? chains.day(-3) : null,
        })),
      },
      { 报到办理: { roleNames: '运行工', actualEntry: chains.day(0) } },
    );
    const row = async () => (await rowsOf(entryMaterials, { Keyword: '材料齐' }))[0];
    expect(await row()).toMatchObject({
      state: '待补交',
      secrecy: '未交',
      idCard: '已交',
      leaving: '不需要',
      operating: '不需要',
      lacks: 1,
      unverified: 7,
      overdueDays: 3,
    });
    const { api } = MODULES.userEntry;
    const save = (account: string, body: object) => call(account, `${api}/Material`, { BusinessId: id, ...body });
    const archive = (archiveNo: string) => call('hr', `${api}/Archive`, { BusinessId: id, archiveNo });
    expect((await archive('RS-1')).message).toBe('还有7项必需材料未核验');
    expect((await call('hr', `${api}/Remind`, { BusinessId: id })).status).toBe(1);
    expect((await call('hr', `${api}/Remind`, { BusinessId: id })).message).toBe('今天已经提醒过');
    expect((await save('hr', { material: '保密协议' })).errors[0]?.message).toBe('请上传补交的材料');
    expect((await save('hr', { material: '保密协议', files: [await chains.file('legal')] })).errors[0]?.path).toBe(
      'files[0]',
    );
    const scan = await chains.file('hr');
    const number = /^\/files\/(\d+)-/.exec(scan.URL)?.[1];
    await chains.rows(`update file set size = ${21 * 1024 * 1024} where id = ${number}`);
    expect((await save('hr', { material: '保密协议', files: [scan] })).errors[0]?.message).toBe('单个文件不能超过20MB');
    await chains.rows(`update file set size = 1000, mime = 'application/zip' where id = ${number}`);
    expect((await save('hr', { material: '保密协议', files: [scan] })).errors[0]?.message).toBe('只能上传图片或PDF');
    await chains.rows(`update file set mime = 'image/png' where id = ${number}`);
    expect((await save('hr', { material: '保密协议', files: [scan] })).status).toBe(1);
    expect(await row()).toMatchObject({ state: '待核验', lacks: 0, secrecy: '已交' });
    expect((await save('hr', { material: '作业证书', check: true })).errors[0]?.path).toBe('validTo');
    expect((await save('hr', { material: '作业证书', check: true, validTo: chains.day(300) })).errors[0]?.path).toBe(
      'proof',
    );
    expect((await save('operator5', { material: '身份证正反面', check: true })).status).toBe(403);
    for (const material of all) expect((await save('hr', { material, check: true })).status, material).toBe(1);
    expect(await row()).toMatchObject({ state: '待归档', unverified: 0 });
    expect((await archive('RS-1')).status).toBe(1);
    expect((await archive('RS-1')).status).toBe(1);
    expect((await archive('RS-2')).message).toBe('已归档，归档号RS-1');
    expect(await row()).toMatchObject({ state: '已归档', archiveNo: 'RS-1' });
    expect((await save('hr', { material: '身份证正反面', check: true })).message).toBe('材料已归档，不能再修改');

    // Looked at by personnel and the person only; that they looked is on record.
    const look = (account: string) => call(account, `${api}/Files`, { BusinessId: id });
    const seen = await look('hr');
    expect(seen.data.marked).toBe(true);
    const groups = seen.data.groups as readonly { label: string; files: readonly { URL: string }[] }[];
    expect(groups.find((group) => group.label === '保密协议')?.files.map((file) => file.URL)).toContain(scan.URL);
    expect((await look('areaManager')).status).toBe(403);
    const looks = await chains.rows(
      `select user_id::text as who from audit_log where kind = '敏感查看' and action = '预览入职材料'`,
    );
    expect(looks).toEqual([{ who: user('hr') }]);

    const reopen = (account: string, reason: string) => call(account, `${api}/Reopen`, { BusinessId: id, reason });
    expect((await reopen('hr', '换')).errors[0]?.path).toBe('reason');
    expect((await reopen('operator5', '身份证到期换新')).status).toBe(403);
    expect((await reopen('hr', '身份证到期换新')).status).toBe(1);
    expect((await reopen('hr', '身份证到期换新')).message).toBe('材料未归档，可直接补交');
    expect(await row()).toMatchObject({ state: '待归档', archiveNo: null });
    expect((await archive('RS-1')).status).toBe(1);
    const kept = await chains.rows(`select archive_no, reason from entry_archive_reopened where record_id = ${id}`);
    expect(kept).toEqual([{ archive_no: 'RS-1', reason: '身份证到期换新' }]);
  });
});

/** 施工: nothing is logged before it was allowed, what is built counts for invoices, and a completion is settled, guaranteed and handed over. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';

const PROJECT = 'EMC01001';
const MAKER = 'engineer';
let chains: Chains;
let supplier = '';
let contract = '';
let sub = '';
let pipes = '';
let machine = '';

beforeAll(async () => {
  chains = await Chains.start();
  const [row] = await chains.rows(`select c.id::text, c.supplier::text, c.sub_project::text as sub, l.id::text as line
    from b_project_contract c join b_purchase_order_line l on l.contract = c.id
    where c.project = '${PROJECT}' and l.goods = '无缝钢管安装'`);
  contract = String(row?.id);
  supplier = String(row?.supplier);
  sub = String(row?.sub);
  pipes = String(row?.line);
  machine = String(
    (
      await chains.rows(
        `select id::text from b_purchase_order_line where project = '${PROJECT}' and kind = '设备' limit 1`,
      )
    )[0]?.id,
  );
});
afterAll(() => chains.close());

const books = async () => ({
  contract:
    await chains.rows(`select work_start::text as start, completed_on::text as done, settlement_amount::text as settled,
    warranty_from::text as from, state from b_project_contract where id = ${contract}`),
  sub: await chains.rows(`select state, coalesce(output_value, 0)::numeric(18,2)::text as output, contractor::text, actual_start::text as start,
    actual_end::text as end from b_sub_project where id = ${sub}`),
  line: await chains.rows(
    `select accepted_qty::text as accepted, accepted_amount::text as amount from b_purchase_order_line where id = ${pipes}`,
  ),
  estimates: await chains.rows('select kind, amount::text from b_payable_estimate where not voided order by id'),
  workers: await chains.rows('select name, trade, cert_no as cert from b_site_worker where not voided order by id'),
  stops: await chains.rows('select hours::text, reason from b_work_stop where not voided order by id'),
  documents: await chains.rows('select kind, name, state from b_acceptance_document where not voided order by id'),
  fines: await chains.rows(
    `select kind, amount::text from b_supplier_fine where contract = ${contract} and not voided order by id`,
  ),
  deposits: await chains.rows(
    `select kind, amount::text from b_supplier_deposit where contract = ${contract} and not voided order by id`,
  ),
  retention: await chains.rows('select amount::text, paid::text from b_retention where not voided order by id'),
  devices: await chains.rows(
    `select name, factory_no as no from device where state <> 'retired' and name = '测试机组'`,
  ),
});

const site = () => ({ project: PROJECT, subProject: sub, projectContract: contract });
const worker = (more: Readonly<Record<string, unknown>> = {}) => ({
  workerName: '王焊',
  workerTrade: '焊工',
  special: true,
  workerCert: 'T-001',
  certExpire: chains.day(200),
  trained: true,
  ...more,
});
const application = (more: Readonly<Record<string, unknown>> = {}) => ({
  ...site(),
  supplier,
  applyKind: '首次开工',
  planStart: chains.day(-9),
  planEnd: chains.day(60),
  insureExpire: chains.day(90),
  safetyAgreement: true,
  contractSigned: chains.day(-20),
  largeDanger: false,
  stopEnergy: true,
  workers: [worker()],
  machines: [{ machine: '电焊机', machineQty: 1, machineCheck: { result: '合格', remark: null, photos: [] } }],
  ...more,
});
const log = (more: Readonly<Record<string, unknown>> = {}) => ({
  ...site(),
  workDate: chains.day(-1),
  safetyTalk: true,
  stopHours: '2.0',
  stopWhy: '待料',
  concealed: true,
  concealedPart: '埋地套管',
  visaNeed: false,
  tempHigh: '20.0',
  tempLow: '10.0',
  lateWhy: '补记',
  crews: [{ trade: '管道工', people: 6, hours: '8.0' }],
  progress: [{ orderLine: pipes, part: '主管', workItem: '管道安装', doneQty: '100.000', qtyUnit: '米' }],
  issues: [{ issueKind: '未戴安全帽', issueDesc: '两人', issueFine: '300.00', issueDue: chains.day(1) }],
  ...more,
});
const fine = { 安全员核罚款: { fineAgreed: '200.00' } };
const said = async (
  module: 'constructionApplication' | 'constructionLog' | 'completionCheck',
  values: Readonly<Record<string, unknown>>,
) => {
  const walk = chains.walk(module);
  const id = await walk.draft(MAKER, await chains.filled(module, MAKER, 0, values));
  return (await walk.submit(MAKER, id)).errors.map((error) => error.message);
};
const begin = () =>
  chains.through('constructionApplication', MAKER, application(), {
    安全员审核: { safetyDeposit: '5000.00' },
    区域经理批准开工: { startOrder: chains.day(-8) },
  });

describe('施工申请', () => {
  it('opens the site and its logs; a cancel closes them again', async () => {
    const empty = await books();
    expect(await said('constructionLog', log())).toEqual(['该合同在这一天尚未批准开工，请先办理施工申请']);
    expect(await said('constructionApplication', application({ applyKind: '复工' }))).toEqual([
      '该合同还没有批准过开工，请选首次开工',
    ]);
    const { id, names } = await begin();
    expect(names).toContain('技术总监审批');
    expect(await books()).toEqual({
      ...empty,
      contract: [{ ...empty.contract[0], start: chains.day(-8) }],
      sub: [{ ...empty.sub[0], state: '施工中', contractor: supplier, start: chains.day(-8) }],
      workers: [{ name: '王焊', trade: '焊工', cert: 'T-001' }],
      deposits: [{ kind: '安全保证金', amount: '5000.00' }],
    });
    expect((await chains.reminders('constructionApplication', id)).map(({ day }) => day).toSorted()).toEqual(
      [chains.day(60), chains.day(170)].toSorted(),
    );
    expect(await chains.followUps('constructionApplication', id)).toMatchObject([
      { module: 'dailyInformation', user: chains.user('projectManager') },
    ]);
    expect(await said('constructionApplication', application())).toEqual([
      `该合同已于${chains.day(-8)}批准开工，请选复工或分部开工`,
    ]);
    await chains.cancel('constructionApplication', id);
    expect(await books()).toEqual(empty);
    expect(await chains.reminders('constructionApplication', id)).toEqual([]);
  });
});

describe('施工日志', () => {
  it('counts what was built for invoices, once a day, and fines, stops and hides what it says', async () => {
    const begun = await begin();
    const empty = await books();
    expect(
      await said(
        'constructionLog',
        log({ progress: [{ ...log().progress[0], orderLine: machine, doneQty: '1.000' }] }),
      ),
    ).toEqual(['采购订单行不属于所选合同']);
    const { id } = await chains.through('constructionLog', MAKER, log({ visaNeed: true }), fine);
    expect(await books()).toEqual({
      ...empty,
      sub: [{ ...empty.sub[0], output: '58000.00' }],
      line: [{ accepted: '100.000', amount: '58000.00' }],
      estimates: [{ kind: '验收暂估', amount: '58000.00' }],
      stops: [{ hours: '2.0', reason: '待料' }],
      documents: [{ kind: '隐蔽验收', name: '埋地套管', state: '齐全' }],
      fines: [{ kind: '现场罚款', amount: '200.00' }],
    });
    expect(await chains.followUps('constructionLog', id)).toMatchObject([
      { kind: '现场签证', user: chains.user('projectManager') },
    ]);
    // A second log of the day is refused; too much needs a 签证.
    expect((await said('constructionLog', log())).join()).toMatch(/已有|重复|唯一/);
    expect(await said('constructionLog', log({ workDate: chains.day(-5), lateWhy: null }))).toContain(
      '补填3天以前的日志须写明补填原因',
    );
    const far = [{ ...log().progress[0], doneQty: '341.001' }];
    expect(await said('constructionLog', log({ workDate: chains.day(-2), visaNeed: true, progress: far }))).toContain(
      '累计完成不能超过清单工程量的105%，请先办理变更签证',
    );
    const walk = chains.walk('constructionLog');
    const much = log({ workDate: chains.day(-2), progress: [{ ...log().progress[0], doneQty: '320.001' }] });
    const over = await walk.draft(MAKER, {
      ...(await chains.filled('constructionLog', MAKER, 0, much)),
      visaNeed: false,
    });
    expect((await walk.submit(MAKER, over)).errors.map((error) => error.message)).toEqual([
      '累计完成超过清单工程量，须登记签证事项',
    ]);
    // What was invoiced since stays.
    await chains.rows(`update b_purchase_order_line set billed_qty = 50 where id = ${pipes}`);
    const refused = await chains.server.client.post(
      '/srmapi/ConstructionLog/Cancel',
      { BusinessId: id, Opinion: '错' },
      await chains.server.client.signIn('generalManager'),
    );
    expect(refused.message).toBe('「无缝钢管安装」已按完成量开票，请先作废供应商发票');
    await chains.rows(`update b_purchase_order_line set billed_qty = 0 where id = ${pipes}`);
    await chains.cancel('constructionLog', id);
    expect(await books()).toEqual(empty);
    await chains.cancel('constructionApplication', begun.id);
  });
});

describe('责令停工', () => {
  it('keeps logs of the contract out until the work is let go on', async () => {
    const begun = await begin();
    const stop = async (resumed: string | null): Promise<void> => {
      await chains.rows(`insert into b_work_stoppage (source_module, source_id, source_effect, project, application, supplier, work_name, reason,
          stopped_at, resumed_at, state, source_no)
        values ('setup', 0, 'setup', '${PROJECT}', ${begun.id}, ${supplier}, '管道', '无防护', '${chains.at(-168)}',
          ${resumed === null ? 'null' : `'${resumed}'`}, '${resumed === null ? '停工整改' : '施工中'}', 'T-STOP')`);
    };
    const clear = () => chains.rows(`delete from b_work_stoppage where source_no = 'T-STOP'`);
    const stopped = [`该施工已于${chains.day(-7)}责令停工整改（T-STOP），复工前不能填报施工日志`];
    await stop(null);
    expect(await said('constructionLog', log())).toEqual(stopped);
    await clear();
    await stop(chains.at(-120));
    expect(await said('constructionLog', log({ workDate: chains.day(-6) }))).toEqual(stopped);
    // What was built on the day of the stop, and from the day on which it was lifted, is logged.
    for (const workDate of [chains.day(-7), chains.day(-5)]) {
      const id = await chains.submit('constructionLog', MAKER, log({ workDate }));
      expect((await chains.walk('constructionLog').reject(MAKER, id)).message).toBe('');
    }
    await clear();
    await chains.cancel('constructionApplication', begun.id);
  });
});

describe('竣工验收', () => {
  it('settles the contract, begins its warranty and hands over what was installed', async () => {
    await chains.rows(`insert into b_arrived_equipment (source_module, source_id, source_effect, project, sub_project, supplier, order_line, name, model, factory_no, quantity, accepted_on, state)
      values ('setup', 0, 'setup', '${PROJECT}', ${sub}, ${supplier}, ${machine}, '测试机组', 'CX', 'NO-1', 1, '${chains.day(-30)}', '待安装')`);
    const begun = await begin();
    const logged = await chains.through('constructionLog', MAKER, log(), fine);
    const empty = await books();
    const completion = (more: Readonly<Record<string, unknown>> = {}) => ({
      ...site(),
      supplier,
      checkKind: '竣工验收',
      actualStart: chains.day(-8),
      actualEnd: chains.day(-1),
      extendDays: 0,
      delayDays: 0,
      pressureTest: '1.50',
      holdMinutes: 30,
      pressureDrop: '0.000',
      trialHours: '72.0',
      settleLines: [
        {
          settleItem: '钢管',
          orderLine: pipes,
          settleUnit: '米',
          contractQty: '420.000',
          changeQty: '10.000',
          settlePrice: '580.0000',
        },
      ],
      documents: [{ docName: '竣工图', copies: 3, docState: '缺' }],
      ...more,
    });
    const steps = {
      项目经理组织验收: { checkDate: chains.day(0), delayFine: '1000.00' },
      财务审定结算: { auditSettle: '240000.00' },
    };
    const { id, names } = await chains.through('completionCheck', MAKER, completion(), steps);
    expect(names).toEqual(expect.arrayContaining(['整改反馈', '运营总监接收', '财务审定结算']));
    expect(await books()).toEqual({
      ...empty,
      contract: [
        { ...empty.contract[0], done: chains.day(0), settled: '240000.00', from: chains.day(0), state: '质保中' },
      ],
      sub: [{ ...empty.sub[0], state: '已竣工', end: chains.day(-1) }],
      line: [{ accepted: '430.000', amount: '249400.00' }],
      estimates: [...empty.estimates, { kind: '验收暂估', amount: '191400.00' }],
      documents: [...empty.documents, { kind: '竣工资料', name: '竣工图', state: '齐全' }],
      fines: [...empty.fines, { kind: '工期违约金', amount: '1000.00' }],
      retention: [{ amount: '12000.00', paid: '0.00' }],
      devices: [{ name: '测试机组', no: 'NO-1' }],
    });
    const ends = String(
      (
        await chains.rows(`select (date '${chains.day(0)}' + make_interval(months => coalesce(warranty_months, 24)))::date::text as day
      from b_project_contract where id = ${contract}`)
      )[0]?.day,
    );
    // 9400 of 249400 was struck out.
    expect(
      await chains.rows(
        `select cut_rate::text as cut, warranty_from::text as "from", warranty_to::text as "to" from f_completion_check where id = ${id}`,
      ),
    ).toEqual([{ cut: '3.7690', from: chains.day(0), to: ends }]);
    const before = new Date(Date.parse(ends) - 30 * 86_400_000).toISOString().slice(0, 10);
    expect(await chains.reminders('completionCheck', id)).toMatchObject([
      { day: before, title: expect.stringContaining('质保期满前检查'), every: null },
      { day: before, title: expect.stringContaining('请先查缺陷'), role: 'purchaser', every: 30 },
    ]);
    expect((await chains.followUps('completionCheck', id)).map(({ module }) => module).toSorted()).toEqual(
      expect.arrayContaining(['ServiceEvaluationB', 'ServiceEvaluationC']),
    );
    expect(await said('completionCheck', completion())).toEqual(['该合同已有竣工验收在办或已通过']);
    await chains.cancel('completionCheck', id);
    expect(await books()).toEqual(empty);
    await chains.cancel('constructionLog', logged.id);
    await chains.cancel('constructionApplication', begun.id);
  });
});

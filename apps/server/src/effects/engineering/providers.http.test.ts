/** 服务商 from registration to rating: what each approval writes, what it makes the supplier able to do, and that a cancel leaves nothing of it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '../../platform/db/schema.ts';
import { Chains } from '../../testing/chains.ts';
import { applyDueGrades, restrictExpired } from './grades.ts';
import { demandOrderable, unfitReason } from '../books/suppliers.ts';

let chains: Chains;
beforeAll(async () => {
  chains = await Chains.start();
});
afterAll(() => chains.close());

/** A code, its last place the check sign. */
const CODE = '91310000B900100003';
const WRONG = '91310000B900100004';

/** What is known of a supplier, and everything that its evaluations and its registration wrote. */
const known = async (taxNo: string) => {
  const [supplier] =
    await chains.rows(`select id::text, name, state, grade, engineering_grade, single_limit::text, trial_orders, banned_until::text,
    invite_from::text, warning, cert_expire::text, bank_account, contact from supplier where tax_no = '${taxNo}'`);
  return supplier;
};
const books = async () => ({
  evaluations: await chains.rows(
    'select kind, node, score::text, from_grade, to_grade, in_effect from b_supplier_evaluation where not voided order by id',
  ),
  certificates: await chains.rows(
    'select kind, cert_no, expires_on::text, replaced from b_supplier_certificate where not voided order by id',
  ),
  accounts: await chains.rows('select bank_account, changed from b_supplier_account where not voided order by id'),
  fines: await chains.rows(
    'select kind, amount::text, reason, state from b_supplier_fine where not voided order by id',
  ),
  mails: await chains.rows('select kind, subject from b_supplier_mail where not voided order by id'),
});
const tried = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => chains.server.db.transaction().execute(work);

/** Certificates of an installer. */
const certificates = async (licence = chains.day(900)) => {
  const certFile = await chains.file('purchaser');
  return [
    { certKind: '营业执照', certNo: 'YY-1', certExpire: licence, certFile },
    { certKind: '建筑业安全生产许可证', certNo: 'AX-1', certExpire: chains.day(200), certFile },
  ];
};
const company = async (more: Readonly<Record<string, unknown>> = {}) => ({
  registerKind: '新登记',
  providerName: '远大机电安装有限公司',
  creditCode: CODE,
  providerKind: '安装施工',
  nature: '施工企业',
  foundDate: '2010-05-06',
  dishonest: false,
  introduceWay: '公开征集',
  debtRate: '45',
  email: 'bid@yuanda.example',
  bankName: '工商银行',
  bankAccount: '6222009911112222',
  certificates: await certificates(),
  ...more,
});
const VERIFY = {
  采购核验资料: { verifyResult: { result: '合格', remark: null, photos: [] }, duplicateCheck: '无关联' },
  财务核实账户: { accountVerified: true },
  技术总监评定: { needVisit: true },
};
const ITEMS = [
  '企业资信与财务',
  '资质证照齐全',
  '生产或施工能力',
  '质量保证体系',
  '检验检测手段',
  '同类业绩与用户评价',
  '价格竞争力',
  '交货与工期保障',
  '售后服务网点',
  '安全与环保',
];
const scores = (score: string) =>
  ITEMS.map((dimension) => ({ dimension, fullScore: '10.0', score, finding: '见考察记录' }));
const admission = (supplier: string, evalReason: string, score: string) => ({
  supplier,
  evalReason,
  visitDate: chains.day(-3),
  visitors: [chains.user('engineer'), chains.user('technicalDirector2')],
  sampleTest: '不需要',
  scores: scores(score),
});
const admitted = (admitResult: string, singleLimit = '500000.00') => ({
  技术总监审核: { techConclusion: '推荐' },
  采购核定限额: { singleLimit, trialOrders: 1 },
  总经理批准: { admitResult },
});

describe('a registration', () => {
  it('is refused with a wrong code, for a company in the library, and while another is under way', async () => {
    const walk = chains.walk('serviceProvider');
    const values = await chains.filled('serviceProvider', 'purchaser', 0, await company());
    const send = async (more: Readonly<Record<string, unknown>>) =>
      walk.submit('purchaser', await walk.draft('purchaser', { ...values, ...more }));
    expect((await send({ creditCode: WRONG })).errors).toEqual([
      { path: 'creditCode', message: '统一社会信用代码不正确，请核对18位代码' },
    ]);
    const [other] = await chains.rows("select tax_no, name from supplier where code = 'GYS0001'");
    expect((await send({ creditCode: other?.tax_no })).errors).toEqual([
      { path: 'creditCode', message: '该单位已在库，资料有变请选变更' },
    ]);
    expect((await send({ providerName: other?.name })).errors).toEqual([
      { path: 'providerName', message: '已有同名单位，请核对信用代码' },
    ]);
    expect((await send({ email: '没有' })).errors).toEqual([{ path: 'email', message: '请输入正确的邮箱地址' }]);
    expect((await send({ certificates: (await certificates()).slice(0, 1) })).errors).toEqual([
      expect.objectContaining({ message: '施工与劳务单位必须有安全生产许可证' }),
    ]);
    const first = await send({});
    expect(first.message).toBe('');
    expect((await send({})).errors).toEqual([{ path: 'creditCode', message: '该单位的登记正在审批中' }]);
    const withdrawn = await walk.post('purchaser', 'Withdraw', { BusinessId: first.data.BusinessId });
    expect(withdrawn.message).toBe('');
  });

  it('enters the library, admission makes it usable, and both cancels take it out again', async () => {
    const empty = await books();
    const filed = await chains.through('serviceProvider', 'purchaser', await company(), VERIFY);
    const supplier = await known(CODE);
    expect(supplier).toMatchObject({
      name: '远大机电安装有限公司',
      state: '待准入评价',
      grade: null,
      cert_expire: chains.day(200),
      bank_account: '6222009911112222',
    });
    const id = String(supplier?.id);
    expect(await tried((tx) => unfitReason(tx, id, chains.day(0)))).toBe('库内状态为待准入评价');
    const afterFiling = await books();
    expect(afterFiling).toEqual({
      ...empty,
      certificates: [
        ...empty.certificates,
        { kind: '营业执照', cert_no: 'YY-1', expires_on: chains.day(900), replaced: false },
        { kind: '建筑业安全生产许可证', cert_no: 'AX-1', expires_on: chains.day(200), replaced: false },
      ],
      accounts: [...empty.accounts, { bank_account: '6222009911112222', changed: false }],
    });
    const left = await chains.followUps('serviceProvider', filed.id);
    expect(left.map((row) => [row.kind, row.module, row.user])).toEqual([
      ['约考察', null, chains.user('purchaser')],
      ['待填报', 'ServiceEvaluationA', chains.user('purchaser')],
    ]);
    expect((await chains.reminders('serviceProvider', filed.id)).map((row) => [row.day, row.role])).toEqual([
      [chains.day(870), 'purchaser'],
      [chains.day(900), 'purchaser'],
      [chains.day(170), 'purchaser'],
      [chains.day(200), 'purchaser'],
    ]);

    // 准入评价, from the draft that the registration left; on trial first
    const trial = await chains.through(
      'ServiceEvaluationA',
      'purchaser',
      admission(id, '新增准入', '7.0'),
      admitted('试用', '80000.00'),
      String(left[1]?.target),
    );
    expect(await known(CODE)).toMatchObject({ state: '试用', single_limit: '80000.00', trial_orders: 1 });
    await expect(tried((tx) => demandOrderable(tx, id, '80000.01', 'x'))).rejects.toThrow('单笔合同限额');
    await tried((tx) => demandOrderable(tx, id, '80000.00', 'x'));
    await chains.cancel('ServiceEvaluationA', trial.id);
    expect(await known(CODE)).toEqual(supplier);
    expect(await books()).toEqual(afterFiling);

    const good = await chains.through(
      'ServiceEvaluationA',
      'purchaser',
      admission(id, '新增准入', '8.5'),
      admitted('合格'),
    );
    expect(await known(CODE)).toMatchObject({ state: '合格', grade: 'B', single_limit: '500000.00' });
    expect(await tried((tx) => unfitReason(tx, id, chains.day(0)))).toBeNull();
    expect((await books()).evaluations).toEqual([
      { kind: '准入评价', node: '新增准入', score: '85.0', from_grade: null, to_grade: 'B', in_effect: null },
    ]);
    const refused = await chains.server.client.post(
      '/srmapi/Provider/Cancel',
      { BusinessId: filed.id, Opinion: '重复' },
      await chains.server.client.signIn('generalManager'),
    );
    expect(refused.message).toBe('该服务商已有评价、合同或订单，不能作废登记');

    await chains.cancel('ServiceEvaluationA', good.id);
    await chains.cancel('serviceProvider', filed.id);
    expect(await known(CODE)).toMatchObject({ state: '已撤销', grade: null, bank_account: null });
    expect(await books()).toEqual(empty);
    expect(await chains.offered('purchaser', 'supplier', null)).not.toContain(id);
  });

  it('that failed admission keeps the company out for a year', async () => {
    await chains.through('serviceProvider', 'purchaser', await company(), VERIFY);
    const id = String((await known(CODE))?.id);
    const walk = chains.walk('ServiceEvaluationA');
    const early = await chains.filled('ServiceEvaluationA', 'purchaser', 0, admission(id, '停用后复评', '9.0'));
    expect((await walk.submit('purchaser', await walk.draft('purchaser', early))).errors).toEqual([
      { path: 'evalReason', message: '该服务商待准入评价，不需要停用后复评' },
    ]);
    await chains.through('ServiceEvaluationA', 'purchaser', admission(id, '新增准入', '5.0'), admitted('不合格'));
    const banned = await known(CODE);
    expect(banned?.state).toBe('停用');
    expect(String(banned?.banned_until).slice(0, 4)).toBe(String(Number(chains.day(0).slice(0, 4)) + 1));
    expect(await chains.offered('purchaser', 'supplier', null)).not.toContain(id);
    const values = await chains.filled('serviceProvider', 'purchaser', 0, await company());
    const again = chains.walk('serviceProvider');
    expect((await again.submit('purchaser', await again.draft('purchaser', values))).errors).toEqual([
      { path: 'creditCode', message: `该单位在${String(banned?.banned_until)}前不得再次申请` },
    ]);
  });
});

describe('a supplier in the library', () => {
  let supplier: string;
  let contract: string;
  beforeAll(async () => {
    const rows = await chains.rows(
      `select id::text, supplier::text from b_project_contract where document = 'GC-EMC01001-01'`,
    );
    supplier = String(rows[0]?.supplier);
    contract = String(rows[0]?.id);
  });
  const state = async () =>
    (
      await chains.rows(`select state, grade, engineering_grade, invite_from::text, banned_until::text, warning, restricted_from,
    cert_expire::text, bank_account, email, name from supplier where id = ${supplier}`)
    )[0];
  const process = (more: Readonly<Record<string, unknown>> = {}) => ({
    project: 'EMC01001',
    supplier,
    projectContract: contract,
    evalNode: '首批到货',
    periodFrom: chains.day(-30),
    periodTo: chains.day(-1),
    planBatches: 4,
    onTimeBatches: 4,
    maxDelayDays: 0,
    inspectLines: 10,
    firstPass: 10,
    defects: [],
    ...more,
  });
  const marks = (each: string) => ({
    项目经理评分: { siteScore: each },
    暖通工程师评质量: { qualityScore: each },
    安全员评安全: { safetyScore: '10.0' },
    采购评商务服务: { serviceScore: '10.0', fineConfirmed: true },
    技术总监核定: { measure: '启动C表降级' },
  });

  it('changes its account by the same form; the old one holds until then', async () => {
    const before = await state();
    const filed = await chains.through(
      'serviceProvider',
      'purchaser',
      await company({
        registerKind: '变更',
        provider: supplier,
        providerName: String(before?.name),
        creditCode: (await chains.rows(`select tax_no from supplier where id = ${supplier}`))[0]?.tax_no,
        bankAccount: '6222000000009999',
      }),
      VERIFY,
    );
    expect(await state()).toMatchObject({ bank_account: '6222000000009999', state: before?.state });
    expect((await books()).accounts.at(-1)).toEqual({ bank_account: '6222000000009999', changed: true });
    expect(await chains.followUps('serviceProvider', filed.id)).toEqual([]);
    await chains.cancel('serviceProvider', filed.id);
    expect(await state()).toEqual(before);
  });

  it('is restricted once a certificate has run out', async () => {
    const before = await state();
    await tried((tx) => restrictExpired(tx, String(before?.cert_expire)));
    expect(await state()).toEqual(before);
    await tried((tx) => restrictExpired(tx, '2099-01-01'));
    expect(await state()).toMatchObject({ state: '限制', restricted_from: '合格' });
    const noted = await chains.rows(`select before ->> '状态' as before, after ->> '状态' as after from audit_log
      where action = '资质到期限制' and object = (select '服务商 ' || name || '（' || code || '）' from supplier where id = ${supplier})`);
    expect(noted).toEqual([{ before: '合格', after: '限制' }]);
    expect(await tried((tx) => unfitReason(tx, supplier, chains.day(0)))).toBe('库内状态为限制');
    await chains.rows(`update supplier set state = restricted_from, restricted_from = null where state = '限制'`);
    expect(await state()).toEqual(before);
  });

  it('is fined and warned by a bad process evaluation, and cleared by a good one', async () => {
    const before = await state();
    const empty = await books();
    const bad = await chains.through(
      'ServiceEvaluationB',
      'purchaser',
      process({
        defects: [
          {
            defectKind: '延期交货',
            occurDate: chains.day(-5),
            defectDesc: '水泵晚到',
            severity: '严重',
            fine: '3000.00',
            rectified: false,
          },
          {
            defectKind: '资料缺失',
            occurDate: chains.day(-4),
            defectDesc: '缺合格证',
            severity: '轻微',
            fine: '0',
            rectified: true,
          },
        ],
      }),
      marks('2.0'),
    );
    const after = await books();
    expect(after).toEqual({
      ...empty,
      evaluations: [
        ...empty.evaluations,
        { kind: '过程评价', node: '首批到货', score: '69.0', from_grade: null, to_grade: null, in_effect: null },
      ],
      fines: [{ kind: '过程评价罚款', amount: '3000.00', reason: '延期交货：水泵晚到', state: '已确认' }],
      mails: [{ kind: '整改通知', subject: expect.stringMatching(/^整改通知 PJB-/) }],
    });
    expect(await state()).toMatchObject({ warning: '首批到货过程得分69.0，低于75分' });
    expect(await tried((tx) => unfitReason(tx, supplier, chains.day(0)))).toContain('低于75分');
    const [draft] = await chains.followUps('ServiceEvaluationB', bad.id);
    expect(draft).toMatchObject({ module: 'ServiceEvaluationC', user: chains.user('purchaser') });

    const walk = chains.walk('ServiceEvaluationB');
    const again = await chains.filled('ServiceEvaluationB', 'purchaser', 0, process({ periodFrom: chains.day(-20) }));
    expect((await walk.submit('purchaser', await walk.draft('purchaser', again))).errors).toEqual([
      { path: 'evalNode', message: '该合同的这个节点已评价' },
    ]);
    const good = await chains.through(
      'ServiceEvaluationB',
      'purchaser',
      process({ evalNode: '安装完成' }),
      marks('14.0'),
    );
    expect(await state()).toMatchObject({ warning: null });
    // The mean, and the fines of the contract, are what ratings and payments read.
    const shown = await chains.preview('ServiceEvaluationC', 'purchaser', {
      supplier,
      evalYear: Number(chains.day(-1).slice(0, 4)),
      records: [{ recordContract: contract }],
    });
    expect(shown).toMatchObject({ processAvg: '83.5', processTimes: 2, yearFine: '3000.00', weightedScore: '83.5' });
    expect((shown.records as Record<string, unknown>[])[0]).toMatchObject({
      recordScore: '83.5',
      recordFine: '3000.00',
    });

    await chains.cancel('ServiceEvaluationB', good.id);
    expect(await state()).toMatchObject({ warning: '首批到货过程得分69.0，低于75分' });
    await chains.cancel('ServiceEvaluationB', bad.id);
    expect(await state()).toEqual(before);
    expect(await books()).toEqual(empty);
  });

  it('is rated: from its day on the grade holds, with what follows from it', async () => {
    const before = await state();
    const empty = await books();
    const evaluated = await chains.through('ServiceEvaluationB', 'purchaser', process(), marks('14.0'));
    const rating = {
      supplier,
      evalScope: '年度评级',
      evalYear: Number(chains.day(-1).slice(0, 4)),
      priceScore: '60.0',
      afterScore: '60.0',
      invoiceScore: '60.0',
      vetoItem: '无',
      disputes: 0,
      records: [{ recordContract: contract, delayDays: 0 }],
    };
    const steps = (finalGrade: string, effectDate: string) => ({
      采购初评: { suggestGrade: finalGrade },
      总经理定级: { finalGrade, effectDate, rectifyDue: chains.day(60), banYears: 2 },
    });
    // Somebody else's contract is no work of theirs, and one that was never evaluated says nothing.
    const walk = chains.walk('ServiceEvaluationC');
    const values = await chains.filled('ServiceEvaluationC', 'purchaser', 0, rating);
    const [other] = await chains.rows(`select id::text from b_project_contract where supplier <> ${supplier} limit 1`);
    const [own] = await chains.rows(
      `select id::text from b_project_contract where supplier = ${supplier} and id <> ${contract} limit 1`,
    );
    const send = async (recordContract: unknown) => {
      const [row] = values.records as readonly Record<string, unknown>[];
      const records = [{ ...row, recordContract }];
      return (await walk.submit('purchaser', await walk.draft('purchaser', { ...values, records }))).errors;
    };
    expect(await send(other?.id)).toEqual([
      { path: 'records[0].recordContract', message: '工程合同的单位与所选供应商不一致' },
    ]);
    expect(await send(own?.id)).toEqual([
      { path: 'records[0].recordContract', message: '该合同还没有过程评价（B表），请先评价' },
    ]);

    const rated = { ...rating, records: [{ ...rating.records[0], recordAmount: '432000.00', recordScore: '98.0' }] };
    const later = await chains.through('ServiceEvaluationC', 'purchaser', rated, steps('C', chains.day(10)));
    expect(await state()).toEqual(before);
    await tried((tx) => applyDueGrades(tx, chains.day(9)));
    expect(await state()).toEqual(before);
    await tried((tx) => applyDueGrades(tx, chains.day(10)));
    const paused = await state();
    expect(paused).toMatchObject({ grade: 'C' });
    expect(paused?.invite_from).toBe(laterText(chains.day(10), 6));
    expect(await tried((tx) => unfitReason(tx, supplier, chains.day(10)))).toBe('C级');
    expect((await books()).mails).toEqual([{ kind: '评级结果', subject: `${rating.evalYear}年度服务商评级结果` }]);

    const out = await chains.through('ServiceEvaluationC', 'purchaser', rated, steps('D', chains.day(0)));
    expect(await state()).toMatchObject({ grade: 'D', state: '停用', banned_until: laterText(chains.day(0), 24) });
    expect((await chains.followUps('ServiceEvaluationC', out.id)).map((row) => [row.kind, row.role])).toEqual([
      ['停用处理', 'purchaser'],
    ]);
    await expect(tried((tx) => demandOrderable(tx, supplier, '1.00', 'x'))).rejects.toThrow('停用');

    await chains.cancel('ServiceEvaluationC', later.id);
    expect(await state()).toMatchObject({ grade: 'D', state: '停用', invite_from: null });
    await chains.cancel('ServiceEvaluationC', out.id);
    await chains.cancel('ServiceEvaluationB', evaluated.id);
    expect(await state()).toEqual(before);
    expect(await books()).toEqual(empty);
  });

  it('is suspended for a reason outside of its evaluations, and restored to what it was', async () => {
    const before = await state();
    const ask = (action: string, more: Readonly<Record<string, unknown>> = {}) => ({
      supplier,
      action,
      reasonKind: action === '停用' ? '履约违约' : '整改完成',
      reason: '见依据',
      ...more,
    });
    const walk = chains.walk('providerStanding');
    const said = async (action: string, more: Readonly<Record<string, unknown>> = {}) => {
      const values = await chains.filled('providerStanding', 'purchaser', 0, ask(action, more));
      return (await walk.submit('purchaser', await walk.draft('purchaser', values))).errors.map((one) => one.message);
    };
    expect(await said('恢复')).toEqual(['该服务商没有停用，不需要恢复']);
    const shown = await chains.preview('providerStanding', 'purchaser', ask('停用'));
    expect(shown).toMatchObject({ currentState: '合格', openContracts: expect.any(Number) });
    expect(Number(shown.openContracts)).toBeGreaterThan(0);
    const stopped = await chains.through('providerStanding', 'purchaser', ask('停用'), {});
    expect(await state()).toEqual({ ...before, state: '停用', restricted_from: '合格' });
    const left = await chains.followUps('providerStanding', stopped.id);
    expect(left).toMatchObject([{ kind: '停用处理', role: 'purchaser', title: expect.stringContaining('只按实结算') }]);
    await expect(tried((tx) => demandOrderable(tx, supplier, '1.00', 'x'))).rejects.toThrow('停用');
    expect(await said('停用')).toEqual(['该服务商已经停用']);
    const restored = await chains.through('providerStanding', 'technicalDirector', ask('恢复'), {});
    expect(await state()).toEqual(before);
    await chains.cancel('providerStanding', restored.id);
    // Papers that ran out meanwhile restrict it still.
    await chains.rows(`update supplier set cert_expire = '${chains.day(-1)}' where id = ${supplier}`);
    const limited = await chains.through('providerStanding', 'purchaser', ask('恢复'), {});
    expect(await state()).toMatchObject({ state: '限制', restricted_from: '合格' });
    await chains.cancel('providerStanding', limited.id);
    await chains.rows(`update supplier set cert_expire = '${before?.cert_expire ?? ''}' where id = ${supplier}`);
    await chains.cancel('providerStanding', stopped.id);
    expect(await state()).toEqual(before);
    // What an evaluation took out, an evaluation lets in again.
    await chains.rows(`update supplier set state = '停用' where id = ${supplier}`);
    await chains.rows(`insert into entity_change (table_name, row_key, column_name, before, after, source_module, source_id, source_effect)
      values ('supplier', '${supplier}', 'state', '合格', '停用', 'ServiceEvaluationC', 0, 'test')`);
    expect(await said('恢复')).toEqual(['该服务商因评价停用，请走准入评价的停用后复评']);
    await chains.rows(`delete from entity_change where source_effect = 'test'`);
    await chains.rows(`update supplier set state = '合格' where id = ${supplier}`);
  });

  it('counts at the worse of the two sides’ grades', async () => {
    await chains.rows(`update supplier set operation_grade = 'C' where id = ${supplier}`);
    expect(await state()).toMatchObject({ engineering_grade: 'B', grade: 'C' });
    await chains.rows(`update supplier set operation_grade = null where id = ${supplier}`);
    expect(await state()).toMatchObject({ grade: 'B' });
  });
});

/** The same day some months on. */
function laterText(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const end = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, end))).toISOString().slice(0, 10);
}

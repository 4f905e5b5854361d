/** Certificates of people and credentials of the company: registered, renewed, lent and counted back; what the clock tells of them. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';
import { tellExpiries } from './expiries.ts';

const PROJECT = 'EMC01001';

let chains: Chains;
beforeAll(async () => {
  chains = await Chains.start(PROJECT);
});
afterAll(() => chains.close());

const user = (account: string): string => chains.user(account);
const rows = (text: string) => chains.rows(text);
const one = async (text: string) => (await rows(text))[0];

const KIND = '有限空间作业证';
const certificates = () =>
  rows(
    `select cert_no as no, valid_to::text as "to", review_date::text as review, state from b_certificate
     where holder = ${user('operator')} and kind = '${KIND}' and not voided order by id`,
  );
const agreements = () =>
  rows(`select fee::text, document from b_employee_contract where kind = '服务期协议' and not voided order by id`);

const application = (applyType: string) => ({
  project: PROJECT,
  applyType,
  holder: user('operator'),
  idNo: '11010519491231002X',
  certType: KIND,
  validFrom: chains.day(-10),
  validTo: chains.day(1080),
  reviewDate: chains.day(1000),
  trainStart: null,
  trainEnd: null,
  forPost: true,
  keepMode: '公司档案室',
  payMode: '公司承担',
  serviceYears: '2.0',
  fees: [{ feeItem: '培训费', amount: '2400.00' }],
});
const steps = (no: string, to: string) => ({
  安全员核验: { verifyChannel: '应急管理部特种作业证查询', verifyResult: '待出证' },
  人事审核: { agreementSigned: '已签订' },
  财务审核: { approvedFee: '2200.00' },
  证书归档: { finalCertNo: no, finalValidTo: to, archiveNo: 'A-12' },
});

describe('certificates of people', () => {
  it('are registered, renewed under their number and revoked; each cancel gives back what was before', async () => {
    expect(await certificates()).toEqual([]);
    const first = await chains.through(
      'certificateManage',
      'projectManager',
      application('新取证'),
      steps('YX-1', chains.day(1080)),
    );
    const held = [{ no: 'YX-1', to: chains.day(1080), review: chains.day(1000), state: '有效' }];
    expect(await certificates()).toEqual(held);
    expect(await agreements()).toMatchObject([{ fee: '2200.00' }]);
    expect(await chains.followUps('certificateManage', first.id)).toMatchObject([
      { module: 'expenseReimbursement', user: user('projectManager') },
    ]);

    const [oldCert] = await chains.rows(`select id::text from b_certificate where cert_no = 'YX-1' and not voided`);
    const again = {
      ...application('复审'),
      oldCert: oldCert?.id,
      payMode: '个人承担',
      serviceYears: '0',
      reviewDate: chains.day(1400),
      validTo: chains.day(1500),
    };
    const renewal = await chains.through('certificateManage', 'projectManager', again, steps('YX-1', chains.day(1500)));
    expect(await chains.followUps('certificateManage', renewal.id)).toEqual([]);
    const renewed = [{ no: 'YX-1', to: chains.day(1500), review: chains.day(1400), state: '有效' }];
    expect(await certificates()).toEqual(renewed);

    const revocation = await chains.through(
      'certificateManage',
      'projectManager',
      { ...again, applyType: '注销', cancelReason: '转岗不再需要', fees: [] },
      steps('', ''),
    );
    expect(await certificates()).toMatchObject([{ state: '停用' }]);
    await chains.cancel('certificateManage', revocation.id);
    expect(await certificates()).toEqual(renewed);
    await chains.cancel('certificateManage', renewal.id);
    expect(await certificates()).toEqual(held);
    await chains.cancel('certificateManage', first.id);
    expect(await certificates()).toEqual([]);
    expect(await agreements()).toEqual([]);
  });
});

const registration = (operateType: string, more: object = {}) => ({
  project: PROJECT,
  operateType,
  scope: '设备',
  credentialType: '特种设备使用登记证(锅炉)',
  credentialName: '1号锅炉使用登记证',
  credentialNo: '锅10沪A00001',
  issueDate: chains.day(-100),
  longTerm: false,
  validTo: chains.day(400),
  nextInspect: chains.day(200),
  secrecy: '重要',
  originalQty: 1,
  duplicateQty: 2,
  keeper: user('admin'),
  canBorrow: true,
  maxBorrowDays: 10,
  inspections: [],
  ...more,
});
const stored = { 保管人入库: { receiveDate: '2026-11-20', receiveQty: 3, boxNo: 'B-7' } };

const papers = () =>
  rows(
    `select state, original_qty as originals, original_out as "out", duplicate_qty as duplicates, valid_to::text as "to" from b_credential
     where credential_no = '锅10沪A00001' and not voided order by id`,
  );
const idOf = async (no: string) =>
  String(
    (
      await one(
        `select id::text from b_credential where credential_no = '${no}' and not voided order by id desc limit 1`,
      )
    )?.id,
  );

/** What is borrowed: an original to be returned. */
const request = (credential: string, more: object = {}) => ({
  project: PROJECT,
  usage: '特种设备检验年检',
  takeOut: false,
  borrowDate: chains.day(0),
  planReturn: chains.day(5),
  getMode: '现场领取',
  hasCore: false,
  hasOriginal: true,
  items: [{ credential, borrowForm: '正本原件', copies: 1, needReturn: true }],
  ...more,
});
const lending = {
  保管人发放: { actualBorrow: '2026-11-20T09:00:00+08:00', outCondition: '完好', expressNo: 'SF1000000001' },
};
const returning = (state: string, returns: object[] = []) => ({
  归还确认: { actualReturn: chains.day(7), returnState: state, handleWay: '按制度处理', returns },
});

describe('credentials of the company', () => {
  it('are registered with their device, renewed and retired, and nothing is registered twice', async () => {
    const [device] = await chains.offered('projectManager', 'device');
    const registered = async () =>
      one(`select register_no as no, next_inspection::text as day from device where id = ${device ?? 0}`);
    const was = await registered();
    const first = await chains.through('credentials', 'projectManager', registration('新增', { device }), stored);
    expect(await papers()).toEqual([{ state: '在库', originals: 1, out: null, duplicates: 2, to: chains.day(400) }]);
    expect(await registered()).toEqual({ no: '锅10沪A00001', day: chains.day(200) });

    const twice = await chains.submit('credentials', 'projectManager', registration('新增', { device }));
    await chains.agree('credentials', 'projectManager', twice, {}, '保管人入库');
    const refusal = await chains.walk('credentials').agree('projectManager', twice, stored);
    expect(refusal.errors).toEqual([{ path: 'credentialNo', message: expect.stringContaining('已在台账中') }]);

    const renewal = await chains.through(
      'credentials',
      'projectManager',
      registration('延续换证', { device, oldCredential: await idOf('锅10沪A00001'), validTo: chains.day(900) }),
      stored,
    );
    expect(await papers()).toMatchObject([
      { state: '失效', to: chains.day(400) },
      { state: '在库', to: chains.day(900) },
    ]);
    await chains.cancel('credentials', renewal.id);
    expect(await papers()).toMatchObject([{ state: '在库', to: chains.day(400) }]);
    await chains.cancel('credentials', first.id);
    expect(await papers()).toEqual([]);
    expect(await registered()).toEqual(was);
  });

  it('are lent once, asked for until they are back, and counted back', async () => {
    const registered = await chains.through(
      'credentials',
      'projectManager',
      registration('新增', { scope: '项目', device: null }),
      stored,
    );
    const paper = await idOf('锅10沪A00001');
    const loans = () =>
      rows(
        `select state, copies, back_copies as back, lost_copies as lost, overdue_days as late from b_credential_loan where not voided order by id`,
      );
    // Two ask for the only original; who gets it first has it.
    const mine = await chains.submit('credentialsBorrow', 'projectManager', request(paper));
    const theirs = await chains.submit('credentialsBorrow', 'legal', request(paper));
    for (const [id, who] of [
      [mine, 'projectManager'],
      [theirs, 'legal'],
    ] as const)
      await chains.agree('credentialsBorrow', who, id, {}, '保管人发放');
    const walk = chains.walk('credentialsBorrow');
    const answers = await Promise.all([
      walk.agree('projectManager', mine, lending),
      walk.agree('legal', theirs, lending),
    ]);
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([0, 1]);
    expect(answers.find((answer) => answer.status !== 1)?.errors[0]).toMatchObject({
      path: 'items[0].copies',
      message: expect.stringMatching(/在库份数/),
    });
    const [lent, who] = answers[0]?.status === 1 ? [mine, 'projectManager'] : [theirs, 'legal'];
    expect(await papers()).toMatchObject([{ state: '借出', out: 1 }]);
    expect(await chains.reminders('credentialsBorrow', lent)).toMatchObject([{ day: chains.day(4), every: 1 }]);
    // What is out cannot be taken out of the book.
    const refused = await chains.server.client.post(
      '/bpmapi/Credentials/Cancel',
      { BusinessId: registered.id, Opinion: '重复填报' },
      await chains.server.client.signIn('generalManager'),
    );
    expect(refused.status).toBe(0);

    await chains.agree('credentialsBorrow', who, lent, returning('完好'));
    expect(await papers()).toMatchObject([{ state: '在库', originals: 1, out: 0 }]);
    expect(await loans()).toEqual([{ state: '已还', copies: 1, back: 1, lost: 0, late: 2 }]);
    expect(await chains.reminders('credentialsBorrow', lent)).toEqual([]);
    await chains.cancel('credentialsBorrow', lent);
    expect(await papers()).toMatchObject([{ state: '在库', originals: 1 }]);
    expect(await loans()).toEqual([]);

    const lost = await chains.through('credentialsBorrow', 'projectManager', request(paper), {
      ...lending,
      ...returning('遗失', [{ returnCredential: paper, returnForm: '正本原件', backCopies: 0, lostCopies: 1 }]),
    });
    expect(await papers()).toMatchObject([{ state: '遗失', originals: 0, out: 0, duplicates: 2 }]);
    expect(await chains.followUps('credentialsBorrow', lost.id)).toMatchObject([{ kind: '证件挂失', role: 'legal' }]);
    expect(await chains.offered('legal', 'credential')).not.toContain(paper);
    await chains.cancel('credentialsBorrow', lost.id);
    expect(await papers()).toMatchObject([{ state: '在库', originals: 1 }]);
  });

  it('does not leave to the borrower what is original and what is core', async () => {
    const paper = await idOf('91310000MA1K0H001X');
    const ask = async (more: object) => {
      const values = await chains.filled('credentialsBorrow', 'legal', 0, request(paper, more));
      const id = await chains.walk('credentialsBorrow').draft('legal', values);
      return (await chains.walk('credentialsBorrow').submit('legal', id)).errors[0];
    };
    expect(await ask({})).toMatchObject({ path: 'hasCore', message: '清单中有核心证件，请选择是' });
    expect(await ask({ hasCore: true, hasOriginal: false, watermark: '仅供备案' })).toMatchObject({
      path: 'hasOriginal',
    });
    expect(
      await ask({ hasCore: true, items: [{ credential: paper, borrowForm: '正本原件', copies: 2, needReturn: true }] }),
    ).toMatchObject({
      message: '借用份数大于在库份数',
    });
  });
});

describe('the clock', () => {
  it('tells of what ends 90, 60 and 30 days before and when it has, once each, and again after a renewal', async () => {
    const now = new Date();
    const told = async (days: number) => {
      const day = chains.day(days);
      await tellExpiries(chains.server.db, chains.server.engine, day, now);
      return (
        await rows(
          `select count(*)::int as n from follow_up where kind = '证书到期' and title like '%测试证%' and user_id = ${user('operator')}`,
        )
      )[0]?.n;
    };
    await sql`insert into b_certificate (source_module, source_id, source_effect, holder, kind, cert_no, valid_to, state)
      values ('setup', 0, 'setup', ${user('operator')}, '测试证', 'C-1', ${chains.day(100)}::date, '有效')`.execute(
      chains.server.db,
    );
    expect([
      await told(0),
      await told(10),
      await told(11),
      await told(41),
      await told(70),
      await told(100),
      await told(101),
      await told(102),
    ]).toEqual([0, 1, 1, 2, 3, 3, 4, 4]);
    await sql`update b_certificate set valid_to = ${chains.day(300)}::date, told_valid = null where cert_no = 'C-1'`.execute(
      chains.server.db,
    );
    expect([await told(102), await told(230)]).toEqual([4, 5]);
  });
});

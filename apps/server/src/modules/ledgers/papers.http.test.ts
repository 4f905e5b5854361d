/** Papers, letters, handovers, contracts and renewals: figures against rows that the test knows, scope, reminders. */
import {
  allRenewals,
  certificateGaps,
  credentialLoans,
  credentialPapers,
  credentialStock,
  credentialUses,
  entryHandovers,
  latestContracts,
  letters,
  letterThreads,
  myRenewals,
} from '@hengneng/forms';
import type { ViewShape } from '@hengneng/form-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';

const PROJECT = 'EMC01001';

let chains: Chains;
beforeAll(async () => {
  chains = await Chains.start(PROJECT);
});
afterAll(() => chains.close());

const user = (account: string): string => chains.user(account);
const run = (text: string) => sql.raw(text).execute(chains.server.db);
const ask = async (view: ViewShape, body: object = {}, account = 'admin') => {
  const { client } = chains.server;
  const answer = await client.json(view.calls.index, { PageSize: 100, ...body }, await client.signIn(account));
  expect(answer.message).toBe('');
  return {
    rows: answer.data.rows as readonly Readonly<Record<string, unknown>>[],
    figures: answer.data.figures as Readonly<Record<string, string>>,
    sums: answer.data.sums as Readonly<Record<string, string>>,
    charts: answer.data.charts as Readonly<Record<string, readonly { by: string | null; values: string[] }[]>>,
  };
};
const call = async (account: string, path: string, body: object) => {
  const { client } = chains.server;
  return client.json(path, body, await client.signIn(account));
};

describe('papers', () => {
  it('tell what has ended, what ends soon and what is being renewed, which is told of no more', async () => {
    const before = (await ask(credentialPapers)).figures;
    const [soon, late] = (
      await chains.rows(`select id::text from b_credential where valid_to is not null order by id limit 2`)
    ).map((row) => String(row['id']));
    await run(`update b_credential set valid_to = '${chains.day(40)}' where id = ${soon}`);
    await run(`update b_credential set valid_to = '${chains.day(-2)}' where id = ${late}`);
    const after = (await ask(credentialPapers)).figures;
    expect(after).toEqual({
      ...before,
      valid: String(Number(before['valid']) - 1),
      soon: String(Number(before['soon']) + 1),
      expired: String(Number(before['expired']) + 1),
    });
    const found = await ask(credentialPapers, { expire: '60天内' });
    expect(found.rows).toMatchObject([{ id: `c${soon}`, state: '即将到期', leftDays: 40 }]);
    await chains.submit('credentials', 'legal', {
      operateType: '延续换证',
      oldCredential: soon,
      project: null,
      device: null,
      scope: '公司',
      longTerm: false,
      issueDate: chains.day(0),
      validTo: chains.day(900),
      inspections: [],
      canBorrow: false,
      originalQty: 1,
    });
    expect((await ask(credentialPapers, { expire: '60天内' })).rows).toMatchObject([{ state: '办理中' }]);
    expect((await ask(credentialPapers)).figures).toMatchObject({ soon: before['soon'], pending: '1' });
    const drawn = (await ask(credentialPapers, { Charts: true })).charts;
    expect(drawn['calendar']?.every((group) => group.by !== null)).toBe(true);
  });

  it('are missing where people who run a plant have none that is good', async () => {
    const before = await ask(certificateGaps);
    const own = await ask(certificateGaps, {}, 'projectManager');
    expect(own.rows.length).toBeGreaterThan(0);
    expect(own.rows.length).toBeLessThan(before.rows.length);
    await run(
      `update b_certificate set valid_to = '${chains.day(-1)}' where holder = ${user('operator2')} and not voided`,
    );
    const at = (await ask(certificateGaps, { project: PROJECT })).rows;
    expect(at).toMatchObject([{ needed: 2, valid: 1, gap: 1, planned: 0 }]);
    const { figures } = await ask(certificateGaps, { project: PROJECT });
    expect(figures).toMatchObject({ needed: '2', valid: '1', gap: '1' });
    expect(Number(figures['rate'])).toBe(50);
    // Whoever has left counts no more.
    await run(`update app_user set state = 'disabled' where id = ${user('operator2')}`);
    expect((await ask(certificateGaps, { project: PROJECT })).rows).toMatchObject([{ needed: 1, gap: 0 }]);
    await run(`update app_user set state = 'active' where id = ${user('operator2')}`);
  });

  it('are handed out, out, late and asked for once a day; who is late borrows nothing more', async () => {
    const [paper] = await chains.rows(`select id::text from b_credential where credential_name like '质量管理%'`);
    const credential = String(paper?.['id']);
    const loan = (more: object = {}) => ({
      project: null,
      usage: '合同签署',
      takeOut: false,
      borrowDate: chains.day(0),
      planReturn: chains.day(3),
      getMode: '现场领取',
      hasCore: false,
      hasOriginal: true,
      items: [{ credential, borrowForm: '副本原件', copies: 1, needReturn: true }],
      ...more,
    });
    const id = await chains.submit('credentialsBorrow', 'purchaser', loan());
    const walk = chains.walk('credentialsBorrow');
    expect((await walk.turn('purchaser', id))?.step.name).toBe('部门负责人审核');
    await walk.agree('purchaser', id, {});
    expect((await ask(credentialLoans, { open: 'true' })).rows).toMatchObject([{ state: '待领取', copies: 1 }]);
    const unsigned = await walk.agree('purchaser', id, {
      保管人发放: { actualBorrow: chains.at(0), outCondition: '完好' },
    });
    expect(unsigned.errors.map((error) => error.message)).toContain('请领取人签字或填写快递单号');
    await walk.agree('purchaser', id, {
      保管人发放: { actualBorrow: chains.at(0), outCondition: '完好', expressNo: 'SF1' },
    });
    const [out] = (await ask(credentialLoans, { open: 'true' })).rows;
    expect(out).toMatchObject({ state: '在外', borrower: user('purchaser'), expressNo: 'SF1', overdueDays: null });
    expect((await ask(credentialStock, { state: '借出' })).rows).toMatchObject([
      { credential, out: 1, late: 0, borrowers: [user('purchaser')] },
    ]);
    await run(`update b_credential_loan set plan_return = '${chains.day(-3)}' where source_id = ${id}`);
    expect((await ask(credentialLoans, { open: 'true' })).figures).toMatchObject({ out: '1', late: '1', waiting: '0' });
    expect((await ask(credentialLoans, { state: '逾期' })).rows).toMatchObject([{ overdueDays: 3 }]);
    expect((await ask(credentialUses)).rows).toMatchObject([{ credential, times: 1, late: 1 }]);

    const remind = () => call('admin', '/bpmapi/BorrowManager/Remind', { Id: String(out?.['id']) });
    expect((await remind()).status).toBe(1);
    expect((await remind()).message).toBe('今天已经提醒过');

    const draft = await walk.draft('purchaser', await chains.filled('credentialsBorrow', 'purchaser', 0, loan()));
    expect((await walk.submit('purchaser', draft)).errors).toEqual([{ path: 'items', message: '您有逾期未还的证件' }]);
  });
});

describe('letters', () => {
  const letter = (more: object) => ({
    project: PROJECT,
    category: '往来函件',
    docNo: 'A-1',
    docDate: chains.day(0),
    direction: '收函',
    counterpart: '某物业',
    needReply: false,
    secrecy: '内部',
    hasPaper: false,
    ...more,
  });

  it('wait for their answer, are late, and belong to one exchange with it', async () => {
    const asked = await chains.submit(
      'dailyInformation',
      'sales',
      letter({ needReply: true, replyBefore: chains.day(2), replyUser: user('projectManager') }),
    );
    expect((await ask(letters)).rows).toMatchObject([
      { id: asked, replyState: '待回复', leftDays: 2, archived: '办理中' },
    ]);
    await run(`update f_daily_information set reply_before = '${chains.day(-1)}' where id = ${asked}`);
    expect((await ask(letters)).figures).toMatchObject({ waiting: '0', late: '1', received: '1', sent: '0' });
    await run(`update f_daily_information set reply_no = 'B-9', reply_date = '${chains.day(0)}' where id = ${asked}`);
    const sent = await chains.submit('dailyInformation', 'sales', letter({ direction: '发函', docNo: 'B-9' }));
    // It is not out before the lawyers have agreed.
    expect((await ask(letters, { direction: '发函' })).rows).toEqual([]);
    await run(`update f_daily_information set legal_opinion = '同意' where id = ${sent}`);
    expect((await ask(letters, { direction: '发函' })).rows).toMatchObject([{ id: sent, replyState: '无需回复' }]);
    expect((await ask(letterThreads)).rows.map((row) => [row['docNo'], row['thread']])).toEqual([
      ['A-1', 'A-1'],
      ['B-9', 'A-1'],
    ]);
  });

  it('that are secret are seen by those who write and answer them, whoever leads the project, and the lawyers', async () => {
    const secret = await chains.submit('dailyInformation', 'sales', letter({ docNo: 'S-1', secrecy: '机密' }));
    const seen = async (account: string) =>
      (await ask(letters, { Keyword: 'S-1' }, account)).rows.map((row) => row['id']);
    for (const account of ['sales', 'projectManager', 'legal', 'generalManager'])
      expect(await seen(account), account).toEqual([secret]);
    for (const account of ['operator', 'finance', 'hr']) expect(await seen(account), account).toEqual([]);
    // Its files are looked at under a mark, and each look is on record; an ordinary letter's are not.
    const look = (account: string, id: string) => call(account, '/bpmapi/DailyInformation/Files', { BusinessId: id });
    const plain = await chains.submit('dailyInformation', 'sales', letter({ docNo: 'P-1' }));
    expect((await look('legal', plain)).data.marked).toBe(false);
    const marked = await look('legal', secret);
    expect(marked.data.marked).toBe(true);
    expect((marked.data.groups as readonly { files: readonly unknown[] }[])[0]?.files).toHaveLength(1);
    expect((await look('sales2', secret)).status).not.toBe(1);
    const looks = await chains.rows(
      `select user_id::text as who, object from audit_log where kind = '敏感查看' and action = '预览函件'`,
    );
    expect(looks).toEqual([{ who: user('legal'), object: '函件 S-1' }]);
  });
});

describe('handovers, contracts and renewals', () => {
  it('count machines, meters and photographs of a handover, and what is left to be put right', async () => {
    const bad = { result: '不合格', remark: '渗漏' };
    const id = await chains.submit('entryHandover', 'projectManager', {
      project: PROJECT,
      contract: null,
      handoverDate: chains.day(0),
      operateStart: chains.day(5),
      pumpState: bad,
      waterState: bad,
      devices: [{ known: null, deviceName: '水泵', qty: 3 }],
      meters: [
        { meterNo: 'X1', baseReading: '1.000' },
        { meterNo: 'X2', baseReading: '2.000' },
      ],
      handItems: [{ itemState: '缺失' }, { itemState: '齐全完好' }],
    });
    const { rows, figures } = await ask(entryHandovers);
    expect(rows).toMatchObject([
      {
        id,
        devices: 3,
        meters: 2,
        missing: 1,
        problems: expect.any(Number),
        solved: 0,
        start: '完整',
        state: '审批中',
      },
    ]);
    expect(Number(rows[0]?.['problems'])).toBeGreaterThanOrEqual(2);
    expect(figures).toMatchObject({ all: '1', running: '1', incomplete: '0' });
    await run(`update f_entry_handover_meters set meter_photo = '[]' where parent_id = ${id} and meter_no = 'X1'`);
    expect((await ask(entryHandovers, { leftover: 'true', start: '起点不完整' })).rows).toHaveLength(1);
  });

  it('show of each project the contract that has begun last, its versions and overlaps', async () => {
    const { rows } = await ask(latestContracts);
    expect(new Set(rows.map((row) => row['project'])).size).toBe(rows.length);
    expect(rows.find((row) => row['project'] === PROJECT)).toMatchObject({
      contractNo: `HT-${PROJECT}-01`,
      versions: 1,
      overlap: false,
      meterPrice: '0.4600',
    });
    await run(`insert into contract (code, name, project_code, kind, party_a, start_on, end_on)
      values ('HT-NEW', '新合同', '${PROJECT}', 'EMC运营合同', '甲方', '${chains.day(-1)}', '${chains.day(80)}'),
        ('HT-LATER', '后续合同', '${PROJECT}', 'EMC运营合同', '甲方', '${chains.day(81)}', '${chains.day(400)}')`);
    expect((await ask(latestContracts, { project: PROJECT })).rows).toMatchObject([
      { contractNo: 'HT-NEW', state: '90天内到期', leftDays: 80, overlap: true },
    ]);
    expect((await call('projectManager', '/bpmapi/YYContract/Versions', { ContractCode: 'HT-NEW' })).data.rows).toEqual(
      [],
    );
    expect(
      (await call('projectManager', '/bpmapi/YYContract/Versions', { ContractCode: 'HT-EMC03001-01' })).status,
    ).toBe(404);
  });

  it('list contracts that nobody follows until somebody does, weigh what is earned, and count the idle days', async () => {
    const untracked = async () => (await ask(allRenewals, { notStarted: 'true' })).rows.map((row) => row['contract']);
    expect(await untracked()).toContain('HT-NEW');
    const remind = (id: string) => call('areaManager', '/bpmapi/RenewalTracking/Remind', { Id: id });
    expect((await remind('cHT-NEW')).status).toBe(1);
    expect((await remind('cHT-NEW')).message).toBe('今天已经提醒过');
    expect((await remind('cHT-OTHER')).status).toBe(404);
    const id = await chains.submit('renewalTracking', 'projectManager', {
      project: PROJECT,
      contract: 'HT-NEW',
      contractEnd: chains.day(80),
      expectIncome: '200000.00',
      probability: '60',
      riskLevel: '红（可能流失）',
      tracks: [{ trackDate: chains.day(-40), nextDate: chains.day(-5) }],
    });
    expect(await untracked()).not.toContain('HT-NEW');
    const { rows, figures } = await ask(allRenewals, { contract: 'HT-NEW' });
    expect(rows).toMatchObject([{ id, weighted: '120000.00', idleDays: 40, result: '跟踪中', leftDays: 80 }]);
    expect(figures).toMatchObject({ due: '1', weighted: '120000.00', red: '1', notStarted: '0', idle: '1' });
    expect((await ask(myRenewals, {}, 'projectManager')).rows).toMatchObject([{ id, lateDays: 5 }]);
    expect((await ask(myRenewals, {}, 'projectManager4')).rows).toEqual([]);
    expect((await remind(id)).status).toBe(1);

    // Dragged to another stage with a word why; what was submitted stays, and the word is told beside the record.
    const [now] = (await ask(myRenewals, {}, 'projectManager')).rows;
    const from = String(now?.['stage']);
    const move = (account: string, body: object) =>
      call(account, '/bpmapi/RenewalTracking/Stage', {
        Id: id,
        from,
        stage: '招投标',
        note: '客户发出招标公告',
        ...body,
      });
    expect((await move('projectManager', { note: '' })).errors[0]?.path).toBe('note');
    expect((await move('projectManager', { stage: '没有' })).errors[0]?.path).toBe('stage');
    expect((await move('projectManager4', {})).status).not.toBe(1);
    expect((await move('projectManager', {})).status).toBe(1);
    expect((await move('projectManager', {})).status).toBe(1);
    expect((await move('projectManager', { stage: '合同会签' })).message).toBe(
      '阶段已由他人改为“招投标”，请刷新后再改',
    );
    expect((await ask(myRenewals, {}, 'projectManager')).rows).toMatchObject([{ id, stage: '招投标' }]);
    expect((await ask(allRenewals, { contract: 'HT-NEW' })).rows).toMatchObject([{ stage: '招投标' }]);
    expect(await chains.rows(`select track_stage from f_renewal_tracking where id = ${id}`)).toEqual([
      { track_stage: from },
    ]);
    expect(
      await chains.rows(`select content from wf_comment where module_id = 'renewalTracking' and biz_id = ${id}`),
    ).toEqual([{ content: `阶段由“${from}”改为“招投标”：客户发出招标公告` }]);
  });
});

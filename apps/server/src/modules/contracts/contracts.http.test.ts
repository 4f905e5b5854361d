/** Pages of contracts against rows made by hand: prices and what was billed by them, one contract from all sides, what is bought and paid. */
import {
  buyerContract,
  buyerContracts,
  buyerDeliveries,
  buyerPlans,
  buyerRecords,
  buyerRetentions,
  contractApprovals,
  contractBases,
  contractChanges,
  contractFiles,
  contractLetters,
  contractPeriods,
  contractPlans,
  contractPriceVersions,
  contractRecords,
  contractRelations,
  emcContractPrices,
  emcContracts,
  keyContractFollows,
  keyContractRules,
  keyContracts,
  projectContract,
} from '@hengneng/forms';
import type { FileValue, ViewShape } from '@hengneng/form-kit';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enter, SETUP } from '../../engine/books/entries.ts';
import { Chains } from '../../testing/chains.ts';
import { held } from '../../testing/client.ts';
import { pdfText } from '../../testing/pdf-text.ts';
import { refreshKeyContracts } from './index.ts';

const PROJECT = 'EMC01001';
const CONTRACT = `HT-${PROJECT}-01`;
/** Of a project that the manager of the first one does not see. */
const OTHER = 'HT-EMC02001-01';

type Row = Readonly<Record<string, unknown>>;

let chains: Chains;
let paper: FileValue;

const ask = async (view: ViewShape, body: object = {}, account = 'admin') => {
  const { client } = chains.server;
  const answer = await client.json(
    view.calls.index,
    { PageSize: 200, Charts: true, ...body },
    await client.signIn(account),
  );
  expect([answer.message, answer.errors]).toEqual(['', []]);
  return answer.data as {
    readonly rows: readonly Row[];
    readonly sums: Row;
    readonly figures: Row;
    readonly total: number;
  };
};
const post = async (path: string, body: object, account = 'admin') =>
  chains.server.client.json(path, body, await chains.server.client.signIn(account));
const sheetOf = async (view: ViewShape, body: object, account = 'admin') => {
  const { client } = chains.server;
  const file = await fetch(client.url + view.calls.export, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...held(await client.signIn(account)) },
    body: JSON.stringify(body),
  });
  const [sheet] = await readXlsx(Buffer.from(await file.arrayBuffer()));
  return sheet?.data ?? [];
};

beforeAll(async () => {
  chains = await Chains.start(PROJECT);
  paper = await chains.file('admin');
}, 240_000);
afterAll(() => chains.close());

/** A settlement that stands, with a line of one fee. */
const settle = async (serial: string, from: string, to: string, fee: string): Promise<void> => {
  await chains.rows(`with s as (insert into f_user_settlement (status, applicant, applicant_dept, serial, project, contract, period_start, period_end)
      values ('approved', ${chains.user('projectManager')}, 'A632201', '${serial}', '${PROJECT}', '${CONTRACT}', '${from}', '${to}') returning id)
    insert into f_user_settlement_lines (parent_id, row_no, fee_item) select id, 1, '${fee}' from s returning id`);
};

describe('EMC合同', () => {
  const add = (body: object, account = 'admin') =>
    post('/emcapi/ContractPrice/AddContractPrice', { ContractCode: CONTRACT, ...body }, account);

  it('shows the prices of today, says where there are none, and only to those who see the project', async () => {
    const { rows, figures, sums } = await ask(emcContracts);
    const mine = rows.find((row) => row['contractNo'] === CONTRACT);
    expect(mine).toMatchObject({ state: '履行中', gap: false, project: PROJECT });
    expect(mine?.['prices']).toContain('供冷价 0.');
    const [active] = await chains.rows(`select count(*)::int as n, sum(amount)::text as amount from contract
      where kind in ('EMC合同', 'EMC运营合同', '运营托管合同', '运营主合同') and state = 'active'
        and (app_now() at time zone 'Asia/Shanghai')::date between start_on and end_on`);
    expect(figures).toMatchObject({ active: String(active?.['n']), amount: active?.['amount'], gap: '0' });
    expect((await sheetOf(emcContracts, {})).at(-1)).toContain(Number(sums['amount']));
    const own = await ask(emcContracts, {}, 'projectManager');
    expect(own.rows.map((row) => row['project'])).toContain(PROJECT);
    expect(own.rows.map((row) => row['contractNo'])).not.toContain(OTHER);
    await chains.rows(`update contract_price set deleted_at = now() where contract_code = '${OTHER}' returning id`);
    expect((await ask(emcContracts, { gap: true })).rows.map((row) => row['contractNo'])).toEqual([OTHER]);
    await chains.rows(`update contract_price set deleted_at = null where contract_code = '${OTHER}' returning id`);
  });

  it('takes a price with its paper, from the next period that is not billed, and tells those who bill', async () => {
    await settle('T-JS-1', '2026-01-01', '2026-03-31', '卫生热水费');
    const price = { kind: 'hotWater', unit: '元/m³', price: '28.5000', from: '2026-03-01' };
    expect((await add(price)).errors).toEqual([{ path: 'paper', message: '请上传调价文件' }]);
    expect((await add({ ...price, paper })).errors).toEqual([{ path: 'from', message: '该期间已结算，请从下一期起' }]);
    const added = await add({ ...price, from: '2026-04-01', to: '2026-06-30', remark: '补充协议第三条', paper });
    expect([added.message, added.errors]).toEqual(['', []]);
    const { rows } = await ask(emcContractPrices, { contract: CONTRACT, item: '热水价' });
    expect(rows).toMatchObject([{ price: '28.5000', basis: '补充协议第三条', settled: false, paper: paper.Name }]);
    const told = await chains.rows(
      `select distinct role_code as role from follow_up where kind = '单价变更提示' and source_id = ${String(rows[0]?.['id'])}`,
    );
    expect(told.map((row) => row['role']).sort()).toEqual(['energyAnalyst', 'finance']);
    expect((await add({ ...price, from: '2027-01-01', paper }, 'projectManager')).status).toBe(403);

    await settle('T-JS-2', '2026-04-01', '2026-04-30', '卫生热水费');
    const Id = rows[0]?.['id'];
    const changed = { Id, ...price, from: '2026-04-01', price: '29.0000' };
    expect((await post('/emcapi/ContractPrice/EditContractPriceInfoById', changed)).message).toBe(
      '该单价已被结算引用，请新增版本',
    );
    expect((await post('/emcapi/ContractPrice/DelContractPrice', { Id })).message).toBe('该单价已被结算引用，不能删除');
    expect((await ask(contractPriceVersions, { contract: CONTRACT, item: '热水价' })).rows).toMatchObject([
      { settled: true },
    ]);
  });

  it('changes terms before the first settlement only; after it by a supplement', async () => {
    const { data } = await chains.server.client.get(
      '/emcapi/Contract/GetContractByCode',
      { ContractCode: CONTRACT },
      await chains.server.client.signIn('admin'),
    );
    const edit = (body: object) =>
      post('/emcapi/Contract/EditContract', { ContractCode: CONTRACT, FormVersion: data['FormVersion'], ...body });
    expect((await edit({ amount: '1.00', endOn: '2040-01-01' })).errors).toEqual([
      { path: 'amount', message: '已有结算单，请走补充协议' },
      { path: 'endOn', message: '已有结算单，请走补充协议' },
    ]);
    expect((await edit({ remark: '原件在档案室' })).status).toBe(1);
  });
});

describe('合同详情', () => {
  it('adds up what was billed and what came in, each period by itself', async () => {
    const [before] = await chains.rows(`select coalesce(sum(amount - coalesce(cancelled, 0)), 0)::text as due,
      coalesce(sum(written), 0)::text as received from b_receivable_ledger where contract = '${CONTRACT}' and not voided and state <> '已并入结算'`);
    await chains.rows(`insert into b_receivable_ledger (source_module, source_id, source_effect, receivable_no, source_kind, project, contract, customer_name,
        book_month, due_date, amount, cancelled, written, state)
      values ('setup', 0, 'setup', 'T-YS-1', '用户结算', '${PROJECT}', '${CONTRACT}', '客户', '2025-01', '2025-02-28', 1000, 200, 600, '未收清') returning id`);
    const { rows, figures, sums } = await ask(contractPeriods, { contract: CONTRACT }, 'projectManager');
    expect(rows.find((row) => row['receivable'] === 'T-YS-1')).toMatchObject({
      due: '800.00',
      received: '600.00',
      unpaid: '200.00',
    });
    const due = Number(before?.['due']) + 800;
    const received = Number(before?.['received']) + 600;
    expect([Number(figures['due']), Number(figures['received']), Number(sums['due'])]).toEqual([due, received, due]);
    expect(Number(figures['rate'])).toBeCloseTo((received * 100) / due, 2);
    const card = await post('/emcapi/Contract/Card', { ContractCode: CONTRACT }, 'projectManager');
    expect(card.data).toMatchObject({ due: figures['due'], received: figures['received'], collected: figures['rate'] });
    expect((card.data['others'] as Row[]).map((row) => row['ContractCode'])).toEqual([`HT-${PROJECT}-02`]);
    expect((await post('/emcapi/Contract/Card', { ContractCode: OTHER }, 'projectManager')).message).toBe(
      '合同不存在或您无权查看',
    );
    expect((await ask(contractPeriods, { contract: OTHER }, 'projectManager')).total).toBe(0);
  });

  it('gathers what hangs under it: records, papers, changes and approvals', async () => {
    const [{ to } = { to: '' }] = await chains.rows(
      `select end_on::text as to from contract where code = '${CONTRACT}'`,
    );
    await chains.submit('renewalTracking', 'projectManager', {
      project: PROJECT,
      contract: CONTRACT,
      contractEnd: to,
      trackStage: '提前6个月接触',
      tracks: [{ trackDate: chains.day(-5), nextDate: chains.day(9) }],
    });
    const supplement = await chains.submit('supplementaryAgreement', 'legal', {
      project: PROJECT,
      contractSide: '客户合同',
      contract: CONTRACT,
      retroactive: false,
      effectDate: chains.day(30),
      clauses: [{ clauseNo: '第三条', clauseItem: '室温标准', before: '26℃', after: '25℃' }],
    });
    const { rows } = await ask(contractRecords, { contract: CONTRACT });
    expect(rows.map((row) => row['kind'])).toEqual(expect.arrayContaining(['续签跟踪', '补充协议']));
    expect(rows.find((row) => row['kind'] === '补充协议')).toMatchObject({
      state: '审批中',
      module: 'supplementaryAgreement',
      record: supplement,
    });
    const changes = (await ask(contractChanges, { contract: CONTRACT })).rows;
    expect(changes[0]).toMatchObject({
      kind: '补充',
      before: '室温标准 26℃',
      after: '室温标准 25℃',
      approval: '审批中',
    });
    expect((await ask(contractApprovals, { contract: CONTRACT })).rows).toMatchObject([
      { kind: '补充协议', act: '提交' },
    ]);
    // Whoever has no list of a module is told nothing of its records.
    const seen = (await ask(contractRecords, { contract: CONTRACT }, 'energyAnalyst')).rows;
    expect(seen.map((row) => row['kind'])).not.toContain('补充协议');
    expect((await ask(contractRecords, { contract: OTHER }, 'projectManager')).total).toBe(0);

    const add = (body: object, account = 'admin') => post('/emcapi/Contract/AddFile', body, account);
    const file = { ContractCode: CONTRACT, kind: '盖章扫描件', paper };
    expect((await add({ ...file, kind: '' })).errors[0]?.path).toBe('kind');
    expect((await add(file)).data['version']).toBe(1);
    expect((await add(file)).data['version']).toBe(2);
    const files = (await ask(contractFiles, { contract: CONTRACT })).rows;
    expect(files.filter((row) => row['kind'] === '盖章扫描件').map((row) => row['version'])).toEqual([2, 1]);
    const drawn = files.find((row) => row['kind'] === '补充协议');
    const url = String(drawn?.['paperUrl']);
    const read = async (account: string) =>
      (await fetch(chains.server.client.url + url, { headers: held(await chains.server.client.signIn(account)) }))
        .status;
    expect(await read('admin')).toBe(200);
  });

  it('prints the card', async () => {
    const { client } = chains.server;
    const answer = await fetch(`${client.url}/emcapi/Contract/PrintCard`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...held(await client.signIn('projectManager')) },
      body: JSON.stringify({ ContractCode: CONTRACT }),
    });
    const text = pdfText(Buffer.from(await answer.arrayBuffer())).join('\n');
    expect(text).toContain('合同卡');
    expect(text).toContain(CONTRACT);
  });

  it.each([contractPlans, contractBases, contractLetters].map((view) => [view.id, view] as const))(
    '%s answers',
    async (_, view) => {
      expect((await ask(view, { contract: CONTRACT }, 'projectManager')).total).toBeGreaterThanOrEqual(0);
    },
  );
});

describe('采购合同', () => {
  it('says what may still be paid, in either ledger, and what hangs under a contract', async () => {
    const { server } = chains;
    const [supplier] = await chains.rows(`select id::text from supplier order by id limit 1`);
    const common = { project: PROJECT, supplier: String(supplier?.['id']), keeper: chains.user('purchaser') };
    const [, ids] = await server.db.transaction().execute(async (tx) => {
      const [works] = await enter(
        tx,
        projectContract,
        [
          {
            document: 'T-CG-1',
            title: '群控改造',
            kind: '设备采购',
            project: PROJECT,
            supplier: common.supplier,
            amount: '10000.00',
            settlementAmount: '9000.00',
            retentionRate: '5',
            prepayRate: '10',
            prepayOffsetRate: '20',
            taxRate: '13',
            warrantyTo: chains.day(300),
            matched: '8000.00',
            paid: '3000.00',
            reserved: '500.00',
            prepaid: '1000.00',
            offsetTaken: '1000.00',
            state: '履行中',
          },
        ],
        SETUP,
      );
      const entered = await enter(
        tx,
        buyerContract,
        [
          {
            ...common,
            contractNo: 'T-CG-1',
            name: '群控改造',
            kind: '设备采购',
            totalAmount: '10000.00',
            endDate: chains.day(-10),
            payChannel: '工程付款申请',
            reserved: '0.00',
            paid: '0.00',
            ticketed: '0.00',
            state: '履行中',
          },
          {
            ...common,
            contractNo: 'T-WB-1',
            name: '水泵维修',
            kind: '外包维修',
            totalAmount: '6000.00',
            endDate: chains.day(60),
            payChannel: '非能源付款',
            reserved: '100.00',
            paid: '2000.00',
            ticketed: '2500.00',
            state: '履行中',
          },
        ],
        SETUP,
      );
      return [works, entered] as const;
    });
    const { rows, sums } = await ask(buyerContracts, { project: PROJECT });
    const one = (no: string) => rows.find((row) => row['contractNo'] === no);
    // 8000 − 3000 − 500 − 5 % of 9000 − 1000 set off.
    expect(one('T-CG-1')).toMatchObject({
      paid: '4000.00',
      retention: '450.00',
      payable: '3050.00',
      payRate: '44.44',
      lateDays: 10,
    });
    expect(one('T-WB-1')).toMatchObject({ paid: '2000.00', payable: '400.00', lateDays: null });
    expect(
      (await ask(buyerContracts, { project: PROJECT, overdue: true })).rows.map((row) => row['contractNo']),
    ).toEqual(['T-CG-1']);
    expect(Number(sums['payable'])).toBe(rows.reduce((sum, row) => sum + Number(row['payable'] ?? 0), 0));
    expect((await sheetOf(buyerContracts, { project: PROJECT })).at(-1)).toContain(Number(sums['payable']));
    expect((await ask(buyerContracts, {}, 'projectManager4')).rows.map((row) => row['contractNo'])).not.toContain(
      'T-CG-1',
    );
    const wrong = await post(buyerContracts.calls.index, { kind: '没有' });
    expect(wrong.errors.map(({ path }) => path)).toEqual(['kind']);

    const second = String(ids[1]);
    const supplement = await chains.submit('supplementaryAgreement', 'legal', {
      project: PROJECT,
      contractSide: '采购合同',
      buyerContract: second,
      oldAmount: '6000.00',
      amounts: [
        { amountItem: '水泵', beforeQty: '1.00', beforePrice: '6000.0000', afterQty: '1.00', afterPrice: '6500.0000' },
      ],
      effectDate: chains.day(30),
      clauses: [{ clauseNo: '第三条', clauseItem: '室温标准', before: '26℃', after: '25℃' }],
    });
    expect((await ask(buyerRecords, { contract: second })).rows).toMatchObject([
      { kind: '补充协议', record: supplement, state: '审批中' },
    ]);
    for (const view of [buyerDeliveries, buyerRetentions, buyerPlans])
      expect((await ask(view, { contract: second })).total).toBe(0);
  });
});

describe('重点合同', () => {
  const rule = (kind: string, threshold: string, enabled = true, account = 'emcDirector') =>
    post('/bpmapi/KeyContract/SaveRule', { kind, threshold, enabled }, account);
  const save = (body: object, account = 'emcDirector') => post('/bpmapi/KeyContract/Save', body, account);
  const watched = async () =>
    (await ask(keyContracts, { state: '关注中' })).rows.map((row) => row['contractNo']).toSorted();

  it('enters by rule, tells who looks after it, and leaves when no rule is met any more', async () => {
    for (const kind of ['年收入大', '战略客户', '到期临近', '欠费', '亏损', '投诉多']) await rule(kind, '1', false);
    const large = await chains.rows(
      `select code, amount::text from contract where state = 'active' and kind <> '外包合同' order by amount desc limit 2`,
    );
    const most = String(large[0]?.['amount']);
    const saved = await rule('合同额大', most);
    expect([saved.message, saved.data['hits']]).toEqual(['', 1]);
    expect(await watched()).toEqual([large[0]?.['code']]);
    const told = await chains.rows(
      `select title from follow_up where kind = '重点合同' and title like '%${String(large[0]?.['code'])}%'`,
    );
    expect(told).toHaveLength(1);
    const all = `select id from follow_up where kind = '重点合同'`;
    const before = (await chains.rows(all)).length;
    await refreshKeyContracts(chains.server.db, chains.server.engine, chains.day(0), new Date());
    expect(await chains.rows(all)).toHaveLength(before);
    expect((await ask(keyContractRules, {})).rows[0]).toMatchObject({ kind: '合同额大', hits: 1, enabled: true });
    await rule('合同额大', '9999999999');
    expect(await watched()).toEqual([]);
    await rule('合同额大', most);
    expect(await watched()).toEqual([large[0]?.['code']]);
    expect((await rule('合同额大', '-1')).errors.map(({ path }) => path)).toEqual(['threshold']);
    expect((await rule('合同额大', '1', true, 'projectManager')).status).toBe(403);
    await rule('合同额大', '9999999999', false);
  });

  it('is added with a reason, followed, and taken out with one', async () => {
    const one = { act: '加入', ContractCode: CONTRACT, everyDays: 10 };
    expect((await save({ ...one, note: '' })).errors).toEqual([{ path: 'note', message: '手工加入请写原因' }]);
    expect((await save({ ...one, note: '业主换届' })).status).toBe(1);
    expect((await save({ ...one, note: '业主换届' })).errors[0]?.message).toBe('该合同已在重点合同中');
    await chains.rows(
      `update key_contract set added_on = '${chains.day(-20)}' where contract = '${CONTRACT}' returning contract`,
    );
    const row = async () => (await ask(keyContracts, { state: '关注中' })).rows[0];
    expect(await row()).toMatchObject({
      reason: ['手工'],
      owner: chains.user('projectManager'),
      silentDays: 20,
      late: true,
    });
    const follow = (followedOn: string) =>
      post('/bpmapi/KeyContract/Follow', { ContractCode: CONTRACT, followedOn, content: '拜访业主' }, 'emcDirector');
    expect((await follow(chains.day(1))).errors[0]?.path).toBe('followedOn');
    expect((await follow(chains.day(-3))).status).toBe(1);
    expect(await row()).toMatchObject({ lastFollow: chains.day(-3), silentDays: 3, late: false });
    expect((await ask(keyContractFollows, { contract: CONTRACT })).rows).toMatchObject([{ content: '拜访业主' }]);
    expect((await ask(keyContracts, {}, 'projectManager4')).rows.map((each) => each['contractNo'])).not.toContain(
      CONTRACT,
    );
    expect((await save({ act: '移出', ContractCode: CONTRACT, why: '' })).errors[0]?.message).toBe('移出请写依据');
    expect((await save({ act: '移出', ContractCode: CONTRACT, why: '已续签' })).status).toBe(1);
    expect(await watched()).toEqual([]);
  });
});

describe('合同台账', () => {
  it('says what belongs to a contract, and to which it belongs', async () => {
    const of = async (id: string, account = 'admin') =>
      (await ask(contractRelations, { of: id }, account)).rows.map((row) => [row['relation'], row['no']]);
    const mine = await of(`c${CONTRACT}`);
    // The works count once, with their own ledger.
    expect(mine).toEqual(
      expect.arrayContaining([
        ['工程', 'T-CG-1'],
        ['外包', 'T-WB-1'],
      ]),
    );
    expect(mine.map(([relation]) => relation)).toEqual(expect.arrayContaining(['补充', '续签跟踪']));
    const [bought] = await chains.rows(`select 'b' || id as id from b_buyer_contract where contract_no = 'T-WB-1'`);
    expect(await of(String(bought?.['id']))).toEqual(
      expect.arrayContaining([
        ['客户合同', CONTRACT],
        ['补充', expect.stringMatching(/^[A-Z]/)],
      ]),
    );
    expect(await of(`c${OTHER}`, 'projectManager')).toEqual([]);
  });
});

/** What customers owe: figures of contracts, ages and years against rows made by hand; collecting it, and the letter that both seal. */
import { behalfAndBonds, contractCollection, paymentMonths, paymentTotal, VIEWS } from '@hengneng/forms';
import type { ViewShape } from '@hengneng/form-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Held, held } from '../../testing/client.ts';
import { pdfText } from '../../testing/pdf-text.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { tellBrokenPromises, tellLateContracts } from '../collection/index.ts';

const CONTRACT = 'HT-EMC01001-01';
const PROJECT = 'EMC01001';
const DEBT_AGES = VIEWS.receivableAging.columns.age.options;
/** Of another project, for what has to be of no contract but this. */
const OTHER = { contract: 'HT-EMC02002-01', project: 'EMC02002' };

let server: TestServer;
let finance: Held;
let manager: Held;
type Row = Readonly<Record<string, unknown>>;

const ask = async (view: ViewShape, body: object, who: Held = finance) => {
  const answer = await server.client.json(view.calls.index, body, who);
  expect([answer.message, answer.errors]).toEqual(['', []]);
  return {
    rows: answer.data['rows'] as readonly Row[],
    total: answer.data['total'],
    figures: answer.data['figures'] as Readonly<Record<string, string>>,
    charts: answer.data['charts'] as Readonly<Record<string, readonly { by: string; values: string[] }[]>>,
  };
};
const run = (text: string): Promise<unknown> => sql.raw(text).execute(server.db);
const from = `'setup', 0, 'setup'`;
const bill = async (
  no: string,
  of: { contract: string; project: string },
  values: {
    amount: number;
    cancelled?: number;
    written?: number;
    month?: string;
    due: string;
    kind?: string;
    state?: string;
  },
): Promise<string> => {
  const { rows } = await sql
    .raw<{ id: string }>(
      `insert into b_receivable_ledger (source_module, source_id, source_effect, receivable_no, source_kind, project, contract, customer_name, book_month,
        due_date, amount, cancelled, written, state)
      values (${from}, '${no}', '${values.kind ?? '用户结算'}', '${of.project}', '${of.contract}', '测试客户', ${values.month ? `'${values.month}'` : 'null'},
        ${values.due}, ${values.amount}, ${values.cancelled ?? 0}, ${values.written ?? 0}, '${values.state ?? '未收清'}') returning id::text`,
    )
    .execute(server.db);
  return rows[0]?.id ?? '';
};
const paid = (
  receivable: string,
  of: { contract: string; project: string },
  day: string,
  amount: number,
  more: { due?: string; prepaid?: boolean; reversed?: number } = {},
) =>
  run(`insert into b_write_off (source_module, source_id, source_effect, receivable, project, contract, written_on, due_date, by_prepaid, amount, reversed, state)
    values (${from}, ${receivable}, '${of.project}', '${of.contract}', ${day}, ${more.due ?? 'null'}, ${more.prepaid ?? false}, ${amount}, ${more.reversed ?? 0}, '已核销')`);

const mine = { contract: CONTRACT, project: PROJECT };

beforeAll(async () => {
  server = await startTestServer();
  finance = await server.client.signIn('finance');
  manager = await server.client.signIn('projectManager');
  const [first, second, third] = [
    await bill('T-1', mine, { amount: 1000, written: 700, month: '2024-11', due: `'2024-12-01'` }),
    await bill('T-2', mine, { amount: 2000, cancelled: 200, written: 1000, month: '2025-03', due: `'2025-04-30'` }),
    await bill('T-3', mine, { amount: 500, written: 150, month: '2025-06', due: `'2026-02-01'` }),
  ];
  // What a settlement took over is billed there, not once more.
  await bill('T-0', mine, {
    amount: 9999,
    cancelled: 9999,
    month: '2025-01',
    due: `'2025-01-31'`,
    kind: '代缴费用',
    state: '已并入结算',
  });
  await run(`insert into f_cancel_settlement (status, applicant, applicant_dept, project, contract, receivable, cancel_month, cancel_total, finished_at)
    select 'approved', id, 'A63', '${PROJECT}', '${CONTRACT}', ${second}, '2025-07', 200, '2025-07-31' from app_user where account = 'finance'`);
  await paid(first, mine, `'2024-12-11'`, 300, { due: `'2024-12-01'` });
  await paid(first, mine, `'2025-02-09'`, 400, { due: `'2024-12-01'` });
  await paid(second, mine, `'2025-05-10'`, 1000, { due: `'2025-04-30'` });
  await paid(third, mine, `'2025-08-01'`, 100, { due: `'2026-02-01'`, prepaid: true });
  await paid(third, mine, `'2026-01-15'`, 50, { due: `'2026-02-01'` });
});
afterAll(() => server.close());

describe('收款统计总表', () => {
  it('takes a year from what was open before it to what is open after it, and agrees with the ledger', async () => {
    const { rows, figures } = await ask(paymentTotal, { year: 2025, project: PROJECT });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      opening: '700.00',
      billed: '2500.00',
      cancelled: '200.00',
      received: '1400.00',
      oldDebt: '400.00',
      prepaidUsed: '100.00',
      closing: '1500.00',
      // 300 of the first and 800 of the second; the third is due after the year.
      overdue: '1100.00',
      difference: '0.00',
      check: '平',
      m02: '400.00',
      m05: '1000.00',
      m08: '0.00',
    });
    expect(Number(rows[0]?.['rate'])).toBeCloseTo((1400 / 3000) * 100, 2);
    expect(figures).toMatchObject({ closing: '1500.00', broken: '0' });
  });

  it('counts part of a year, and in 10,000 yuan', async () => {
    const { rows } = await ask(paymentTotal, { year: 2025, toMonth: '2025-03', project: PROJECT });
    expect(rows[0]).toMatchObject({
      opening: '700.00',
      billed: '2000.00',
      received: '400.00',
      closing: '2300.00',
      check: '平',
    });
    const later = await ask(paymentTotal, { year: 2025, fromMonth: '2025-04', project: PROJECT, unit: '万元' });
    expect(later.rows[0]).toMatchObject({ opening: '0.23', billed: '0.05', oldDebt: '0.10', closing: '0.15' });
    expect((await ask(paymentTotal, { year: 2025, project: PROJECT, chargeMode: '两部制' })).rows).toEqual([]);
  });

  it('marks what does not agree', async () => {
    await run(`update b_receivable_ledger set written = 151 where receivable_no = 'T-3'`);
    const { rows, figures } = await ask(paymentTotal, { year: 2025, project: PROJECT });
    expect(rows[0]).toMatchObject({ closing: '1500.00', difference: '-1.00', check: '不平' });
    expect(figures['broken']).toBe('1');
    await run(`update b_receivable_ledger set written = 150 where receivable_no = 'T-3'`);
  });

  it('says what was billed after its month was locked', async () => {
    await run(
      `insert into project_month_lock (project_code, month, locked_at) values ('${PROJECT}', '2025-03', '2025-04-05')`,
    );
    const { rows } = await ask(paymentTotal, { year: 2025, project: PROJECT });
    expect(rows[0]).toMatchObject({ lateChange: '2000.00' });
    await run(`delete from project_month_lock where month = '2025-03'`);
  });

  it('adds up by month, each with what had come in by then', async () => {
    const { rows, charts } = await ask(paymentMonths, { year: 2025, project: PROJECT, Charts: true });
    expect(rows).toHaveLength(12);
    const of = (month: string) => rows.find((row) => row['month'] === month);
    expect(of('2025-03')).toMatchObject({
      billed: '2000.00',
      received: '0.00',
      dueSoFar: '2700.00',
      receivedSoFar: '400.00',
    });
    expect(of('2025-12')).toMatchObject({ dueSoFar: '3000.00', receivedSoFar: '1400.00' });
    expect(charts['byMonth']?.map((group) => group.by)).toEqual(rows.map((row) => row['month']));
  });

  it('shows what was paid for others until it is settled or paid back', async () => {
    const { rows } = await ask(behalfAndBonds, { project: PROJECT });
    expect(rows[0]).toMatchObject({ advanced: '9999.00', billed: '9999.00', recovered: '0.00', open: '0.00' });
  });
});

describe('收款合同', () => {
  it('sums what a contract was billed, paid and owes', async () => {
    const { rows } = await ask(contractCollection, { contract: CONTRACT });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      settled: '3500.00',
      cancelled: '200.00',
      received: '1850.00',
      unpaid: '1450.00',
      uninvoiced: '3300.00',
      overdueAmount: '1450.00',
    });
    expect(Number(rows[0]?.['collectRate'])).toBeCloseTo((1850 / 3300) * 100, 2);
    // (300×10 + 400×70 + 1000×10 − 100×184 − 50×17) ÷ 1850
    expect(rows[0]?.['averageDays']).toBe((21750 / 1850).toFixed(1));
  });

  it('follows the plan of the contract', async () => {
    await run(`insert into b_contract_plan (source_module, source_id, source_effect, direction, project, contract, item, period_from, period_to, due_on, amount, state)
      select ${from}, '收', '${OTHER.project}', '${OTHER.contract}', x.item, x.a, x.b, x.due, 100, '有效' from (values
        ('一期', current_date - 200, current_date - 171, current_date - 160), ('二期', current_date - 170, current_date - 141, current_date - 130),
        ('三期', current_date - 140, current_date - 111, current_date - 100), ('四期', current_date, current_date + 30, current_date + 40)) x(item, a, b, due)`);
    for (const [no, ago, written] of [
      ['P-1', 171, 100],
      ['P-2', 150, 30],
    ] as const) {
      const id = await bill(no, OTHER, { amount: 100, written, due: `current_date - ${ago - 11}` });
      await run(
        `update b_receivable_ledger set period_start = current_date - ${ago + 29}, period_end = current_date - ${ago} where id = ${id}`,
      );
    }
    const { rows } = await ask(VIEWS.contractCollectionPlan, { contract: OTHER.contract });
    expect(rows.map((row) => [row['item'], row['billed'], row['paid'], row['state']])).toEqual([
      ['一期', '100.00', '100.00', '已收'],
      ['二期', '100.00', '30.00', '逾期'],
      ['三期', '0.00', '0.00', '待结算'],
      ['四期', '0.00', '0.00', '未到期'],
    ]);
    const contracts = await ask(contractCollection, { contract: OTHER.contract });
    expect(contracts.rows[0]).toMatchObject({ nextItem: '四期' });
    await run(`delete from b_receivable_ledger where receivable_no like 'P-%'`);
  });

  it('puts each debt in its age, and ages in their order', async () => {
    const days = [-5, 0, 1, 30, 31, 60, 61, 90, 91, 180, 181, 365, 366];
    for (const [at, ago] of days.entries())
      await bill(`A-${at}`, OTHER, { amount: 10, due: `(now() at time zone 'Asia/Shanghai')::date - ${ago}` });
    const { charts, figures } = await ask(VIEWS.receivableAging, { project: OTHER.project, Charts: true });
    expect(charts['ages']).toEqual(
      DEBT_AGES.map((by, at) => ({ by, values: [at === DEBT_AGES.length - 1 ? '10.00' : '20.00'] })),
    );
    expect(figures).toMatchObject({ unpaid: '130.00', overdue: '110.00', old: '50.00', customers: '1' });
  });

  it('shows a manager their own projects only', async () => {
    const all = await ask(contractCollection, { PageSize: 500 });
    const own = await ask(contractCollection, { PageSize: 500 }, manager);
    expect(own.rows.length).toBeGreaterThan(0);
    expect(Number(own.total)).toBeLessThan(Number(all.total));
  });
});

describe('催收', () => {
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  const note = {
    ContractCode: CONTRACT,
    calledOn: today,
    way: '电话',
    counterpart: '王会计',
    content: '催付六月结算款',
  };
  const collect = (body: object, who: Held = finance) =>
    server.client.post('/bpmapi/Statement/Collect', { ...note, ...body }, who);

  it('says at the field what does not fit, and to whom the contract is not theirs nothing of it', async () => {
    expect((await collect({ promisedOn: '2020-01-01' })).errors).toEqual([
      { path: 'promisedOn', message: '承诺日不早于今天' },
    ]);
    expect((await collect({ counterpart: '' })).errors[0]).toEqual({
      path: 'counterpart',
      message: '请填写对方联系人',
    });
    expect((await collect({ promisedAmount: '-1' })).errors[0]?.path).toBe('promisedAmount');
    expect((await collect({ promisedAmount: '10.00' })).errors[0]?.path).toBe('promisedOn');
    const strangers = await ask(contractCollection, { PageSize: 500 }, manager);
    const seen = new Set(strangers.rows.map((row) => row['id']));
    const { rows } = await ask(contractCollection, { PageSize: 500 });
    const unseen = rows.find((row) => !seen.has(row['id']));
    expect((await collect({ ContractCode: unseen?.['id'] }, manager)).status).toBe(404);
    expect((await collect({}, await server.client.signIn('operator'))).status).not.toBe(0);
  });

  it('keeps what was promised, and tells whoever asked once the day has passed without the money', async () => {
    const saved = await collect({ promisedOn: today, promisedAmount: '500.00' });
    expect(saved.message).toBe('');
    const kept = async () => (await ask(VIEWS.collectionNotes, { contract: CONTRACT })).rows[0]?.['kept'];
    expect(await kept()).toBe('未到期');
    const [id] = (
      await sql
        .raw<{ id: string }>(`select id::text from b_receivable_ledger where receivable_no = 'T-1'`)
        .execute(server.db)
    ).rows;
    await paid(id?.id ?? '', mine, `'${today}'`, 200);
    const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10);
    expect(await tellBrokenPromises(server.db, server.engine, today, new Date())).toBe(0);
    expect(await tellBrokenPromises(server.db, server.engine, tomorrow, new Date())).toBe(1);
    expect(await tellBrokenPromises(server.db, server.engine, tomorrow, new Date())).toBe(0);
    const { rows } = await sql
      .raw<{ title: string }>(`select distinct title from follow_up where kind = '催收'`)
      .execute(server.db);
    expect(rows.map((row) => row.title).join()).toContain('承诺' + today + '付款500.00元，实际到账200.00元');
    await paid(id?.id ?? '', mine, `'${today}'`, 300);
    expect(await kept()).toBe('已兑现');
  });

  it('of more than 90 days is a loss to be analysed: told once, over once somebody has', async () => {
    const late = { contract: 'HT-EMC02001-01', project: 'EMC02001' };
    const state = async () => (await ask(contractCollection, { contract: late.contract })).rows[0];
    await bill('T-9', late, { amount: 500, due: `'${today}'::date - 90` });
    expect(await state()).toMatchObject({ overdueDays: 90, lossAnalysis: null });
    await run(`update b_receivable_ledger set due_date = '${today}'::date - 95 where receivable_no = 'T-9'`);
    expect(await state()).toMatchObject({ overdueDays: 95, lossAnalysis: '待分析' });
    const told = async () => {
      await tellLateContracts(server.db, server.engine, today, new Date());
      const { rows } = await sql
        .raw<{ title: string }>(
          `select distinct title from follow_up where kind = '亏损分析提示' and title like '%${late.contract}）%'`,
        )
        .execute(server.db);
      return rows.map((row) => row.title);
    };
    expect(await told()).toHaveLength(1);
    expect(await told()).toEqual([expect.stringContaining('欠费500.00元已逾期95天，请做亏损项目分析')]);
    await run(`insert into f_loss_project_analysis (project, contract, status, applicant, applicant_dept, created_at)
      select '${late.project}', '${late.contract}', 'approved', id, dept_id, app_now() from app_user where account = 'projectManager'`);
    expect((await state())?.['lossAnalysis']).toBe('已分析');
    await run(`delete from f_loss_project_analysis where contract = '${late.contract}'`);
    await run(`delete from b_receivable_ledger where receivable_no = 'T-9'`);
  });

  it('hands a project’s manager the collection', async () => {
    const order = (body: object) =>
      server.client.post(
        '/bpmapi/Statement/CollectOrder',
        { ProjectCode: PROJECT, dueOn: today, content: '月底前收回旧欠', ...body },
        finance,
      );
    expect((await order({ dueOn: '2020-01-01' })).errors).toEqual([{ path: 'dueOn', message: '完成期限不能早于今天' }]);
    expect((await order({})).message).toBe('');
    const { rows } = await sql
      .raw<{ account: string }>(
        `select u.account from follow_up f join app_user u on u.id = f.user_id where f.title like '%月底前收回旧欠%'`,
      )
      .execute(server.db);
    expect(rows).toEqual([{ account: 'projectManager' }]);
  });

  it('writes the letter with every open amount and places to seal', async () => {
    const answer = await fetch(`${server.client.url}/bpmapi/Statement/ReconcileLetter`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...held(finance) },
      body: JSON.stringify({ ContractCode: CONTRACT }),
    });
    expect(answer.headers.get('Content-Type')).toContain('application/pdf');
    const text = pdfText(Buffer.from(await answer.arrayBuffer())).join('\n');
    for (const words of ['往来款项对账函', 'T-1', 'T-2', '1,450.00', '壹仟肆佰伍拾元整', '数据证明无误', '数据不符'])
      expect(text).toContain(words);
  });
});

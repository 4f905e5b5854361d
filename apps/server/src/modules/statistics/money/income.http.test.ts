/** 收支分析 against rows made by hand: both bases, spans of days, what was taken back, scope, the workbook; amounts over months against `allocateMoney`. */
import { cashAhead, incomeAreas, incomeChange, incomeLines, incomeMonths, incomeProjects } from '@hengneng/forms';
import { allocateMoney, money, moneyText } from '@hengneng/core';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overMonths } from './over-months.ts';
import { Statistics } from './testing/statistics.ts';

const PROJECT = 'EMC01001';
const SPAN = { from: '2031-03', to: '2031-04' };

let at: Statistics;

const cost = (account: string, month: string, amount: number, module = 'paymentNotEnergy', id = 0) =>
  at.run(`insert into project_cost (project_code, month, account, amount, source_module, source_id)
    values ('${PROJECT}', '${month}', '${account}', ${amount}, '${module}', ${id}) returning id::text`);
const owed = (no: string, kind: string, from: string, to: string, amount: number, cancelled = 0) =>
  at.run(`insert into b_receivable_ledger (source_module, source_id, source_effect, receivable_no, source_kind, project, period_start, period_end, amount, cancelled, state, due_date)
    values ('userSettlement', 0, 'setup', '${no}', '${kind}', '${PROJECT}', '${from}', '${to}', ${amount}, ${cancelled}, '未收清', '${to}')`);

beforeAll(async () => {
  at = await Statistics.start();
  await at.run(`update project set area_m2 = 1000 where code = '${PROJECT}'`);
  const [bill] =
    await at.run(`insert into f_payment (status, applicant, applicant_dept, project, serial, period_start, period_end, budget_subject)
    select 'approved', id, 'A63', '${PROJECT}', 'T-NY1', '2031-02-20', '2031-03-21', '电费' from app_user where account = 'projectManager' returning id::text`);
  // 3000 of thirty days: 9 of them in February, 21 in March.
  await cost('电费', '2031-03', 3000, 'payment', Number(bill?.['id']));
  await cost('维修费', '2031-03', 500);
  await cost('维修费', '2031-03', 80, 'outService', 7);
  await cost('差旅费', '2031-04', 120);
  await cost('电费', '2030-03', 400);
  const [wrong] = await cost('水费', '2031-03', 999);
  await at.run(`insert into project_cost (project_code, month, account, amount, source_module, source_id, reverses_id)
    values ('${PROJECT}', '2031-03', '水费', -999, 'paymentNotEnergy', 0, ${String(wrong?.['id'])})`);
  await owed('T-YS1', '用户结算', '2031-03-01', '2031-04-30', 6100);
  await owed('T-YS2', '用户结算', '2031-04-01', '2031-04-30', 1000, 400);
  await owed('T-YS3', '代缴费用', '2031-04-01', '2031-04-30', 7777);
  await owed('T-YS4', '用户结算', '2030-03-01', '2030-03-31', 1000);
  await at.run(`insert into b_receipt_ledger (source_module, source_id, source_effect, bank_serial, receipt_date, project, amount, state)
    values ('setup', 0, 'setup', 'T-DZ1', '2031-04-10', '${PROJECT}', 2000, '已入账'), ('setup', 0, 'setup', 'T-DZ2', '2031-04-11', '${PROJECT}', 300, '待认领')`);
  await at.run(`insert into bank_journal (bank_serial, direction, amount, paid_on, counterparty, source_module, source_id)
    values ('T-FK1', 'out', 2900, '2031-04-02', '供电局', 'payment', ${String(bill?.['id'])})`);
  await at.run(`insert into f_project_statics_info (status, applicant, applicant_dept, project, serial, account_month, wage_cost, bonus_cost)
    select 'approved', id, 'A63', '${PROJECT}', 'T-HS1', '2031-04', 900, 100 from app_user where account = 'finance'`);
  await cost('人工劳务', '2031-04', 250);
  await at.run(
    `insert into fund_budget_ledger (owner_kind, owner_code, month, subject, approved) values ('project', '${PROJECT}', '2031-03', '电费', 5360)`,
  );
}, 240_000);
afterAll(() => at.close());

describe('收支分析', () => {
  it('tells what is owed and booked, of the days that it is for', async () => {
    const { rows, figures, charts } = await at.ask(incomeMonths, { ...SPAN, project: PROJECT });
    // March: 6100 × 31 / 61; 3000 × 21 / 30 + 500 + 80. April: 6100 × 30 / 61 + 600; 120 + 250 + (1000 − 250).
    expect(rows).toMatchObject([
      {
        month: '2031-03',
        income: '3100.00',
        spent: '2680.00',
        net: '420.00',
        lastNet: '600.00',
        received: '0.00',
        budget: '5360.00',
        used: '50.00',
      },
      {
        month: '2031-04',
        income: '3600.00',
        spent: '1120.00',
        net: '2480.00',
        lastNet: '0.00',
        received: '2000.00',
        budget: '0.00',
        used: null,
      },
    ]);
    expect(figures).toEqual({
      income: '0.67',
      spent: '0.38',
      net: '0.29',
      netRate: '43.28',
      collectRate: '29.85',
      used: '70.90',
    });
    expect(charts['months']?.map((group) => group.by)).toEqual(['2031-03', '2031-04']);
  });

  it('leads every figure back to documents that come to the same', async () => {
    const { rows, sums, charts } = await at.ask(incomeLines, { ...SPAN, project: PROJECT, kind: '支出' });
    expect(sums['amount']).toBe('3800.00');
    expect(charts['items']?.map((group) => [group.by, ...group.values])).toEqual([
      ['电费', '2100.00'],
      ['人工', '1000.00'],
      ['维修', '500.00'],
      ['办公差旅', '120.00'],
      ['外协', '80.00'],
    ]);
    expect(rows.some((row) => row['account'] === '水费')).toBe(false);
    expect((await at.ask(incomeLines, { ...SPAN, project: PROJECT, kind: '收入' })).sums['amount']).toBe('6700.00');
  });

  it('tells what was paid on the day of payment', async () => {
    const { rows } = await at.ask(incomeMonths, { ...SPAN, project: PROJECT, basis: '收付' });
    expect(rows).toMatchObject([
      { month: '2031-03', income: '0.00', spent: '0.00', netRate: null },
      { month: '2031-04', income: '2000.00', spent: '2900.00', net: '-900.00', due: '3600.00' },
    ]);
    const lines = await at.ask(incomeLines, { ...SPAN, project: PROJECT, basis: '收付', kind: '支出' });
    expect(lines.rows).toMatchObject([{ item: '电费', amount: '2900.00' }]);
  });

  it('goes from last year to this by what changed', async () => {
    const { rows } = await at.ask(incomeChange, { ...SPAN, project: PROJECT });
    expect(rows.map((row) => [row['factor'], row['amount']])).toEqual([
      ['去年同期', '600.00'],
      ['收入增减', '5700.00'],
      ['电', '-1700.00'],
      ['气', '0.00'],
      ['水', '0.00'],
      ['人工', '-1000.00'],
      ['维修', '-500.00'],
      ['其他', '-200.00'],
      ['本期', '2900.00'],
    ]);
  });

  it('sums up by project, within the scope of who asks', async () => {
    const { rows } = await at.ask(incomeProjects, SPAN, 'projectManager');
    expect(rows).toMatchObject([
      {
        project: PROJECT,
        due: '6700.00',
        received: '2000.00',
        collectRate: '29.85',
        energy: '2100.00',
        labour: '1000.00',
        repair: '500.00',
        outside: '80.00',
        other: '120.00',
        spent: '3800.00',
        net: '2900.00',
        perArea: '2.90',
        budget: '5360.00',
        lastNet: '600.00',
        growth: '383.33',
      },
    ]);
    for (const view of [incomeMonths, incomeLines, incomeChange, incomeProjects])
      expect((await at.ask(view, SPAN, 'projectManager2')).rows).toEqual([]);
    expect(await at.refused(incomeMonths, { from: '2031-05', to: '2031-04' })).toMatchObject([{ path: 'from' }]);
  });

  it('sums the same up by area', async () => {
    const projects = (await at.ask(incomeProjects, SPAN)).rows;
    const areas = await at.ask(incomeAreas, SPAN);
    expect(areas.rows.reduce((sum, row) => sum + Number(row['projects']), 0)).toBe(projects.length);
    const [area] = areas.rows;
    const own = projects.filter((row) => row['area'] === area?.['area']);
    for (const key of ['due', 'spent', 'net', 'lastNet'])
      expect(Number(area?.[key])).toBeCloseTo(
        own.reduce((sum, row) => sum + Number(row[key]), 0),
        2,
      );
    // A rate is worked out of the sums, not the mean of rates.
    expect(Number(area?.['collectRate'])).toBeCloseTo((100 * Number(area?.['received'])) / Number(area?.['due']), 2);
  });

  it('looks three months ahead', async () => {
    const month = (ahead: number) =>
      `to_char((app_now() at time zone 'Asia/Shanghai') + interval '${ahead} months', 'YYYY-MM')`;
    const [next] = await at.run(
      `select ${month(1)} as month, ((${month(1)} || '-15')::date)::text as due, ${month(-11)} as year_ago`,
    );
    const before = (await at.ask(cashAhead, { project: PROJECT })).rows[0];
    await owed('T-YS9', '用户结算', String(next?.['due']), String(next?.['due']), 500);
    await at.run(
      `insert into fund_budget_ledger (owner_kind, owner_code, month, subject, approved, reserved) values ('project', '${PROJECT}', '${String(next?.['month'])}', '测试科目', 90, 60)`,
    );
    const { rows } = await at.ask(cashAhead, { project: PROJECT });
    expect(rows).toHaveLength(3);
    expect(Number(rows[0]?.['expected']) - Number(before?.['expected'])).toBe(500);
    expect(Number(rows[0]?.['reserved']) - Number(before?.['reserved'])).toBe(60);
    expect(Number(rows[0]?.['net']) - Number(before?.['net'])).toBe(440);
  });

  it('takes the same figures along', async () => {
    expect(await at.total(incomeProjects, { ...SPAN, project: PROJECT }, '净收支')).toBe(2900);
    expect(await at.total(incomeLines, { ...SPAN, project: PROJECT, kind: '支出' }, '金额')).toBe(3800);
  });
});

describe('amounts over months', () => {
  it('are divided by days as any amount is divided', async () => {
    const day = fc.integer({ min: 0, max: 1500 });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: -10_000_000, max: 10_000_000 }),
        day,
        fc.integer({ min: 0, max: 400 }),
        async (fen, start, days) => {
          const from = `(date '2024-01-01' + ${start})`;
          const rows = await at.run(`select x.month, x.part::numeric(18,2)::text as part,
              (select count(*)::int from generate_series(${from}::timestamp, (${from} + ${days})::timestamp, interval '1 day') s
                where to_char(s, 'YYYY-MM') = x.month) as days
            from ${overMonths(`(select ${fen}::numeric / 100 as amount, ${from} as first, ${from} + ${days} as last)`)} x order by x.month`);
          const shares = allocateMoney(
            money((fen / 100).toFixed(2)),
            rows.map((row) => ({ id: String(row['month']), weight: String(row['days']) })),
          );
          expect(rows.map((row) => row['part'])).toEqual(
            rows.map((row) => moneyText(shares.get(String(row['month'])) ?? money(0))),
          );
        },
      ),
      { numRuns: 60 },
    );
  });
});

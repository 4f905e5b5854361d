/** Consulting in figures, against records made by hand: stages, funnel, salesmen, consultations in time and late, this year and last. */
import { cityClusters, saveCityClusters } from '@hengneng/contracts';
import {
  consultFunnel,
  consultMonths,
  consultOrders,
  consultProjects,
  consultProtect,
  consultRegions,
  consultSales,
  consultSteps,
} from '@hengneng/forms';
import type { ViewShape } from '@hengneng/form-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consultationOf, offerOf, projectInSight } from '../../effects/testing/consulting.ts';
import { Chains } from '../../testing/chains.ts';

type Row = Readonly<Record<string, unknown>>;

let chains: Chains;
let won = '';

beforeAll(async () => {
  chains = await Chains.start();
  const mine = { salesman: chains.user('sales'), salesDept: 'A630802' };
  won = await projectInSight(chains, { ...mine, buildingType: '酒店', intentMode: 'EPC总包' });
  const consult = await consultationOf(chains, won);
  await offerOf(chains, consult, {}, { customerResult: '成交', dealPrice: '100000.00' });
  const offered = await projectInSight(chains, {
    ...mine,
    projectName: '只报了价的项目',
    ownerName: '另一业主',
    buildingType: '医院',
    intentMode: 'BOT',
    expectAmount: '3000000.00',
  });
  await offerOf(chains, await consultationOf(chains, offered), {}, { customerResult: '落标' });
  await projectInSight(chains, {
    ...mine,
    projectName: '刚报备的项目',
    ownerName: '第三业主',
    buildingType: '医院',
    intentMode: 'BOT',
    winRate: '50',
    expectAmount: '2000000.00',
  });
  // The tenth and the eleventh of June, and one that was withdrawn.
  await chains.rows(`insert into f_consult (status, applicant, applicant_dept, serial, consult_project, need_date, submitted_at, hvac_engineer)
    select case n when 3 then 'withdrawn' else 'running' end, ${chains.user('sales')}, 'A630802', 'T-ZX' || n, ${won}, (app_now() at time zone 'Asia/Shanghai')::date - 40,
      '2024-06-09 12:00+08'::timestamptz + make_interval(days => n), ${chains.user('hvacEngineer')} from generate_series(1, 3) n`);
}, 240_000);
afterAll(() => chains.close());

const ask = async (view: ViewShape, body: object = {}, account = 'admin') => {
  const { client } = chains.server;
  const answer = await client.json(
    view.calls.index,
    { PageSize: 100, Charts: true, ...body },
    await client.signIn(account),
  );
  expect([answer.message, answer.errors]).toEqual(['', []]);
  return answer.data as { readonly rows: readonly Row[]; readonly figures: Row; readonly total: number };
};

describe('咨询统计', () => {
  it('says how far each project came, and how many were won of those that ended', async () => {
    const { rows, figures } = await ask(consultProjects);
    expect(rows.map((row) => [row['stage'], row['expectAmount']]).toSorted()).toEqual(
      [
        ['签约', '1000000.00'],
        ['丢失', '3000000.00'],
        ['报备', '2000000.00'],
      ].toSorted(),
    );
    expect(figures).toEqual({ open: '1', amount: '200.00', weighted: '100.00', all: '3', won: '50.00' });
    expect((await ask(consultProjects, {}, 'sales2').catch(() => ({ total: 0 }))).total).toBe(0);
  });

  it('counts in the funnel whoever came at least as far', async () => {
    const { rows } = await ask(consultFunnel);
    expect(rows.map((row) => [row['stage'], row['count'], row['lost']])).toEqual([
      ['报备', 3, 0],
      ['咨询', 2, 0],
      ['方案', 2, 0],
      ['报价', 2, 1],
      ['投标', 1, 0],
      ['签约', 1, 0],
    ]);
    expect(rows[5]).toMatchObject({ share: '33.33', amount: '100.00' });
    expect((await ask(consultFunnel, { from: chains.day(1) })).rows[0]).toMatchObject({ count: 0, share: null });
  });

  it('adds up by salesman, and names what is soon free for all', async () => {
    const { rows } = await ask(consultSales);
    expect(rows).toMatchObject([
      { open: 1, all: 3, offers: 2, deals: 1, dealAmount: '10.00', won: '50.00', weighted: '100.00', silent: 0 },
    ]);
    await chains.rows(
      `update f_consult_project set protect_until = (app_now() at time zone 'Asia/Shanghai')::date + 30 where project_name = '刚报备的项目'`,
    );
    expect((await ask(consultProtect)).rows).toMatchObject([{ projectName: '刚报备的项目', leftDays: 30 }]);
    await chains.rows(
      `update f_consult_project set protect_until = protect_until + 1 where project_name = '刚报备的项目'`,
    );
    expect((await ask(consultProtect)).rows).toEqual([]);
  });

  it('counts consultations by the people who wrote them, without those withdrawn', async () => {
    const { figures, rows } = await ask(consultOrders, { kind: '暖通' });
    expect(figures).toMatchObject({ all: '4', done: '2', onTime: '100.00', late: '2', rejected: '0.00' });
    expect(rows[0]).toMatchObject({ state: '在办', lateDays: 40, engineer: chains.user('hvacEngineer') });
    const { rows: steps } = await ask(consultSteps, { kind: '暖通' });
    expect(steps.find((row) => row['step'] === '技术总监审定')).toMatchObject({ count: 2, late: 0 });
    // An engineer sees what is theirs, whoever applied.
    expect((await ask(consultOrders, { kind: '暖通' }, 'hvacEngineer')).total).toBeGreaterThan(0);
  });

  it('groups by clusters of cities that those who run consulting set, each city in one', async () => {
    const { client } = chains.server;
    const save = async (account: string, of: readonly object[]) =>
      client.json(saveCityClusters.path, { clusters: of }, await client.signIn(account));
    const clusters = [
      { Name: '长三角', Districts: ['310000', '330100'] },
      { Name: '浙江其他', Districts: ['330000'] },
    ];
    const by = { group: '城市群', day: '2024-06-30' };
    await chains.rows(`delete from city_cluster`);
    expect((await ask(consultRegions, by)).rows).toMatchObject([{ name: '未划分', thisYear: 2 }]);
    expect(await save('hvacEngineer', clusters)).toMatchObject({ status: 403 });
    expect(await save('deptDirector', [...clusters, { Name: '华东', Districts: ['330100'] }])).toMatchObject({
      status: 0,
      errors: [{ path: 'clusters.2.Districts', message: '浙江省 杭州市已在「长三角」中' }],
    });
    expect(await save('deptDirector', clusters)).toMatchObject({ status: 1, message: '' });
    const kept = await client.json(cityClusters.path, {}, await client.signIn('deptDirector'));
    expect(kept.data['clusters']).toEqual(clusters);
    // Of two who opened them at once, the second is told what the first has changed; nothing of it is written over.
    const [first = {}, second = {}] = clusters;
    const stale = { seen: [first, { ...second, Districts: ['340000'] }, { Name: '华南', Districts: ['440000'] }] };
    expect(
      await client.json(saveCityClusters.path, { clusters: [first], ...stale }, await client.signIn('deptDirector')),
    ).toMatchObject({ status: 409, message: '城市群的「浙江其他」、「华南」刚被他人修改，请重新打开核对后再保存' });
    expect(
      await client.json(saveCityClusters.path, { clusters, seen: clusters }, await client.signIn('deptDirector')),
    ).toMatchObject({ status: 1 });
    // A city counts where it is named itself, else where its province is.
    for (const [district, name] of [
      ['310115', '长三角'],
      ['330106', '长三角'],
      ['330000', '浙江其他'],
      ['440305', '未划分'],
    ]) {
      await chains.rows(`update f_consult_project set district = '${district}'`);
      expect((await ask(consultRegions, by)).rows).toMatchObject([{ name }]);
    }
    expect(await chains.rows(`select summary from audit_log where action = '维护城市群'`)).toEqual([
      { summary: '长三角、浙江其他' },
      { summary: '长三角、浙江其他' },
    ]);
  });

  it('compares with last year up to the same day, and month by month', async () => {
    const now = await ask(consultRegions);
    expect(now.rows).toMatchObject([
      { name: '销售中心', thisYear: 2, lastYear: 0, growth: null, trend: '新增', deals: 1 },
    ]);
    const then = await ask(consultRegions, { day: '2025-06-10' });
    expect(then.rows).toMatchObject([{ thisYear: 0, lastYear: 1, growth: '-100.00', trend: '下降', deals: 0 }]);
    expect(then.figures).toEqual({ thisYear: '0', lastYear: '1', growth: '-100.00' });
    expect((await ask(consultRegions, { day: '2024-06-30' })).rows).toMatchObject([{ thisYear: 2, thisMonth: 2 }]);
    expect((await ask(consultRegions, { kind: '自控' })).rows).toEqual([]);
    const months = (await ask(consultMonths, { day: '2025-12-31' })).rows;
    expect(months).toHaveLength(12);
    const sum = (key: string) => months.reduce((all, row) => all + Number(row[key] ?? 0), 0);
    expect([sum('thisYear'), sum('lastYear'), sum('beforeLast')]).toEqual([0, 2, 0]);
    expect(months[5]).toMatchObject({ month: '06月', lastYear: 2 });
  });
});

/** How lists read a module of many records. Tables of 500,000 behave as this one of 60,000: what is measured is what a page touches, not how long it takes. */
import { listPageOf, SCREENS } from '@hengneng/core';
import { indexStatements } from '@hengneng/form-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { openWorld, type World } from '../testing/world.ts';
import { type ListInput, listFrom, listSums, pageOf } from './list.ts';
import { raw } from '../../platform/db/raw.ts';

const RECORDS = 60_000;
/** Blocks of 8 KB that a page may touch where it need not look at every match. */
const FEW = 1_500;

let world: World;
let blocks: number;

beforeAll(async () => {
  world = await openWorld();
  // Two years of records; works are planned for the day after they are filed, so that days go with the time of filing.
  await sql`
    insert into f_construction_notice (serial, status, applicant, applicant_dept, created_at, project, work_type, water_systems, plan_start,
      construction_unit, site_leader, safety_measures, stop_supply, total_amount, work_result)
    select 'SCALE-' || lpad(g::text, 8, '0'), 'approved', u.id, p.area, at, p.code,
      (array['加药', '化学清洗', '预膜镀膜', '系统换水'])[1 + g % 4], array[(array['冷却水', '冷冻水'])[1 + g % 2]], at + interval '1 day',
      1 + g % 7, '负责人' || g % 50, array['现场通风'], g % 5 = 0, (g % 6000)::numeric / 10, '达标'
    from generate_series(1, ${RECORDS}::integer) g
    cross join lateral (select timestamptz '2026-10-01 08:00+08' - g * interval '17 minutes' as at) t
    join (select code, area, row_number() over (order by code) - 1 as n, count(*) over () as all from project) p on p.n = g % p.all
    join (select id, row_number() over (order by id) - 1 as n, count(*) over () as all from app_user where state = 'active') u on u.n = g / 7 % u.all`.execute(
    world.db,
  );
  // An area manager took part in half of them.
  await sql`
    insert into wf_participant (user_id, module_id, biz_id)
    select u.id, 'constructionNotice', f.id from f_construction_notice f, app_user u
    where u.account = 'areaManager' and f.id % 2 = 0 and f.serial like 'SCALE-%' on conflict do nothing`.execute(
    world.db,
  );
  // All of them were approved, but for a few that wait at a step.
  await sql`
    with made as (
      insert into wf_instance (module_id, biz_id, status, starter, starter_dept, title)
      select 'constructionNotice', f.id, case when f.id % 2000 = 0 then 'running' else 'approved' end, f.applicant, f.applicant_dept, f.serial
      from f_construction_notice f where f.serial like 'SCALE-%' returning id, status),
    runs as (
      insert into wf_node_run (instance_id, module_id, node_key, step_index, round, name, mode, is_final, state, created_at)
      select id, 'constructionNotice', 's1', 0, 1, '项目经理审核', 'any', false, 'active', now() from made where status = 'running' returning id, instance_id)
    select 1 from runs`.execute(world.db);
  await sql`update wf_instance i set current_run = n.id from wf_node_run n where n.instance_id = i.id and i.title like 'SCALE-%'`.execute(
    world.db,
  );
  await sql`vacuum analyze f_construction_notice, wf_participant, wf_instance, wf_node_run`.execute(world.db);
  blocks = Number((await world.rows(`select pg_relation_size('f_construction_notice') / 8192 as n`))[0]?.['n']);
});
afterAll(() => world.close());

const notices = () => {
  const module = world.engine.catalog.get('constructionNotice');
  if (!module) throw new Error('no module');
  return module;
};

interface Plan {
  readonly text: string;
  readonly touched: number;
  readonly rows: number;
}

const explained = async (statement: string, values: readonly unknown[]): Promise<Plan> => {
  const plan = await raw<{ 'QUERY PLAN': string }>(
    world.db,
    `explain (analyze, buffers, timing off, summary off) ${statement}`,
    [...values],
  );
  const text = plan.map((row) => row['QUERY PLAN']).join('\n');
  const [, hit = '0'] = /Buffers: shared hit=(\d+)/.exec(text) ?? [];
  const [, read = '0'] = /Buffers: shared (?:hit=\d+ )?read=(\d+)/.exec(text) ?? [];
  return { text, touched: Number(hit) + Number(read), rows: Number(/actual rows=(\d+)/.exec(text)?.[1]) };
};

const ask = (filters: Readonly<Record<string, unknown>>): ListInput => ({
  Scope: 'all',
  PageIndex: 1,
  PageSize: 20,
  ...filters,
});

const page = async (who: string, filters: Readonly<Record<string, unknown>>, matched?: number): Promise<Plan> => {
  const { sql: statement, parameters } = pageOf(notices(), await world.session(who), ask(filters), matched);
  return explained(statement, parameters.values);
};

/** A month that is long over: enough of it that a walk seems short to whoever does not know that days go with the time of filing. */
const SPAN = { planStart: { from: '2025-02-01', to: '2025-03-02' } };
const RARE = { Keyword: 'SCALE-00041234' };

describe('a page of many records', () => {
  describe.each(['generalManager', 'areaManager'])('of %s', (who) => {
    it.each([
      ['everything', {}],
      ['one of few options', { workType: '加药' }],
      ['one of several values', { waterSystems: ['冷却水'] }],
      ['yes', { stopSupply: true }],
      ['a supplier', { constructionUnit: '3' }],
      ['a state that hardly any has', { status: 'running' }],
      ['a fifth page', { PageIndex: 5 }],
    ])('by %s is walked to from the newest', async (_, filters) => {
      const plan = await page(who, filters);
      expect(plan.text).not.toMatch(/Seq Scan on f_construction_notice/);
      expect(plan.touched).toBeLessThan(FEW);
    });

    it('by its project touches that project', async () => {
      const [project] = await world.rows(`select project from f_construction_notice where serial = 'SCALE-00000001'`);
      expect((await page(who, { project: project?.['project'] })).touched).toBeLessThan(FEW);
    });

    it('by days of long ago does not pass over everything since', async () => {
      const plan = await page(who, SPAN);
      expect(plan.rows).toBe(20);
      expect(plan.text).toMatch(/f_construction_notice_plan_start_idx/);
      expect(plan.text).not.toMatch(/created_at_id_idx/);
    });

    it('by the step at which few stand looks those up', async () => {
      const plan = await page(who, { Step: '项目经理审核' });
      expect(plan.rows).toBe(20);
      expect(plan.text).toMatch(/wf_instance_live/);
      expect(plan.touched).toBeLessThan(FEW);
    });

    it('by words that one record has reads the table once, not record by record in the order of filing', async () => {
      const plan = await page(who, RARE);
      expect(plan.rows).toBe(1);
      expect(plan.text).not.toMatch(/created_at_id_idx/);
      expect(plan.touched).toBeLessThan(blocks + FEW);
    });

    it('by an amount, by a person’s name and by a department, too', async () => {
      for (const filters of [
        { totalAmount: { from: '5.1', to: '5.2' } },
        { siteLeader: '没有这个人' },
        { applicantDept: 'A6322' },
      ])
        expect((await page(who, filters)).touched, JSON.stringify(filters)).toBeLessThan(blocks + FEW * 2);
    });

    it('is found by walking as soon as words are known to be in many', async () => {
      expect((await page(who, { Keyword: '负责人7' }, 12_000)).touched).toBeLessThan(FEW);
    });
  });
});

describe('totals and sums of many records', () => {
  it.each([
    ['everything', {}],
    ['days', SPAN],
    ['words', RARE],
    ['an option', { workType: '加药' }],
  ])('of %s read each block once', async (_, filters) => {
    for (const who of ['generalManager', 'areaManager']) {
      const session = await world.session(who);
      const { from, parameters } = listFrom(notices(), session, ask(filters), 'count');
      const sums = listSums(notices(), session).map((sum) => sum.sql);
      expect(sums.length).toBeGreaterThan(0);
      const plan = await explained(`select count(*), ${sums.join(', ')} ${from}`, parameters.values);
      expect(plan.touched, who).toBeLessThan(blocks + FEW);
    }
  });
});

it('every module has the indexes that its filters want', async () => {
  const found = new Set((await world.rows(`select indexname from pg_indexes`)).map((row) => String(row['indexname'])));
  const wanted = world.engine.catalog
    .all()
    .flatMap((module) =>
      indexStatements(module.form).map((statement) => /index (\S+) on/.exec(statement)?.[1] ?? statement),
    );
  expect(wanted.length).toBeGreaterThan(1_000);
  expect(wanted.filter((name) => !found.has(name))).toEqual([]);
});

it('pages with filters of their own have the indexes that these want', async () => {
  const indexes = (await world.rows(`select indexdef from pg_indexes`)).map((row) => String(row['indexdef']));
  for (const { path, module } of SCREENS) {
    const own = listPageOf(path);
    const of = world.engine.catalog.all().find((one) => one.id === module);
    if (own === null || of === undefined) continue;
    for (const key of own.filters) {
      const field = of.form.field(key);
      // What every record has is looked up elsewhere, a step is an approval's, and one of few options is walked to from the newest.
      if (field === undefined || field.source === 'builtin' || field.field.type === 'enum') continue;
      const column = of.sql.column('m', key)?.replace('m.', '').replaceAll('"', '');
      expect(
        indexes.some((text) => text.includes(` ON public.${of.sql.table} `) && text.includes(`(${column}`)),
        `${path} ${key}`,
      ).toBe(true);
    }
  }
});

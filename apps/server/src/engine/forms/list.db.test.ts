import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agree, draftNotice, NOTICE, submitNotice } from '../testing/notice.ts';
import { openWorld, type World } from '../testing/world.ts';
import { holds } from './access.ts';

type Row = Readonly<Record<string, unknown>>;

let world: World;
/** Everything in the module, as the database has it. */
const all = () =>
  world.rows(
    `select id::text, status, applicant::text, project, work_type, total_amount::text, plan_start::text from f_construction_notice`,
  );
const list = async (who: string, input: Readonly<Record<string, unknown>> = {}) =>
  world.call(who, `${NOTICE}/Index`, { PageSize: '500', ...input });
const idsOf = (answer: { readonly data: Record<string, unknown> }): string[] =>
  (answer.data['rows'] as readonly Row[]).map((row) => String(row['BusinessId'])).sort();

const TYPES = ['加药', '化学清洗', '系统换水'];
const MAKERS = ['operator', 'operator2', 'operator3'];

beforeAll(async () => {
  world = await openWorld();
  const projectsOf = async (who: string) =>
    (await world.call(who, '/webapi/Reference/Index', { Entity: 'project' })).data as {
      readonly rows: readonly { readonly value: string }[];
    };
  // Everybody files for projects that they may see.
  const own = new Map(await Promise.all(MAKERS.map(async (who) => [who, (await projectsOf(who)).rows] as const)));
  for (let n = 0; n < 24; n += 1) {
    const who = MAKERS[n % 3] ?? 'operator';
    const more = {
      project: own.get(who)?.[n % (own.get(who)?.length ?? 1)]?.value,
      workType: TYPES[n % 3],
      siteLeader: n % 2 === 0 ? `张${n}%` : `李${n}_`,
      planStart: `2097-0${(n % 6) + 1}-15 08:00`,
      planEnd: `2097-0${(n % 6) + 1}-15 20:00`,
      chemicals: [{ name: '1', useSystem: '冷却水', quantity: '1', unitPrice: `${n}.1` }],
    };
    if (n % 4 === 3) await draftNotice(world, who, more);
    else await submitNotice(world, who, more);
  }
});
afterAll(() => world.close());

describe('who sees what', () => {
  const ACCOUNTS = [
    'admin',
    'generalManager',
    'operationDirector',
    'areaManager',
    'areaManager2',
    'projectManager',
    'projectManager2',
    'operator',
    'operator2',
    'operator3',
    'operator4',
    'waterEngineer',
    'safetyOfficer',
    'finance',
    'cashier',
    'sales',
    'hr',
    'deptDirector',
  ];

  it.each(ACCOUNTS)('%s gets the same records by list and by direct call', async (who) => {
    const answer = await list(who);
    const session = await world.session(who);
    const module = world.engine.catalog.get('constructionNotice');
    if (!module) throw new Error('no module');
    if (!holds(session, module, 'search')) {
      expect(answer.code).toBe('forbidden');
      return;
    }
    const opened: string[] = [];
    for (const row of await all()) {
      const info = await world.call(who, `${NOTICE}/GetInfo`, { BusinessId: String(row['id']) });
      if (info.ok) opened.push(String(row['id']));
      else expect(['forbidden', 'notFound']).toContain(info.code);
    }
    expect(idsOf(answer)).toEqual(opened.sort());
    expect(answer.data['total']).toBe(opened.length);
  });

  it('keeps drafts to their makers, whatever the scope', async () => {
    const drafts = (await all()).filter((row) => row['status'] === 'draft');
    const seen = idsOf(await list('generalManager'));
    expect(drafts.length).toBeGreaterThan(0);
    expect(drafts.filter((row) => seen.includes(String(row['id'])))).toEqual([]);
  });

  it('opens a record to whoever takes part, and lists it as opened to them', async () => {
    const { id } = await submitNotice(world, 'operator');
    const before = await world.call('cashier', `${NOTICE}/GetInfo`, { BusinessId: id });
    expect(before.code).toBe('forbidden');
    const cashier = await world.session('cashier');
    const sent = await world.call('operator', `${NOTICE}/Cc`, { BusinessId: id, UserIds: [cashier.userId] });
    expect(sent.message).toBe('');
    expect((await world.call('cashier', `${NOTICE}/GetInfo`, { BusinessId: id })).ok).toBe(true);
  });

  it('says by what a record was opened: a copy and its sender, a part in the approval, or both', async () => {
    const { id } = await submitNotice(world, 'operator');
    const colleague = await world.session('operator2');
    await world.call('operator', `${NOTICE}/Cc`, { BusinessId: id, UserIds: [colleague.userId] });
    const { userName } = await world.session('operator');
    const sourceOf = async (who: string) =>
      ((await list(who, { Scope: 'limit' })).data['rows'] as readonly Row[]).find((row) => row['BusinessId'] === id)?.[
        'openedBy'
      ];
    expect(await sourceOf('operator2')).toBe(`${userName}抄送`);
    expect(await sourceOf('projectManager')).toBe('参与审批');
    expect((await list('projectManager')).data['rows']).not.toContainEqual(
      expect.objectContaining({ openedBy: expect.anything() }),
    );
  });
});

describe('filters', () => {
  const cases: readonly (readonly [string, Readonly<Record<string, unknown>>, (row: Row) => boolean])[] = [
    ['one option', { workType: '加药' }, (row) => row['work_type'] === '加药'],
    ['several options', { workType: ['加药', '系统换水'] }, (row) => row['work_type'] !== '化学清洗'],
    ['a status', { status: 'running' }, (row) => row['status'] === 'running'],
    [
      'an amount',
      { totalAmount: { from: '5.1', to: '11.1' } },
      (row) => Number(row['total_amount']) >= 5.1 && Number(row['total_amount']) <= 11.1,
    ],
    [
      'a span of days, both included',
      { planStart: { from: '2097-02-15', to: '2097-03-15' } },
      (row) => String(row['plan_start']) >= '2097-02-15' && String(row['plan_start']) < '2097-03-16',
    ],
    ['nothing asked for', { workType: '', planStart: { from: '' } }, () => true],
  ];
  it.each(cases)('%s', async (_, filter, matches) => {
    const own = (await world.session('generalManager')).userId;
    const wanted = (await all()).filter(
      (row) => matches(row) && (row['status'] !== 'draft' || row['applicant'] === own),
    );
    const answer = await list('generalManager', filter);
    expect(answer.errors).toEqual([]);
    expect(idsOf(answer)).toEqual(wanted.map((row) => String(row['id'])).sort());
  });

  it('take what is typed literally', async () => {
    expect((await list('generalManager', { Keyword: '%' })).data['total']).toBe(
      (await world.rows(`select from f_construction_notice where site_leader like '%\\%%' and status <> 'draft'`))
        .length,
    );
    expect((await list('generalManager', { siteLeader: "'; drop table x; --" })).data['total']).toBe(0);
  });

  it('find by number, project and applicant', async () => {
    const { id, moved } = await submitNotice(world, 'operator');
    expect(idsOf(await list('generalManager', { Keyword: String(moved.data['serial']) }))).toEqual([id]);
    const name = (await world.session('operator')).userName;
    const byName = await list('generalManager', { Keyword: name });
    expect(idsOf(byName)).toContain(id);
    expect(byName.data['labels']).toMatchObject({ applicant: expect.objectContaining({}) });
  });

  it('name what is wrong', async () => {
    const answer = await list('generalManager', {
      nonsense: '1',
      planStart: { from: 'x' },
      totalAmount: { from: 'abc' },
      photos: 'x',
      workType: '游泳',
    });
    expect(answer.errors.map((error) => error.path).sort()).toEqual([
      'nonsense',
      'photos',
      'planStart.from',
      'totalAmount.from',
      'workType',
    ]);
    expect((await list('generalManager', { PageSize: '501' })).errors[0]?.path).toBe('PageSize');
    expect((await list('generalManager', { SortField: 'photos' })).errors[0]?.path).toBe('SortField');
  });
});

describe('pages and totals', () => {
  it('do not overlap and are complete, in any order', async () => {
    for (const sort of [
      {},
      { SortField: 'totalAmount', SortOrder: 'asc' },
      { SortField: 'workResult' },
      { SortField: 'project' },
    ]) {
      const whole = await list('generalManager', sort);
      const pages: string[] = [];
      for (let page = 1; page <= 6; page += 1)
        pages.push(
          ...(
            (await list('generalManager', { ...sort, PageIndex: page, PageSize: 5 })).data['rows'] as readonly Row[]
          ).map((row) => String(row['BusinessId'])),
        );
      expect(pages).toEqual(
        (whole.data['rows'] as readonly Row[]).map((row) => String(row['BusinessId'])).slice(0, 30),
      );
    }
    const beyond = await list('generalManager', { PageIndex: 900 });
    expect(beyond.data['rows']).toEqual([]);
    expect(beyond.data['total']).toBe((await list('generalManager')).data['total']);
  });

  it('sum everything that matches, exactly', async () => {
    const answer = await list('generalManager', { PageSize: 2, workType: '加药' });
    const [wanted] = await world.rows(
      `select sum(total_amount)::text as sum from f_construction_notice where status <> 'draft' and work_type = '加药'`,
    );
    expect(answer.data['sums']).toEqual({ totalAmount: wanted?.['sum'] });
  });

  it('follow every change at once', async () => {
    const total = async () => Number((await list('operator4', { PageSize: 1 })).data['total']);
    const before = await total();
    const draft = await draftNotice(world, 'operator4');
    expect(await total()).toBe(before + 1);
    await world.call('operator4', '/bpmapi/NodeRecord/DelMyList', {
      BusinessId: [draft.BusinessId],
      ProcedureId: '10',
    });
    expect(await total()).toBe(before);
    const running = async () => Number((await list('generalManager', { status: 'approved' })).data['total']);
    const approved = await running();
    const { id } = await submitNotice(world, 'operator');
    await agree(world, 'projectManager', id);
    expect(await running()).toBe(approved);
    await Promise.all(Array.from({ length: 6 }, () => draftNotice(world, 'operator4')));
    expect(await total()).toBe(before + 6);
  });

  it('follow a project that gets another name', async () => {
    const named = async () => Number((await list('generalManager', { Keyword: '更名后的项目' })).data['total']);
    expect(await named()).toBe(0);
    const [wanted] = await world.rows(
      `select project, count(*)::text as n from f_construction_notice where status <> 'draft' and project is not null
       group by 1 order by count(*) desc limit 1`,
    );
    await world.rows(`update project set name = '更名后的项目' where code = '${String(wanted?.['project'])}'`);
    expect(await named()).toBe(Number(wanted?.['n']));
  });
});

describe('pages', () => {
  const ids = async (ask: Readonly<Record<string, unknown>>) =>
    ((await list('generalManager', ask)).data['rows'] as readonly Row[]).map((row) => row['BusinessId']);

  it('follow each other without a gap, near the first and far from it', async () => {
    for (let more = 0; more < 17; more += 1) await submitNotice(world, 'operator');
    const inOne = await ids({ PageSize: '16' });
    expect(inOne).toHaveLength(16);
    const pages = await Promise.all(
      Array.from({ length: 8 }, (_, page) => ids({ PageIndex: String(page + 1), PageSize: '2' })),
    );
    expect(pages.flat()).toEqual(inOne);
    expect(await ids({ PageIndex: '2', PageSize: '5' })).toEqual(inOne.slice(5, 10));
  });

  it('of a whole list are planned once', async () => {
    const one = await openWorld(1);
    try {
      for (let time = 0; time < 12; time += 1)
        await one.call('generalManager', `${NOTICE}/Index`, { PageIndex: String(1 + (time % 5)) });
      const plans = await one.rows(`select generic_plans::int as kept, custom_plans::int as made
        from pg_prepared_statements where statement like '%from f_construction_notice m%'`);
      expect(plans).toHaveLength(1);
      expect(Number(plans[0]?.['made'])).toBeLessThanOrEqual(5);
      expect(Number(plans[0]?.['kept'])).toBeGreaterThanOrEqual(4);
    } finally {
      await one.close();
    }
  });
});

describe('export', () => {
  it('is the list as a workbook, with real numbers and days, its sums and its filters', async () => {
    const input = { workType: ['加药'], SortField: 'totalAmount', SortOrder: 'asc' };
    const bytes = await world.download('generalManager', `${NOTICE}/Export`, input);
    const sheets = await readXlsx(bytes);
    const [data, filters] = sheets;
    const shown = (await list('generalManager', input)).data as { readonly rows: readonly Row[]; readonly sums: Row };
    const head = data?.data[0] ?? [];
    const at = (label: string) => head.indexOf(label);
    const body = (data?.data ?? []).slice(1, -1);
    expect(body.map((row) => row[at('单号')])).toEqual(shown.rows.map((row) => row['serial']));
    expect(body.map((row) => row[at('药剂总金额（元）')])).toEqual(shown.rows.map((row) => Number(row['totalAmount'])));
    expect(body.every((row) => row[at('计划开始时间')] instanceof Date)).toBe(true);
    expect(body.map((row) => row[at('状态')])).toContain('审批中');
    expect(data?.data.at(-1)?.[0]).toBe('合计');
    expect(data?.data.at(-1)?.[at('药剂总金额（元）')]).toBe(Number(shown.sums['totalAmount']));
    expect(filters?.sheet).toBe('筛选条件');
    expect(JSON.stringify(filters?.data)).toContain('加药');
    expect(world.acts.at(-1)).toMatchObject({ action: '导出', object: '水处理施工通知' });
  });

  it('leaves out of its sums, and says so, what was rejected for good or cancelled', async () => {
    const before = (await list('generalManager')).data;
    const { id } = await submitNotice(world, 'operator', {
      chemicals: [{ name: '1', useSystem: '冷却水', quantity: '2', unitPrice: '1000.5' }],
    });
    const counted = (await list('generalManager')).data;
    const sumOf = (data: Row): number => Number((data['sums'] as Row)['totalAmount']);
    expect([sumOf(counted) - sumOf(before), counted['uncounted']]).toEqual([2001, 0]);
    const { NodeRecordId, FormVersion } = (await world.call('projectManager', `${NOTICE}/GetInfo`, { BusinessId: id }))
      .data;
    const rejected = { NodeRecordId, FormVersion, To: 'end', Opinion: '不需要' };
    expect(await world.call('projectManager', `${NOTICE}/Reject`, rejected)).toMatchObject({ ok: true });
    const after = (await list('generalManager')).data;
    expect(after).toMatchObject({ total: counted['total'], sums: before['sums'], uncounted: 1 });
    const [data] = await readXlsx(await world.download('generalManager', `${NOTICE}/Export`, {}));
    expect(data?.data.at(-1)?.[0]).toBe('合计不含 1 张已作废或已否决的单据');
    expect(data?.data.at(-2)?.[data.data[0]?.indexOf('药剂总金额（元）') ?? -1]).toBe(sumOf(before));
  });

  it('keeps to the columns asked for, and needs its button', async () => {
    const bytes = await world.download('generalManager', `${NOTICE}/Export`, { Columns: 'serial,siteLeader' });
    expect((await readXlsx(bytes))[0]?.data[0]).toEqual(['单号', '现场负责人', '当前步骤', '当前处理人']);
    expect((await world.call('hr', `${NOTICE}/Export`, {})).code).toBe('forbidden');
  });
});

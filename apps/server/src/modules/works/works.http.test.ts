/** Pages of building works: figures against rows that the test knows, papers from the first version to the archive, who may do what. */
import {
  otherContracts,
  subProjects,
  suppliers,
  techDocuments,
  worksContracts,
  worksCurve,
  worksLogs,
  worksOrders,
  worksPapers,
  worksProjects,
} from '@hengneng/forms';
import { dataManagementPack } from '@hengneng/contracts';
import type { ViewShape } from '@hengneng/form-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';
import { takenFile } from '../../testing/taken.ts';
import { unzip } from '../../testing/unzip.ts';

const PROJECT = 'EMC01001';

let chains: Chains;
let room = '';
beforeAll(async () => {
  chains = await Chains.start(PROJECT);
  const [first] = await chains.rows(
    `select id::text from b_sub_project where project = '${PROJECT}' order by id limit 1`,
  );
  room = String(first?.['id']);
});
afterAll(() => chains.close());

const run = (text: string) => sql.raw(text).execute(chains.server.db);
const post = async (account: string, path: string, body: object) =>
  chains.server.client.json(`/srmapi/${path}`, body, await chains.server.client.signIn(account));
const ask = async (view: ViewShape, body: object = {}, account = 'admin') => {
  const { client } = chains.server;
  const answer = await client.json(view.calls.index, { PageSize: 200, ...body }, await client.signIn(account));
  expect(answer.message).toBe('');
  return {
    rows: answer.data.rows as readonly Readonly<Record<string, unknown>>[],
    figures: answer.data.figures as Readonly<Record<string, string>>,
  };
};

describe('building works', () => {
  it('are as far as their orders were taken in, weighed by their sub-projects', async () => {
    const of = async () => (await ask(worksProjects, { project: PROJECT })).rows[0] ?? {};
    const before = await of();
    expect(before).toMatchObject({
      phase: '招标',
      progress: '0.00',
      contracted: '813300.00',
      approved: null,
      left: null,
    });
    await run(`insert into b_invest_project (source_module, source_id, source_effect, project, approved_invest, approved_on, state)
      values ('setup', 0, 'setup', '${PROJECT}', 800000, now(), '有效')`);
    // Half of the pipes are in: 210 m of 420, of all that the room ordered.
    await run(
      `update b_purchase_order_line set accepted_qty = 210 where sub_project = ${room} and goods = '无缝钢管安装'`,
    );
    await run(
      `update b_project_contract set matched = 100000, paid = 100000, prepaid = 60000 where document = 'GC-${PROJECT}-01'`,
    );
    await run(`update b_sub_project set state = '施工中', plan_end = '${chains.day(-10)}' where id = ${room}`);
    const [sub] = (await ask(subProjects, { project: PROJECT, state: '施工中' })).rows;
    // 210 × 580 of 813300
    expect(sub).toMatchObject({ id: room, progress: '14.98', planned: '100.00', offDays: 10, drawn: '0.00' });
    expect(await of()).toMatchObject({
      phase: '施工',
      approved: '800000.00',
      contracted: '813300.00',
      paid: '160000.00',
      left: '-13300.00',
      payRate: '20.00',
      // 70 % of the weight is 14.98 % done, 30 % not begun.
      progress: '10.48',
      lateDays: 10,
    });
    const { figures } = await ask(worksProjects, { project: PROJECT });
    expect(figures).toMatchObject({ building: '1', late: '1', over: '1', rate: '20.00' });
    const signed = (await ask(worksContracts, { project: PROJECT })).rows;
    expect(signed.find((row) => row['document'] === `GC-${PROJECT}-02`)).toMatchObject({ progress: '31.94' });
    // All of the room's time is over, none of the other's began: its budget is what should be done by now.
    await run(`update b_sub_project set output_value = 90000 where id = ${room}`);
    const budget = Number(sub?.['budget']);
    expect(await of()).toMatchObject({ spi: (90_000 / budget).toFixed(2), cpi: '0.90' });
    const curve = (await ask(worksCurve, { project: PROJECT })).rows;
    expect(curve.at(-1)).toMatchObject({ planned: expect.stringMatching(/^[1-9]/) });
    expect(curve.find((row) => row['month'] === chains.day(0).slice(0, 7))).toMatchObject({
      output: '0.00',
      paid: '0.00',
    });
    const detail = await post('engineer', 'SubProject/GetDetail', { id: room });
    expect(detail.data).toMatchObject({ project: PROJECT, drawn: '0', logs: { days: 0 } });
    expect((detail.data.contracts as unknown[]).length).toBe(2);
  });

  it('take another sub-project only within the weights and what was approved', async () => {
    const add = (more: object = {}, account = 'engineer') =>
      post(account, 'SubProject/Add', {
        project: PROJECT,
        name: '末端改造',
        kind: '末端改造',
        weight: '10',
        budget: '1.00',
        planStart: chains.day(1),
        planEnd: chains.day(30),
        ...more,
      });
    expect((await add({ planEnd: chains.day(1), name: '冷却塔更换' })).errors).toEqual([
      { path: 'planEnd', message: '计划完工必须晚于计划开工' },
      { path: 'name', message: '该项目已有同名子项目' },
      { path: 'weight', message: '子项目权重合计不能超过100%' },
      { path: 'budget', message: '子项目预算合计不能超过批准投资800000.00元' },
    ]);
    await run(`update b_invest_project set approved_invest = 5000000 where project = '${PROJECT}'`);
    await run(`update b_sub_project set weight = 60 where id = ${room}`);
    expect((await add({}, 'finance')).status).toBe(403);
    expect((await add({ project: 'EMC02002' }, 'projectManager')).status).toBe(404);
    expect((await add()).message).toBe('');
    expect((await ask(subProjects, { Keyword: '末端改造' })).rows).toMatchObject([{ weight: '10.00', state: '前期' }]);
    expect((await ask(worksLogs, { project: PROJECT })).rows).toEqual([]);
  });

  it('hand in papers that somebody else passes; what logs and checks found complete counts', async () => {
    const at = { project: PROJECT, subProject: room };
    const due = await ask(worksPapers, at);
    expect(due.rows.length).toBeGreaterThan(15);
    expect(new Set(due.rows.map((row) => row['state']))).toEqual(new Set(['缺']));
    expect(due.figures).toMatchObject({
      rate: '0.00',
      missing: String(due.rows.filter((row) => row['required']).length),
    });
    await run(`insert into b_acceptance_document (source_module, source_id, source_effect, project, sub_project, kind, name, copies, state, made_on, document)
      values ('setup', 0, 'setup', '${PROJECT}', ${room}, '隐蔽验收', '埋地管', 1, '齐全', '${chains.day(0)}', 'SGRZ-1')`);
    expect((await ask(worksPapers, { ...at, stage: '隐蔽' })).rows).toMatchObject([
      { state: '已归档', source: '施工日志', archiveNo: 'SGRZ-1', lack: false },
    ]);
    const file = await chains.file('engineer');
    const upload = (more: object = {}, account = 'engineer') =>
      post(account, 'DataManagement/Add', {
        kind: '验收资料',
        action: 'upload',
        subProject: room,
        stage: '开工',
        name: '开工报告',
        copies: 2,
        madeOn: chains.day(-1),
        files: [file],
        ...more,
      });
    expect((await upload({ files: [] })).errors).toEqual([{ path: 'files', message: '请上传文件' }]);
    expect((await upload({}, 'finance')).status).toBe(403);
    // Files are one's own.
    expect((await upload({}, 'projectManager')).errors).toMatchObject([{ path: 'files[0]' }]);
    const id = String((await upload()).data.id);
    expect((await upload()).message).toBe('上一版还在待审，审核后再上传新版');
    const audit = (more: object, account = 'projectManager') =>
      post(account, 'DataManagement/Add', { kind: '验收资料', action: 'audit', id, pass: false, ...more });
    expect((await audit({ pass: true }, 'engineer')).message).toBe('审核人不能是上传人，请由他人审核');
    expect((await audit({})).errors).toEqual([{ path: 'opinion', message: '退回请写明原因' }]);
    expect((await audit({ opinion: '缺监理签字' })).message).toBe('');
    expect((await audit({ pass: true })).message).toBe('该资料退回，不能再审核');
    const again = String((await upload()).data.id);
    const passed = await post('projectManager', 'DataManagement/Add', {
      kind: '验收资料',
      action: 'audit',
      id: again,
      pass: true,
    });
    expect(passed.message).toBe('');
    const page = await post('engineer', 'DataManagement/GetPage', {
      kind: '验收资料',
      ...at,
      stage: '开工',
      state: '已归档',
    });
    expect(page.data.rows).toMatchObject([{ name: '开工报告', version: 2, copies: 2, paper: again }]);
    const detail = await post('engineer', 'DataManagement/GetDetail', { kind: '验收资料', id });
    expect(detail.data.versions).toMatchObject([
      { version: 2, state: '已归档', archiveNo: expect.stringMatching(/^YS-EMC01001-\d{4}-0001$/) },
      { version: 1, state: '退回', opinion: '缺监理签字' },
    ]);
    // A manager of another project sees nothing of it.
    expect((await ask(worksPapers, at, 'projectManager3')).rows).toEqual([]);
    expect((await post('projectManager3', 'DataManagement/GetDetail', { kind: '验收资料', id })).status).toBe(404);
  });

  it('are taken together as one zip: the newest of each, in folders, only what the person sees', async () => {
    const { client } = chains.server;
    const pack = async (account: string, body: object = {}) =>
      unzip(await takenFile(client, account, dataManagementPack.path, body));
    const at = { project: PROJECT, subProject: room };
    const name = String((await ask(worksPapers, at)).rows[0]?.['project']);
    expect(name).toBe(PROJECT);
    const own = await chains.file('engineer');
    const twice = await post('engineer', 'DataManagement/Add', {
      kind: '验收资料',
      action: 'upload',
      subProject: room,
      stage: '调试',
      name: '调试报告: 冷/热',
      copies: 1,
      madeOn: chains.day(-1),
      files: [own, own],
    });
    expect(twice.message).toBe('');
    const paths = [...(await pack('engineer', at)).keys()];
    const [, room1 = ''] = paths[0]?.split('/') ?? [];
    // 开工报告 was passed in its second version; two files of one name stand beside each other.
    expect(paths.map((path) => path.replace(/^.*\/(?=.+\/.+\/.+$)/u, ''))).toEqual([
      `${room1}/开工/开工报告_第2版/${own.Name}`.replace(`${room1}/`, ''),
      `调试/调试报告_ 冷_热_第1版/${own.Name}`,
      `调试/调试报告_ 冷_热_第1版/${own.Name.replace(/(\.\w+)$/, '（2）$1')}`,
    ]);
    expect(paths.every((path) => path.startsWith(`${PROJECT} `))).toBe(true);
    expect([...(await pack('engineer', { ...at, stage: '开工' })).keys()]).toHaveLength(1);
    const taken = async (account: string, body: object) =>
      client.json(dataManagementPack.path, body, await client.signIn(account));
    expect((await taken('engineer', { ...at, stage: '移交' })).message).toBe('没有可下载的文件，请调整筛选');
    expect((await taken('projectManager3', at)).message).toBe('没有可下载的文件，请调整筛选');
    expect((await taken('operator', at)).status).toBe(403);
    expect(await chains.rows(`select 1 from audit_log where action = '批量下载'`)).toHaveLength(2);
    // More than can be taken at once is said before anything goes out.
    await run(`update works_paper set files = jsonb_build_array(jsonb_set(files -> 0, '{Size}', '600000000'))
      where name like '调试报告%'`);
    expect((await taken('engineer', at)).message).toMatch(/^共2个文件、572MB，一次最多打包1000个、500MB，请按项目/);
    // What the store lost is named, and stops nothing.
    await run(`update works_paper set files = jsonb_build_array(jsonb_build_object('URL', '/files/1-abcdefghijklmnop/x.pdf', 'Name', '图.pdf', 'Size', 1))
      where name like '调试报告%'`);
    const rest = await pack('engineer', at);
    expect(rest.size).toBe(2);
    expect(rest.get('未打包的文件.txt')).toContain('调试报告_ 冷_热_第1版/图.pdf：无权查看或已删除');
    await run(`delete from works_paper where name like '调试报告%'`);
  });

  it('replace a technical paper by its next version, once somebody else has passed it', async () => {
    const add = async (more: object = {}, account = 'engineer') =>
      post(account, 'DataTechnical/Add', {
        action: 'add',
        project: PROJECT,
        specialty: '暖通',
        docKind: '施工图',
        name: '机房平面图',
        drawingNo: 'NT-01',
        madeOn: chains.day(-3),
        secrecy: '秘密',
        file: await chains.file(account),
        ...more,
      });
    const audit = (id: string, more: object = { pass: true }, account = 'technicalDirector') =>
      post(account, 'DataTechnical/Add', { action: 'audit', id, ...more });
    const shown = async (account: string, more: object = {}) =>
      (await ask(techDocuments, { Keyword: '机房平面图', ...more }, account)).rows;
    expect((await add({}, 'operator')).status).toBe(403);
    // A large model comes in parts, of those who may upload, and is then a file like any other.
    const begin = (account: string, size: number) =>
      post(account, 'DataTechnical/UploadBegin', { name: '机房模型.dwg', size, modified: 1 });
    expect((await begin('operator', 9)).status).toBe(403);
    expect((await begin('engineer', 500 * 1024 * 1024 + 1)).errors).toEqual([
      { path: 'size', message: '文件过大：视频以外的文件不能超过500MB' },
    ]);
    const bytes = new Uint8Array(8 * 1024 * 1024 + 3).fill(1);
    const { uploadId } = (await begin('engineer', bytes.length)).data;
    const { client } = chains.server;
    const engineer = await client.signIn('engineer');
    for (const [chunk, from] of [0, 8 * 1024 * 1024].entries())
      await client.upload('/srmapi/DataTechnical/Upload', 'part', bytes.slice(from, from + 8 * 1024 * 1024), engineer, {
        uploadId: String(uploadId),
        chunk: String(chunk),
      });
    const large = (await post('engineer', 'DataTechnical/UploadEnd', { uploadId })).data;
    expect(large).toMatchObject({ Name: '机房模型.dwg', Size: bytes.length });
    expect((await add({ name: '机房模型', drawingNo: 'NT-09', file: large })).message).toBe('');
    const first = String((await add()).data.id);
    // Nobody but whoever uploaded it and who passes it sees it yet.
    expect(await shown('operationDirector')).toEqual([]);
    expect(await shown('technicalDirector')).toMatchObject([{ id: first, state: '待审', version: 1 }]);
    expect((await audit(first, { pass: true }, 'engineer')).message).toBe('审核人不能是上传人，请由他人审核');
    expect((await audit(first)).message).toBe('');
    expect((await add()).errors).toEqual([
      { path: 'note', message: '图号NT-01已有资料，将作为新版替换，请填写修改说明' },
    ]);
    const second = String((await add({ note: '泵位移500mm' })).data.id);
    expect((await add({ note: '又改' })).message).toBe('上一版还在待审，审核后再升版');
    // Until it is passed the first one holds.
    expect(await shown('operationDirector')).toMatchObject([{ id: first, state: '已审核', latest: true }]);
    expect((await audit(second)).message).toBe('');
    expect(await shown('operationDirector', { SortField: 'version', SortOrder: 'asc' })).toMatchObject([
      { id: first, state: '已作废', latest: false },
      { id: second, state: '已审核', latest: true, version: 2, note: '泵位移500mm' },
    ]);
    // One's own shelf: kept in whatever version is the newest, and nobody else's.
    // With a key, as the page sends it: what is answered is kept for when it is sent again.
    const keep = async (id: string, kept: boolean, account = 'operationDirector') =>
      chains.server.client.json(
        '/srmapi/DataTechnical/Favorite',
        { id, keep: kept },
        await chains.server.client.signIn(account),
        { 'Idempotency-Key': crypto.randomUUID() },
      );
    expect((await keep(first, true)).data).toEqual({ id: first, kept: true });
    expect((await keep(second, true)).message).toBe('');
    const shelf = (account = 'operationDirector') => shown(account, { favorite: 'true', latest: 'true' });
    expect(await shelf()).toMatchObject([{ id: second, favorite: true }]);
    expect(await shelf('technicalDirector')).toEqual([]);
    expect((await keep(second, true, 'operator')).status).toBe(404);
    expect((await keep(second, true, 'cashier')).status).toBe(403);
    expect((await keep(second, false)).message).toBe('');
    expect(await shelf()).toEqual([]);
    const detail = await post('operationDirector', 'DataTechnical/GetDetail', { id: second });
    expect((detail.data.versions as { version: number }[]).map(({ version }) => version)).toEqual([2, 1]);
    // A secret one is kept from who neither leads the project nor the technicians; looks count and are kept.
    expect(await shown('operator')).toEqual([]);
    expect((await post('operator', 'DataTechnical/Files', { BusinessId: second })).status).toBe(404);
    const looked = await post('operationDirector', 'DataTechnical/Files', { BusinessId: second });
    expect(looked.data).toMatchObject({ marked: true, groups: [{ label: '第2版', files: [{}] }] });
    expect(await shown('operationDirector', { latest: 'true' })).toMatchObject([{ looks: 1 }]);
    expect(
      await chains.rows(`select user_name from audit_log where action = '预览技术资料' and kind = '敏感查看'`),
    ).toHaveLength(1);
  });
});

describe('other contracts', () => {
  it('are agreements and outsourcing, each with what was drawn of it and when it ends', async () => {
    const before = await ask(otherContracts);
    const keeper = chains.user('purchaser');
    const entered = `(source_module, source_id, source_effect, keeper, start_date, state`;
    await run(`insert into b_agreement ${entered}, agreement_no, name, kind, counterpart, amount, executed, end_date, auto_renew)
      values ('setup', 0, 'setup', ${keeper}, '${chains.day(-300)}', '履行中', 'ZL-T1', '水泵战略协议', '战略协议', '同力', 200000, 50000,
        '${chains.day(20)}', true)`);
    await run(`insert into b_buyer_contract ${entered}, contract_no, name, kind, project, supplier, total_amount, reserved, paid, ticketed, end_date, pay_channel)
      select 'setup', 0, 'setup', ${keeper}, '${chains.day(-300)}', '履行中', no, '外包保养', kind, '${PROJECT}', (select min(id) from supplier),
        100000, 0, 30000, 0, '${chains.day(-1)}', '非能源付款' from (values ('BY-T1', '外包保养'), ('CG-T1', '设备采购')) v(no, kind)`);
    const after = await ask(otherContracts);
    // What is bought is none of these.
    expect(after.rows.length).toBe(before.rows.length + 2);
    expect(after.rows.find((row) => row['no'] === 'ZL-T1')).toMatchObject({
      group: '战略',
      rate: '25.00',
      leftDays: 20,
      state: '将到期',
      autoRenew: true,
    });
    expect((await ask(otherContracts, { group: '外包', state: '已到期', Keyword: 'BY-T1' })).rows).toMatchObject([
      { kind: '外包保养', executed: '30000.00', rate: '30.00', project: PROJECT, leftDays: -1 },
    ]);
    expect(Number(after.figures['soon'])).toBe(Number(before.figures['soon']) + 1);
    expect(Number(after.figures['renew'])).toBe(Number(before.figures['renew']) + 1);
    // A manager sees the outsourcing of their project, and no agreement.
    const own = (await ask(otherContracts, {}, 'projectManager')).rows.map((row) => row['no']);
    expect(own).toContain('BY-T1');
    expect(own).not.toContain('ZL-T1');
  });
});

describe('order lines', () => {
  it('stand where they are between the order and the invoice; what is late comes first', async () => {
    const [from] = await chains.rows(
      `select supplier::text from b_purchase_order_line where project = '${PROJECT}' limit 1`,
    );
    const line = async (
      goods: string,
      kind: string,
      arriveBy: string,
      done: readonly [number, number, number, number],
    ) =>
      run(`insert into b_purchase_order_line (source_module, source_id, source_effect, document, project, sub_project, supplier, kind, goods, unit_name,
          order_qty, price, arrive_by, sent_qty, arrived_qty, accepted_qty, billed_qty, accepted_amount)
        values ('setup', 0, 'setup', 'DD-T', '${PROJECT}', ${room}, ${String(from?.['supplier'])}, '${kind}', '${goods}', '台',
          10, 12.5, '${arriveBy}', ${done.join(', ')}, 0)`);
    const [past, ahead] = [chains.day(-4), chains.day(4)];
    await line('甲泵', '设备', ahead, [0, 0, 0, 0]);
    await line('乙泵', '设备', past, [4, 0, 0, 0]);
    await line('丙泵', '设备', past, [10, 6, 6, 0]);
    await line('丁泵', '设备', past, [10, 10, 0, 0]);
    await line('戊泵', '设备', past, [10, 10, 10, 4]);
    await line('己泵', '设备', past, [10, 10, 10, 10]);
    await line('安装', '施工', past, [0, 0, 3, 0]);
    const { rows, figures } = await ask(worksOrders, { Keyword: 'DD-T' });
    expect(rows.map((row) => [row['goods'], row['state'], row['lateDays'], row['arrivedRate']])).toEqual([
      ['丙泵', '部分到货', 4, '60.00'],
      ['乙泵', '部分发货', 4, '0.00'],
      ['安装', '部分验收', null, null],
      ['己泵', '已开票', null, '100.00'],
      ['戊泵', '已验收', null, '100.00'],
      ['丁泵', '待验收', null, '100.00'],
      ['甲泵', '已下单', null, '0.00'],
    ]);
    // 6 + 6 + 3 accepted and not billed, at 12.5
    expect(figures).toEqual({ lines: '7', amount: '875.00', late: '2', waiting: '1', unbilled: '187.50' });
    expect((await ask(worksOrders, { Keyword: 'DD-T', late: true })).rows.length).toBe(2);
    // What was not sent will not come any more: nothing is late about it, and what was sent goes on.
    const [second] = (await ask(worksOrders, { Keyword: 'DD-T', goods: '乙泵' })).rows;
    const close = (id: unknown, more: object = {}, account = 'purchaser') =>
      post(account, 'PurchaseApply/Close', { line: id, closed: true, reason: '厂家停产', ...more });
    expect((await close(second?.['id'], {}, 'operator')).status).toBe(403);
    expect((await close(second?.['id'], { reason: ' ' })).errors).toEqual([{ path: 'reason', message: '请填写原因' }]);
    expect((await close(rows.find((row) => row['goods'] === '丁泵')?.['id'])).message).toBe('已全部发货，没有剩余');
    expect((await close(second?.['id'])).message).toBe('');
    expect((await close(second?.['id'])).message).toBe('剩余已关闭，请刷新');
    const shut = async () => (await ask(worksOrders, { Keyword: 'DD-T', goods: '乙泵' })).rows;
    expect(await shut()).toMatchObject([{ state: '已发完', lateDays: 4, closed: true, closeReason: '厂家停产' }]);
    await run(
      `update b_purchase_order_line set arrived_qty = 4, accepted_qty = 4 where id = ${String(second?.['id'])}`,
    );
    expect(await shut()).toMatchObject([{ state: '已关闭', lateDays: null }]);
    expect((await close(second?.['id'], { closed: false, reason: '恢复供货' })).message).toBe('');
    expect(await shut()).toMatchObject([{ state: '部分到货', lateDays: 4, closed: false }]);
    // Who looks after another project sees none of it.
    expect((await ask(worksOrders, { Keyword: 'DD-T' }, 'projectManager2')).rows).toEqual([]);
  });
});

describe('the library of suppliers', () => {
  it('says who may be asked, whose papers run out, and how they did by what they were given', async () => {
    const [contract] = await chains.rows(
      `select id::text, supplier::text from b_project_contract where document = 'GC-${PROJECT}-01'`,
    );
    const [id, of] = [String(contract?.['supplier']), String(contract?.['id'])];
    const entry = `source_module, source_id, source_effect`;
    const setup = `'setup', 0, 'setup'`;
    await run(`update b_project_contract set sign_date = '${chains.day(-30)}', amount = 300000, paid = 50000, prepaid = 10000,
      settlement_amount = null where id = ${of}`);
    await run(`update b_project_contract set voided = true where supplier = ${id} and id <> ${of}`);
    await run(`insert into b_project_contract (${entry}, document, title, kind, project, supplier, amount, tax_rate, sign_date, state)
      values (${setup}, 'GC-T2', '旧合同', '材料采购', '${PROJECT}', ${id}, 100000, 13, '${chains.day(-500)}', '已完结')`);
    await run(`update b_supplier_evaluation set voided = true where supplier = ${id}`);
    for (const [document, score, ago] of [
      [`GC-${PROJECT}-01`, 90, 10],
      ['GC-T2', 60, 400],
      // Before the 24 months.
      ['GC-T2', 0, 900],
    ] as const)
      await run(`insert into b_supplier_evaluation (${entry}, supplier, kind, contract, evaluated_on, score)
        select ${setup}, ${id}, '过程评价', c.id, '${chains.day(-ago)}', ${score} from b_project_contract c where c.document = '${document}'`);
    await run(`update b_supplier_certificate set voided = true where supplier = ${id}`);
    for (const [kind, days] of [
      ['营业执照', 200],
      ['安全生产许可证', 20],
    ] as const)
      await run(`insert into b_supplier_certificate (${entry}, supplier, kind, cert_no, expires_on, replaced)
        values (${setup}, ${id}, '${kind}', 'Z', '${chains.day(days)}', false)`);
    await run(`update b_supplier_fine set voided = true where supplier = ${id}`);
    for (const state of ['已确认', '待确认'])
      await run(`insert into b_supplier_fine (${entry}, supplier, kind, amount, happened_on, reason, state)
        values (${setup}, ${id}, '质量扣款', 500, '${chains.day(-3)}', '漏水', '${state}')`);
    await run(`insert into b_bid (${entry}, package_name, state) values (${setup}, 'T', '已定标')`);
    for (const [validity, won] of [
      ['有效', true],
      ['有效', false],
      ['未实质响应否决', false],
    ] as const)
      await run(`insert into b_bid_quote (${entry}, bid, supplier, price, validity, won)
        select ${setup}, max(id), ${id}, 1, '${validity}', ${won} from b_bid`);
    const { rows, figures } = await ask(suppliers, { state: '合格' }, 'purchaser');
    expect(rows.find((row) => row['id'] === id)).toMatchObject({
      paper: '安全生产许可证',
      papers: '30天内到期',
      // 90 of 300000 and 60 of 100000
      score: '82.5',
      lastScored: chains.day(-10),
      contracts: 1,
      amount: '300000.00',
      paid: '60000.00',
      fines: '500.00',
      bids: 2,
      winRate: '50.00',
    });
    expect(Number(figures['good'])).toBe(rows.length);
    expect(Number(figures['expiring'])).toBeGreaterThan(0);
    expect((await post('operator', 'Provider/Library', {})).status).toBe(403);
  });
});

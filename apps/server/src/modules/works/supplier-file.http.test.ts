/** One supplier's file and one contract's figures: what is on them, for whom, and that nobody notes what they may not. */
import { randomUUID } from 'node:crypto';
import {
  supplierAccounts,
  supplierComments,
  supplierEvaluations,
  supplierFines,
  supplierPapers,
  worksContracts,
} from '@hengneng/forms';
import type { ViewShape } from '@hengneng/form-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';

const HERE = 'EMC01001';
const ELSEWHERE = 'EMC02002';

let chains: Chains;
let supplier = '';
let contract: Readonly<Record<string, unknown>> = {};
const run = (text: string) => sql.raw(text).execute(chains.server.db);
const post = async (account: string, path: string, body: object, headers: Record<string, string> = {}) =>
  chains.server.client.post(`/srmapi/${path}`, body, await chains.server.client.signIn(account), headers);
const rowsFor = async (account: string, view: ViewShape, ask: object = { supplier }) => {
  const answer = await chains.server.client.json(
    view.calls.index,
    { PageSize: 100, ...ask },
    await chains.server.client.signIn(account),
  );
  expect(answer.message).toBe('');
  return answer.data.rows as readonly Readonly<Record<string, unknown>>[];
};

const ENTRY = 'source_module, source_id, source_effect';
const SETUP = `'setup', 0, 'setup'`;

beforeAll(async () => {
  chains = await Chains.start(HERE);
  const [first] = await chains.rows(
    `select c.id::text, c.document, c.supplier::text from b_project_contract c where c.project = '${HERE}' order by c.id limit 1`,
  );
  contract = first ?? {};
  supplier = String(contract['supplier']);
  for (const table of ['evaluation', 'fine', 'certificate', 'account'])
    await run(`update b_supplier_${table} set voided = true where supplier = ${supplier}`);
  for (const project of [`'${HERE}'`, `'${ELSEWHERE}'`, 'null'])
    await run(`insert into b_supplier_fine (${ENTRY}, supplier, project, contract, kind, amount, happened_on, reason, state)
      values (${SETUP}, ${supplier}, ${project}, ${project === `'${HERE}'` ? contract['id'] : 'null'}, '质量扣款', 300, '${chains.day(-2)}', '漏水', '已确认')`);
  await run(`insert into b_supplier_evaluation (${ENTRY}, supplier, kind, project, contract, node, evaluated_on, score, from_grade, to_grade)
    values (${SETUP}, ${supplier}, '过程评价', '${HERE}', ${contract['id']}, '竣工验收', '${chains.day(-9)}', 88.5, null, null),
      (${SETUP}, ${supplier}, '综合评级', null, null, null, '${chains.day(-1)}', 91, null, 'A')`);
  await run(`insert into b_supplier_account (${ENTRY}, supplier, bank_name, bank_account, verified_on, changed)
    values (${SETUP}, ${supplier}, '工商银行', '6222020200112233', '${chains.day(-30)}', false)`);
  await run(`update supplier set bank_account = '6222020200112233', legal_person = '同一人' where id = ${supplier}`);
  await run(`insert into b_supplier_certificate (${ENTRY}, supplier, kind, cert_no, expires_on, replaced)
    values (${SETUP}, ${supplier}, '营业执照', 'Y', '${chains.day(-1)}', false), (${SETUP}, ${supplier}, '资质证书', 'Z', '${chains.day(10)}', false)`);
});
afterAll(() => chains.close());

it('tells who a supplier is and with whom it shares what makes them one', async () => {
  const before = await post('purchaser', 'Provider/File', { id: supplier });
  expect(before.data).toMatchObject({ id: supplier, legalPerson: '同一人', related: [], formerNames: [] });
  const [other] = await chains.rows(
    `update supplier set legal_person = '同一人', phone = (select phone from supplier where id = ${supplier})
      where id = (select max(id) from supplier where id <> ${supplier}) returning id::text, name`,
  );
  await chains.rows(`insert into f_service_provider (status, applicant, applicant_dept, provider_name, credit_code, finished_at)
    select 'approved', ${chains.user('purchaser')}, 'A6305', '从前的名字', tax_no, now() from supplier where id = ${supplier}`);
  const { data } = await post('purchaser', 'Provider/File', { id: supplier });
  expect(data).toMatchObject({
    related: [{ id: other?.['id'], name: other?.['name'], shares: ['法定代表人', '电话'] }],
    formerNames: ['从前的名字'],
  });
  expect((await post('operator', 'Provider/File', { id: supplier })).status).toBe(403);
  expect((await post('purchaser', 'Provider/File', { id: '999999999' })).status).toBe(404);
});

it('shows papers, accounts and judgements, and of a project only to those who see it', async () => {
  expect(await rowsFor('purchaser', supplierPapers)).toMatchObject([
    { kind: '营业执照', state: '已过期' },
    { kind: '资质证书', state: '30天内到期' },
  ]);
  const accounts = await rowsFor('purchaser', supplierAccounts);
  expect(accounts).toMatchObject([{ tail: '2233', current: true }]);
  expect(JSON.stringify(accounts)).not.toContain('6222020200112233');
  expect(await rowsFor('admin', supplierEvaluations)).toMatchObject([
    { kind: '综合评级', grades: '未评级 → A', score: '91.0' },
    { kind: '过程评价', contract: contract['document'], grades: null, score: '88.5' },
  ]);
  const seen = async (account: string) =>
    (await rowsFor(account, supplierFines)).map((row) => row['project'] ?? null).toSorted();
  expect(await seen('admin')).toEqual([HERE, ELSEWHERE, null].toSorted());
  // A project manager sees what is of no project, and of projects only their own.
  expect(await seen('projectManager')).toEqual([HERE, null].toSorted());
});

it('keeps what is noted, once for a key, and its files for those who hold the library', async () => {
  const say = (content: string, account = 'purchaser', more: object = {}, headers = {}) =>
    post(account, 'SRMComment/Add', { objectType: '服务商', objectId: supplier, content, ...more }, headers);
  const file = await chains.file('purchaser');
  const key = { 'Idempotency-Key': randomUUID() };
  const made = await say('报价偏高，交货及时', 'purchaser', { files: [file] }, key);
  expect(made.message).toBe('');
  expect((await say('报价偏高，交货及时', 'purchaser', { files: [file] }, key)).data).toEqual(made.data);
  const notes = () => rowsFor('purchaser', supplierComments, { objectType: '服务商', objectId: supplier });
  expect(await notes()).toMatchObject([
    { content: '报价偏高，交货及时', author: chains.user('purchaser'), files: [{ URL: file.URL }] },
  ]);
  expect((await post('purchaser', 'SRMComment/GetDetail', { id: made.data['id'] })).data).toMatchObject({
    objectId: supplier,
    content: '报价偏高，交货及时',
  });
  expect((await say(' ')).errors).toEqual([{ path: 'content', message: '请填写评论' }]);
  expect((await say('长'.repeat(501))).errors).toEqual([{ path: 'content', message: '评论最多500字' }]);
  expect((await say('无权的人', 'operator')).status).toBe(403);
  expect((await say('没有这家', 'purchaser', { objectId: '999999999' })).status).toBe(404);
  // Somebody else's file is not theirs to hang on.
  expect((await say('别人的附件', 'purchaser', { files: [await chains.file('engineer')] })).errors).not.toEqual([]);
  expect(await notes()).toHaveLength(1);
  // Without a supplier there is nothing to see.
  expect(await rowsFor('purchaser', supplierComments, {})).toEqual([]);
  const open = async (account: string) =>
    (await chains.server.client.get(String(file.URL), {}, await chains.server.client.signIn(account))).status;
  expect(await open('operator')).not.toBe(1);
});

it('works out what may still be paid of a contract as its ledger does', async () => {
  const id = String(contract['id']);
  await run(
    `update b_project_contract set matched = 100000, paid = 20000, reserved = 5000, settlement_amount = null, retention_rate = 5 where id = ${id}`,
  );
  const { data } = await post('purchaser', 'ProjectContract/GetDetail', { id });
  const [row] = (await rowsFor('purchaser', worksContracts, { PageSize: 100, project: HERE })).filter(
    (one) => one['id'] === id,
  );
  expect(data).toMatchObject({
    contract: { id, payable: row?.['payable'] },
    payable: [
      { name: '已匹配发票', amount: '100000.00' },
      { name: '已付（不含未抵扣预付）', amount: '-20000.00' },
      { name: '在途付款申请', amount: '-5000.00' },
      { name: '应扣质保金', amount: '-5000.00' },
      { name: '预付抵扣', amount: '0.00' },
      { name: '已确认罚款', amount: '-300.00' },
      { name: '可付余额', amount: row?.['payable'] },
    ],
    fines: [{ amount: '300.00' }],
    evaluations: [{ kind: '过程评价' }],
  });
  // The steps make the sum that the ledger has.
  const steps = (data['payable'] as readonly { readonly amount: string }[]).map((one) => Number(one.amount));
  expect(steps.slice(0, -1).reduce((sum, each) => sum + each, 0)).toBeCloseTo(steps.at(-1) ?? Number.NaN, 2);
  const page = await post('purchaser', 'ProjectContract/GetPage', { PageIndex: 1, PageSize: 100, project: HERE });
  expect((page.data['rows'] as readonly Readonly<Record<string, unknown>>[]).find((one) => one['id'] === id)).toEqual(
    row,
  );
  expect((await post('operator', 'ProjectContract/GetDetail', { id })).status).toBe(403);
  const [foreign] = await chains.rows(
    `select id::text from b_project_contract where project not in
      (select project_code from user_project where user_id = ${chains.user('projectManager')}) limit 1`,
  );
  expect(foreign).toBeDefined();
  expect((await post('projectManager', 'ProjectContract/GetDetail', { id: foreign?.['id'] })).status).toBe(404);
});

it('adds evaluations and contracts by the names of the service, with the rights of their forms', async () => {
  const add = (account: string, body: object) => post(account, 'ProviderEvaluation/Add', body);
  expect((await add('purchaser', { kind: 'D', supplier })).errors).toEqual([
    { path: 'kind', message: '评价类别只能是 A（准入）、B（过程）、C（综合）' },
  ]);
  const made = await add('purchaser', { kind: 'C', supplier });
  expect(made.message).toBe('');
  const detail = await post('purchaser', 'ProviderEvaluation/GetDetail', {
    kind: 'C',
    BusinessId: made.data['BusinessId'],
  });
  expect(detail.data).toMatchObject({ Status: 'draft', record: { supplier } });
  expect((await add('hr', { kind: 'C', supplier })).status).toBe(403);
  const code = await post('purchaser', 'Code/GetCode', { type: 'purchase' });
  expect(code.data['code']).toMatch(/\d{4}$/);
  // A number that was only looked at is not taken.
  expect((await post('purchaser', 'Code/GetCode', { type: 'purchase' })).data).toEqual(code.data);
  expect((await post('hr', 'Code/GetCode', { type: 'purchase' })).status).toBe(403);
  const contracted = await post('purchaser', 'ProjectContract/Add', { project: HERE });
  expect(contracted.message).toBe('');
  const { record } = await chains.walk('purchaseContract').info('purchaser', String(contracted.data['BusinessId']));
  expect(record).toMatchObject({ project: HERE });
  expect((await post('hr', 'ProjectContract/Add', { project: HERE })).status).toBe(403);
});

it('answers a failure where the database fails both the rows and their total, and goes on serving', async () => {
  const asked = async () =>
    chains.server.client.json(
      supplierPapers.calls.index,
      { PageSize: 20, supplier },
      await chains.server.client.signIn('purchaser'),
    );
  await run('alter table b_supplier_certificate rename column cert_no to gone');
  expect((await asked()).status).not.toBe(1);
  await run('alter table b_supplier_certificate rename column gone to cert_no');
  expect((await asked()).status).toBe(1);
});

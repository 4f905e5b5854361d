/** 合同台账: stamping, filing and ending contracts of each ledger, with what keeps each of them from being done. */
import {
  agreement,
  allContracts,
  buyerContract,
  contractHandlings,
  contractPlan,
  otherContracts,
} from '@hengneng/forms';
import type { FileValue, ViewShape } from '@hengneng/form-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enter, SETUP } from '../../engine/books/entries.ts';
import { Chains } from '../../testing/chains.ts';
import { tellEndingOthers } from './other.ts';

const PROJECT = 'EMC01001';
type Row = Readonly<Record<string, unknown>>;

let chains: Chains;
let paper: FileValue;
let buyer: string;
let frame: string;
let other: string;

const post = async (path: string, body: object, account = 'legal') =>
  chains.server.client.json(path, body, await chains.server.client.signIn(account));
const act = (what: 'Seal' | 'Archive' | 'Terminate', body: object, account?: string) =>
  post(`/bpmapi/ContractLedger/${what}`, body, account);
const rowsOf = async (view: ViewShape, body: object): Promise<readonly Row[]> =>
  (await post(view.calls.index, { PageSize: 200, ...body }, 'admin')).data['rows'] as readonly Row[];
const listed = async (Keyword: string): Promise<Row | undefined> => (await rowsOf(allContracts, { Keyword }))[0];

beforeAll(async () => {
  chains = await Chains.start(PROJECT);
  paper = await chains.file('legal');
  const terms = {
    keeper: chains.user('purchaser'),
    signDate: '2026-01-05',
    startDate: '2026-01-10',
    endDate: '2027-12-31',
  };
  const supplier = String((await chains.rows(`select min(id)::text as id from supplier`))[0]?.['id']);
  await chains.server.db.transaction().execute(async (tx) => {
    [buyer = ''] = await enter(
      tx,
      buyerContract,
      [
        {
          ...terms,
          contractNo: 'T-CG-1',
          name: '测试采购合同',
          kind: '其他外包',
          project: PROJECT,
          supplier,
          totalAmount: '1000.00',
          payChannel: '非能源付款',
          reserved: '200.00',
          paid: '300.00',
          ticketed: '450.00',
          noticeDays: 30,
          deposit: '50.00',
          secrecy: '秘密',
          state: '履行中',
        },
      ],
      SETUP,
    );
    [frame = '', other = ''] = await enter(
      tx,
      agreement,
      [
        {
          ...terms,
          agreementNo: 'T-XY-1',
          name: '测试战略协议',
          kind: '战略协议',
          counterpart: '某厂',
          executed: '0.00',
          autoRenew: true,
          noticeDays: 60,
          secrecy: '内部',
          state: '履行中',
        },
        {
          ...terms,
          agreementNo: 'T-XY-2',
          name: '测试合资协议',
          kind: '合资协议',
          counterpart: '某公司',
          executed: '0.00',
          state: '履行中',
        },
      ],
      SETUP,
    );
    await enter(
      tx,
      contractPlan,
      (['2026-02-01', '2027-11-01'] as const).map((dueOn) => ({
        direction: '付' as const,
        project: PROJECT,
        buyerContract: buyer,
        item: '进度款',
        dueOn,
        amount: '100.00',
        state: '有效' as const,
      })),
      SETUP,
    );
  });
}, 240_000);
afterAll(() => chains.close());

const seal = { onDay: '2026-02-01', sealKind: '公章', copies: '4' };

it('shows the terms of notice, deposit and secrecy with the other contracts', async () => {
  expect((await rowsOf(otherContracts, { Keyword: 'T-CG-1' }))[0]).toMatchObject({
    noticeDays: 30,
    deposit: '50.00',
    secrecy: '秘密',
  });
  expect((await rowsOf(otherContracts, { secrecy: ['秘密'] })).every((row) => row['secrecy'] === '秘密')).toBe(true);
});

it('is stamped by those who may, with a kind, copies and somebody who is there, and not tomorrow', async () => {
  const Contract = `b${buyer}`;
  const sealedBy = chains.user('legal');
  expect((await act('Seal', { Contract, ...seal, sealedBy }, 'projectManager')).status).toBe(403);
  expect((await act('Seal', { Contract, ...seal, sealedBy, onDay: '2099-01-01' })).errors).toEqual([
    { path: 'onDay', message: '用印日期不能晚于今天' },
  ]);
  expect((await act('Seal', { Contract, ...seal, sealedBy: '999999' })).errors).toEqual([
    { path: 'sealedBy', message: '用印人不存在或已停用' },
  ]);
  expect((await act('Seal', { Contract: 'b999999', ...seal, sealedBy })).status).toBe(404);
  expect(await act('Archive', { Contract, onDay: '2026-02-03', returned: '2', place: 'A-12' })).toMatchObject({
    status: 0,
    message: '还没有登记用印，不能归档',
  });
  expect(await act('Seal', { Contract, ...seal, sealedBy })).toMatchObject({ status: 1 });
  expect(await listed('T-CG-1')).toMatchObject({ sealed: '2026-02-01 公章', originals: null });
});

it('is filed once, with the originals that came back and where they are', async () => {
  const filing = { Contract: `b${buyer}`, onDay: '2026-02-03', returned: '2', place: '法务柜A-12' };
  expect((await act('Archive', { ...filing, returned: '5' })).errors).toEqual([
    { path: 'returned', message: '收回的原件不能超过用印的4份' },
  ]);
  expect((await act('Archive', { ...filing, returned: '0' })).errors).toEqual([
    { path: 'returned', message: '请填写收回的原件份数，至少1份' },
  ]);
  expect((await act('Archive', { ...filing, onDay: '2026-01-31' })).errors).toEqual([
    { path: 'onDay', message: '归档日期不能早于用印日期 2026-02-01' },
  ]);
  expect(await act('Archive', filing)).toMatchObject({ status: 1 });
  expect(await act('Archive', filing)).toMatchObject({ status: 0, message: '该合同已归档，请刷新' });
  expect(await listed('T-CG-1')).toMatchObject({ originals: 2 });
  expect((await rowsOf(otherContracts, { Keyword: 'T-CG-1' }))[0]).toMatchObject({ place: '法务柜A-12' });
});

it('ends with a paper, once nothing is on its way and what is open is said to be dealt with', async () => {
  const ending = { Contract: `b${buyer}`, onDay: '2026-03-01', reason: '供应商违约', paper };
  expect((await act('Terminate', { ...ending, paper: undefined })).status).toBe(0);
  expect(await act('Terminate', ending)).toMatchObject({
    status: 0,
    message: '该合同有在途付款200.00元，请办结或撤回后再终止',
  });
  await chains.rows(`update b_buyer_contract set reserved = 0 where id = ${buyer} returning id`);
  expect((await act('Terminate', ending)).errors).toEqual([
    { path: 'Settled', message: '该合同尚有到票未付150.00元，请确认已在清算中处理' },
  ]);
  expect(await act('Terminate', { ...ending, Settled: true })).toMatchObject({ status: 1 });
  expect(await listed('T-CG-1')).toMatchObject({ state: '已终止' });
  // What was due before stays; what was to come is not to come.
  const plans = await chains.rows(
    `select due_on::text as due, state from b_contract_plan where buyer_contract = ${buyer} order by due_on`,
  );
  expect(plans).toEqual([
    { due: '2026-02-01', state: '有效' },
    { due: '2027-11-01', state: '已调整' },
  ]);
  expect(await act('Terminate', { ...ending, Settled: true })).toMatchObject({
    status: 0,
    message: '该合同已终止，请刷新',
  });
  expect(await act('Seal', { Contract: ending.Contract, ...seal, sealedBy: chains.user('legal') })).toMatchObject({
    status: 0,
    message: '该合同已终止，不能再用印',
  });
  // The ledger's own entry tells of it, beside what forms did to it.
  const entry = await chains.server.client.get(
    '/webapi/Book/GetEntry',
    { Book: 'buyerContract', Id: buyer },
    await chains.server.client.signIn('admin'),
  );
  expect(entry.data['history']).toMatchObject([
    {},
    {
      what: '合同终止登记：合同置为已终止，此后的收付款计划不再执行',
      record: null,
      changes: [{ label: '状态', before: '履行中', after: '已终止' }],
    },
  ]);
  expect((await rowsOf(contractHandlings, { Keyword: 'T-CG-1' })).map((row) => row['act'])).toEqual([
    '终止',
    '归档',
    '用印',
  ]);
});

it('ends an agreement and a customer’s contract in their own ledgers', async () => {
  expect(
    await act('Terminate', { Contract: `a${frame}`, onDay: '2026-03-01', reason: '不再合作', paper }),
  ).toMatchObject({ status: 1 });
  expect(await listed('T-XY-1')).toMatchObject({ state: '已终止' });
  const ending = { Contract: 'cHT-EMC02001-01', onDay: '2026-03-01', reason: '客户搬迁', paper, Settled: true };
  expect(await act('Terminate', ending)).toMatchObject({ status: 1 });
  expect(await listed('HT-EMC02001-01')).toMatchObject({ state: '已终止' });
  const audit = await chains.rows(
    `select action from audit_log where object = '合同 HT-EMC02001-01' and action = '终止合同'`,
  );
  expect(audit).toHaveLength(1);
});

describe('其他合同 that no form registers', () => {
  const save = (body: object, account?: string) => post('/bpmapi/ContractLedger/SaveOther', body, account);
  const lease = async (more: object = {}) => ({
    action: 'add',
    kind: '租赁',
    name: '华东办公室租赁合同',
    counterpart: '某物业公司',
    amount: '120000',
    signDate: chains.day(-10),
    startDate: chains.day(-5),
    endDate: chains.day(200),
    deposit: '20000',
    secrecy: '内部',
    keeper: chains.user('legal'),
    paper: await chains.file('legal'),
    ...more,
  });
  const found = async (Keyword: string) => (await rowsOf(otherContracts, { Keyword, group: '其他' }))[0];

  it('says at its field what is wrong, and who may', async () => {
    expect((await save(await lease(), 'finance')).status).toBe(403);
    const faults = async (more: object, account?: string) => (await save(await lease(more), account)).errors;
    expect(await faults({ name: '', paper: undefined })).toMatchObject([{ path: 'name' }, { path: 'paper' }]);
    expect(await faults({ endDate: chains.day(-6) })).toEqual([{ path: 'endDate', message: '到期日不能早于开始日期' }]);
    expect((await faults({ autoRenew: true })).map(({ path }) => path)).toEqual(['noticeDays', 'remindOn']);
    expect(await faults({ autoRenew: true, noticeDays: '60', remindOn: chains.day(141) })).toEqual([
      { path: 'remindOn', message: `提醒日不能晚于通知期前（${chains.day(140)}）` },
    ]);
    const theirs = await chains.file('purchaser');
    expect(await faults({ secrecy: '机密', paper: theirs }, 'purchaser')).toEqual([
      { path: 'secrecy', message: '秘密及以上的合同由法务登记' },
    ]);
    expect(await faults({ no: 'T-XY-1' })).toEqual([{ path: 'no', message: '该编号已登记' }]);
    expect(await faults({ keeper: '999999' })).toEqual([{ path: 'keeper', message: '经办人不存在或已停用' }]);
  });

  it('is registered with a number and its paper, and stands among the contracts of the company', async () => {
    const made = await save(await lease({ autoRenew: true, noticeDays: '60', remindOn: chains.day(100) }));
    expect(made).toMatchObject({ status: 1 });
    const row = await found('华东办公室');
    expect(row).toMatchObject({
      group: '其他',
      kind: '租赁',
      state: '履行中',
      byHand: true,
      remindOn: chains.day(100),
    });
    expect(row?.['no']).toMatch(/^QT-\d{6}-0001$/);
    expect(row?.['paperUrl']).toBeTruthy();
    expect(await listed(String(row?.['no']))).toMatchObject({ direction: '付', kind: '租赁' });
  });

  it('reminds whoever keeps it once, and again after it was renewed', async () => {
    const { db } = chains.server;
    expect(await tellEndingOthers(db, chains.day(99))).toBe(0);
    expect(await tellEndingOthers(db, chains.day(100))).toBe(1);
    expect(await tellEndingOthers(db, chains.day(101))).toBe(0);
    const Id = String((await found('华东办公室'))?.['id']).slice(1);
    const renewal = { action: 'renew', Id, endDate: chains.day(200), reason: '续租一年' };
    expect((await save(renewal)).errors).toEqual([
      { path: 'endDate', message: `新到期日应晚于现到期日${chains.day(200)}` },
    ]);
    expect(await save({ ...renewal, endDate: chains.day(565), noticeDays: '60' })).toMatchObject({ status: 1 });
    // Thirty days before the last day of notice, where no day was chosen.
    expect(await found('华东办公室')).toMatchObject({ endDate: chains.day(565), remindOn: chains.day(475) });
    expect(await tellEndingOthers(db, chains.day(475))).toBe(1);
  });

  it('ends once its deposit is back; what a form registered is left to the form', async () => {
    const Id = String((await found('华东办公室'))?.['id']).slice(1);
    const ending = { action: 'end', Id, reason: '搬离' };
    expect((await save(ending)).errors).toEqual([{ path: 'depositBack', message: '保证金20000.00元请先收回并确认' }]);
    expect((await save({ ...ending, depositBack: true }, 'finance')).status).toBe(403);
    expect(await save({ ...ending, depositBack: true })).toMatchObject({ status: 1 });
    expect(await found('华东办公室')).toMatchObject({ state: '已终止' });
    expect(await save({ ...ending, depositBack: true })).toMatchObject({ status: 0, message: '该合同已终止，请刷新' });
    expect((await save({ ...ending, Id: other, depositBack: true })).status).toBe(404);
  });
});

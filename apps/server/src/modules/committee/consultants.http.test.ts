/** 顾问: engaged with papers, paid by what somebody else agreed to, rated in five dimensions, not called once they rate low or their time is over. */
import { consultants } from '@hengneng/forms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';
import { pdfText } from '../../testing/pdf-text.ts';
import { takenFile, takenSheet } from '../../testing/taken.ts';
import { tellEndingConsultants } from './consultants.ts';

const KEEPER = 'technicalDirector';
const OTHER = 'emcDirector';
const ID_NO = '11010519491231002X';
type Row = Readonly<Record<string, unknown>>;

let chains: Chains;
beforeAll(async () => {
  chains = await Chains.start();
});
afterAll(() => chains.close());

const post = async (account: string, name: string, body: object, api = 'Consultant') =>
  chains.server.client.json(`/bpmapi/${api}/${name}`, body, await chains.server.client.signIn(account));
const papers = async (account = KEEPER) => ({
  certificate: await chains.file(account),
  letter: await chains.file(account),
});
const save = async (more: object = {}, account = KEEPER) =>
  post(account, 'Save', {
    action: 'save',
    name: '冯教授',
    account: chains.user('adviser'),
    orgTitle: '某大学教授',
    field: '吸收式制冷',
    level: '首席',
    region: '北京',
    phone: '13800001234',
    idNo: ID_NO,
    bankAccount: '6222000011112222',
    fromOn: chains.day(-300),
    toOn: chains.day(60),
    fee: '2000.00',
    ...(await papers(account)),
    ...more,
  });
const made = async (answer: ReturnType<typeof post>): Promise<string> => {
  const { message, errors, data } = await answer;
  expect([message, errors]).toEqual(['', []]);
  return String(data['Id']);
};
const ask = async (account = 'admin') => {
  const { client } = chains.server;
  const answer = await client.json(
    consultants.calls.index,
    { PageSize: 100, Charts: true },
    await client.signIn(account),
  );
  expect(answer.message).toBe('');
  return { rows: answer.data['rows'] as readonly Row[], figures: answer.data['figures'] as Row };
};
const file = async (account: string, Id: string) =>
  (await chains.server.client.get('/bpmapi/Consultant/Detail', { Id }, await chains.server.client.signIn(account)))
    .data;
const score = (Id: string, points: readonly string[], more: object = {}) => {
  const [expertise, promptness, outcome, cooperation, attendance] = points;
  return post(KEEPER, 'Score', {
    Id,
    service: '直燃机改造方案评审',
    servedOn: chains.day(-10),
    expertise,
    promptness,
    outcome,
    cooperation,
    attendance,
    paid: '2000.00',
    ...more,
  });
};

describe('consultants', () => {
  let id = '';

  it('are engaged with their papers, and paid what somebody else agreed to', async () => {
    expect((await save({}, 'sales')).status).toBe(403);
    expect((await save({ toOn: chains.day(-301), certificate: '', letter: '' })).errors).toEqual([
      { path: 'toOn', message: '聘期止不能早于聘期起' },
      { path: 'certificate', message: '请上传证件' },
      { path: 'letter', message: '请上传聘书' },
    ]);
    expect((await save({ idNo: '110105194912310021', phone: '123' })).errors).toMatchObject([
      { path: 'phone' },
      { path: 'idNo', message: '请输入正确的身份证号' },
    ]);
    id = await made(save());
    expect((await save({ name: '另一人' })).errors).toMatchObject([{ path: 'account' }]);
    expect((await ask()).rows).toMatchObject([
      { state: '在聘', leftDays: 60, fee: null, feeAsked: '2000.00', phone: '138****1234', score: null },
    ]);
    expect((await post(KEEPER, 'Save', { action: 'agree', Id: id })).message).toBe('报酬标准须由他人审批');
    await made(post(OTHER, 'Save', { action: 'agree', Id: id }));
    // Saved again at the same standard nothing is to be agreed to.
    await made(save({ Id: id, fee: '2000', certificate: '', letter: '' }));
    expect((await ask()).rows).toMatchObject([{ fee: '2000.00', feeAsked: null }]);
    expect((await ask()).figures).toMatchObject({ engaged: '1', ending: '1', asked: '0', low: '0' });
  });

  it('show what is personal only to those who run the register and to finance, and note who looked', async () => {
    expect(await file(KEEPER, id)).toMatchObject({ idNo: ID_NO, bankAccount: '6222000011112222', fee: '2000.00' });
    expect(await file('finance', id)).toMatchObject({ idNo: ID_NO });
    expect(await file('generalManager', id)).toMatchObject({
      name: '冯教授',
      idNo: null,
      bankAccount: null,
      phone: null,
      letter: null,
      may: { save: false, agree: false, score: false, notify: false },
    });
    expect(
      await chains.rows(`select 1 from audit_log where action = '查看顾问档案' and kind = '敏感查看'`),
    ).toHaveLength(2);
    const { client } = chains.server;
    expect((await client.get('/bpmapi/Consultant/Detail', { Id: id }, await client.signIn('sales'))).status).toBe(403);
  });

  it('are rated by the mean of their services, and told of', async () => {
    expect((await score(id, ['31', '20', '30', '10', '10'])).errors).toEqual([
      { path: 'expertise', message: '专业应在0～30之间' },
    ]);
    expect((await score(id, ['28', '18', '27', '9', '10'])).data['total']).toBe('92.00');
    expect((await score(id, ['20', '10', '15', '5', '5'], { paid: '1500.50' })).data['total']).toBe('55.00');
    // (92 + 55) ÷ 2
    expect((await ask()).rows).toMatchObject([{ services: 2, score: '73.5', paid: '3500.50' }]);
    const [head = [], ...body] = await takenSheet(chains.server.client, KEEPER, consultants.calls.export, {});
    expect(body.at(-1)?.[head.indexOf('累计酬金（元）')]).toBe(3500.5);
    expect((await post(KEEPER, 'Notify', { Id: id, title: '请准备材料', body: '下周评审' })).message).toBe('');
    expect(await chains.rows(`select user_id::text as user from message where title = '请准备材料'`)).toEqual([
      { user: chains.user('adviser') },
    ]);
  });

  it('are not called once they rate low or their time is over, until they are engaged again', async () => {
    const review = await made(
      post(
        KEEPER,
        'Save',
        {
          action: 'save',
          topic: '低负荷攻关',
          kind: '技术攻关',
          meetOn: chains.day(20),
          way: '视频',
          host: chains.user(OTHER),
          material: await chains.file(KEEPER),
        },
        'Committee',
      ),
    );
    const invite = async () =>
      post(
        KEEPER,
        'Invite',
        { Id: review, experts: ['adviser', 'adviser2', 'waterEngineer'].map((one) => chains.user(one)) },
        'Committee',
      );
    expect((await invite()).message).toBe('');
    await score(id, ['1', '1', '1', '1', '1']);
    // (92 + 55 + 5) ÷ 3
    expect((await ask()).rows).toMatchObject([{ score: '50.7' }]);
    expect((await ask()).figures).toMatchObject({ low: '1' });
    expect((await invite()).errors).toEqual([{ path: 'experts', message: '冯教授综合评价低于60分，暂停派会' }]);
    await made(post(KEEPER, 'Save', { action: 'dismiss', Id: id, reason: '评价过低' }));
    expect((await invite()).errors).toMatchObject([{ message: '冯教授已解聘，暂停派会' }]);
    expect((await post(KEEPER, 'Save', { action: 'dismiss', Id: id, reason: '再次' })).message).toBe('该顾问已解聘');
    expect((await post(KEEPER, 'Save', { action: 'renew', Id: id, toOn: chains.day(60) })).errors).toMatchObject([
      { path: 'toOn' },
      { path: 'letter' },
    ]);
    await made(
      post(KEEPER, 'Save', { action: 'renew', Id: id, toOn: chains.day(80), letter: await chains.file(KEEPER) }),
    );
    expect((await ask()).rows).toMatchObject([{ state: '在聘', leftDays: 80 }]);
    const { db } = chains.server;
    expect(await tellEndingConsultants(db, chains.day(19))).toBe(0);
    expect(await tellEndingConsultants(db, chains.day(20))).toBe(1);
    expect(await tellEndingConsultants(db, chains.day(21))).toBe(0);
    const words = pdfText(await takenFile(chains.server.client, KEEPER, '/bpmapi/Consultant/Letter', { Id: id })).join(
      '',
    );
    for (const word of ['聘书', '冯教授', '首席顾问']) expect(words).toContain(word);
  });
});

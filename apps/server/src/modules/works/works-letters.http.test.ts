/** 工程函件: filled in by template, passed by others, sent after a look, answered, urged; a claim is entered among what the supplier owes. */
import { worksLetters, worksLetterThreads } from '@hengneng/forms';
import type { ViewShape } from '@hengneng/form-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';
import { pdfText } from '../../testing/pdf-text.ts';
import { takenFile, takenSheet } from '../../testing/taken.ts';
import { urgeLetters } from './letter-mail.ts';

const PROJECT = 'EMC01001';
type Row = Readonly<Record<string, unknown>>;

let chains: Chains;
let supplier = '';
beforeAll(async () => {
  chains = await Chains.start(PROJECT);
  const [found] = await chains.rows(`select id::text from supplier where email is not null order by id limit 1`);
  supplier = String(found?.['id']);
});
afterAll(() => chains.close());

const post = async (account: string, name: string, body: object) =>
  chains.server.client.json(`/srmapi/${name}`, body, await chains.server.client.signIn(account));
const add = (account: string, body: object) => post(account, 'DataManagement/Add', { kind: '函件', ...body });
const draft = (more: object = {}, account = 'engineer') =>
  add(account, {
    action: 'draft',
    project: PROJECT,
    supplier,
    letterKind: '工期',
    title: '机房安装赶工',
    body: '{单位}：{项目}延误12天，请于{要求回复日}前提交赶工计划。',
    replyBy: chains.day(5),
    ...more,
  });
const audit = (account: string, id: string, more: object = { pass: true }) =>
  add(account, { action: 'audit', id, ...more });
const mail = (account: string, objectId: string, preview: boolean) =>
  post(account, 'Mail/Template', { kind: '函件', objectId, preview });
const made = async (answer: ReturnType<typeof add>): Promise<string> => {
  const { message, errors, data } = await answer;
  expect([message, errors]).toEqual(['', []]);
  return String(data['id']);
};
const ask = async (view: ViewShape, body: object = {}, account = 'admin') => {
  const { client } = chains.server;
  const answer = await client.json(view.calls.index, { PageSize: 200, ...body }, await client.signIn(account));
  expect(answer.message).toBe('');
  return { rows: answer.data['rows'] as readonly Row[], figures: answer.data['figures'] as Row };
};
const rowOf = async (id: string, account = 'admin'): Promise<Row | undefined> =>
  (await ask(worksLetters, {}, account)).rows.find((row) => row['id'] === id);

describe('letters of building works', () => {
  let late = '';

  it('go out filled in, passed by somebody else and looked at', async () => {
    expect((await draft({}, 'finance')).status).toBe(403);
    expect((await draft({ project: 'EMC02002' }, 'projectManager')).status).toBe(404);
    expect((await draft({ body: '{单位}：{事由}，涉及{涉及金额}元', replyBy: chains.day(-1) })).errors).toEqual([
      { path: 'replyBy', message: '要求回复日不能早于今天' },
      { path: 'body', message: '模板变量还没有值：事由、涉及金额' },
    ]);
    expect((await draft({ project: '', supplier: '' })).errors).toEqual([
      { path: 'project', message: '请选择项目' },
      { path: 'supplier', message: '请选择单位' },
    ]);
    late = await made(draft({ files: [await chains.file('engineer')] }));
    expect(await rowOf(late)).toMatchObject({ state: '待审核', replyState: null, direction: '发函' });
    expect((await audit('engineer', late)).message).toBe('审核人不能是起草人，请由他人审核');
    expect((await audit('projectManager', late, { pass: false })).errors).toEqual([
      { path: 'opinion', message: '退回请写明原因' },
    ]);
    expect((await audit('projectManager', late, { pass: false, opinion: '写明延误部位' })).message).toBe('');
    expect((await draft({ id: late }, 'purchaser')).message).toBe('只有起草人可以修改退回的函');
    expect(await made(draft({ id: late, title: '机房安装赶工（改）' }))).toBe(late);
    expect((await mail('projectManager', late, false)).message).toBe('待审核，审核通过后才能发送');
    expect((await audit('projectManager', late)).message).toBe('');
    const shown = await mail('projectManager', late, true);
    expect(shown.data['mails']).toMatchObject([
      { result: '', subject: expect.stringMatching(/^机房安装赶工（改）（GCH-EMC01001-\d{4}-0001）$/) },
    ]);
    expect(JSON.stringify(shown.data)).not.toContain('{单位}');
    expect((await mail('projectManager', late, false)).data['sent']).toBe(1);
    expect((await mail('projectManager', late, false)).message).toBe('已发送');
    expect(await rowOf(late)).toMatchObject({
      state: '已发送',
      replyState: '待回复',
      mailState: '待发送',
      lateDays: null,
    });
  });

  it('about money ask the lawyers, and a claim is owed until it is settled', async () => {
    const claim = { letterKind: '索赔', title: '延误索赔', body: '{单位}：索赔{涉及金额}元。', replyBy: '' };
    expect((await draft(claim)).errors).toMatchObject([{ path: 'amount' }, { path: 'claimKind' }, { path: 'body' }]);
    expect((await draft({ ...claim, amount: '0.00' })).errors).toMatchObject([{ path: 'amount' }]);
    const id = await made(draft({ ...claim, amount: '8000.50', claimKind: '工期违约金' }));
    expect((await audit('projectManager', id)).message).toBe('');
    expect(await rowOf(id)).toMatchObject({ state: '待法务' });
    expect((await audit('technicalDirector', id)).message).toBe('涉及金额的函须由法务审核');
    expect((await audit('legal', id, { pass: true, opinion: '依据充分' })).message).toBe('');
    expect((await mail('engineer', id, false)).message).toBe('');
    expect(
      await chains.rows(
        `select kind, amount::text, state, supplier::text from b_supplier_fine where reason like '索赔函GCH-%'`,
      ),
    ).toEqual([{ kind: '工期违约金', amount: '8000.50', state: '待确认', supplier }]);
    const { figures } = await ask(worksLetters, { project: PROJECT });
    expect(figures).toMatchObject({ checking: '0', waiting: '1', late: '0', claimed: '8000.50' });
    expect(await rowOf(id)).toMatchObject({ replyState: '无需回复' });
  });

  it('are urged once a week while the answer is overdue, and the first answer closes them', async () => {
    await chains.rows(
      `update works_letter set made_on = made_on - 20, reply_by = '${chains.day(-3)}' where id = ${late}`,
    );
    const { db } = chains.server;
    expect(await urgeLetters(db, chains.day(0))).toBe(1);
    expect(await urgeLetters(db, chains.day(6))).toBe(0);
    expect(await urgeLetters(db, chains.day(7))).toBe(1);
    expect(await rowOf(late)).toMatchObject({ replyState: '逾期', lateDays: 3, urged: 2 });
    expect(
      await chains.rows(`select 1 from b_supplier_mail where subject like '催办：机房安装赶工（改）%'`),
    ).toHaveLength(2);
    const reply = (more: object = {}, account = 'engineer') =>
      add(account, {
        action: 'receive',
        answers: late,
        letterKind: '工期',
        title: '赶工计划',
        body: '增加一个班组',
        theirNo: 'HF-12',
        madeOn: chains.day(-1),
        ...more,
      });
    expect((await reply({ madeOn: chains.day(1) })).errors).toEqual([
      { path: 'madeOn', message: '来函日期不能晚于今天' },
    ]);
    expect((await reply({}, 'operationDirector')).status).toBe(403);
    const theirs = await made(reply({ replyBy: chains.day(2) }));
    expect(await rowOf(late)).toMatchObject({ replyState: '已回复', repliedOn: chains.day(-1), lateDays: 2 });
    expect(await urgeLetters(db, chains.day(1))).toBe(0);
    // Theirs wants an answer of ours, which answers it on the day it goes out.
    expect((await draft({ answers: late })).message).toBe('复函只能回复收到的函');
    const answer = await made(draft({ answers: theirs, title: '同意赶工计划', body: '同意', replyBy: '' }));
    expect(await rowOf(theirs)).toMatchObject({ replyState: '待回复', theirNo: 'HF-12', state: '已登记' });
    await audit('projectManager', answer);
    expect((await mail('engineer', answer, false)).message).toBe('');
    expect(await rowOf(theirs)).toMatchObject({ replyState: '已回复', repliedOn: chains.day(0) });
    const { rows } = await ask(worksLetterThreads, { project: PROJECT });
    const thread = rows.find((row) => row['id'] === late)?.['thread'];
    expect(rows.filter((row) => row['thread'] === thread).map((row) => row['id'])).toEqual([late, theirs, answer]);
    const detail = await post('engineer', 'DataManagement/LetterDetail', { id: answer });
    expect((detail.data['letters'] as Row[]).map((one) => one['direction'])).toEqual(['发函', '收函', '发函']);
  });

  it('are seen with their project, and the workbook and the paper say the same', async () => {
    expect((await ask(worksLetters, {}, 'projectManager3')).rows).toEqual([]);
    expect((await post('projectManager3', 'DataManagement/LetterDetail', { id: late })).status).toBe(404);
    expect((await mail('projectManager3', late, true)).status).toBe(404);
    const page = await post('engineer', 'DataManagement/GetPage', { kind: '函件', direction: '收函', PageSize: 20 });
    expect(page.data['rows']).toMatchObject([{ title: '赶工计划' }]);
    const { client } = chains.server;
    const [head = [], ...body] = await takenSheet(client, 'engineer', worksLetters.calls.export, { project: PROJECT });
    const sum = body.at(-1)?.[head.indexOf('涉及金额（元）')];
    expect([body.length, sum]).toEqual([5, 8000.5]);
    const words = pdfText(await takenFile(client, 'engineer', '/srmapi/DataManagement/PrintLetter', { id: late })).join(
      '',
    );
    for (const word of ['机房安装赶工（改）', '签收单位', '延误12天']) expect(words).toContain(word);
  });
});

/** 招标 from application to award: what stays under seal and until when, what is checked at each step, what is written and taken back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenderAddenda, tenderDraws, tenderProjects, tenderQuotes, tenderUnits } from '@hengneng/forms';
import { Chains } from '../../testing/chains.ts';

let chains: Chains;
let room = '';
let tower = '';
const suppliers = new Map<string, string>();
beforeAll(async () => {
  chains = await Chains.start();
  const subs = await chains.rows("select id::text, name from b_sub_project where project = 'EMC01001' order by id");
  room = String(subs[0]?.id);
  tower = String(subs[1]?.id);
  for (const row of await chains.rows('select id::text, name from supplier'))
    suppliers.set(String(row.name).slice(0, 2), String(row.id));
});
afterAll(() => chains.close());

const supplier = (name: string): string => suppliers.get(name) ?? '';
const CONTROL = '480000.00';

const application = (more: Readonly<Record<string, unknown>> = {}) => ({
  project: 'EMC01001',
  subProject: room,
  packageName: '循环水泵采购',
  packageKind: '水泵采购',
  tenderMode: '邀请招标',
  budgetLeft: '3600000.00',
  controlPrice: CONTROL,
  minGrade: 'B',
  bidDeposit: '9000.00',
  publishDate: chains.day(-30),
  askDeadline: chains.at(-24 * 20),
  bidDays: 20,
  bidDeadline: chains.at(-24 * 5),
  openTime: chains.at(-24 * 4),
  evalMethod: '综合评分法',
  priceWeight: '40',
  judges: ['engineer', 'engineer2', 'hvacEngineer', 'automationEngineer', 'technicalDirector2'].map((one) =>
    chains.user(one),
  ),
  evalLeader: chains.user('technicalDirector2'),
  openTeam: [chains.user('purchaser2'), chains.user('legal')],
  criteria: [
    { criterion: '技术参数响应', fullMark: '60.0', markRule: '逐项响应', starred: false },
    { criterion: '投标报价', fullMark: '40.0', markRule: '以均价为基准', starred: false },
  ],
  boqLines: [{ boqItem: '循环水泵', boqSpec: '55kW', boqUnit: '批', boqQty: '1.000', limitPrice: '480000.0000' }],
  ...more,
});
const unit = (name: string) => ({
  provider: supplier(name),
  grade: 'A',
  contactMan: '联系人',
  contactPhone: '13800138000',
});
const invitation = (tender: string, names: readonly string[]) => ({
  project: 'EMC01001',
  tender,
  minGrade: 'B',
  priceWeight: '40',
  replyDeadline: chains.at(-24 * 10),
  drawWay: '按等级与业绩排序',
  units: names.map(unit),
});
/** What keeps an invitation from being sent. */
const errorsOf = async (values: ReturnType<typeof invitation>, walk = chains.walk('InvitationUnit')) => {
  const filled = await chains.filled('InvitationUnit', 'purchaser', 0, values);
  return (await walk.submit('purchaser', await walk.draft('purchaser', filled))).errors;
};
const receipt = (name: string, more: Readonly<Record<string, unknown>> = {}) => ({
  bidder: supplier(name),
  receiveTime: chains.at(-24 * 5 - 2),
  sealIntact: true,
  depositState: '已到账',
  acceptState: '接收',
  ...more,
});
const quote = (name: string, quotePrice: string, quoteState = '有效') => ({
  quoteUnit: supplier(name),
  quotePrice,
  quoteDays: 45,
  quoteWarranty: 24,
  quoteState,
});

const books = async () => ({
  bids: await chains.rows(`select package_name, state, control_price::text as control, winner::text, award_amount::text as award,
    save_amount::text as saved, save_rate::text as rate from b_bid where not voided order by id`),
  draws: await chains.rows('select kind, amount::text from b_sub_project_draw where not voided order by id'),
  quotes: await chains.rows(
    'select supplier::text, price::text, rank, won from b_bid_quote where not voided order by id',
  ),
  deposits: await chains.rows(
    'select supplier::text, amount::text, state from b_supplier_deposit where not voided order by id',
  ),
  mails: await chains.rows('select supplier::text, kind, body from b_supplier_mail where not voided order by id'),
  opened: await chains.rows('select module_id, biz_id::text from opened_record order by 1'),
});

/** Rows of a view of tenders, as a person sees them. */
const shown = async (view: { readonly calls: { readonly index: string } }, account: string, body: object = {}) => {
  const { client } = chains.server;
  const answer = await client.json(view.calls.index, { PageSize: 100, ...body }, await client.signIn(account));
  expect(answer.message).toBe('');
  return answer.data.rows as readonly Record<string, unknown>[];
};

const seen = async (module: 'tenderApplication' | 'InvitationUnit', account: string, id: string) =>
  (await chains.walk(module).info(account, id)).record;
const marks = (of: number) => [
  { markUnit: supplier('恒冷'), techMark: String(40 + of * 2), bizMark: '10.0', markNote: '响应好' },
  { markUnit: supplier('同力'), techMark: String(of === 4 ? 40 : 30 + of * 2), bizMark: '10.0', markNote: '尚可' },
];

describe('a tender', () => {
  it('asks for enough judges, two who open, time to prepare, and marks that add up', async () => {
    const walk = chains.walk('tenderApplication');
    const values = await chains.filled('tenderApplication', 'purchaser', 0, application());
    const send = async (more: Readonly<Record<string, unknown>>) =>
      (await walk.submit('purchaser', await walk.draft('purchaser', { ...values, ...more }))).errors;
    const judges = application().judges;
    expect(await send({ judges: judges.slice(1) })).toEqual([{ path: 'judges', message: '评委应为5人以上单数' }]);
    expect(await send({ evalLeader: chains.user('purchaser2') })).toEqual([
      { path: 'evalLeader', message: '评标组长应是评委之一' },
    ]);
    expect(await send({ openTeam: [chains.user('purchaser2'), chains.user('engineer')] })).toEqual([
      { path: 'openTeam', message: '开标至少两人：一人采购、一人法务或财务' },
    ]);
    expect(await send({ publishDate: chains.day(-24) })).toEqual([
      { path: 'bidDeadline', message: '截标距发标只有19天，不足投标准备天数' },
    ]);
    expect(await send({ priceWeight: '50' })).toEqual([
      { path: 'priceWeight', message: '价格权重与评分细则中投标报价的分值不一致' },
    ]);
    expect(await send({ bidDeposit: '9601.00' })).toEqual([
      expect.objectContaining({ message: '投标保证金不得超过控制价的2%' }),
    ]);
    const [other] = await chains.rows("select id::text from b_sub_project where project <> 'EMC01001' limit 1");
    expect(await send({ subProject: other?.id })).toContainEqual({
      path: 'subProject',
      message: expect.stringMatching(/^子项目属于.+，与所选项目不一致，请核对$/),
    });
  });

  it('goes to the award: sealed until two have opened it, marked by each judge alone, published then', async () => {
    const empty = await books();
    const walk = chains.walk('tenderApplication');
    const tender = await chains.submit('tenderApplication', 'purchaser', application());
    // The director of operations may see every tender, but not what it may cost.
    expect(await seen('tenderApplication', 'operationDirector', tender)).toMatchObject({
      controlPrice: null,
      boqTotal: null,
      depositRate: null,
      judges: null,
      boqLines: [expect.objectContaining({ boqItem: '循环水泵', limitPrice: null, limitAmount: null })],
      bidDeposit: '9000.00',
    });
    const list = await walk.post('operationDirector', 'Index', { Columns: 'packageName,controlPrice' });
    expect(list.data.rows).toEqual([expect.objectContaining({ packageName: '循环水泵采购', controlPrice: null })]);
    const sorted = await walk.post('operationDirector', 'Index', { SortField: 'controlPrice' });
    expect(sorted.message).toContain('密封');
    const worked = await walk.post('operationDirector', 'Preview', { BusinessId: tender });
    expect(worked.data.record).toMatchObject({ controlPrice: null, budgetAfter: null });
    expect(await seen('tenderApplication', 'purchaser', tender)).toMatchObject({ controlPrice: CONTROL });
    await chains.agree('tenderApplication', 'purchaser', tender);
    expect(await seen('tenderApplication', 'finance', tender)).toMatchObject({ controlPrice: CONTROL });
    const afterTender = await books();
    expect(afterTender).toEqual({
      ...empty,
      bids: [
        {
          package_name: '循环水泵采购',
          state: '待邀标',
          control: null,
          winner: null,
          award: null,
          saved: null,
          rate: null,
        },
      ],
      draws: [{ kind: '招标占用', amount: CONTROL }],
    });
    const [left] = await chains.followUps('tenderApplication', tender);
    expect(left).toMatchObject({ module: 'InvitationUnit', user: chains.user('purchaser') });

    // 邀标: whom the library does not let in is told with the reason
    const inviting = chains.walk('InvitationUnit');
    const messages = async (names: readonly string[]) =>
      (await errorsOf(invitation(tender, names))).map((error) => error.message);
    expect(await messages(['恒冷', '同力', '凌云'])).toContain('名单中有不可受邀的单位，原因见受邀单位明细');
    await chains.rows(`update supplier set controller = '冯恒' where id = ${supplier('华光')}`);
    expect(await messages(['恒冷', '同力', '华光'])).toContain('同一控制人的单位不得同时受邀');
    await chains.rows(`update supplier set controller = '华光明' where id = ${supplier('华光')}`);

    const id = await chains.submit(
      'InvitationUnit',
      'purchaser',
      invitation(tender, ['恒冷', '同力', '华光']),
      String(left?.target),
    );
    expect(await seen('InvitationUnit', 'purchaser', id)).toMatchObject({
      controlPrice: null,
      unitCount: 3,
      blockedCount: 0,
    });
    expect((await books()).bids[0]).toMatchObject({ state: '邀标中' });
    await chains.agree('InvitationUnit', 'purchaser', id, {}, '回标登记');
    const free = await inviting.agree('purchaser', id, {
      回标登记: {
        closeTime: chains.at(-24 * 5),
        failed: false,
        receipts: [receipt('恒冷'), receipt('同力', { depositState: 'A级免交' }), receipt('华光')],
      },
    });
    expect(free.errors).toEqual([{ path: 'receipts[1].depositState', message: '只有A级服务商免交投标保证金' }]);
    const late = await inviting.agree('purchaser', id, {
      回标登记: {
        closeTime: chains.at(-24 * 5),
        failed: false,
        receipts: [receipt('恒冷'), receipt('同力'), receipt('华光', { receiveTime: chains.at(-24 * 5 + 1) })],
      },
    });
    expect(late.errors.map((error) => error.message)).toContain('收标时间晚于截标时间的投标应拒收');
    const received = {
      closeTime: chains.at(-24 * 5),
      failed: false,
      receipts: [receipt('恒冷', { depositState: 'A级免交' }), receipt('同力'), receipt('华光')],
    };
    expect((await inviting.agree('purchaser', id, { 回标登记: received })).message).toBe('');

    // The page of tenders says who bid, and nothing of prices, to whoever asks.
    const [closed] = await shown(tenderProjects, 'generalManager', { Keyword: '循环水泵采购' });
    expect(closed).toMatchObject({ stage: '待开标', invited: 3, received: 3, deposits: 3, controlPrice: null });
    expect(await shown(tenderUnits, 'purchaser', { tender })).toMatchObject([1, 2, 3].map(() => ({ state: '接收' })));
    expect(await shown(tenderQuotes, 'generalManager', { tender })).toEqual([]);

    // 开标: the first who confirms opens nothing
    const quotes = [quote('恒冷', '460000.00'), quote('同力', '430000.00'), quote('华光', '490000.00', '超控制价否决')];
    const opening = async (who: string) => ({
      actualOpenTime: chains.at(-24 * 4),
      openRecord: [await chains.file(who)],
      openSign: await chains.file(who),
      superviseSign: await chains.file(who),
      quotes,
    });
    const over = await inviting.agree('purchaser', id, {
      开标: async (who) => ({ ...(await opening(who)), quotes: [...quotes.slice(0, 2), quote('华光', '490000.00')] }),
    });
    expect(over.errors.map((error) => error.message)).toEqual(['超过控制价的报价应予否决']);
    const opener = (await inviting.turn('purchaser', id))?.accounts[0];
    expect((await inviting.agree('purchaser', id, { 开标: opening })).message).toBe('');
    expect(await seen('InvitationUnit', 'generalManager', id)).toMatchObject({
      averagePrice: null,
      quotes: [0, 1, 2].map(() => expect.objectContaining({ quotePrice: null, validPrice: null })),
    });
    expect(await shown(tenderQuotes, 'generalManager', { tender })).toEqual([]);
    const second = (await inviting.turn('purchaser', id))?.accounts[0] ?? '';
    expect(second).not.toBe(opener);
    expect((await seen('InvitationUnit', second, id)).quotes).toMatchObject([{ quotePrice: '460000.00' }, {}, {}]);
    expect(((await inviting.post('generalManager', 'Index', {})).data.rows as unknown[])[0]).toMatchObject({
      averagePrice: null,
    });
    expect((await books()).opened).toEqual([]);
    expect((await inviting.agree('purchaser', id, { 开标: opening })).message).toBe('');
    expect(await seen('InvitationUnit', 'operationDirector', id)).toMatchObject({
      averagePrice: '445000.00',
      controlPrice: CONTROL,
    });
    expect(await seen('tenderApplication', 'operationDirector', tender)).toMatchObject({ controlPrice: CONTROL });
    expect((await inviting.post('operationDirector', 'Index', {})).data.rows).toEqual([
      expect.objectContaining({ averagePrice: '445000.00' }),
    ]);
    expect((await books()).opened).toEqual([
      { module_id: 'InvitationUnit', biz_id: id },
      { module_id: 'tenderApplication', biz_id: tender },
    ]);

    const quoted = await shown(tenderQuotes, 'generalManager', { tender, SortField: 'price', SortOrder: 'asc' });
    expect(quoted).toMatchObject([
      {
        supplier: supplier('同力'),
        price: '430000.00',
        offRate: '-10.42',
        techMark: null,
        finalMark: null,
        rank: null,
      },
      { supplier: supplier('恒冷'), price: '460000.00', controlPrice: CONTROL },
      { supplier: supplier('华光'), price: '490000.00', validity: '超控制价否决' },
    ]);

    // 评委打分: each alone
    for (let of = 0; of < 5; of++) {
      const who = (await inviting.turn('purchaser', id))?.accounts[0] ?? '';
      expect((await seen('InvitationUnit', who, id)).marks).toEqual([]);
      const tooMuch = await inviting.agree('purchaser', id, {
        评委打分: { marks: [{ ...marks(of)[0], judge: chains.user(who), techMark: '60.0' }] },
      });
      expect(tooMuch.errors.map((error) => error.message)).toContain(
        '技术分与商务分合计不能超过评分细则中价格以外的分值',
      );
      // Nobody marks in another's name.
      const given = marks(of).map((row) => ({ ...row, judge: chains.user('purchaser') }));
      expect((await inviting.agree('purchaser', id, { 评委打分: { marks: given } })).message).toBe('');
    }
    const all = (await seen('InvitationUnit', 'technicalDirector2', id)).marks as readonly Record<string, unknown>[];
    expect(all).toHaveLength(10);
    expect(new Set(all.map((row) => row.judge))).toEqual(new Set(application().judges));

    // 评标汇总
    const opened = (await seen('InvitationUnit', 'technicalDirector2', id)).rankings;
    expect(opened).toEqual([
      expect.objectContaining({ rankUnit: supplier('恒冷'), rankPrice: '460000.00' }),
      expect.objectContaining({ rankUnit: supplier('同力'), rankPrice: '430000.00' }),
      expect.objectContaining({ rankUnit: supplier('华光'), rankPrice: '0.00' }),
    ]);
    const ranking = (name: string, rankPrice: string, otherMark: string, rank: number) => ({
      rankUnit: supplier(name),
      rankPrice,
      weightMark: '40.0',
      otherMark,
      rank,
    });
    const summary = async (who: string) => ({
      rankings: [ranking('恒冷', '460000.00', '54.00', 1), ranking('同力', '430000.00', '44.00', 2)],
      firstUnit: supplier('恒冷'),
      secondUnit: supplier('同力'),
      evalReport: [await chains.file(who)],
    });
    const wrong = async (change: (rows: ReturnType<typeof ranking>[]) => unknown, more = {}) =>
      (
        await inviting.agree('purchaser', id, {
          评标汇总: async (who) => {
            const given = await summary(who);
            change(given.rankings);
            return { ...given, ...more };
          },
        })
      ).errors;
    expect(await wrong((rows) => Object.assign(rows[0] ?? {}, { otherMark: '55.00' }))).toEqual([
      { path: 'rankings[0].otherMark', message: '按评委打分应为54.00分' },
    ]);
    expect(await wrong((rows) => Object.assign(rows[1] ?? {}, { rankPrice: '400000.00' }))).toEqual([
      { path: 'rankings[1].rankPrice', message: '评标价与唱标的报价不一致' },
    ]);
    expect(await wrong((rows) => rows.pop())).toEqual([{ path: 'rankings', message: '有效投标的单位都要汇总' }]);
    expect(await wrong(() => null, { firstUnit: supplier('同力') })).toEqual([
      { path: 'firstUnit', message: '第一候选人应是总分第一的单位' },
    ]);
    expect((await inviting.agree('purchaser', id, { 评标汇总: summary })).message).toBe('');
    expect((await seen('InvitationUnit', 'generalManager', id)).rankings).toMatchObject([
      { basePrice: '445000.00', priceMark: '36.63', finalMark: '90.63' },
      { basePrice: '445000.00', priceMark: '38.31', finalMark: '82.31' },
    ]);

    // 定标
    const award = (awardAmount: string) => ({
      定标: { awardUnit: supplier('恒冷'), awardAmount, awardDate: chains.day(0) },
    });
    expect((await inviting.agree('purchaser', id, award('460000.01'))).errors).toEqual([
      { path: 'awardAmount', message: '中标金额不能高于该单位的报价' },
    ]);
    expect((await inviting.agree('purchaser', id, award('455000.00'))).message).toBe('');
    expect((await inviting.info('purchaser', id)).Status).toBe('approved');
    expect(await shown(tenderQuotes, 'generalManager', { tender, won: 'true' })).toMatchObject([
      {
        supplier: supplier('恒冷'),
        rank: 1,
        techMark: '44.00',
        bizMark: '10.00',
        priceMark: '36.63',
        finalMark: '90.63',
      },
    ]);
    expect(await shown(tenderProjects, 'finance', { stage: '已定标' })).toMatchObject([
      { id: tender, winner: supplier('恒冷'), awardAmount: '455000.00', saveRate: '5.21' },
    ]);
    const done = await books();
    expect(done).toMatchObject({
      bids: [
        {
          state: '已定标',
          control: CONTROL,
          winner: supplier('恒冷'),
          award: '455000.00',
          saved: '25000.00',
          rate: '5.2083',
        },
      ],
      draws: [...afterTender.draws, { kind: '释放', amount: '-25000.00' }],
      quotes: [
        { supplier: supplier('恒冷'), price: '460000.00', rank: 1, won: true },
        { supplier: supplier('同力'), price: '430000.00', rank: 2, won: false },
        { supplier: supplier('华光'), price: '490000.00', rank: null, won: false },
      ],
      deposits: [
        { supplier: supplier('同力'), amount: '9000.00', state: '待退还' },
        { supplier: supplier('华光'), amount: '9000.00', state: '待退还' },
      ],
    });
    expect(done.mails.map((row) => [row.supplier, row.kind])).toEqual(
      expect.arrayContaining([
        [supplier('恒冷'), '中标通知'],
        [supplier('同力'), '未中标通知'],
        [supplier('华光'), '未中标通知'],
      ]),
    );
    expect(done.mails.filter((row) => row.kind === '未中标通知' && String(row.body).includes('455000'))).toEqual([]);
    expect((await chains.followUps('InvitationUnit', id)).map((row) => row.title)).toEqual([
      '标段「循环水泵采购」已定标，请拟采购合同（中标金额455000.00元）',
    ]);
    // The log never held what was under seal.
    const logged =
      await chains.rows(`select action from audit_log where object_type in ('tenderApplication', 'InvitationUnit')
      and (before::text || after::text ~ '480000|460000|430000')`);
    expect(logged.map((row) => row.action)).toEqual(['同意：评标汇总']);

    await chains.cancel('InvitationUnit', id);
    expect(await books()).toEqual(afterTender);
    expect(await seen('tenderApplication', 'operationDirector', tender)).toMatchObject({ controlPrice: null });
    await chains.cancel('tenderApplication', tender);
    expect(await books()).toEqual(empty);
  });

  it('that failed gives its budget back and begins anew', async () => {
    const empty = await books();
    const tender = await chains.through('tenderApplication', 'purchaser', application());
    const id = await chains.submit('InvitationUnit', 'purchaser', invitation(tender.id, ['恒冷', '同力', '华光']));
    await chains.agree('InvitationUnit', 'purchaser', id, {}, '回标登记');
    const few = { closeTime: chains.at(-24 * 5), receipts: [receipt('恒冷'), receipt('同力')] };
    const walk = chains.walk('InvitationUnit');
    expect((await walk.agree('purchaser', id, { 回标登记: { ...few, failed: false } })).errors).toEqual([
      expect.objectContaining({ message: '有效回标不足3家，应作流标处理' }),
    ]);
    const failed = await walk.agree('purchaser', id, {
      回标登记: { ...few, failed: true, failHandle: '转竞争性谈判' },
    });
    expect([failed.message, failed.data.Status]).toEqual(['', 'approved']);
    expect(await books()).toMatchObject({
      bids: [{ state: '流标', control: null }],
      draws: [
        { kind: '招标占用', amount: CONTROL },
        { kind: '释放', amount: `-${CONTROL}` },
      ],
      deposits: [{ state: '待退还' }, { state: '待退还' }],
      mails: [],
      opened: [],
    });
    const [again] = await chains.followUps('InvitationUnit', id);
    expect(await seen('tenderApplication', 'purchaser', String(again?.target))).toMatchObject({
      tenderMode: '竞争性谈判',
      packageName: '循环水泵采购',
    });
    await chains.cancel('InvitationUnit', id);
    await chains.cancel('tenderApplication', tender.id);
    expect(await books()).toEqual(empty);
  });

  it('holds the budget of its sub-project only as far as it goes, whoever comes at the same time', async () => {
    const big = {
      subProject: tower,
      budgetLeft: '860000.00',
      controlPrice: '500000.00',
      bidDeposit: '0',
      boqLines: [],
    };
    const two = [
      await chains.submit('tenderApplication', 'purchaser', application({ ...big, packageName: '冷却塔一标' })),
      await chains.submit('tenderApplication', 'purchaser', application({ ...big, packageName: '冷却塔二标' })),
    ];
    for (const id of two) await chains.agree('tenderApplication', 'purchaser', id, {}, '总经理批准');
    const walk = chains.walk('tenderApplication');
    const answers = await Promise.all(two.map((id) => walk.agree('purchaser', id, {})));
    expect(answers.map((answer) => answer.status).sort()).toEqual([0, 1]);
    expect(answers.find((answer) => answer.status === 0)?.message).toMatch(/子项目预算余额只有|控制价超过预算余额/);
    const [drawn] = await chains.rows(
      `select sum(amount)::text as held from b_sub_project_draw where not voided and sub_project = ${tower}`,
    );
    expect(drawn?.held).toBe('500000.00');
  });

  it('that is out invites each by a letter of its own, and answers what one asks to all', async () => {
    const values = application({
      publishDate: chains.day(0),
      askDeadline: chains.at(24 * 5),
      bidDeadline: chains.at(24 * 21),
      openTime: chains.at(24 * 22),
    });
    const tender = await chains.submit('tenderApplication', 'purchaser', values);
    const { client } = chains.server;
    const post = async (account: string, path: string, body: object) =>
      client.json(`/srmapi/${path}`, body, await client.signIn(account));
    const invite = (more: object = {}, account = 'purchaser') =>
      post(account, 'Mail/Template', { kind: '邀请', objectId: tender, ...more });
    const answer = (more: object, account = 'purchaser') =>
      post(account, 'DataManagement/Add', { kind: '补遗', tender, content: '按图施工', addendum: false, ...more });
    expect((await invite()).message).toBe('该标段待发标，不能发投标邀请');
    const draw = async (more: object = {}, account = 'purchaser') =>
      post(account, 'BidInvitation/Draw', { tender, count: 3, ...more });
    expect((await draw()).message).toBe('招标申请还没有批准，批准后才能抽取');
    await chains.agree('tenderApplication', 'purchaser', tender);
    const listOf = (names: readonly string[]) => ({
      ...invitation(tender, names),
      replyDeadline: chains.at(24 * 10),
      drawWay: '名录内随机抽取',
    });
    const paths = async (names: readonly string[]) => (await errorsOf(listOf(names))).map(({ path }) => path);
    expect(await paths(['恒冷', '同力', '华光'])).toEqual(['drawWay']);
    expect((await draw({}, 'operator')).status).toBe(403);
    for (const count of [2, 20]) expect((await draw({ count })).errors).toMatchObject([{ path: 'count' }]);
    // The approval left the buyer a draft: the draw goes into it.
    expect((await draw()).data).toMatchObject({ no: 1, invitation: { FormVersion: 1 } });
    expect((await draw()).errors).toEqual([{ path: 'reason', message: '该标段已抽取1次，再次抽取请写明原因' }]);
    const again = await draw({ reason: '首次抽取的单位停产' });
    expect(again.data.units).toHaveLength(3);
    expect(await shown(tenderDraws, 'generalManager', { tender })).toMatchObject([
      { no: 2, wanted: 3, holds: '一致', reason: '首次抽取的单位停产', seed: again.data.seed },
      { no: 1, wanted: 3, holds: '一致', reason: null },
    ]);
    await chains.rows('update tender_draw set drawn = drawn - 2 where no = 1');
    expect((await shown(tenderDraws, 'generalManager', { tender }))[1]).toMatchObject({ holds: '不一致' });
    await chains.rows(`update tender_draw set drawn = (select jsonb_agg(jsonb_build_object('id', id, 'name', name) order by id) from supplier
      where id in (${supplier('恒冷')}, ${supplier('同力')}, ${supplier('华光')})) where tender = ${tender} and no = 2`);
    expect(await paths(['恒冷', '同力', '科控'])).toEqual(['units']);
    const id = await chains.submit('InvitationUnit', 'purchaser', listOf(['恒冷', '同力', '华光']));
    expect((await draw({ reason: '再抽' })).message).toBe('该标段邀标中，不能再抽取受邀单位');
    // The list is not agreed to yet.
    expect((await invite()).message).toBe('邀标名单还没有批准，批准后才能发邀请');
    await chains.agree('InvitationUnit', 'purchaser', id, {}, '回标登记');
    await chains.rows(`update supplier set email = 'bid@hengleng.example' where id = ${supplier('恒冷')}`);
    await chains.rows(`update supplier set email = null where id = ${supplier('华光')}`);
    const preview = await invite();
    expect(preview.data.mails).toMatchObject([
      { supplier: supplier('恒冷'), address: 'bid@hengleng.example', result: '' },
      { supplier: supplier('同力') },
      { supplier: supplier('华光'), result: '没有登记邮箱，请先补登' },
    ]);
    // No letter names another bidder, none a price.
    expect(JSON.stringify((preview.data.mails as unknown[])[0])).not.toMatch(/同力|华光|480000/);
    expect((await invite({}, 'operator')).status).toBe(403);
    expect((await invite({ to: [supplier('恒冷')], preview: false })).data).toMatchObject({ sent: 1 });
    expect((await invite({ to: [supplier('恒冷')], preview: false })).message).toBe('已发过邀请');
    expect((await invite({ to: [supplier('凌云')] })).errors).toMatchObject([{ path: 'to' }]);

    // Who was asked says whether they bid; what they say last counts.
    const reply = (more: object, account = 'purchaser') =>
      post(account, 'BidInvitation/Reply', {
        tender,
        supplier: supplier('恒冷'),
        reply: '参加',
        repliedOn: chains.day(0),
        ...more,
      });
    expect((await reply({}, 'operator')).status).toBe(403);
    expect((await reply({ supplier: supplier('凌云') })).errors).toMatchObject([{ path: 'supplier' }]);
    expect((await reply({ repliedOn: chains.day(1) })).errors).toMatchObject([{ path: 'repliedOn' }]);
    expect((await reply({ reply: '不参加' })).errors).toEqual([{ path: 'note', message: '不参加的请写明原因' }]);
    expect((await reply({ reply: '不参加', note: '工期排不开' })).message).toBe('');
    expect((await reply({})).message).toBe('');
    expect((await reply({ supplier: supplier('同力'), reply: '不参加', note: '产能不足' })).message).toBe('');
    expect(
      (await shown(tenderUnits, 'generalManager', { tender })).map((row) => [
        row['supplier'],
        row['reply'],
        row['replyNote'],
      ]),
    ).toEqual([
      [supplier('恒冷'), '参加', null],
      [supplier('同力'), '不参加', '产能不足'],
      [supplier('华光'), '未回执', null],
    ]);
    expect(await shown(tenderProjects, 'generalManager', {})).toContainEqual(
      expect.objectContaining({ id: tender, invited: 3, replied: 1 }),
    );

    expect((await answer({ asker: supplier('凌云'), question: '工期可否延长' })).errors).toEqual([
      { path: 'asker', message: '提问单位不在受邀名单中' },
    ]);
    expect((await answer({})).errors).toMatchObject([{ path: 'asker' }]);
    expect((await answer({ asker: supplier('同力'), question: '工期可否延长' }, 'finance')).status).toBe(403);
    expect((await answer({ asker: supplier('同力'), question: '工期可否延长', content: '不可' })).message).toBe('');
    expect((await answer({ addendum: true, content: '泵组加减震台座' })).message).toBe('');
    expect(await shown(tenderAddenda, 'generalManager', { tender })).toMatchObject([
      { asker: null, content: '泵组加减震台座', addendum: true },
      { asker: '投标人1', question: '工期可否延长', content: '不可' },
    ]);
    expect(
      await chains.rows(`select count(*)::int as n, count(distinct supplier)::int as units from b_supplier_mail
        where kind = '答疑补遗' and not voided and body !~ '同力'`),
    ).toEqual([{ n: 6, units: 3 }]);
    await chains.rows(`update f_tender_application set bid_deadline = now() + interval '2 days' where id = ${tender}`);
    expect((await answer({ addendum: true })).errors).toMatchObject([{ path: 'addendum' }]);
    await chains.rows(`update f_tender_application set bid_deadline = now() - interval '1 hour' where id = ${tender}`);
    expect((await answer({ asker: supplier('同力'), question: '再问' })).message).toBe('该标段待开标，不能再答疑补遗');
    expect((await reply({})).message).toBe('该标段待开标，不能再登记回执');
  });
});

/** Lamps that come in and go out: stock and its price, what is on the way, who pays, and the way back. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';

const PROJECT = 'EMC01001';
const STORE = '测试库房';

let chains: Chains;
let lamp = '';
/** Another project of the same people. */
let other = '';
beforeAll(async () => {
  chains = await Chains.start(PROJECT);
  await sql`update project set lamp_store = ${STORE} where code = ${PROJECT}`.execute(chains.server.db);
  const { rows: theirs } = await sql<{
    code: string;
  }>`select project_code as code from user_project where user_id = ${chains.user('operator')} and project_code <> ${PROJECT} order by 1`.execute(
    chains.server.db,
  );
  other = theirs[0]?.code ?? '';
  lamp = String((await chains.rows(`select id::text from b_lamp_device where model = 'T8-16W-6500K'`))[0]?.id);
});
afterAll(() => chains.close());

const user = (account: string): string => chains.user(account);
const rows = (text: string) => chains.rows(text);

const stock = async () =>
  (
    await rows(
      `select quantity, scrap_qty as scrap, value::text from b_lamp_stock where project = '${PROJECT}' and store_room = '${STORE}' and lamp = ${lamp}`,
    )
  )[0];
const device = async () =>
  (
    await rows(
      `select batch_no as batch, warranty_to is null as unwarranted, install_place as place, installed_on::text as day from b_lamp_device where id = ${lamp}`,
    )
  )[0];
const transit = () =>
  rows(`select project, kind, quantity::text, received::text from b_transit_stock where not voided order by id`);

const incoming = (more: object = {}, line: object = {}) => ({
  project: PROJECT,
  inType: '盘盈入库',
  inDate: chains.day(0),
  storeRoom: STORE,
  surplusReason: '盘点多出',
  storeKeeper: user('operator2'),
  lamps: [
    {
      lamp,
      lampKind: 'LED灯管',
      lampModel: 'T8-16W-6500K',
      power: '16.0',
      quantity: 10,
      goodQty: 10,
      unitPrice: '10.00',
      batchNo: 'P-1',
      warrantyMonths: 24,
      ...line,
    },
  ],
  ...more,
});
const counted = (countedQty: number) => ({ 库管员点收: { countedQty, shelfNo: 'A-1' } });
const outgoing = (more: object = {}, line: object = {}) => ({
  project: PROJECT,
  outType: '新增安装',
  outDate: chains.day(0),
  storeRoom: STORE,
  taker: user('operator'),
  takerTeam: '电工班',
  costBearer: '公司承担',
  lamps: [{ lamp, quantity: 4, installPlace: '三层走廊', oldReturned: 0, oldPower: null, ...line }],
  ...more,
});
const taken = (installedQty: number) => ({
  财务审核: { chargeAmount: '60.00' },
  领用人确认: { takenTime: new Date().toISOString(), installedQty },
});

describe('灯具', () => {
  it('come in at the moving average and go out at it; cancels in any order leave nothing', async () => {
    expect(await stock()).toBeUndefined();
    const wasDevice = await device();
    const first = await chains.through('lightInStorage', 'operator', incoming(), counted(10));
    expect(await stock()).toEqual({ quantity: 10, scrap: 0, value: '100.00' });
    expect(await device()).toMatchObject({ batch: 'P-1', unwarranted: false });
    const second = await chains.through(
      'lightInStorage',
      'operator',
      incoming({}, { goodQty: 8, unitPrice: '19.00' }),
      counted(10),
    );
    expect(await stock()).toEqual({ quantity: 18, scrap: 2, value: '252.00' });

    const seen = await chains.preview('lightOutStorage', 'operator', outgoing());
    expect(seen).toMatchObject({ lamps: [{ stockQty: 18, unitPrice: '14.00' }], totalAmount: '56.00' });
    const out = await chains.through('lightOutStorage', 'operator', outgoing(), taken(3));
    expect(await stock()).toEqual({ quantity: 14, scrap: 2, value: '196.00' });
    expect(await device()).toMatchObject({ place: '三层走廊', day: chains.day(0) });
    expect(
      await rows(
        `select account, amount::text from project_cost where source_module = 'lightOutStorage' and source_id = ${out.id} and reverses_id is null`,
      ),
    ).toEqual([{ account: '照明维修', amount: '56.00' }]);
    // 20 are to be there at least, and one was not put up.
    expect(await chains.followUps('lightOutStorage', out.id)).toMatchObject([
      { kind: '灯具补货', user: user('operator2') },
      { kind: '灯具退库', user: user('operator') },
    ]);

    // No more comes back than was taken.
    const back = (quantity: number) =>
      incoming({ inType: '领用退库', outBill: out.id }, { quantity, goodQty: quantity, unitPrice: '14.00' });
    const many = await chains.submit('lightInStorage', 'operator', back(5));
    await chains.agree('lightInStorage', 'operator', many, counted(5), '项目经理审核');
    expect((await chains.walk('lightInStorage').agree('operator', many, {})).errors).toEqual([
      { path: 'lamps[0].quantity', message: '原出库单的该灯具还可退4盏' },
    ]);
    const returned = await chains.through('lightInStorage', 'operator', back(1), counted(1));
    expect(await stock()).toEqual({ quantity: 15, scrap: 2, value: '210.00' });

    await chains.cancel('lightInStorage', first.id);
    expect(await stock()).toEqual({ quantity: 5, scrap: 2, value: '110.00' });
    // Eight more would have to be taken out of five.
    const refused = await chains
      .walk('lightInStorage')
      .post('generalManager', 'Cancel', { BusinessId: second.id, Opinion: '重复填报' });
    expect(refused.message).toContain('灯具库存不足');
    await chains.cancel('lightInStorage', returned.id);
    await chains.cancel('lightOutStorage', out.id);
    await chains.cancel('lightInStorage', second.id);
    expect(await stock()).toEqual({ quantity: 0, scrap: 0, value: '0.00' });
    expect(await device()).toEqual(wasDevice);
  });

  it('hang where they are put up, until others hang there', async () => {
    const hung = () =>
      rows(
        `select place, quantity, state, ended_on::text as ended, document from b_lamp_install where lamp = ${lamp} and not voided order by id`,
      );
    const filled = await chains.through('lightInStorage', 'operator', incoming(), counted(10));
    const put = await chains.through(
      'lightOutStorage',
      'operator',
      outgoing({}, { installPlace: '四层走廊' }),
      taken(4),
    );
    expect(await hung()).toMatchObject([{ place: '四层走廊', quantity: 4, state: '在用', ended: null }]);
    const changed = await chains.through(
      'lightOutStorage',
      'operator',
      outgoing(
        { outType: '故障更换' },
        { quantity: 2, installPlace: '四层走廊', oldReturned: 2, oldPower: '36', oldFault: '不亮' },
      ),
      taken(2),
    );
    expect(await hung()).toMatchObject([
      { quantity: 4, state: '已更换', ended: chains.day(0) },
      { quantity: 2, state: '在用', ended: null },
    ]);
    await chains.cancel('lightOutStorage', changed.id);
    expect(await hung()).toMatchObject([{ quantity: 4, state: '在用', ended: null }]);
    await chains.cancel('lightOutStorage', put.id);
    expect(await hung()).toEqual([]);
    await chains.cancel('lightInStorage', filled.id);
  });

  it('are never taken out twice, and scrap goes first', async () => {
    const filled = await chains.through('lightInStorage', 'operator', incoming({}, { goodQty: 7 }), counted(10));
    const ids = [
      await chains.submit('lightOutStorage', 'operator', outgoing({}, { quantity: 5 })),
      await chains.submit('lightOutStorage', 'operator', outgoing({}, { quantity: 5 })),
    ];
    for (const id of ids) await chains.agree('lightOutStorage', 'operator', id, {}, '领用人确认');
    const walk = chains.walk('lightOutStorage');
    const sign = async (who: string) => ({ ...taken(5).领用人确认, takeSign: await chains.file(who) });
    const answers = await Promise.all(ids.map((id) => walk.agree('operator', id, { 领用人确认: sign })));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([0, 1]);
    expect(answers.find((answer) => answer.status !== 1)?.errors[0]).toMatchObject({
      path: 'lamps[0].quantity',
      message: expect.stringMatching(/库存/),
    });
    expect(await stock()).toEqual({ quantity: 2, scrap: 3, value: '20.00' });
    const scrapped = await chains.through(
      'lightOutStorage',
      'operator',
      outgoing({ outType: '报废出库', lossReason: '自然老化' }, { quantity: 4 }),
      taken(0),
    );
    expect(await stock()).toEqual({ quantity: 1, scrap: 0, value: '10.00' });
    await chains.cancel('lightOutStorage', scrapped.id);
    await chains.cancel('lightOutStorage', ids[answers.findIndex((answer) => answer.status === 1)] ?? '');
    await chains.cancel('lightInStorage', filled.id);
    expect(await stock()).toEqual({ quantity: 0, scrap: 0, value: '0.00' });
  });

  it('are on the way between projects until they are in; customers pay what they are charged; old ones come back', async () => {
    const filled = await chains.through('lightInStorage', 'operator', incoming(), counted(10));
    const moved = await chains.through(
      'lightOutStorage',
      'operator',
      outgoing({ outType: '调拨出库', toProject: other }),
      taken(0),
    );
    expect(await transit()).toEqual([{ project: other, kind: '灯具调拨', quantity: '4.00', received: null }]);
    const [draft] = await chains
      .followUps('lightOutStorage', moved.id)
      .then((all) => all.filter((each) => each.module));
    const [manager] = await rows(`select manager::text as id from project where code = '${other}'`);
    expect(draft).toMatchObject({ module: 'lightInStorage', user: manager?.id });

    const replaced = await chains.through(
      'lightOutStorage',
      'operator',
      outgoing({ outType: '故障更换', costBearer: '客户承担' }, { quantity: 2, oldReturned: 2, oldFault: '不亮' }),
      taken(2),
    );
    expect((await transit())[1]).toEqual({ project: PROJECT, kind: '旧灯待回收', quantity: '2.00', received: null });
    expect(
      await rows(
        `select amount::text, state from b_receivable_ledger where source_module = 'lightOutStorage' and source_id = ${replaced.id} and not voided`,
      ),
    ).toEqual([{ amount: '60.00', state: '未收清' }]);
    const old = await chains.through(
      'lightInStorage',
      'operator',
      incoming({ inType: '旧灯回收', outBill: replaced.id }, { quantity: 2, goodQty: 0, unitPrice: '0' }),
      counted(2),
    );
    expect((await transit())[1]).toMatchObject({ received: '2.00' });
    expect(await stock()).toEqual({ quantity: 4, scrap: 2, value: '40.00' });
    await chains.cancel('lightInStorage', old.id);
    await chains.cancel('lightOutStorage', replaced.id);
    await chains.cancel('lightOutStorage', moved.id);
    await chains.cancel('lightInStorage', filled.id);
    expect([await transit(), await stock()]).toEqual([[], { quantity: 0, scrap: 0, value: '0.00' }]);
  });
});

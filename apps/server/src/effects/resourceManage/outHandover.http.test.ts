/** The exit of a project: what it closes, moves and collects, and that a cancel opens it again as it was. */
import { contractPlan, receivableLedger } from '@hengneng/forms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enter, SETUP } from '../../engine/books/entries.ts';
import { Chains } from '../../testing/chains.ts';

const PROJECT = 'EMC01002';
const CONTRACT = `HT-${PROJECT}-01`;
const OTHER = 'EMC01001';

let chains: Chains;
beforeAll(async () => {
  chains = await Chains.start(PROJECT);
});
afterAll(() => chains.close());

const rows = (text: string) => chains.rows(text);
const one = async (text: string) => (await rows(text))[0];

describe('退场交接', () => {
  it('closes the project and its contract, moves what is there, and asks for what is owed beyond the books', async () => {
    const manager = String(
      (await one(`select u.account from project p join app_user u on u.id = p.manager where p.code = '${PROJECT}'`))
        ?.account,
    );
    const [host, tower, meter] = await rows(
      `(select id::text, code, factory_no as no from device where project_code = '${PROJECT}' and category = '主机' order by id limit 1)
       union all (select id::text, code, factory_no from device where project_code = '${PROJECT}' and category = '冷却塔' order by id limit 1)
       union all (select id::text, code, factory_no from device where project_code = '${PROJECT}' and category = '电表' order by id limit 1)`,
    );
    const [part = ''] = await chains.offered(manager, 'sparePart');
    await chains.server.db.transaction().execute(async (tx) => {
      await enter(
        tx,
        receivableLedger,
        [
          {
            receivableNo: 'YS-T-1',
            sourceKind: '用户结算',
            project: PROJECT,
            contract: CONTRACT,
            amount: '30000.00',
            written: '10000.00',
            state: '未收清',
          },
        ],
        SETUP,
      );
      await enter(
        tx,
        contractPlan,
        [-40, 60].map((at) => ({
          direction: '收' as const,
          project: PROJECT,
          contract: CONTRACT,
          item: '结算款',
          periodFrom: chains.day(at),
          periodTo: chains.day(at + 29),
          dueOn: chains.day(at + 40),
          amount: '1000.00',
          state: '有效' as const,
        })),
        SETUP,
      );
    });
    const state = async () => ({
      project: await one(`select state, end_on::text as "to" from project where code = '${PROJECT}'`),
      contract: await one(`select state, renew_state as renewal from contract where code = '${CONTRACT}'`),
      plan: await rows(`select state from b_contract_plan where not voided and contract = '${CONTRACT}' order by id`),
      devices: await rows(
        `select id::text, project_code as project, code, state, last_reading::text as reading from device where id in (${host?.id}, ${tower?.id}, ${meter?.id}) order by id`,
      ),
      stock: await rows(
        `select project_code as project, quantity::text from stock where kind = 'part' and item_id = ${part} and project_code in ('${PROJECT}', '${OTHER}') order by 1`,
      ),
      readings: await rows('select meter_no as no, usage::text, device::text from b_exit_reading where not voided'),
      owed: await rows(
        "select source_kind as kind, amount::text, due_date::text as due from b_receivable_ledger where not voided and source_module <> 'setup'",
      ),
    });
    await rows(`update device set last_reading = 120 where id = ${meter?.id}`);
    const before = await state();
    const held = (project: string, list = before.stock) =>
      Number(list.find((row) => row.project === project)?.quantity);
    const given = {
      project: PROJECT,
      contract: CONTRACT,
      exitReason: '客户提前解约',
      contractEnd: chains.day(400),
      noticeDate: chains.day(-30),
      exitDate: chains.day(5),
      assetOwner: '无投资资产',
      penaltyClaim: '0',
      receivableFee: '20000.00',
      payableEnergy: '0',
      assets: [
        {
          device: host?.id,
          ownership: '客户',
          bookCount: 1,
          actualCount: 1,
          condition: '完好',
          disposal: '移交接收方',
          assetTo: null,
        },
        {
          device: tower?.id,
          ownership: '我方投资',
          bookCount: 1,
          actualCount: 1,
          condition: '完好',
          disposal: '调拨其他项目',
          assetTo: OTHER,
        },
      ],
      meters: [
        {
          meterKind: '电表',
          meterNo: meter?.no ?? meter?.code,
          ratio: '1.00',
          lastReading: '100.00',
          exitReading: '150.00',
          unitPrice: '0.8000',
        },
      ],
      materials: [
        {
          materialKind: '备品备件',
          materialName: '点火电极',
          part,
          chemical: null,
          stock: '1.00',
          value: '380.00',
          target: '调拨其他项目',
          materialTo: OTHER,
        },
      ],
      staff: [
        {
          employee: chains.user('operator'),
          arrangement: '调往其他项目',
          toProject: OTHER,
          leaveDate: chains.day(6),
          compensation: '0',
        },
        {
          employee: chains.user('operator2'),
          arrangement: '合同到期不续',
          toProject: null,
          leaveDate: chains.day(6),
          compensation: '0',
        },
      ],
      documents: [{ docKind: '竣工图纸', copies: 2 }],
    };
    // What the ledger has read is where the last settlement began, unless the meter was replaced or ran past its last figure.
    const reading = { ...given.meters[0], readKind: '正常' };
    const walk = chains.walk('outHandover');
    const refusedWith = async (more: object) => {
      const values = await chains.filled('outHandover', manager, 0, { ...given, meters: [{ ...reading, ...more }] });
      return (await walk.submit(manager, await walk.draft(manager, values))).errors;
    };
    expect(await refusedWith({})).toEqual([
      {
        path: 'meters[0].lastReading',
        message: expect.stringMatching(/台账上最近读数为120，上次结算读数不能更小；换表或满码归零请在读数情形中选择$/),
      },
    ]);
    // 130 to 145 on the old dial, 0 to 35 on the new one.
    const swapped = [
      {
        ...reading,
        readKind: '换表',
        lastReading: '130.00',
        oldFinal: '145.00',
        newInitial: '0.00',
        exitReading: '35.00',
      },
    ];
    const { id } = await chains.through(
      'outHandover',
      manager,
      { ...given, meters: swapped },
      {
        财务清算: { confirmedReceivable: '26000.00', confirmedPayable: '0', collectBefore: chains.day(90) },
        现场交接签字: { actualExitDate: chains.day(3), sealsReturned: true },
      },
    );
    const after = await state();
    expect(after.project).toEqual({ state: 4, to: chains.day(3) });
    expect(after.contract).toEqual({ state: 'ended', renewal: '已退场' });
    expect(after.plan).toEqual([{ state: '有效' }, { state: '已调整' }]);
    const device = (of: typeof host) => after.devices.find((row) => row.id === of?.id);
    expect(device(host)).toMatchObject({ state: 'retired', project: PROJECT });
    expect(device(tower)).toMatchObject({ state: 'standby', project: OTHER, code: `${PROJECT}-${tower?.code}` });
    expect(device(meter)).toMatchObject({ reading: '35.000' });
    expect(after.readings).toEqual([{ no: meter?.no ?? meter?.code, usage: '50.00', device: meter?.id }]);
    expect([held(PROJECT, after.stock), held(OTHER, after.stock)]).toEqual([held(PROJECT) - 1, held(OTHER) + 1]);
    // 20 000 of the 26 000 stand in the books already.
    expect(after.owed).toEqual([{ kind: '退场清收', amount: '6000.00', due: chains.day(90) }]);
    expect((await chains.followUps('outHandover', id)).map(({ module, user, title }) => [module, user, title])).toEqual(
      [
        ['jobTransfer', chains.user('areaManager'), expect.stringContaining('调往其他项目')],
        [
          expect.toSatisfy((module) => module === null || module === 'resignationReport'),
          chains.user('operator2'),
          expect.stringContaining('离职报告'),
        ],
      ],
    );
    expect((await chains.reminders('outHandover', id)).map(({ day, every }) => [day, every])).toEqual([
      [chains.day(75), 15],
    ]);

    await chains.cancel('outHandover', id);
    expect(await state()).toEqual(before);
    expect([...(await chains.followUps('outHandover', id)), ...(await chains.reminders('outHandover', id))]).toEqual(
      [],
    );
  });
});

/** 灯具: what comes into a store and what goes out of it. Value and quantity move together, so that the price is the moving average. */
import {
  lampDevice,
  lampInstall,
  lampMove,
  lampStock,
  receivableLedger,
  settlementBasis,
  transitStock,
} from '@hengneng/forms';
import type { lightInStorage, lightOutStorage } from '@hengneng/forms';
import { Big } from 'big.js';
import { sql } from 'kysely';
import type { Entry } from '../../engine/books/entries.ts';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { wrong } from '../../platform/http/errors.ts';
import { positive } from '../books/money.ts';
import { monthOf } from '../books/source.ts';
import { addMonths } from '../contractManage/instalments.ts';
import { effect, type Writing } from '../kit/effect.ts';
import { projectManagers } from '../kit/people.ts';

type In = Recorded<typeof lightInStorage>;
type Out = Recorded<typeof lightOutStorage>;

const serialOf = async (tx: Tx, out: string | null): Promise<string | null> => {
  if (out === null) return null;
  const { rows } = await sql<{
    serial: string;
  }>`select serial from f_light_out_storage where id = ${out} and status = 'approved'`.execute(tx);
  if (rows[0] === undefined) throw wrong('outBill', '原出库单尚未办结，或已作废');
  return rows[0].serial;
};

const nameOf = async ({ find }: Writing, lamp: string): Promise<string> => {
  const [entry] = await find(lampDevice, { id: lamp });
  return `${entry?.name ?? ''} ${entry?.model ?? ''}`.trim();
};

/** What of an issue was not brought back yet. */
async function demandIssued({ find }: Writing, record: In): Promise<void> {
  const moves = await find(lampMove, { origin: record.outBill });
  for (const [index, row] of record.lamps.entries()) {
    const left = -moves.filter((move) => move.lamp === row.lamp).reduce((sum, move) => sum + (move.quantity ?? 0), 0);
    if (row.quantity > left) throw wrong(`lamps[${index}].quantity`, `原出库单的该灯具还可退${Math.max(0, left)}盏`);
  }
}

const stockOf = (writing: Writing, record: In, lamp: string): Promise<Entry<typeof lampStock>> =>
  writing.account(lampStock, {
    project: record.project,
    storeRoom: record.storeRoom,
    lamp,
    quantity: 0,
    scrapQty: 0,
    value: '0.00',
  });

const inEffects: EffectsOf<'lightInStorage', In> = {
  'lightInStorage.stockIn': effect(async (call) => {
    const { record, addEntry, setEntry, book } = call;
    if (record.inType === '领用退库') await demandIssued(call, record);
    for (const row of record.lamps) {
      const entry = await stockOf(call, record, row.lamp);
      const value = Big(row.unitPrice).times(row.goodQty).toFixed(2);
      await addEntry(lampStock, entry.id, { quantity: row.goodQty, value });
      if (entry.keeper !== record.storeKeeper) await setEntry(lampStock, entry.id, { keeper: record.storeKeeper });
      await book(lampMove, {
        project: record.project,
        storeRoom: record.storeRoom,
        lamp: row.lamp,
        kind: record.inType,
        movedOn: record.inDate,
        quantity: row.quantity,
        amount: value,
        origin: record.inType === '领用退库' ? record.outBill : null,
        document: record.serial,
      });
    }
  }),
  'lightInStorage.scrap': effect(async (call) => {
    const { record, addEntry } = call;
    for (const row of record.lamps)
      if (row.quantity > row.goodQty) {
        const entry = await stockOf(call, record, row.lamp);
        await addEntry(lampStock, entry.id, { scrapQty: row.quantity - row.goodQty });
      }
  }),
  'lightInStorage.lamp': effect(async ({ record, setEntry }) => {
    if (record.inType === '旧灯回收') return;
    for (const row of record.lamps)
      await setEntry(lampDevice, row.lamp, {
        ...(row.batchNo === null ? {} : { batchNo: row.batchNo }),
        ...(row.warrantyMonths ? { warrantyTo: addMonths(record.inDate, row.warrantyMonths) } : {}),
      });
  }),
  'lightInStorage.clearTransit': effect(async (call) => {
    const { tx, record, find, addEntry } = call;
    const old = record.inType === '旧灯回收';
    if (!old && record.inType !== '调拨入库') return;
    const document = await serialOf(tx, record.outBill);
    const kind = old ? '旧灯待回收' : '灯具调拨';
    const underway = await find(transitStock, { document, kind, project: record.project });
    for (const [index, row] of record.lamps.entries()) {
      const goods = await nameOf(call, row.lamp);
      // Old lamps are of another kind than the new ones; they are counted together.
      const transit = underway.find((each) => old || each.goods === goods);
      if (transit === undefined) throw wrong(`lamps[${index}].lamp`, '原出库单没有该灯具的在途数量');
      await addEntry(transitStock, transit.id, { received: String(row.quantity) }, `lamps[${index}].quantity`);
    }
  }),
};

/** Lamps that are put up, and not merely somewhere else or gone. */
const INSTALLED: readonly string[] = ['故障更换', '节能改造', '新增安装'];

const outEffects: EffectsOf<'lightOutStorage', Out> = {
  'lightOutStorage.stockOut': effect(async (call) => {
    const { record, find, addEntry, book, services, tx } = call;
    for (const [index, row] of record.lamps.entries()) {
      const of = { project: record.project, storeRoom: record.storeRoom, lamp: row.lamp };
      const [entry] = await find(lampStock, of);
      if (entry === undefined) throw wrong(`lamps[${index}].lamp`, '该仓库没有这种灯具');
      const scrapped = record.outType === '报废出库' ? Math.min(row.quantity, entry.scrapQty ?? 0) : 0;
      const taken = row.quantity - scrapped;
      const held = entry.quantity ?? 0;
      const value =
        taken >= held
          ? (entry.value ?? '0')
          : Big(entry.value ?? 0)
              .times(taken)
              .div(held)
              .toFixed(2);
      await addEntry(
        lampStock,
        entry.id,
        { quantity: -taken, scrapQty: -scrapped, value: Big(value).times(-1).toFixed(2) },
        `lamps[${index}].quantity`,
      );
      await book(lampMove, {
        ...of,
        kind: record.outType,
        movedOn: record.outDate,
        quantity: -row.quantity,
        amount: Big(value).times(-1).toFixed(2),
        installPlace: row.installPlace,
        origin: record.id,
        document: record.serial,
      });
      const [lamp] = await find(lampDevice, { id: row.lamp });
      const safe = entry.safeQty ?? lamp?.safeQty ?? 0;
      if (lamp && held - taken < safe)
        await services.todo({
          kind: '灯具补货',
          title: `${record.storeRoom}的${lamp.name ?? ''} ${lamp.model ?? ''}只剩${held - taken}盏，低于安全库存${safe}盏`,
          project: record.project,
          to: entry.keeper === null ? await projectManagers(tx, record.project) : [entry.keeper],
        });
    }
  }),
  'lightOutStorage.transfer': effect(async (call) => {
    const { tx, record, book, services } = call;
    if (record.outType !== '调拨出库' || record.toProject === null) return;
    for (const row of record.lamps)
      await book(transitStock, {
        project: record.toProject,
        fromProject: record.project,
        kind: '灯具调拨',
        goods: await nameOf(call, row.lamp),
        quantity: String(row.quantity),
        document: record.serial,
      });
    const [manager] = await projectManagers(tx, record.toProject);
    await services.draft({
      module: 'lightInStorage',
      applicant: manager ?? record.applicant,
      title: `调拨单${record.serial}的${record.totalQty ?? 0}盏灯具已发出，到货后请办理入库`,
      values: {
        project: record.toProject,
        inType: '调拨入库',
        fromProject: record.project,
        outBill: record.id,
        lamps: record.lamps.map((row) => ({
          lamp: row.lamp,
          lampModel: row.lampModel,
          power: row.newPower,
          quantity: row.quantity,
          goodQty: row.quantity,
          unitPrice: row.unitPrice,
        })),
      },
    });
  }),
  'lightOutStorage.leftOver': effect(async ({ record, book, services }) => {
    const left = (record.totalQty ?? 0) - (record.installedQty ?? 0);
    if (INSTALLED.includes(record.outType) && left > 0)
      await services.todo({
        kind: '灯具退库',
        title: `领用单${record.serial}还有${left}盏没有安装，请办理领用退库`,
        project: record.project,
        to: [record.taker],
      });
    if ((record.returnTotal ?? 0) > 0)
      await book(transitStock, {
        project: record.project,
        kind: '旧灯待回收',
        goods: `${record.serial}换下的旧灯`,
        quantity: String(record.returnTotal ?? 0),
        document: record.serial,
      });
  }),
  'lightOutStorage.charge': effect(async ({ record, book, projectCost }) => {
    const month = monthOf(record.outDate);
    if (record.costBearer === '公司承担' && record.outType !== '调拨出库')
      await projectCost(record.project, month, { account: '照明维修', amount: record.totalAmount });
    if (record.costBearer !== '客户承担' || !positive(record.chargeAmount)) return;
    const of = { project: record.project, contract: record.contract, amount: record.chargeAmount ?? '0.00' };
    const [receivable] = await book(receivableLedger, {
      ...of,
      receivableNo: record.serial,
      sourceKind: '有偿维修',
      bookMonth: month,
      state: '未收清',
    });
    await book(settlementBasis, {
      ...of,
      basisNo: record.serial,
      kind: '维修应收',
      item: '照明更换',
      month,
      quantity: String(record.totalQty ?? 1),
      unit: '盏',
      receivable: receivable ?? null,
      state: '未结算',
    });
  }),
  'lightOutStorage.lamp': effect(async ({ record, find, setEntry, book }) => {
    if (!INSTALLED.includes(record.outType)) return;
    for (const row of record.lamps) {
      await setEntry(lampDevice, row.lamp, { installPlace: row.installPlace, installedOn: record.outDate });
      // What hung there has been taken down; lamps that were added hang beside it.
      if (record.outType !== '新增安装')
        for (const old of await find(lampInstall, { project: record.project, place: row.installPlace, state: '在用' }))
          if (old.document !== record.serial)
            await setEntry(lampInstall, old.id, { state: '已更换', endedOn: record.outDate });
      const [lamp] = await find(lampDevice, { id: row.lamp });
      await book(lampInstall, {
        project: record.project,
        place: row.installPlace,
        lamp: row.lamp,
        quantity: row.quantity,
        installedOn: record.outDate,
        warrantyTo: lamp?.warrantyMonths ? addMonths(record.outDate, lamp.warrantyMonths) : (lamp?.warrantyTo ?? null),
        dailyHours: record.dailyHours,
        cause: record.outType,
        document: record.serial,
        state: '在用',
      });
    }
  }),
};

export const otherRepairEffects = { ...inEffects, ...outEffects };

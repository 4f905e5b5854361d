/** 保养: single devices, pumps and pipes, valves, terminals, and the balance of the loops. */
import { balanceArchive, serviceRating, terminalLedger, valveLedger } from '@hengneng/forms';
import type {
  endPipeMaintenance,
  equipmentMaintenanceRecord,
  hydraulicBalanceRecord,
  transmissionSystemMaintenance,
  valveMaintenance,
} from '@hengneng/forms';
import type { CheckValue } from '@hengneng/form-kit';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { type HistoryLine, noteHistory, undoHistory } from '../books/devices.ts';
import { positive } from '../books/money.ts';
import { chargeWork } from '../books/service-receivable.ts';
import { dayOf, monthOf } from '../books/source.ts';
import { failed, noted } from '../kit/checks.ts';
import { effect, undoing } from '../kit/effect.ts';
import { projectManagers } from '../kit/people.ts';
import { draftRepair } from '../kit/repair-draft.ts';

type Equipment = Recorded<typeof equipmentMaintenanceRecord>;
type Balance = Recorded<typeof hydraulicBalanceRecord>;
type Transmission = Recorded<typeof transmissionSystemMaintenance>;
type Valves = Recorded<typeof valveMaintenance>;
type Terminals = Recorded<typeof endPipeMaintenance>;

const ACCOUNT = '设备保养';
const VERIFY_DAYS = 30;

const equipmentEffects: EffectsOf<'equipmentMaintenanceRecord', Equipment> = {
  'equipmentMaintenanceRecord.device': undoing(
    effect<Equipment>(async ({ tx, record, set, services, source }) => {
      await set('device', record.equipment, {
        last_maintain_date: dayOf(record.endTime),
        next_maintain_date: record.nextDate,
        run_hours: record.runHours,
      });
      await noteHistory(tx, source, [
        {
          device: record.equipment,
          project: record.project,
          kind: '保养',
          at: record.endTime,
          summary: `${record.maintainLevel}：${record.items.map((row) => row.item).join('、')}`,
          cost: record.totalCost,
        },
      ]);
      if (record.nextDate !== null)
        await services.remind({
          on: record.nextDate,
          to: [...new Set([record.applicant, ...(await projectManagers(tx, record.project))])],
          title: `${record.equipmentType}${record.model ?? ''}该做下一次保养了（上次${record.serial}）`,
        });
    }),
    (tx, { source }) => undoHistory(tx, source),
  ),
  'equipmentMaintenanceRecord.issueParts': effect(async ({ record, stock }) => {
    for (const [index, row] of record.parts.entries())
      if (row.source === '项目库存')
        await stock(
          { kind: 'part', project: record.project, item: row.part },
          `-${row.quantity}`,
          `设备保养${record.serial}领用`,
          `parts[${index}].quantity`,
        );
  }),
  'equipmentMaintenanceRecord.cost': effect(async ({ record, projectCost }) => {
    await projectCost(record.project, monthOf(record.endTime), { account: ACCOUNT, amount: record.totalCost });
  }),
  'equipmentMaintenanceRecord.repairDraft': effect(async ({ tx, record, services }) => {
    if (record.acceptResult !== '不合格返工') return;
    const bad = record.items.filter((row) => failed(row.itemResult)).map((row) => noted(row.item, row.itemResult));
    await draftRepair(
      { tx, record, services },
      {
        title: `保养${record.serial}验收不合格，请返工并补全维修记录`,
        values: {
          contract: record.contract,
          equipment: record.equipment,
          findWay: '保养发现',
          faultDesc: [...bad, record.abnormalNote ?? ''].filter(Boolean).join('；'),
          causeType: '保养不到位',
        },
      },
    );
  }),
};

const balanceEffects: EffectsOf<'hydraulicBalanceRecord', Balance> = {
  'hydraulicBalanceRecord.valves': effect(async ({ record, account, setEntry }) => {
    for (const row of record.branches) {
      const known = row.valve ?? (await account(valveLedger, { project: record.project, valveNo: row.branchName })).id;
      await setEntry(valveLedger, known, {
        setOpening: row.openAfter,
        ...(row.valve === null ? { place: row.serveArea, kind: row.valveType, dn: row.diameter } : {}),
      });
    }
  }),
  'hydraulicBalanceRecord.archive': effect(async ({ record, book, set }) => {
    const day = dayOf(record.testEnd);
    await book(balanceArchive, {
      project: record.project,
      pipeSystem: record.pipeSystem,
      testMode: record.testMode,
      reason: record.adjustReason,
      testedOn: day,
      branches: record.branchCount,
      outOfBalance: record.outCount,
      balanceRate: record.balanceRate,
      headerFlow: record.headerFlow,
      headerDelta: record.headerDelta,
      headerHeat: record.headerHeat,
      worstLoop: record.worstLoop,
      sourceNo: record.serial,
    });
    await set('project', record.project, { last_balance_date: day });
  }),
  'hydraulicBalanceRecord.renovate': effect(async ({ tx, record, services }) => {
    if (record.needRenovation !== true) return;
    const [manager] = await projectManagers(tx, record.project);
    await services.draft({
      module: 'technicalRenovationRecord',
      applicant: manager ?? record.applicant,
      title: `水力平衡${record.serial}需改造平衡装置：${record.techAdvice ?? ''}`,
      values: {
        project: record.project,
        renovationType: '水力平衡改造',
        currentProblem: `水力平衡${record.serial}：${record.techAdvice ?? ''}`,
      },
    });
  }),
};

type Pump = Transmission['pumps'][number];
const PUMP_CHECKS = {
  sealLeak: '机械密封',
  lubricate: '轴承润滑',
  alignment: '联轴器对中',
  checkValve: '止回阀',
} as const;
const LOOP_CHECKS = {
  airVent: '自动排气阀',
  softJoint: '软接头老化鼓包',
  pipeInsulation: '管道保温与防腐',
  hanger: '支吊架与减振',
} as const;

/** What is wrong, of the checks that a row or record holds. */
const faults = <K extends string>(
  of: { readonly [P in NoInfer<K>]: CheckValue | null },
  checks: Readonly<Record<K, string>>,
): readonly string[] =>
  (Object.keys(checks) as K[]).filter((key) => failed(of[key])).map((key) => noted(checks[key], of[key]));

const pumpLine = (record: Transmission, row: Pump): HistoryLine => ({
  device: row.pump,
  project: record.project,
  kind: '保养',
  at: record.maintainDate,
  summary: [
    `${record.maintainCycle}保养`,
    row.efficiency === null ? '' : `机组效率${row.efficiency}%`,
    ...faults(row, PUMP_CHECKS),
  ]
    .filter(Boolean)
    .join('；'),
  cost: null,
});

const transmissionEffects: EffectsOf<'transmissionSystemMaintenance', Transmission> = {
  'transmissionSystemMaintenance.devices': undoing(
    effect<Transmission>(async ({ tx, record, set, source }) => {
      for (const row of record.pumps)
        await set('device', row.pump, {
          last_maintain_date: record.maintainDate,
          next_maintain_date: record.nextMaintain,
          ...(row.efficiency === null ? {} : { last_efficiency: row.efficiency }),
        });
      await noteHistory(
        tx,
        source,
        record.pumps.map((row) => pumpLine(record, row)),
      );
    }),
    (tx, { source }) => undoHistory(tx, source),
  ),
  'transmissionSystemMaintenance.cost': effect(async ({ record, projectCost }) => {
    await projectCost(record.project, monthOf(record.maintainDate), { account: ACCOUNT, amount: record.outFee });
  }),
  'transmissionSystemMaintenance.repairDraft': effect(async ({ tx, record, services }) => {
    const broken = record.pumps.filter((row) => (row.pumpFail ?? 0) > 0);
    const wrong = [
      ...((record.leakPoints ?? 0) > 0 ? [`漏点${record.leakPoints}处：${record.leakDesc ?? ''}`] : []),
      ...faults(record, LOOP_CHECKS),
      ...broken.flatMap((row) => faults(row, PUMP_CHECKS)),
    ];
    if (wrong.length === 0) return;
    await draftRepair(
      { tx, record, services },
      {
        title: `输配系统保养${record.serial}有漏点或不合格项，请补全维修记录`,
        values: {
          contract: record.contract,
          equipment: broken[0]?.pump ?? record.pumps[0]?.pump ?? null,
          findWay: '保养发现',
          faultSystem: record.loop.startsWith('冷却水') ? '冷却水系统' : '冷温水系统',
          faultDesc: wrong.join('；'),
        },
      },
    );
  }),
};

const stateOf = (row: Valves['valves'][number]): '完好' | '带缺陷' | '待更换' =>
  row.replaceNeeded === true ? '待更换' : (row.valveFail ?? 0) > 0 ? '带缺陷' : '完好';

const valveEffects: EffectsOf<'valveMaintenance', Valves> = {
  'valveMaintenance.ledger': effect(async ({ tx, record, account, setEntry, services }) => {
    const to = await projectManagers(tx, record.project);
    for (const row of record.valves) {
      const entry = await account(valveLedger, { project: record.project, valveNo: row.valveNo });
      await setEntry(valveLedger, entry.id, {
        place: row.place,
        kind: row.valveKind,
        dn: row.dn,
        medium: row.medium,
        state: stateOf(row),
        lastServiceOn: record.serviceDate,
        ...(row.verifyDue === null ? {} : { verifyDue: row.verifyDue }),
      });
      if (row.verifyDue !== null)
        await services.remind({
          on: row.verifyDue,
          daysBefore: VERIFY_DAYS,
          to,
          title: `${row.valveKind}${row.valveNo}（${row.place}）校验有效期${row.verifyDue}，请送检`,
        });
    }
  }),
  'valveMaintenance.purchase': effect(async ({ tx, record, services }) => {
    const worn = record.valves.filter((row) => row.replaceNeeded === true);
    if (worn.length === 0) return;
    const [manager] = await projectManagers(tx, record.project);
    await services.draft({
      module: 'operatePurchase',
      applicant: manager ?? record.applicant,
      title: `阀门保养${record.serial}：请采购${worn.map((row) => `${row.valveKind}DN${row.dn}（${row.valveNo}）`).join('、')}`,
      values: {
        project: record.project,
        purchaseType: '备品备件',
        applyReason: `阀门保养${record.serial}需更换：${worn.map((row) => `${row.valveKind}DN${row.dn}（${row.valveNo}，${row.place}）`).join('、')}`,
      },
    });
  }),
  'valveMaintenance.cost': effect(async ({ record, projectCost }) => {
    await projectCost(record.project, monthOf(record.serviceDate), { account: ACCOUNT, amount: record.consumableFee });
  }),
};

const SCORES = { 很满意: 100, 满意: 85, 一般: 70, 不满意: 40 } as const;

const terminalEffects: EffectsOf<'endPipeMaintenance', Terminals> = {
  'endPipeMaintenance.ledger': effect(async ({ record, account, setEntry }) => {
    for (const row of record.terminals) {
      const entry = await account(terminalLedger, {
        project: record.project,
        building: record.building,
        room: row.room,
      });
      await setEntry(terminalLedger, entry.id, {
        occupant: record.occupant,
        terminalType: row.terminalType,
        terminalCount: row.terminalCount,
        lastServiceOn: dayOf(record.finishTime),
        fails: row.endFail,
      });
    }
  }),
  'endPipeMaintenance.repairDraft': effect(async ({ tx, record, services }) => {
    const open = record.pipes.filter((row) => row.solved !== true);
    if (open.length > 0)
      await draftRepair(
        { tx, record, services },
        {
          title: `末端保养${record.serial}有${open.length}处管路缺陷未处理，请补全维修记录`,
          values: {
            contract: record.contract,
            findWay: '保养发现',
            faultSystem: '末端系统',
            faultPart: '管道阀门',
            faultDesc: open
              .map((row) => `${record.building}${row.pipePlace}${row.defect}：${row.pipeMeasure}`)
              .join('；'),
          },
        },
      );
  }),
  'endPipeMaintenance.receivable': effect(async ({ record, book }) => {
    if (record.inContract !== true && record.chargeAmount !== null && positive(record.chargeAmount))
      await chargeWork(
        { book },
        {
          project: record.project,
          contract: record.contract,
          amount: record.chargeAmount,
          month: monthOf(record.finishTime),
          sourceNo: record.serial,
          item: `${record.building}${record.floors}末端保养`,
          customerName: record.occupant,
        },
      );
  }),
  'endPipeMaintenance.satisfaction': effect(async ({ record, book }) => {
    if (record.satisfaction !== null)
      await book(serviceRating, {
        project: record.project,
        service: '末端保养',
        customer: record.occupant,
        rating: record.satisfaction,
        score: SCORES[record.satisfaction],
        ratedOn: dayOf(record.finishTime),
        sourceNo: record.serial,
      });
  }),
};

export const maintenanceEffects = {
  ...equipmentEffects,
  ...balanceEffects,
  ...transmissionEffects,
  ...valveEffects,
  ...terminalEffects,
};

/** Which form a planned piece of work is filed with, so that a plan can lay its draft on somebody's desk. */
import type { DefinedModuleId } from '@hengneng/forms';
import { sql } from 'kysely';
import type { FollowUps } from '../../engine/forms/effect.ts';
import type { Tx } from '../../platform/db/schema.ts';

interface Form {
  readonly module: DefinedModuleId;
  /** The field that names the device, where the head of the form has one. */
  readonly device?: string;
}

const HOST: Form = { module: 'notElectricMaintenanceRecord', device: 'device' };
const BURNER: Form = { module: 'burnerMaintenanceRecord', device: 'device' };
const PUMPS: Form = { module: 'transmissionSystemMaintenance' };
const VALVES: Form = { module: 'valveMaintenance' };
const TERMINALS: Form = { module: 'endPipeMaintenance' };
const WATER: Form = { module: 'detectReport' };
/** Verification and inspection by law are done by others. */
const OUTSIDE: Form = { module: 'outService', device: 'device' };
const DRILL: Form = { module: 'fireDrillRecords' };

const FORM_OF: Readonly<Record<string, Form>> = {
  主机保养: HOST,
  主机年度保养: HOST,
  燃烧机保养: BURNER,
  燃烧检测: { module: 'aircrewBurn', device: 'device' },
  真空检测: { module: 'aircrewVacuum', device: 'device' },
  溶液检测: { module: 'annualSolutionTestingReport' },
  冷却塔清洗: { module: 'coolTowerWaterTankRecord' },
  水系统清洗换水: { module: 'constructionNotice' },
  水泵检修: PUMPS,
  水泵保养: PUMPS,
  阀门检修: VALVES,
  阀门保养: VALVES,
  风机盘管清洗滤网: TERMINALS,
  末端清洗: TERMINALS,
  水质检测: WATER,
  控制系统升级: { module: 'systemMaintenance' },
  表计检定: OUTSIDE,
  特种设备检验: OUTSIDE,
  安全检查: { module: 'systemSafetyCheck' },
  应急演练: DRILL,
  消防演练: DRILL,
  节能改造: { module: 'technicalRenovationRecord', device: 'renovatedDevice' },
  机房标准化: { module: 'EMCRoomConstruction' },
};

export interface PlannedWork {
  readonly project: string;
  readonly work: string;
  readonly device: string | null;
  readonly owner: string;
  readonly title: string;
}

/** A chiller that runs on electricity has a sheet of its own. */
async function isElectric(tx: Tx, device: string): Promise<boolean> {
  const { rows } = await sql`select 1 from device where id = ${device} and name ~ '离心|螺杆|电制冷|热泵'`.execute(tx);
  return rows.length > 0;
}

/** Leaves the draft of the form that a piece of work is filed with. */
export async function handOut(tx: Tx, services: Pick<FollowUps, 'draft'>, work: PlannedWork): Promise<void> {
  const form = FORM_OF[work.work];
  if (form === undefined) throw new Error(`no form for ${work.work}`);
  const electric = form === HOST && work.device !== null && (await isElectric(tx, work.device));
  await services.draft({
    module: electric ? 'electricMaintenanceRecord' : form.module,
    applicant: work.owner,
    title: work.title,
    values: {
      project: work.project,
      ...(form.device !== undefined && work.device !== null ? { [form.device]: work.device } : {}),
    },
  });
}

/** Where the record that a cost comes from opens. */
import type { ViewRow } from '@hengneng/contracts';
import { MODULES } from '@hengneng/core';
import { recordAddress } from '../../lib/routes.ts';

const PROCEDURES: Readonly<Record<string, number>> = {
  维修记录: MODULES.maintenanceRecords.procedureId,
  质量异常: MODULES.qualityExceptionFeedback.procedureId,
  外协服务: MODULES.outService.procedureId,
  设备保养: MODULES.equipmentMaintenanceRecord.procedureId,
};

/** The record that a cost comes from; none for what was entered by hand. */
export const costAddress = (row: ViewRow): string | null => {
  const [source, id] = [row['source'], row['sourceId']];
  const procedure = typeof source === 'string' ? PROCEDURES[source] : undefined;
  return procedure === undefined || typeof id !== 'string' ? null : recordAddress(procedure, id);
};

/** 安全管理: inspections, accidents, drills and special equipment. */
import { checkEffects } from './checks.ts';
import { equipmentEffects } from './equipment.ts';
import { incidentEffects } from './incidents.ts';

export const safetyManagementEffects = { ...checkEffects, ...incidentEffects, ...equipmentEffects };

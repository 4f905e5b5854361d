/** 系统管理: upkeep of systems and devices, checks, tools. */
import { systemCheckEffects } from './checks.ts';
import { maintenanceEffects } from './maintenance.ts';
import { toolEffects } from './tools.ts';
import { upkeepEffects } from './upkeep.ts';

export const systemManageEffects = { ...systemCheckEffects, ...maintenanceEffects, ...toolEffects, ...upkeepEffects };

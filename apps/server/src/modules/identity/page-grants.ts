/** Who holds which buttons on pages of committees, research and prices from the start: button codes by role. */
import { type RoleCode, ROLES } from '@hengneng/core';

type Held = Partial<Record<RoleCode, readonly number[]>>;

/** Some buttons for every role but suppliers from outside; advisers are asked for opinions and see what is theirs. */
export const heldByAll = (buttons: readonly number[]): Held =>
  Object.fromEntries(
    (Object.keys(ROLES) as RoleCode[]).filter((role) => role !== 'serviceProvider').map((role) => [role, buttons]),
  );

/** Some buttons for some roles. */
const heldBy = (roles: readonly RoleCode[], buttons: readonly number[]): Held =>
  Object.fromEntries(roles.map((role) => [role, buttons]));

const PLANNING = [0, 2, 3, 5];

export const PAGE_BUTTONS_HELD: Readonly<Record<string, Held>> = {
  // Whoever runs the committee plans; everybody reads what was published, and whoever answers for a work says how far it is.
  '/committeeContent/planTable': { ...heldByAll([3, 5]), technicalDirector: PLANNING, emcDirector: PLANNING },
  // Prices are kept by those who buy and those who draw up offers; who answers for what things cost looks.
  '/costQuotation/unitEngineeringPrice': {
    ...heldBy(['purchaser', 'salesTechnical'], [0, 1, 3, 4, 5]),
    ...heldBy(['generalManager', 'emcDirector', 'technicalDirector', 'hvacLeader', 'hvacEngineer', 'finance'], [3, 5]),
  },
  // Projects within the scope of whoever looks.
  '/costQuotation/projectEstimatesDetail': heldBy(
    [
      'purchaser',
      'salesTechnical',
      'projectManager',
      'areaManager',
      'operationDirector',
      'generalManager',
      'emcDirector',
      'technicalDirector',
      'finance',
    ],
    [3, 5],
  ),
  // Topics are set up by the head of the institute and worked on by whoever leads them; finance confirms what they are worth.
  '/researchProjectSummary': {
    researchCto: PLANNING,
    ...heldBy(['researchEngineer', 'finance'], [2, 3, 5]),
    ...heldBy(['generalManager', 'technicalDirector', 'emcDirector', 'energyAnalyst'], [3, 5]),
  },
  // Who is engaged is settled by those who run the committee; finance pays, leaders and heads of departments look.
  '/committeeContent/consultantTable': {
    technicalDirector: [...PLANNING, 7],
    emcDirector: [...PLANNING, 7],
    ...heldBy(['generalManager', 'finance', 'hvacLeader', 'automationLeader', 'researchCto'], [3, 5]),
  },
};

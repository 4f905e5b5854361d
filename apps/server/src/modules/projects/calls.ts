import {
  additionAdd,
  additionEdit,
  additionList,
  contractByCode,
  contractList,
  contractListByModel,
  contractsFromBis,
  districtChildren,
  districtList,
  editContract,
  editProject,
  enumValues,
  priceAdd,
  priceDelete,
  priceEdit,
  priceList,
  projectByCode,
  projectChanges,
  projectDetail,
  projectDetailPost,
  projectIndex,
  projectModels,
  projectPriceList,
  projectUnits,
  userProjectCodes,
} from '@hengneng/contracts';
import type { Engine } from '../../engine/index.ts';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { projectPeople } from '../identity/index.ts';
import { addPrice, deletePrice, editPrice, listPrices, projectPrices } from './contract-prices.ts';
import { listContracts, readContract, readFromBis, saveContract } from './contracts.ts';
import {
  listAdditions,
  listDistricts,
  listModels,
  listProjects,
  listUnits,
  readEnum,
  readProject,
  readProjectFull,
} from './project-read.ts';
import { listChanges } from './project-changes.ts';
import { addAddition, editAddition, PROJECTS, saveProject } from './project-write.ts';
import { projectsVisible } from './visible.ts';

const CONTRACTS = ['projectContent.contractContent.EMCContract', 'operationContent.operationProjectManage'];
/** What a project pays for energy, beside what its contracts bring in. */
const ENERGY_PRICES = 'operationContent.setting.energyPriceSet';
/** Kept by those who answer for the contracts; the site that bills by them looks them up. */
const PRICES = 'projectContent.contractContent.EMCContract';

/** Registers the calls about projects, contracts and prices. Reading is by data scope: everybody picks projects in forms. */
export const registerProjects = (registry: CallRegistry, engine: Engine): void => {
  const reads = { access: 'signedIn' } as const;
  registry.handle(projectIndex, reads, (ctx, input) => listProjects(ctx, input));
  registry.handle(projectDetail, reads, (ctx, input) => readProjectFull(ctx, input.projectCode));
  registry.handle(projectDetailPost, reads, (ctx, input) => readProjectFull(ctx, input.ProjectCode));
  registry.handle(projectByCode, reads, (ctx, input) => readProject(ctx, input.ProjectCode));
  registry.handle(editProject, { access: { screen: PROJECTS, button: 'edit' } }, (ctx, input) =>
    saveProject(ctx, input),
  );
  registry.handle(projectChanges, { access: { screen: PROJECTS, button: 'search' } }, (ctx, input) =>
    listChanges(ctx, input),
  );
  registry.handle(additionList, reads, (ctx, input) => listAdditions(ctx, input.ProjectCode ?? input.ProjectId ?? ''));
  registry.handle(additionAdd, { access: { screen: PROJECTS, button: 'ancillaryInfo' } }, (ctx, input) =>
    addAddition(ctx, input),
  );
  registry.handle(additionEdit, { access: { screen: PROJECTS, button: 'ancillaryInfo' } }, (ctx, input) =>
    editAddition(ctx, input),
  );
  registry.handle(userProjectCodes, reads, async (ctx, input) => {
    // A project out of sight is refused, not shown as one that nobody works on.
    if (input.projectCode !== undefined) await readProject(ctx, input.projectCode);
    return projectPeople(ctx, input, projectsVisible(ctx.session));
  });
  registry.handle(enumValues, reads, (ctx, input) => readEnum(ctx, input.EnumType ?? input.type));
  registry.handle(districtList, reads, (ctx) => listDistricts(ctx.db, null));
  registry.handle(districtChildren, reads, (ctx, input) => listDistricts(ctx.db, input.ParentId));
  registry.handle(projectModels, reads, (ctx, input) => listModels(ctx, input.Keyword ?? ''));
  registry.handle(projectUnits, reads, (ctx, input) => listUnits(ctx, input.ModelCode));

  registry.handle(contractList, reads, (ctx, input) => listContracts(ctx, input));
  registry.handle(contractListByModel, reads, (ctx, input) => listContracts(ctx, input));
  registry.handle(contractByCode, reads, (ctx, input) => readContract(ctx, input.ContractCode));
  registry.handle(contractsFromBis, reads, (ctx, input) => readFromBis(ctx, input.ProjectCode));
  registry.handle(editContract, { access: { screen: CONTRACTS, button: 'edit' } }, (ctx, input) =>
    saveContract(ctx, input),
  );
  registry.handle(priceList, reads, (ctx, input) => listPrices(ctx, input));
  registry.handle(projectPriceList, { access: { screen: ENERGY_PRICES, button: 'search' } }, (ctx, input) =>
    projectPrices(ctx, input),
  );
  registry.handle(priceAdd, { access: { screen: PRICES, button: 'add' } }, (ctx, input) =>
    addPrice(ctx, engine, input),
  );
  registry.handle(priceEdit, { access: { screen: PRICES, button: 'edit' } }, (ctx, input) =>
    editPrice(ctx, engine, input),
  );
  registry.handle(priceDelete, { access: { screen: PRICES, button: 'delete' } }, (ctx, input) =>
    deletePrice(ctx, engine, input),
  );
};

import {
  ARCHIVE_FILE,
  archiveFileInput,
  categoryParamSave,
  deviceCategoryDelete,
  deviceCategoryMove,
  deviceCategorySave,
  deviceCategoryTree,
  deviceModelDelete,
  deviceModelImport,
  deviceModelIndex,
  deviceModelSave,
  deviceModelTree,
  deviceNames,
  deviceNamesImport,
  deviceNamesSave,
  energyCategoryAdd,
  energyCategoryImport,
  energyCategoryInfo,
  energyCategoryMove,
  energyCategoryTree,
  energyCategoryUpdate,
  energyChildren,
  energyNode,
  energyNodeDevices,
  energyTree,
  equipmentRooms,
  floorIndex,
  hostMachines,
  hostMachineTypes,
  meterIndex,
  meterInfo,
  meterSave,
  pendingMeters,
  projectArchive,
  projectDeviceAdd,
  projectDeviceDelete,
  projectDeviceEdit,
  projectDeviceHistory,
  projectDeviceIndex,
  projectEnergies,
  ratioInput,
  ratioListInput,
  roomMachineTypes,
  machineRoomSave,
  roomTemperatures,
} from '@hengneng/contracts';
import type { CallRegistry } from '../../../platform/http/registry.ts';
import { type SettingRegistry, side } from '../settings/index.ts';
import { exportArchive } from './archive-export.ts';
import { archiveOf, hostsOf, hostTypesOf, machinesOf, roomsOf } from './archive.ts';
import { categoryTree, deleteCategory, saveCategory, saveParams } from './device-categories.ts';
import { addDevice, deleteDevice, deviceHistory, editDevice, listDevices } from './devices.ts';
import { addEnergy, energyInfo, energyTreeOf, importEnergies, updateEnergy } from './energies.ts';
import { baseInformationFile, deviceSetFile, exportBase, exportDeviceSet, exportRatios } from './export.ts';
import { childrenOf, energiesOf, nodeDevices, nodeOf, treeOf } from './energy-nodes.ts';
import { floorsOf, temperaturesOf } from './floors.ts';
import { listMeters, meterDetail } from './meters-read.ts';
import { saveMeter } from './meters-write.ts';
import { moveNode } from './move.ts';
import { importModels } from './models-sheet.ts';
import { deleteModel, listModels, modelTree, saveModel } from './models.ts';
import { listNames, saveNames } from './names.ts';
import { exportNames, importNames, namesFile } from './names-sheet.ts';
import { type DayCosts, listRatios, saveRatio } from './ratios.ts';
import { listPending, saveRoom } from './setup.ts';
import { ANY_OF_THINGS, ARCHIVE, BASE, DEVICES, NAMES, RATIOS } from './screens.ts';

const any = { access: { screen: ANY_OF_THINGS, button: 'search' } } as const;

/** A call that several buttons make asks for the page here, and for the button where it knows which. */
const registerBase = (calls: CallRegistry): void => {
  const add = { access: { screen: BASE, button: 'add' } } as const;
  const edit = { access: { screen: BASE, button: 'edit' } } as const;
  const remove = { access: { screen: BASE, button: 'delete' } } as const;
  const search = { access: { screen: BASE, button: 'search' } } as const;
  calls.handle(deviceCategoryTree, any, (ctx, input) => categoryTree(ctx, input));
  calls.handle(deviceCategorySave, search, (ctx, input) => saveCategory(ctx, input));
  calls.handle(deviceCategoryDelete, remove, (ctx, input) => deleteCategory(ctx, input.Id));
  calls.handle(deviceCategoryMove, edit, (ctx, { Id, ParentId = null, BeforeId = null }) =>
    moveNode(ctx, 'device_category', { id: Id, parent: ParentId, before: BeforeId }),
  );
  calls.handle(energyCategoryMove, edit, (ctx, { Id, BeforeId = null }) =>
    moveNode(ctx, 'energy_category', { id: Id, before: BeforeId }),
  );
  calls.handle(deviceModelIndex, any, (ctx, input) => listModels(ctx, input));
  calls.handle(deviceModelTree, any, (ctx, input) => modelTree(ctx, input));
  calls.handle(deviceModelSave, search, (ctx, input) => saveModel(ctx, input));
  calls.handle(deviceModelDelete, remove, (ctx, input) => deleteModel(ctx, input.Id));
  calls.handle(categoryParamSave, search, (ctx, input) => saveParams(ctx, input));
  calls.handle(energyCategoryTree, any, (ctx, input) => energyTreeOf(ctx, input));
  calls.handle(energyCategoryInfo, any, (ctx, input) => energyInfo(ctx, input));
  calls.handle(energyCategoryAdd, add, (ctx, input) => addEnergy(ctx, input));
  calls.handle(energyCategoryUpdate, edit, (ctx, input) => updateEnergy(ctx, input));
  calls.upload(deviceModelImport, { access: { screen: BASE, button: 'import' } }, (ctx, input, file) =>
    importModels(ctx, input.Confirm, file),
  );
  calls.upload(energyCategoryImport, { access: { screen: BASE, button: 'import' } }, (ctx, input, file) =>
    importEnergies(ctx, input.Confirm, file),
  );
};

const registerDevices = (calls: CallRegistry): void => {
  calls.handle(projectDeviceIndex, any, (ctx, input) => listDevices(ctx, input));
  calls.handle(projectDeviceHistory, any, (ctx, input) => deviceHistory(ctx, input.Id));
  calls.handle(projectDeviceAdd, { access: { screen: DEVICES, button: 'add' } }, (ctx, input) => addDevice(ctx, input));
  calls.handle(projectDeviceEdit, { access: { screen: DEVICES, button: 'edit' } }, (ctx, input) =>
    editDevice(ctx, input),
  );
  calls.handle(projectDeviceDelete, { access: { screen: DEVICES, button: 'delete' } }, (ctx, input) =>
    deleteDevice(ctx, input.Id),
  );
  calls.handle(meterIndex, any, (ctx, input) => listMeters(ctx, input));
  calls.handle(meterInfo, any, (ctx, input) => meterDetail(ctx, input.Id));
  calls.handle(meterSave, { access: { screen: DEVICES, button: 'search' } }, (ctx, input) => saveMeter(ctx, input));
  calls.handle(pendingMeters, any, (ctx, input) => listPending(ctx, input));
  calls.handle(machineRoomSave, { access: { screen: DEVICES, button: 'search' } }, (ctx, input) =>
    saveRoom(ctx, input),
  );
  calls.handle(deviceNames, any, (ctx, input) => listNames(ctx, input));
  calls.handle(deviceNamesSave, { access: { screen: NAMES, button: 'edit' } }, (ctx, input) => saveNames(ctx, input));
  calls.upload(deviceNamesImport, { access: { screen: NAMES, button: 'import' } }, (ctx, input, file) =>
    importNames(ctx, input, file),
  );
};

/** Trees that pages of figures open by; what is seen is held to a person's projects. */
const registerTrees = (calls: CallRegistry): void => {
  const signedIn = { access: 'signedIn' } as const;
  calls.handle(projectEnergies, signedIn, (ctx, input) => energiesOf(ctx, input));
  calls.handle(energyTree, signedIn, (ctx, input) => treeOf(ctx, input));
  calls.handle(energyChildren, signedIn, (ctx, input) => childrenOf(ctx, input));
  calls.handle(energyNode, signedIn, (ctx, input) => nodeOf(ctx, input));
  calls.handle(energyNodeDevices, signedIn, (ctx, input) => nodeDevices(ctx, input));
  calls.handle(floorIndex, signedIn, (ctx, input) => floorsOf(ctx, input));
  calls.handle(roomTemperatures, signedIn, (ctx, input) => temperaturesOf(ctx, input));
};

const registerArchive = (calls: CallRegistry): void => {
  const search = { access: { screen: ARCHIVE, button: 'search' } } as const;
  calls.handle(projectArchive, search, (ctx, input) => archiveOf(ctx, input.ProjectCode));
  calls.handle(equipmentRooms, any, (ctx, input) => roomsOf(ctx, input.ProjectCode));
  calls.handle(roomMachineTypes, any, (ctx, input) => machinesOf(ctx, input));
  calls.handle(hostMachineTypes, any, (ctx, input) => hostTypesOf(ctx, input.ProjectCode));
  calls.handle(hostMachines, any, (ctx, input) => hostsOf(ctx, input));
};

const registerExports = ({ exports }: SettingRegistry): void => {
  exports.add('baseInformation', side({ screen: BASE, button: 'export' }, baseInformationFile, exportBase));
  exports.add('projectDeviceSet', side({ screen: DEVICES, button: 'export' }, deviceSetFile, exportDeviceSet));
  exports.add('magnification', side({ screen: RATIOS, button: 'export' }, ratioListInput, exportRatios));
  exports.add('setDeviceName', side({ screen: NAMES, button: 'export' }, namesFile, exportNames));
};

export const registerThings = (calls: CallRegistry, settings: SettingRegistry, costs: DayCosts): void => {
  registerBase(calls);
  registerDevices(calls);
  registerTrees(calls);
  registerArchive(calls);
  settings.exports.add(
    ARCHIVE_FILE,
    side({ screen: ARCHIVE, button: 'export' }, archiveFileInput, (ctx, input) => exportArchive(ctx, input)),
  );
  registerExports(settings);
  settings.settings.add('magnification', {
    read: side({ screen: RATIOS, button: 'search' }, ratioListInput, (ctx, input) => listRatios(ctx, input)),
    write: side({ screen: RATIOS, button: 'edit' }, ratioInput, (ctx, input) => saveRatio(ctx, input, costs)),
  });
};

/** The calls of 小区管理, 房间管理 and 收费项目. */
import {
  basisDelete,
  basisList,
  basisPage,
  basisSave,
  basisTrial,
  buildingDelete,
  buildingPage,
  buildingSave,
  buildingTree,
  communityCashiers,
  communityDelete,
  communityExport,
  communityList,
  communityPage,
  communitySave,
  communitySaveBook,
  communitySaveCashier,
  feeAuditPrice,
  feeDelete,
  feeExport,
  feeList,
  feeNotice,
  feeHistory,
  feePage,
  feePrices,
  feeSave,
  feeTrial,
  roomDelete,
  roomDetail,
  roomExport,
  roomImport,
  roomImportErrors,
  roomImportTemplate,
  roomMerge,
  roomPage,
  roomReveal,
  roomSave,
  roomSaveFee,
  roomMoveOut,
  roomTimeline,
  roomTransfer,
  unitDelete,
  unitList,
  unitPage,
  unitSave,
} from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { admits } from '../../../platform/auth/access.ts';
import type { Ctx } from '../../../platform/context.ts';
import { forbidden } from '../../../platform/http/errors.ts';
import type { SeesPaper } from '../../../platform/files/papers.ts';
import { holds } from '../../identity/index.ts';
import { communitiesVisible } from './scope.ts';
import { sql } from 'kysely';
import type { CallRegistry } from '../../../platform/http/registry.ts';
import { readCashiers, saveBook, saveCashier } from './cashiers.ts';
import { exportCommunities, listCommunities, optionsOfCommunities } from './communities.ts';
import { deleteCommunities, saveCommunity } from './communities-write.ts';
import {
  deleteParts,
  listBuildings,
  listUnits,
  optionsOfUnits,
  readTree,
  saveBuilding,
  saveUnit,
} from './buildings.ts';
import { exportRooms, importRooms, roomErrors, roomTemplate } from './room-sheets.ts';
import { deleteBases, listBases, optionsOfBases, saveBasis, tryBasis } from './bases.ts';
import { exportFees, listFees, optionsOfFees, readPrices } from './fees.ts';
import { readFeeNotice } from './fee-notice.ts';
import { readFeeHistory } from './fee-history.ts';
import { auditPrice, deleteFees, saveFeeOrPrice } from './fees-write.ts';
import { mergeRooms } from './room-merge.ts';
import { tryFee } from './trial.ts';
import { listRooms, readRooms } from './rooms.ts';
import { readMoveOut } from './room-move-out.ts';
import { readTimeline } from './room-timeline.ts';
import { reveal, saveFees, transfer } from './rooms-acts.ts';
import { deleteRooms, saveRoom } from './rooms-write.ts';

const COMMUNITY = shortCodeOf('/chargeManage/chargeCommunity');
const FEE = shortCodeOf('/chargeManage/chargeFee');
const ROOM = shortCodeOf('/chargeManage/chargeRoom');
/** Whoever works with any page of charging chooses a community there. */
const ANY = [
  '/chargeManage/chargeCommunity',
  '/chargeManage/chargeRoom',
  '/chargeManage/chargeFee',
  '/chargeManage/chargeBill',
  '/chargeManage/chargeBillAudit',
  '/chargeManage/chargeCashier',
  '/chargeManage/chargeNotice',
  '/chargeManage/chargeIncome',
  '/chargeManage/suspend/weChatApplySuspendTask',
  '/chargeManage/suspend/suspendTask',
  '/chargeManage/suspend/suspendList',
].map((path) => shortCodeOf(path));

const at = (
  screen: string | readonly string[],
  button: 'add' | 'delete' | 'edit' | 'search' | 'import' | 'export' | 'download',
) => ({ access: { screen, button } }) as const;

/** Adding is another right than editing, and one call does both. */
const demand = (ctx: Ctx, screen: string, id: string | null): void => {
  if (!admits({ screen, button: id === null ? 'add' : 'edit' }, ctx.session)) throw forbidden();
};

const registerRooms = (calls: CallRegistry): void => {
  // The counter and the bills choose buildings and rooms as well.
  calls.handle(buildingTree, at(ANY, 'search'), readTree);
  calls.handle(unitList, at(ANY, 'search'), optionsOfUnits);
  calls.handle(buildingPage, at(ROOM, 'search'), listBuildings);
  calls.handle(unitPage, at(ROOM, 'search'), listUnits);
  calls.handle(buildingSave, at(ROOM, 'search'), (ctx, input) => {
    demand(ctx, ROOM, input.id);
    return saveBuilding(ctx, input);
  });
  calls.handle(buildingDelete, at(ROOM, 'delete'), (ctx, input) => deleteParts(ctx, 'building', input));
  calls.handle(unitSave, at(ROOM, 'search'), (ctx, input) => {
    demand(ctx, ROOM, input.id);
    return saveUnit(ctx, input);
  });
  calls.handle(unitDelete, at(ROOM, 'delete'), (ctx, input) => deleteParts(ctx, 'building_unit', input));
  calls.handle(roomPage, at(ROOM, 'search'), listRooms);
  calls.handle(roomDetail, at(ROOM, 'search'), readRooms);
  calls.handle(roomSave, at(ROOM, 'search'), (ctx, input) => {
    demand(ctx, ROOM, input.action === 'save' ? input.id : null);
    return saveRoom(ctx, input);
  });
  calls.handle(roomDelete, at(ROOM, 'delete'), deleteRooms);
  calls.handle(roomSaveFee, at(ROOM, 'edit'), saveFees);
  calls.handle(roomTransfer, at(ROOM, 'edit'), transfer);
  calls.handle(roomMerge, at(ROOM, 'edit'), mergeRooms);
  calls.handle(roomMoveOut, at(ROOM, 'search'), readMoveOut);
  calls.handle(roomTimeline, at(ROOM, 'search'), readTimeline);
  calls.handle(roomReveal, at(ROOM, 'search'), reveal);
  calls.upload(roomImport, at(ROOM, 'import'), importRooms);
  calls.stream(roomImportTemplate, at(ROOM, 'import'), (ctx) => roomTemplate(ctx));
  calls.stream(roomImportErrors, at(ROOM, 'import'), roomErrors);
  calls.stream(roomExport, at(ROOM, 'export'), exportRooms);
};

const registerFees = (calls: CallRegistry): void => {
  calls.handle(feeList, at(ANY, 'search'), optionsOfFees);
  calls.handle(feePage, at(FEE, 'search'), listFees);
  calls.handle(feePrices, at(FEE, 'search'), readPrices);
  calls.handle(feeSave, at(FEE, 'search'), (ctx, input) => {
    // A new version is an edit of the fee.
    demand(ctx, FEE, input.action === 'save' ? input.id : input.action === 'price' ? input.feeId : null);
    return saveFeeOrPrice(ctx, input);
  });
  calls.handle(feeDelete, at(FEE, 'delete'), deleteFees);
  calls.handle(feeAuditPrice, at(FEE, 'edit'), auditPrice);
  calls.handle(feeHistory, at(FEE, 'search'), readFeeHistory);
  calls.handle(feeTrial, at(FEE, 'search'), tryFee);
  calls.stream(feeExport, at(FEE, 'export'), exportFees);
  calls.handle(feeNotice, at(FEE, 'download'), readFeeNotice);
  calls.handle(basisPage, at(FEE, 'search'), listBases);
  calls.handle(basisList, at(FEE, 'search'), optionsOfBases);
  calls.handle(basisTrial, at(FEE, 'edit'), tryBasis);
  calls.handle(basisSave, at(FEE, 'edit'), saveBasis);
  calls.handle(basisDelete, at(FEE, 'edit'), deleteBases);
};

export const registerRegistry = (calls: CallRegistry): void => {
  registerRooms(calls);
  registerFees(calls);
  calls.handle(communityPage, at(COMMUNITY, 'search'), listCommunities);
  calls.handle(communityList, at(ANY, 'search'), optionsOfCommunities);
  calls.handle(communitySave, at(COMMUNITY, 'search'), (ctx, input) => {
    demand(ctx, COMMUNITY, input.id);
    return saveCommunity(ctx, input);
  });
  calls.handle(communityDelete, at(COMMUNITY, 'delete'), deleteCommunities);
  calls.handle(communityCashiers, at(COMMUNITY, 'search'), readCashiers);
  calls.handle(communitySaveCashier, { access: { screen: COMMUNITY, button: 'associatedUser' } }, saveCashier);
  calls.handle(communitySaveBook, at(COMMUNITY, 'edit'), saveBook);
  calls.stream(communityExport, at(COMMUNITY, 'export'), exportCommunities);
};

/** A paper that a price rests on is seen with the fee. */
export const seesFeePrice: SeesPaper = async (db, session, id) => {
  if (!holds(session, FEE, 'search')) return false;
  const { rows } = await sql`select 1 from fee_price v left join community c on c.id = v.community_id
    where v.id = ${id}::bigint and (c.id is null or ${communitiesVisible(session)})`.execute(db);
  return rows.length > 0;
};

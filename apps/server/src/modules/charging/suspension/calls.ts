/** The calls of 停用 besides the form's own. */
import * as contracts from '@hengneng/contracts';
import type { Engine } from '../../../engine/index.ts';
import type { Storage } from '../../../platform/files/storage.ts';
import { forbidden } from '../../../platform/http/errors.ts';
import type { CallRegistry } from '../../../platform/http/registry.ts';
import { holds } from '../../identity/index.ts';
import { applyAtCounter } from './apply.ts';
import { checkOnSpot } from './check.ts';
import { readDetail } from './detail.ts';
import { exportRows } from './export.ts';
import { readFigures } from './figures.ts';
import { linkOf, returnWish, showPhoto, takeWish } from './handle-wish.ts';
import { AUDIT_PAGE, LIST_PAGE, TASK_PAGE, WISH_PAGE } from './names.ts';
import { decideUse, listUses, reportUse } from './secret-use.ts';
import { showPlace, showRooms, showState, takeApplication, takePhoto, withdrawApplication } from './public.ts';
import { findRows } from './rows.ts';
import { listWishes, readWish, revealPhone } from './wishes.ts';

const PAGES = [TASK_PAGE, LIST_PAGE] as const;

/** What householders call: by the address of their community, so often a minute from one place. */
const registerPublic = (calls: CallRegistry, storage: Storage): void => {
  const open = (aMinute: number) => ({ access: 'public', aMinute }) as const;
  calls.handle(contracts.applyCommunity, open(30), showPlace);
  calls.handle(contracts.applyRooms, open(30), showRooms);
  calls.upload(contracts.applyPhoto, open(12), (ctx, input, file) => takePhoto(ctx, storage, input, file));
  calls.handle(contracts.applySend, { ...open(20), numberedBy: 'requestId' }, takeApplication);
  calls.handle(contracts.applyState, open(10), showState);
  calls.handle(contracts.applyWithdraw, open(6), withdrawApplication);
};

export const registerSuspension = (
  calls: CallRegistry,
  { engine, storage }: { readonly engine: Engine; readonly storage: Storage },
): void => {
  const sees = { access: { screen: PAGES, button: 'search' } } as const;
  const wishes = { access: { screen: WISH_PAGE, button: 'search' } } as const;
  // Which right it takes follows from what is sent: a wish is the wishes' page, an application the form's.
  const either = { access: { screen: [...PAGES, WISH_PAGE], button: 'search' } } as const;
  calls.handle(contracts.suspendApply, { ...either, numberedBy: 'requestId' }, (ctx, input) =>
    input.wxId === null ? applyAtCounter(ctx, engine, input) : takeWish(ctx, { engine, storage }, input.wxId, input),
  );
  // Who is asked to look holds no menu of charging: the record decides.
  calls.handle(contracts.suspendCheck, { access: 'signedIn' }, (ctx, input) =>
    input.wxId === null ? checkOnSpot(ctx, engine, input) : returnWish(ctx, input.wxId, input),
  );
  calls.handle(contracts.suspendPage, sees, (ctx, input) =>
    findRows(ctx, input, { size: input.PageSize, at: input.PageIndex }),
  );
  calls.stream(contracts.suspendExport, { access: { screen: PAGES, button: 'export' } }, exportRows);
  calls.handle(contracts.suspendFigures, sees, readFigures);
  calls.handle(contracts.suspendDetail, sees, readDetail);
  // Trying is for whoever decides as well.
  calls.handle(
    contracts.secretUseReport,
    { access: { screen: LIST_PAGE, button: 'search' }, numberedBy: 'requestId' },
    reportUse,
  );
  calls.handle(contracts.secretUsePage, { access: { screen: LIST_PAGE, button: 'search' } }, listUses);
  calls.handle(contracts.secretUseDecide, { access: { screen: AUDIT_PAGE, button: 'edit' } }, decideUse);
  calls.handle(contracts.wishPage, wishes, listWishes);
  calls.handle(contracts.wishDetail, wishes, readWish);
  calls.handle(contracts.wishPhone, wishes, (ctx, { wxId }) => revealPhone(ctx, wxId));
  calls.stream(contracts.wishPhoto, wishes, (ctx, input) => {
    if (!holds(ctx.session, WISH_PAGE, 'edit')) throw forbidden('您没有查看证件照的权限');
    return showPhoto(ctx, storage, input);
  });
  calls.handle(contracts.wishLink, wishes, linkOf);
  registerPublic(calls, storage);
};

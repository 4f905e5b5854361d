import { statementCollect, statementCollectOrder, statementReconcileLetter } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import type { Engine } from '../../engine/index.ts';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { reconcileLetter } from './letter.ts';
import { collect, orderCollection } from './notes.ts';

const CONTRACTS = shortCodeOf('/formFlow/collectionSettlement/contractManage/contractList');
const STATISTICS = shortCodeOf('/formFlow/collectionSettlement/paymentStatisticsTotal');

export const registerCollection = (registry: CallRegistry, engine: Engine): void => {
  registry.handle(statementCollect, { access: { screen: CONTRACTS, button: 'edit' } }, (ctx, input) =>
    collect(ctx, input),
  );
  registry.handle(statementCollectOrder, { access: { screen: STATISTICS, button: 'edit' } }, (ctx, input) =>
    orderCollection(ctx, engine, input),
  );
  registry.stream(statementReconcileLetter, { access: { screen: CONTRACTS, button: 'download' } }, (ctx, input) =>
    reconcileLetter(ctx, input),
  );
};

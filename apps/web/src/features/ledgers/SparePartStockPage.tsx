import { sparePartMoves, sparePartStock } from '@hengneng/forms/views';
import type { ReactElement } from 'react';
import { StockTabs } from './StockTabs.tsx';

const SparePartStockPage = (): ReactElement => <StockTabs held={sparePartStock} moves={sparePartMoves} />;

export default SparePartStockPage;

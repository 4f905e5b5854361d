import { chemicalMoves, chemicalStock } from '@hengneng/forms/views';
import type { ReactElement } from 'react';
import { StockTabs } from './StockTabs.tsx';

const ChemicalStockPage = (): ReactElement => <StockTabs held={chemicalStock} moves={chemicalMoves} />;

export default ChemicalStockPage;

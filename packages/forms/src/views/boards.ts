/** Every page of several views (统计分析) by id. */
import type { BoardShape } from '@hengneng/form-kit';
import { repairBoard } from './statistics-money.boards.ts';

export const BOARDS = { repairBoard } as const satisfies Readonly<Record<string, BoardShape>>;

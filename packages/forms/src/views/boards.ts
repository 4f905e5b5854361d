/** Every page of several views (统计分析) by id. */
import type { BoardShape } from '@hengneng/form-kit';
import { incomeBoard, repairBoard } from './statistics-money.boards.ts';

export const BOARDS = { incomeBoard, repairBoard } as const satisfies Readonly<Record<string, BoardShape>>;

/** Every page of several views (统计分析) by id. */
import type { BoardShape } from '@hengneng/form-kit';
import { businessBoard, costBoard, incomeBoard, repairBoard, waterBoard } from './statistics-money.boards.ts';

export const BOARDS = { businessBoard, costBoard, incomeBoard, repairBoard, waterBoard } as const satisfies Readonly<
  Record<string, BoardShape>
>;

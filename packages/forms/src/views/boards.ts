/** Every page of several views (统计分析) by id. */
import type { BoardShape } from '@hengneng/form-kit';

export const BOARDS = {} as const satisfies Readonly<Record<string, BoardShape>>;

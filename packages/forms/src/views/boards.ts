/** Every page of several views (统计分析) by id. */
import type { BoardShape } from '@hengneng/form-kit';
import { renewalBoard } from './statistics-people.views.ts';

export const BOARDS = { renewal: renewalBoard } as const satisfies Readonly<Record<string, BoardShape>>;

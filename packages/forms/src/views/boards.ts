/** Every page of several views (统计分析) by id. */
import type { BoardShape } from '@hengneng/form-kit';
import { bidBoard } from './statistics-people-bids.views.ts';
import { feedbackBoard } from './statistics-people-feedback.views.ts';
import { renewalBoard } from './statistics-people.views.ts';

export const BOARDS = { bids: bidBoard, feedback: feedbackBoard, renewal: renewalBoard } as const satisfies Readonly<
  Record<string, BoardShape>
>;

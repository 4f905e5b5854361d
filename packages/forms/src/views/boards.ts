/** Every page of several views (统计分析) by id. */
import type { BoardShape } from '@hengneng/form-kit';
import { businessBoard, costBoard, incomeBoard, repairBoard, waterBoard } from './statistics-money.boards.ts';
import { bidBoard } from './statistics-people-bids.views.ts';
import { feedbackBoard } from './statistics-people-feedback.views.ts';
import { satisfactionBoard } from './statistics-people-satisfaction.views.ts';
import { staffBoard } from './statistics-people-staff.views.ts';
import { trainingBoard } from './statistics-people-training.views.ts';
import { renewalBoard } from './statistics-people.views.ts';

export const BOARDS = {
  bids: bidBoard,
  businessBoard,
  costBoard,
  feedback: feedbackBoard,
  incomeBoard,
  renewal: renewalBoard,
  repairBoard,
  satisfaction: satisfactionBoard,
  staff: staffBoard,
  training: trainingBoard,
  waterBoard,
} as const satisfies Readonly<Record<string, BoardShape>>;

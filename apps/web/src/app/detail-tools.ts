/** What modules add to the buttons of their details. */
import type { DetailTool } from '../engine/form/detail-tools.ts';
import { laterDialog } from '../ui/later-dialog.tsx';

export const DETAIL_TOOLS: Readonly<Record<string, DetailTool>> = {
  'InvitationUnit.units': {
    label: '随机抽取',
    shows: (record) => record['drawWay'] === '名录内随机抽取' && typeof record['tender'] === 'string',
    Dialog: laterDialog(() => import('../features/works/DrawIntoForm.tsx')),
  },
};

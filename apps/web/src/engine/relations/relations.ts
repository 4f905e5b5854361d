import { type OutputOf, userProjectCodes } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';

/** Somebody's part in a project. */
export type Relation = OutputOf<typeof userProjectCodes>[number];

/** What is looked at: who belongs to a project, or where a person belongs. */
export type Subject =
  | { readonly kind: 'project'; readonly code: string; readonly name: string }
  | { readonly kind: 'person'; readonly id: string; readonly name: string };

export const useRelations = (subject: Subject, allowed: boolean) =>
  useQuery({
    queryKey: ['relations', subject.kind, subject.kind === 'project' ? subject.code : subject.id],
    queryFn: ({ signal }) =>
      callApi(userProjectCodes, subject.kind === 'project' ? { projectCode: subject.code } : { userId: subject.id }, {
        signal,
      }),
    enabled: allowed,
  });

/** For how long, in words. */
export const periodOf = ({ from, to }: Relation): string => {
  if (from === null && to === null) return '长期';
  return `${from ?? '此前'} 至 ${to ?? '长期'}`;
};

/** @param today `YYYY-MM-DD` in China */
export const hasEnded = ({ to }: Relation, today: string): boolean => to !== null && to < today;

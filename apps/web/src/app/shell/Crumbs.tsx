import { deptIndex } from '@hengneng/contracts';
import type { Screen } from '@hengneng/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { callApi } from '../../lib/api.ts';
import { useProjectName } from '../../lib/project-name.ts';
import { breadcrumbs, subjectOf } from '../menu.ts';
import { useTabs } from '../tabs/store.ts';

/** Every department, closed ones too, as the pages of the organisation ask for them. */
const useDeptName = (id: string | undefined): string | undefined =>
  useQuery({
    queryKey: ['dept', true],
    queryFn: ({ signal }) => callApi(deptIndex, { all: true }, { signal }),
    enabled: id !== undefined,
    staleTime: 60_000,
  }).data?.find((dept) => dept.T_OutSideDeptId === id)?.T_OutSideDeptName;

/** What the page that is shown calls its record: the last word of its own title, a number or 新建. */
const useOwnWord = (): string | undefined =>
  useTabs((state) => state.tabs.find((tab) => tab.id === state.activeId)?.ownTitle ?? undefined)
    ?.split(' ')
    .at(-1);

/** Where the page that is shown stands. What it is about is called by its name: a code says nothing to most people. */
export const Crumbs = ({
  screen,
  search,
  names,
}: {
  readonly screen: Screen;
  readonly search: string;
  readonly names: ReadonlyMap<string, string>;
}): ReactElement => {
  const subject = subjectOf(screen, search);
  const of = (kind: string) => (subject?.kind === kind ? subject.value : undefined);
  const project = useProjectName(of('project'));
  const dept = useDeptName(of('dept'));
  const own = useOwnWord();
  return (
    <ol>
      {breadcrumbs(screen, own ?? of('period') ?? project ?? dept ?? '', names).map((text, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- places on a way: two may have one name
        <li key={index}>{text}</li>
      ))}
    </ol>
  );
};

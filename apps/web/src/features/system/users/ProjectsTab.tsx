import { projectIndex, seenProjects, userSaveProjects } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Select, Table } from 'antd';
import { type ReactElement, useMemo } from 'react';
import { callApi } from '../../../lib/api.ts';
import { useSynced } from '../../../lib/useSynced.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { DayRange } from '../../../ui/DayRange.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import type { UserDetail } from './UserForm.tsx';

interface Grant {
  readonly ProjectCode: string;
  readonly ProjectName: string;
  readonly areaName: string;
  readonly projectRole: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

/** Projects of a person, with their part in it and an optional term; whole areas can be added at once. */
export const ProjectsTab = ({
  user,
  editable,
}: {
  readonly user: UserDetail;
  readonly editable: boolean;
}): ReactElement => {
  const [grants, setGrants] = useSynced(user.projects, (rows): readonly Grant[] => rows ?? []);
  const projects = useQuery({
    queryKey: ['projects', 'all'],
    queryFn: ({ signal }) => callApi(projectIndex, { PageSize: 500 }, { signal }),
    staleTime: 60_000,
    enabled: editable,
  });
  const all = useMemo(() => projects.data?.rows ?? [], [projects.data]);
  const areas = useMemo(() => [...new Map(all.map((one) => [one.area, one.areaName]))], [all]);
  const save = useWrite(userSaveProjects, {
    said: ({ added, removed }) => `项目已保存：增加 ${added} 个，减少 ${removed} 个`,
    renews: ['users'],
  });
  const submit = () =>
    save.mutate({
      userId: user.UserId,
      projects: grants.map(({ ProjectCode, projectRole, from, to }) => ({
        ProjectCode,
        projectRole: projectRole ?? '',
        from: from ?? '',
        to: to ?? '',
      })),
      seen: seenProjects(user.projects ?? []),
    });

  if (editable && projects.error) return <ErrorRetry error={projects.error} onRetry={() => void projects.refetch()} />;
  if (editable && !projects.data) return <SkeletonDelay />;

  const add = (codes: readonly string[]) => {
    const held = new Set(grants.map((one) => one.ProjectCode));
    const fresh = all
      .filter((one) => codes.includes(one.ProjectCode) && !held.has(one.ProjectCode))
      .map(({ ProjectCode, ProjectName, areaName }) => ({
        ProjectCode,
        ProjectName,
        areaName,
        projectRole: null,
        from: null,
        to: null,
      }));
    setGrants([...grants, ...fresh]);
  };
  const change = (code: string, part: Partial<Grant>) =>
    setGrants(grants.map((one) => (one.ProjectCode === code ? { ...one, ...part } : one)));

  return (
    <>
      {editable ? (
        <div className="filter-bar">
          <Select
            className="filter-wide"
            value={null}
            placeholder="添加项目"
            aria-label="添加项目"
            showSearch={{ optionFilterProp: 'label' }}
            options={all.map((one) => ({ value: one.ProjectCode, label: `${one.ProjectCode} ${one.ProjectName}` }))}
            onChange={(code: string | null) => code && add([code])}
          />
          <Select
            className="filter"
            value={null}
            placeholder="按区域添加"
            aria-label="按区域添加"
            options={areas.map(([value, label]) => ({ value, label }))}
            onChange={(area: string | null) =>
              add(all.filter((one) => one.area === area).map((one) => one.ProjectCode))
            }
          />
        </div>
      ) : null}
      <Table<Grant>
        size="small"
        rowKey="ProjectCode"
        dataSource={[...grants]}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: <EmptyHint text="没有分配项目" /> }}
        columns={[
          { title: '项目', dataIndex: 'ProjectName', width: 180 },
          { title: '区域', dataIndex: 'areaName', width: 90 },
          {
            title: '项目角色',
            dataIndex: 'projectRole',
            width: 130,
            render: (value: string | null, row) =>
              editable ? (
                <Input
                  size="small"
                  maxLength={30}
                  aria-label={`${row.ProjectName}的项目角色`}
                  value={value ?? ''}
                  onChange={(event) => change(row.ProjectCode, { projectRole: event.target.value || null })}
                />
              ) : (
                (value ?? '—')
              ),
          },
          {
            title: '起止日期',
            key: 'term',
            width: 230,
            render: (_, row) =>
              editable ? (
                <DayRange
                  small
                  placeholder={['即日起', '不限']}
                  label={`${row.ProjectName}的起止日期`}
                  value={[row.from, row.to]}
                  onChange={([from, to]) => change(row.ProjectCode, { from, to })}
                />
              ) : (
                `${row.from ?? '即日起'} 至 ${row.to ?? '不限'}`
              ),
          },
          ...(editable
            ? [
                {
                  title: '操作',
                  key: 'remove',
                  width: 70,
                  render: (_: unknown, row: Grant) => (
                    <Button
                      type="link"
                      size="small"
                      className="cell-link"
                      aria-label={`移除 ${row.ProjectName}`}
                      onClick={() => setGrants(grants.filter((one) => one.ProjectCode !== row.ProjectCode))}
                    >
                      移除
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
      {editable ? (
        <div className="action-row">
          <Button type="primary" loading={save.isPending} onClick={submit}>
            保存项目
          </Button>
        </div>
      ) : null}
    </>
  );
};

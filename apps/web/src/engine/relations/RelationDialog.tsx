import { projectDetail, userInfo } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../lib/api.ts';
import { chinaClock, formatDecimal } from '../../lib/format.ts';
import { canAnywhere } from '../../lib/permission.ts';
import { AppModal } from '../../ui/AppModal.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { Tag } from '../../ui/StatusTag.tsx';
import { hasEnded, periodOf, type Relation, type Subject, useRelations } from './relations.ts';

const today = (): string => chinaClock(new Date()).toISOString().slice(0, 10);

const PersonFacts = ({ id }: { readonly id: string }): ReactElement => {
  const { data, error, refetch } = useQuery({
    queryKey: ['person-card', id],
    queryFn: ({ signal }) => callApi(userInfo, { userId: id }, { signal }),
  });
  if (error) return <ErrorRetry error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonDelay rows={2} />;
  return (
    <Facts
      facts={[
        ['部门', data.deptChain.join(' / ')],
        ['岗位', data.position],
        ['角色', data.roles.map((role) => role.roleName).join('、')],
        ['手机', data.phone],
      ]}
    />
  );
};

const ProjectFacts = ({ code }: { readonly code: string }): ReactElement => {
  const { data, error, refetch } = useQuery({
    queryKey: ['project-card', code],
    queryFn: ({ signal }) => callApi(projectDetail, { projectCode: code }, { signal }),
  });
  if (error) return <ErrorRetry error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonDelay rows={2} />;
  return (
    <Facts
      facts={[
        ['编码', data.ProjectCode],
        ['区域', data.areaName],
        ['状态', data.stateName],
        ['负责人', data.managerName],
        ['客户', data.customerName],
        ['面积', data.area_m2 === null ? null : `${formatDecimal(data.area_m2)} m²`],
        ['地址', data.address],
        ['合同', `${data.counts.contracts} 份`],
      ]}
    />
  );
};

/** The parts that belong to the subject; the other end of each may be looked at in turn. */
const Parts = ({
  subject,
  parts,
  onGo,
  onFilter,
}: {
  readonly subject: Subject;
  readonly parts: readonly Relation[];
  readonly onGo: ((to: Subject) => void) | null;
  readonly onFilter: ((part: Relation) => void) | null;
}): ReactElement => {
  const [text, setText] = useState('');
  const [day] = useState(today);
  const people = subject.kind === 'project';
  const wordsOf = (part: Relation) =>
    (people
      ? [part.UserName, part.account, part.deptName, part.position, part.projectRole]
      : [part.ProjectName, part.ProjectCode, part.projectRole]
    ).join(' ');
  const found = parts.filter((part) => wordsOf(part).includes(text.trim()));
  const other = (part: Relation): Subject =>
    people
      ? { kind: 'person', id: part.UserId, name: part.UserName }
      : { kind: 'project', code: part.ProjectCode, name: part.ProjectName };
  if (parts.length === 0) return <EmptyHint text={people ? '该项目还没有关联人员' : '还没有您能看到的关联项目'} />;
  return (
    <>
      <input
        className="in relation-find"
        aria-label={people ? '查找人员' : '查找项目'}
        placeholder={people ? '姓名、部门、项目角色' : '项目名称、编码'}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {found.length === 0 ? <EmptyHint text="没有找到" /> : null}
      <table className="plain-table cards-on-phone" hidden={found.length === 0}>
        <thead>
          <tr>
            <th scope="col">{people ? '姓名' : '项目'}</th>
            {people ? <th scope="col">部门与岗位</th> : null}
            <th scope="col">项目角色</th>
            <th scope="col">期限</th>
            {onFilter ? <th scope="col">列表</th> : null}
          </tr>
        </thead>
        <tbody>
          {found.map((part) => {
            const to = other(part);
            return (
              <tr key={`${part.UserId} ${part.ProjectCode}`}>
                <td className="cell-main">
                  {onGo ? (
                    <button type="button" className="link-button" onClick={() => onGo(to)}>
                      {to.name}
                    </button>
                  ) : (
                    to.name
                  )}
                  {people ? null : <small>{part.ProjectCode}</small>}
                </td>
                {people ? (
                  <td data-label="部门与岗位">{[part.deptName, part.position].filter(Boolean).join(' · ') || '—'}</td>
                ) : null}
                <td data-label="项目角色">{part.projectRole ?? '—'}</td>
                <td data-label="期限">
                  {periodOf(part)} {hasEnded(part, day) ? <Tag>已结束</Tag> : null}
                </td>
                {onFilter ? (
                  <td data-label="列表">
                    <button type="button" className="link-button" onClick={() => onFilter(part)}>
                      {people ? '只看此人申请' : '只看该项目'}
                    </button>
                  </td>
                ) : null}
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
};

const View = ({
  subject,
  onGo,
  onFilter,
}: {
  readonly subject: Subject;
  readonly onGo: (to: Subject) => void;
  readonly onFilter: ((part: Relation, subject: Subject) => void) | null;
}): ReactElement => {
  const allowed = canAnywhere(subject.kind === 'project' ? 'associatedUser' : 'associatedProject');
  const parts = useRelations(subject, allowed);
  return (
    <>
      {subject.kind === 'project' ? <ProjectFacts code={subject.code} /> : <PersonFacts id={subject.id} />}
      {!allowed ? null : parts.error ? (
        <ErrorRetry error={parts.error} onRetry={() => void parts.refetch()} />
      ) : !parts.data ? (
        <SkeletonDelay rows={4} />
      ) : (
        <section className="relation-parts" aria-label={subject.kind === 'project' ? '关联人员' : '关联项目'}>
          <h3>
            {subject.kind === 'project' ? '关联人员' : '关联项目'} {parts.data.length}
          </h3>
          <Parts
            subject={subject}
            parts={parts.data}
            onGo={onGo}
            onFilter={onFilter === null ? null : (part) => onFilter(part, subject)}
          />
        </section>
      )}
    </>
  );
};

/** A project with its people, or a person with their projects; from one to the other and back. */
const RelationDialog = ({
  start,
  onFilter,
  onClose,
}: {
  readonly start: Subject;
  /** Narrows the list that the dialog was opened over; absent where there is none. */
  readonly onFilter?: (part: Relation, subject: Subject) => void;
  readonly onClose: () => void;
}): ReactElement => {
  const [path, setPath] = useState<readonly Subject[]>([start]);
  const subject = path.at(-1) ?? start;
  return (
    <AppModal
      title={subject.name}
      width={760}
      onCancel={onClose}
      footer={
        path.length > 1 ? (
          <Button onClick={() => setPath((now) => now.slice(0, -1))}>返回 {path.at(-2)?.name}</Button>
        ) : null
      }
    >
      <View
        key={path.length}
        subject={subject}
        onGo={(to) => setPath((now) => [...now, to])}
        onFilter={onFilter ?? null}
      />
    </AppModal>
  );
};

export default RelationDialog;
